// Explains an expression: its parts in reading order, described in words, with their values from the last run. The
// descriptions need no evaluation. The expression is that of the expression line, or the one at the caret in the
// source.

import { type AssistPosition, type Span, type TraceStep, writeJson } from "evalground";
import { recorded } from "../../run/recorded.ts";
import { engineReady } from "../../run/ready.ts";
import type { Store } from "../../store.ts";
import { catalogueOf } from "../../ui/catalogue.ts";
import { element, fill, setAttribute } from "../../ui/dom.ts";
import { codeWords } from "../../ui/code_words.ts";
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

/** Runs that took longer than this, in milliseconds, are not repeated to get values. */
const longestRepeat = 1000;

/** Position of the expression to explain: the caret in the source, or undefined for the expression line. */
export function positionToExplain({ state, openText }: Pick<Store, "state" | "openText">): AssistPosition | undefined {
  const { caret, workspace } = state;
  const { expression } = workspace;
  if (typeof expression === "string" ? expression.trim() !== "" : expression !== undefined) return undefined;
  return caret && caret.file === openText ? { file: caret.file, offset: caret.offset } : undefined;
}

/** Kinds of parts that are calls. Their values come from the step of the call. */
const called = new Set(["function", "filter", "method", "global", "test", "lookup"]);

/** The value of the call that a part names, from its last evaluation. */
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

/** The part of the data that a variable stood for at its last evaluation, such as an item of a list. */
export function nameOfVariable({ file, from, to }: Row, steps: readonly TraceStep[]): string | undefined {
  return steps.findLast(({ span }) => span?.file === file && span.from === from && span.to === to)?.name;
}

/** Shows the parts of the expression, and follows the caret. */
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
        // The module of one dialect does not contain the texts of the catalogue.
        const value = row.value ?? (trace ? valueOfCall(row, trace) : undefined);
        const name = trace ? nameOfVariable(row, trace) : undefined;
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
          element("td", {}, ...codeWords(does)),
          element(
            "td",
            {},
            name !== undefined && element("code", { class: "trace-name", dir: "auto" }, `${name} `),
            value !== undefined && element("code", { dir: "auto" }, value),
          ),
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
    // A map is explained as the YAML it could be written as. The steps of the run have positions in another text.
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
      // Between two expressions, keep showing the last one.
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
