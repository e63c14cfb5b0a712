// The list of problems: everything the engine found, by file and position. Pressing one goes to its position.

import { readJson, toFaithful, writeJson, type Diagnostic, type Fix } from "evalground";
import { problemsOf, type Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { codeWords, quotedCode } from "../ui/code_words.ts";
import { button, byId, element, fill, icon, setAttribute } from "../ui/dom.ts";
import { entriesOf, filesOf, mapOf, pathsOf } from "../ui/entries.ts";
import { countText, expressionFile, placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { applyFix, ProblemList, type Severity } from "./problem_list.ts";
import { causes, explanationLink, fixButtons } from "./remedies.ts";

const severityIcons = { error: "error", warning: "warning", hint: "info" } as const;
const severityWords: Record<Severity, string> = {
  error: text("severity.error"),
  warning: text("severity.warning"),
  hint: text("severity.hint"),
};

/** Longest list. Further problems are only counted. */
const mostListed = 500;

/** Mounts the list with its heading, count and filter, and applies quick fixes. */
export function mountProblems(store: Store): void {
  const list = new Problems(byId("problems-head"), byId("problems-body"), store);
  store.handle("repair", (fix) => repair(fix, store));
  store.watch(["result", "hints"], (state) => list.show(problemsOf(state), pathsOf(state.workspace)));
  addEventListener("keydown", (event) => list.key(event));
}

/** Applies a quick fix: edits the files and the expression, and sets options. */
function repair(fix: Fix, store: Store): void {
  const { workspace, revision, resultRevision } = store.state;
  // The positions refer to the text that was evaluated.
  if (revision !== resultRevision) return announce(text("problems.changed"));
  // The engine's positions in an expression that is a map or a list are those in its JSON.
  const { expression: given } = workspace;
  const isJson = given !== undefined && typeof given !== "string";
  const written = isJson ? writeJson(given) : given;
  const { [expressionFile]: expression, ...files } = applyFix(
    fix,
    new Map<string, unknown>([...filesOf(workspace), [expressionFile, written]]),
  );
  if (expression !== undefined) store.edit({ expression: isJson ? toFaithful(readJson(expression)) : expression });
  if (Object.keys(files).length > 0) store.editFiles(files);
  if (fix.options !== undefined) {
    const set = entriesOf(fix.options);
    const others = entriesOf(workspace.options).filter(([name]) => !set.some(([known]) => known === name));
    store.edit({ options: mapOf([...others, ...set]) });
  }
  announce(text("problems.fixed", { title: quotedCode(fix.title) }));
}

class Problems {
  private readonly store: Store;
  private readonly model = new ProblemList();
  private readonly select;
  private readonly count = element("span", { class: "problem-total" });
  private readonly first = element("button", { type: "button", class: "problem-first" });
  /** How many problems the closed list has beside the first. */
  private readonly others = element("span", { class: "problem-others" });
  private readonly remedy = element("span", { class: "problem-remedy" });
  private readonly filters = element("div", {
    class: "problem-filters",
    role: "group",
    "aria-label": text("problems.filter"),
  });
  private readonly list = element("ul", { class: "problem-list", "aria-label": text("pane.problems") });

  constructor(head: HTMLElement, body: HTMLElement, store: Store) {
    this.store = store;
    this.select = store.writer("selection");
    const toggle = head.querySelector(".problems-toggle");
    for (const part of [this.count, this.first, this.others, this.remedy, this.filters])
      head.insertBefore(part, toggle);
    fill(body, this.list);
  }

  /** Shows the problems of another run. */
  show(found: readonly Diagnostic[], files: readonly string[]): void {
    this.model.take(found, files);
    this.drawHead();
    this.drawFilters();
    this.drawList();
    if (this.model.visited >= 0) this.markCurrent(this.model.visited);
  }

  /** F8 goes from problem to problem. */
  key(event: KeyboardEvent): void {
    if (event.key !== "F8" || event.ctrlKey || event.metaKey || event.altKey || this.model.listed.length === 0) return;
    event.preventDefault();
    this.go(this.model.next(event.shiftKey));
  }

  private go(index: number): void {
    const problem = this.model.goTo(index);
    if (!problem) return;
    const { span, severity, message } = problem;
    this.markCurrent(index);
    if (span) {
      this.select({ selection: { from: "problems", span }, marks: [] });
      this.store.perform("show", { span, focus: true });
    }
    announce(
      text("problems.visited", {
        number: index + 1,
        count: this.model.listed.length,
        severity: severityWords[severity],
        message: quotedCode(message),
      }),
    );
  }

  /** Marks the visited problem and scrolls the list to it. */
  private markCurrent(index: number): void {
    for (const [at, item] of [...this.list.querySelectorAll<HTMLElement>(".problem-item")].entries()) {
      setAttribute(item, "aria-current", at === index ? "true" : null);
      if (at === index) item.scrollIntoView({ block: "nearest" });
    }
  }

  private drawHead(): void {
    const { model, first } = this;
    const { foremost } = model;
    this.drawCount();
    first.hidden = !foremost;
    fill(this.remedy, ...fixButtons(this.store, foremost?.fixes?.slice(0, 1)));
    if (!foremost) return;
    const { severity, span, message } = foremost;
    fill(
      first,
      element("span", { class: "problem-sign", "data-severity": severity }, icon(severityIcons[severity])),
      element("span", { class: "place code" }, span ? placeText(span) : ""),
      element("span", { class: "problem-message", dir: "auto" }, ...codeWords(message)),
    );
    first.onclick = () => this.go(Math.max(0, model.listed.indexOf(foremost)));
  }

  private drawCount(): void {
    const { problems, listed, hiddenCount } = this.model;
    const words = countText(problems);
    this.count.textContent =
      hiddenCount > 0 ? text("problems.listed", { problems: words, listed: listed.length }) : words;
    this.others.textContent = problems.length > 1 ? text("problems.others", { count: problems.length - 1 }) : "";
  }

  private drawFilters(): void {
    const { model, filters } = this;
    const present = model.present();
    // A severity that is hidden can be shown again, even if a later run has no other.
    filters.hidden = present.length < 2 && model.hiddenCount === 0;
    fill(
      filters,
      ...present.map((severity) => {
        const made = button({
          label: text(`problems.count.${severity}`, { count: model.countOf(severity) }),
          class: "quiet small",
          attributes: { "aria-pressed": String(model.isShown(severity)) },
          press: () => {
            model.toggle(severity);
            made.setAttribute("aria-pressed", String(model.isShown(severity)));
            this.drawCount();
            this.drawList();
          },
        });
        return made;
      }),
    );
  }

  private drawList(): void {
    const { listed } = this.model;
    const files = new Set(listed.map(({ span }) => span?.file ?? ""));
    const rows: HTMLElement[] = [];
    let file = "";
    for (const [index, problem] of listed.slice(0, mostListed).entries()) {
      const here = problem.span?.file ?? "";
      if (files.size > 1 && here !== file) {
        const name = here === "" ? text("problems.noFile") : here;
        rows.push(element("li", { class: "problem-file code", dir: "auto" }, name));
      }
      file = here;
      rows.push(this.item(problem, index));
    }
    if (listed.length > mostListed) {
      const rest = text("problems.more", { count: listed.length - mostListed });
      rows.push(element("li", { class: "muted problem-more" }, rest));
    }
    fill(this.list, ...rows);
    this.list.hidden = rows.length === 0;
  }

  private item({ severity, message, span, code, related = [], fixes = [] }: Diagnostic, index: number): HTMLElement {
    const press = element(
      "button",
      { type: "button", class: "problem", on: { click: () => this.go(index) } },
      element("span", { class: "problem-sign", "data-severity": severity }, icon(severityIcons[severity])),
      element("span", { class: "problem-severity" }, severityWords[severity]),
      span && element("span", { class: "place code" }, ` ${placeText(span)}`),
      element("span", { class: "problem-message", dir: "auto" }, " ", ...codeWords(message)),
      element("span", { class: "problem-code code" }, ` ${code}`),
    );
    const [firstFix] = fixes;
    if (firstFix) {
      press.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !event.altKey) return;
        event.preventDefault();
        this.store.perform("repair", firstFix);
      });
    }
    return element(
      "li",
      { class: "problem-item" },
      press,
      explanationLink(code),
      ...fixButtons(this.store, fixes),
      causes(this.store, { related }),
    );
  }
}
