// The list of problems: everything the engine found, by file and place, each one a press away from its text.

import type { Diagnostic, Fix, Span } from "evalground";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { button, element, fill, icon } from "../ui/dom.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { expressionFile, placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";

type Severity = Diagnostic["severity"];
const severities: Severity[] = ["error", "warning", "hint"];
const severityIcons = { error: "error", warning: "warning", hint: "info" } as const;
const severityWords: Record<Severity, string> = {
  error: text("severity.error"),
  warning: text("severity.warning"),
  hint: text("severity.hint"),
};

/** Problems beyond this many are counted, not listed. */
const mostListed = 500;

/** By file in the order of the workspace, then by place; what has no place comes first. */
export function sortProblems(problems: readonly Diagnostic[], files: readonly string[]): Diagnostic[] {
  const fileRank = (span: Span | undefined): number => {
    if (!span) return -1;
    const rank = files.indexOf(span.file);
    return rank < 0 ? files.length : rank;
  };
  return [...problems].sort(
    (one, other) =>
      fileRank(one.span) - fileRank(other.span) ||
      (one.span && other.span && one.span.file !== other.span.file ? (one.span.file < other.span.file ? -1 : 1) : 0) ||
      (one.span?.from ?? 0) - (other.span?.from ?? 0),
  );
}

/** The texts after the edits of a fix; edits of one text are made from its end, so that their places hold. */
export function applyFix(fix: Fix, texts: ReadonlyMap<string, unknown>): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const { span, text: words } of [...fix.edits].sort((one, other) => other.span.from - one.span.from)) {
    const before = changed[span.file] ?? texts.get(span.file);
    if (typeof before === "string") changed[span.file] = before.slice(0, span.from) + words + before.slice(span.to);
  }
  return changed;
}

/** Builds the list into `body` and its heading, count and filter into `head`. */
export function mountProblems(head: HTMLElement, body: HTMLElement, store: Store): void {
  const count = element("span", { class: "problem-total" });
  const first = element("button", { type: "button", class: "problem-first" });
  const shown = new Set<Severity>(severities);
  const filters = element("div", { class: "problem-filters", role: "group", "aria-label": text("problems.filter") });
  for (const part of [count, first, filters]) head.insertBefore(part, head.querySelector(".problems-toggle"));
  const list = element("ul", { class: "problem-list", "aria-label": text("pane.problems") });
  fill(body, list);

  let sorted: Diagnostic[] = [];
  let listed: Diagnostic[] = [];
  let current = -1;

  function go(index: number): void {
    const problem = listed[index];
    if (!problem) return;
    current = index;
    const { span } = problem;
    if (span) {
      store.update({ selection: { from: "problems", span }, marks: [] });
      store.perform("show", { span, focus: true });
    }
    announce(
      text("problems.visited", {
        number: index + 1,
        count: listed.length,
        severity: severityWords[problem.severity],
        message: problem.message,
      }),
    );
  }

  function item(problem: Diagnostic, index: number): HTMLElement {
    const { severity, message, span, code, related = [], fixes = [] } = problem;
    const press = element(
      "button",
      { type: "button", class: "problem", on: { click: () => go(index) } },
      element("span", { class: "problem-sign", "data-severity": severity }, icon(severityIcons[severity])),
      element("span", { class: "problem-severity" }, severityWords[severity]),
      span && element("span", { class: "place code" }, ` ${placeText(span)}`),
      element("span", { class: "problem-message", dir: "auto" }, ` ${message}`),
      element("span", { class: "problem-code code" }, ` ${code}`),
    );
    const made = element("li", { class: "problem-item" }, press);
    for (const fix of fixes) {
      made.append(
        button({
          label: fix.title,
          words: true,
          class: "small",
          attributes: { title: text("problems.fixShortcut") },
          press: () => store.perform("repair", fix),
        }),
      );
    }
    const [firstFix] = fixes;
    if (firstFix) {
      press.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !event.altKey) return;
        event.preventDefault();
        store.perform("repair", firstFix);
      });
    }
    if (related.length > 0) {
      made.append(
        element(
          "ul",
          { class: "problem-chain", "aria-label": text("problems.chain") },
          ...related.map((note) =>
            element(
              "li",
              { dir: "auto" },
              note.message,
              note.span &&
                button({
                  label: placeText(note.span),
                  class: "quiet small place",
                  press: () => store.perform("show", { span: note.span, focus: true }),
                }),
            ),
          ),
        ),
      );
    }
    return made;
  }

  store.handle("repair", (fix) => {
    const { workspace, revision, resultRevision } = store.state;
    // The places are those of the text that was evaluated.
    if (revision !== resultRevision) return announce(text("problems.changed"));
    const { [expressionFile]: expression, ...files } = applyFix(
      fix,
      new Map<string, unknown>([...filesOf(workspace), [expressionFile, workspace.expression]]),
    );
    if (expression !== undefined) store.edit({ expression });
    if (Object.keys(files).length > 0) store.editFiles(files);
    announce(text("problems.fixed", { title: fix.title }));
  });

  function draw(): void {
    listed = sorted.filter(({ severity }) => shown.has(severity));
    const files = [...new Set(listed.map(({ span }) => span?.file ?? ""))];
    const rows: HTMLElement[] = [];
    let file = "";
    for (const [index, problem] of listed.slice(0, mostListed).entries()) {
      const here = problem.span?.file ?? "";
      if (files.length > 1 && here !== file)
        rows.push(
          element("li", { class: "problem-file code", dir: "auto" }, here === "" ? text("problems.noFile") : here),
        );
      file = here;
      rows.push(item(problem, index));
    }
    if (listed.length > mostListed)
      rows.push(
        element("li", { class: "muted problem-more" }, text("problems.more", { count: listed.length - mostListed })),
      );
    fill(list, ...rows);
    list.hidden = rows.length === 0;
  }

  function drawHead(): void {
    count.textContent = text("problems.count", { count: sorted.length });
    const errors = sorted.find(({ severity }) => severity === "error") ?? sorted[0];
    first.hidden = !errors;
    if (errors) {
      fill(
        first,
        element(
          "span",
          { class: "problem-sign", "data-severity": errors.severity },
          icon(severityIcons[errors.severity]),
        ),
        element("span", { class: "place code" }, errors.span ? placeText(errors.span) : ""),
        element("span", { class: "problem-message", dir: "auto" }, errors.message),
      );
      first.onclick = () => go(Math.max(0, listed.indexOf(errors)));
    }
    const present = severities.filter((severity) => sorted.some((problem) => problem.severity === severity));
    filters.hidden = present.length < 2;
    fill(
      filters,
      ...present.map((severity) => {
        const made = button({
          label: text(`problems.${severity}`, {
            count: sorted.filter((problem) => problem.severity === severity).length,
          }),
          class: "quiet small",
          attributes: { "aria-pressed": String(shown.has(severity)) },
          press: () => {
            if (shown.has(severity)) shown.delete(severity);
            else shown.add(severity);
            made.setAttribute("aria-pressed", String(shown.has(severity)));
            draw();
          },
        });
        return made;
      }),
    );
  }

  store.watch(["result"], ({ result, workspace }) => {
    sorted = sortProblems(result?.diagnostics ?? [], pathsOf(workspace));
    current = -1;
    drawHead();
    draw();
  });

  addEventListener("keydown", (event) => {
    if (event.key !== "F8" || event.ctrlKey || event.metaKey || event.altKey || listed.length === 0) return;
    event.preventDefault();
    const next =
      current < 0
        ? event.shiftKey
          ? listed.length - 1
          : 0
        : (current + (event.shiftKey ? -1 : 1) + listed.length) % listed.length;
    go(next);
  });
}
