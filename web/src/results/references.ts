// Compares the versions of the dialect's reference: one run for each version. The results are shown as text with the
// first differing line marked. Below them are the rules that break when moving to the next version, with quick fixes.

import type { Diagnostic, Engine, RunResult, Workspace } from "evalground";
import { engineReady } from "../run/ready.ts";
import { runLimits } from "../run/limits.ts";
import type { Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { referencesOf } from "../ui/dialects.ts";
import { codeWords, quotedCode } from "../ui/code_words.ts";
import { button, element, fill } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { Answer } from "./answer.ts";
import "./references.css";

/** Lines of a result shown before the first difference, and in total. */
const linesBefore = 20;
const mostLines = 500;

/** The result of one version, as lines of text. */
interface Given {
  version: string;
  lines: string[];
  error: Diagnostic | null;
}

/** The workspace with the option that selects a version. */
function atReference(workspace: Workspace, version: string): Workspace {
  const others = entriesOf(workspace.options).filter(([name]) => name !== "reference");
  return { ...workspace, options: mapOf([...others, ["reference", version]]) as NonNullable<Workspace["options"]> };
}

function givenBy(version: string, result: RunResult): Given {
  const answer = new Answer(result);
  const error = result.ok ? null : (result.diagnostics.find(({ severity }) => severity === "error") ?? null);
  const whole = answer.text() ?? (answer.hasValue ? answer.json() : "");
  return { version, lines: whole === "" ? [] : whole.replace(/\n$/, "").split("\n"), error };
}

/** Index of the first line that differs, or −1. */
export function firstDifference(all: readonly string[][]): number {
  const longest = Math.max(0, ...all.map(({ length }) => length));
  for (let line = 0; line < longest; line += 1) if (all.some((lines) => lines[line] !== all[0]?.[line])) return line;
  return -1;
}

function column({ version, lines, error }: Given, differs: number): HTMLElement {
  const from = Math.max(0, differs - linesBefore);
  const shown = lines.slice(from, from + mostLines);
  const body = shown.map((line, index) => {
    const isFirst = from + index === differs;
    return element(
      "span",
      { class: "reference-line", "data-differs": isFirst },
      isFirst && element("span", { class: "spoken" }, `${text("references.differs")}: `),
      isFirst ? element("mark", {}, line) : line,
      "\n",
    );
  });
  const heading = text("references.title", { version });
  return element(
    "section",
    { class: "reference", "aria-label": heading },
    element("h3", {}, heading),
    error && element("p", { class: "reference-error", dir: "auto" }, ...codeWords(error.message)),
    lines.length > 0
      ? element("pre", { class: "code", tabindex: 0, dir: "auto", "aria-label": heading }, ...body)
      : !error && element("p", { class: "muted" }, text("references.none")),
  );
}

function rule({ message, span, fixes = [] }: Diagnostic, store: Store): HTMLElement {
  return element(
    "li",
    {},
    element("span", { dir: "auto" }, ...codeWords(message)),
    span &&
      button({
        label: placeText(span),
        class: "quiet small place",
        press: () => store.perform("show", { span, focus: true }),
      }),
    ...fixes.map((fix) =>
      button({ label: quotedCode(fix.title), words: true, class: "small", press: () => store.perform("repair", fix) }),
    ),
  );
}

async function evaluate(engine: Engine, store: Store, version: string, signal: AbortSignal): Promise<Given> {
  const { workspace, settings, cautious } = store.state;
  const { workspace: limited, ...options } = runLimits(atReference(workspace, version), settings.limits, {
    factor: 1,
    cautious,
  });
  return givenBy(version, await engine.evaluate(limited, { ...options, maskVaults: true, signal }));
}

/** Runs the workspace with each version and shows the results. */
export async function compareReferences(
  root: HTMLElement,
  versions: readonly string[],
  store: Store,
  isCurrent: () => boolean,
): Promise<void> {
  const { workspace } = store.state;
  fill(root, element("p", { class: "muted result-empty" }, text("references.running")));
  const newest = versions.at(-1) ?? "";
  // The page's own runs take precedence over these.
  const overtaken = new AbortController();
  const { revision } = store.state;
  const unwatch = store.watch(["revision"], (state) => {
    if (state.revision !== revision) overtaken.abort();
  });
  try {
    const engine = await engineReady();
    const all: Given[] = [];
    for (const version of versions) all.push(await evaluate(engine, store, version, overtaken.signal));
    const { diagnostics } = await engine.port(workspace, newest);
    if (!isCurrent()) return;
    const differs = firstDifference(all.map(({ lines }) => lines));
    const isSame = differs < 0 && all.every(({ error }) => error?.message === all[0]?.error?.message);
    const words = isSame
      ? text("references.same")
      : differs < 0
        ? ""
        : text("references.differ", { line: differs + 1 });
    fill(
      root,
      words !== "" && element("p", { class: "reference-summary", role: "status" }, words),
      element("div", { class: "reference-columns" }, ...all.map((each) => column(each, differs))),
      element(
        "section",
        { class: "reference-rules" },
        element("h3", {}, text("references.rules", { version: newest })),
        diagnostics.length === 0
          ? element("p", { class: "muted" }, text("references.noRules"))
          : element("ul", {}, ...diagnostics.map((problem) => rule(problem, store))),
      ),
    );
  } catch (error) {
    // An engine failure is reported elsewhere. Other errors are shown here.
    if (isCurrent() && !overtaken.signal.aborted)
      fill(root, element("p", { class: "muted result-empty" }, String(error)));
  } finally {
    unwatch();
  }
}

/** Opens the comparison as a dialog, for a workspace without a result to show it in. */
export function openComparison(store: Store): void {
  const place = element("div", {});
  let isOpen = true;
  const dialog = openDialog(text("references.compare"), [place], () => {
    isOpen = false;
    unwatch();
  });
  // Close the dialog after a quick fix or a jump, because its target is behind the dialog.
  const unwatch = store.watch(["revision", "caret"], (state, before) => {
    if (state !== before) dialog.close();
  });
  void compareReferences(place, referencesOf(store.state.workspace), store, () => isOpen);
}
