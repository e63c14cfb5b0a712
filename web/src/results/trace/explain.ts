// Explain: the parts of an expression in reading order, in words, with the value at each point after a run. Nothing is
// evaluated for the words. The expression is the one of the line, or that at the caret of the source.

import { type AssistPosition, type Span, type TraceStep, writeJson } from "evalground";
import { recorded } from "../../run/recorded.ts";
import { engineReady } from "../../run/ready.ts";
import type { Store } from "../../store.ts";
import { catalogueOf } from "../../ui/catalogue.ts";
import { element, fill, setAttribute } from "../../ui/dom.ts";
import { inline } from "../../ui/markdown.ts";
import { expressionFile } from "../../ui/places.ts";
import { text } from "../../ui/text.ts";

interface Row {
  file: string;
  from: number;
  to: number;
  range: { start: { line: number; character: number } };
  text: string;
  is: string;
  does: string;
  value?: string;
}

/** Runs that took longer than this, in milliseconds, are not repeated for the values. */
const longestRepeat = 1000;

/** Where the expression to explain is: at the caret of the source, or undefined for that of the line. */
export function positionToExplain({ state, openText }: Pick<Store, "state" | "openText">): AssistPosition | undefined {
  const { caret, workspace } = state;
  const { expression } = workspace;
  if (typeof expression === "string" ? expression.trim() !== "" : expression !== undefined) return undefined;
  return caret && caret.file === openText ? { file: caret.file, offset: caret.offset } : undefined;
}

/** What is called: the step of a call holds its name. */
const called = new Set(["function", "filter", "method", "global", "test", "lookup"]);

/** The value of a call that a row names, of the last time. */
export function valueOfCall({ file, from, to, is }: Row, steps: readonly TraceStep[]): string | undefined {
  if (!called.has(is)) return undefined;
  let found: TraceStep | undefined;
  for (const step of steps) {
    const { span } = step;
    if (!span || span.file !== file || span.from > from || span.to < to) continue;
    const size = found?.span ? found.span.to - found.span.from : Infinity;
    if (span.to - span.from <= size) found = step;
  }
  return found?.value;
}

/** Shows the parts of the expression in a place, and follows the caret. */
export async function showExplanation(root: HTMLElement, store: Store, isCurrent: () => boolean): Promise<void> {
  const [engine, catalogue, trace] = await Promise.all([
    engineReady(),
    catalogueOf(store.state.workspace.dialect),
    recorded(store, longestRepeat),
  ]);
  if (!isCurrent()) return;
  const rowsElement = element("tbody");
  const none = element("p", { class: "result-empty" }, text("explain.none"));
  const table = element(
    "table",
    { class: "explain" },
    element("caption", { class: "spoken" }, text("explain.label")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...(["explain.part", "explain.does", "explain.value"] as const).map((key) =>
          element("th", { scope: "col" }, text(key)),
        ),
      ),
    ),
    rowsElement,
  );
  fill(root, none, table);
  table.hidden = true;
  let shown: Row[] = [];
  let asked = "";
  let isAsking = false;

  function go(row: Row): void {
    const { line, character } = row.range.start;
    const span: Span = { file: row.file, from: row.from, to: row.to, line: line + 1, column: character + 1 };
    store.writer("selection")({ marks: [{ span, as: "definition" }], selection: { from: "results", span } });
    store.perform("show", { span, focus: true });
  }
  function draw(): void {
    fill(
      rowsElement,
      ...shown.map((row) => {
        // The engine's module leaves the words of the catalogue out.
        const value = row.value ?? (trace ? valueOfCall(row, trace) : undefined);
        const does = row.does.startsWith("`") ? (catalogue.find(row.is, row.text)?.summary ?? row.does) : row.does;
        return element(
          "tr",
          {},
          element(
            "th",
            { scope: "row" },
            element(
              "button",
              { type: "button", class: "explain-part", on: { click: () => go(row) } },
              element("code", { dir: "auto" }, row.text),
            ),
            element("span", { class: "explain-is muted" }, row.is),
          ),
          element("td", {}, ...inline(does)),
          element("td", {}, value !== undefined && element("code", { dir: "auto" }, value)),
        );
      }),
    );
    none.hidden = shown.length > 0;
    table.hidden = shown.length === 0;
  }
  function follow(): void {
    const { caret } = store.state;
    const inSource = shown[0] && shown[0].file !== expressionFile;
    for (const [index, row] of shown.entries()) {
      const holds = inSource && caret?.file === row.file && caret.offset >= row.from && caret.offset <= row.to;
      setAttribute(rowsElement.children[index] as Element, "aria-current", holds ? "true" : null);
    }
  }
  async function ask(): Promise<void> {
    const { workspace, revision } = store.state;
    const { expression } = workspace;
    // A map is explained as the text that it may be written as; steps of a run have places of another text then.
    const isMap = typeof expression === "object" && expression !== null;
    const at = positionToExplain(store);
    const question = JSON.stringify([revision, at]);
    if (question === asked || isAsking) return;
    asked = question;
    isAsking = true;
    try {
      const answer = (await engine.ask({
        ask: "explain",
        workspace: isMap ? { ...workspace, expression: writeJson(expression) } : workspace,
        ...(at && { at }),
        ...(trace && !isMap && { outcome: { trace } }),
      })) as { ok: boolean; value?: unknown; json?: string };
      if (!isCurrent()) return;
      const rows = answer.json === undefined ? answer.value : JSON.parse(answer.json);
      const found = answer.ok && Array.isArray(rows) ? (rows as Row[]) : [];
      // Between two expressions the last one stays.
      if (found.length > 0 || shown.length === 0) {
        shown = found;
        draw();
      }
    } finally {
      isAsking = false;
    }
    follow();
    await ask();
  }
  const leave = store.watch(["caret"], () => {
    if (!isCurrent()) queueMicrotask(() => leave());
    else void ask().catch(() => {});
  });
}
