// Writes the evaluated example of a first visit into the page. So the first paint shows real content, which is also
// readable without JavaScript. The whole result is `virtual:default-outcome`; the page shows its rows until the engine
// is loaded.

import type { Case, OutlineNode, RunResult } from "evalground";
import type { Plugin } from "vite";
import { escapeHtml } from "./html.ts";

/** Depth of the prerendered tree. Deeper levels open on the page. */
const shownLevels = 3;

function tree(nodes: readonly OutlineNode[], level: number): string {
  if (nodes.length === 0 || level > shownLevels) return "";
  const items = nodes.map(({ kind, name, type, children }) => {
    if (kind !== "resource") return "";
    const typeWords = type ? ` <span class="muted">${escapeHtml(type)}</span>` : "";
    return `<li>${escapeHtml(name)}${typeWords}${tree(children ?? [], level + 1)}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

function shownValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" && value !== null ? `(${Object.keys(value).length})` : String(value);
}

function find(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], root);
}

/** The rows of a result as a ledger of path and value. */
function ledger({ value, rows }: RunResult): string {
  const items = rows.map(
    ({ path }) =>
      `<div><dt>${escapeHtml(path.join(" › "))}</dt><dd>${escapeHtml(shownValue(find(value, path)))}</dd></div>`,
  );
  return `<dl class="ledger">${items.join("")}</dl>`;
}

const outcomeModule = "virtual:default-outcome";

/**
 * The parts of a result that the page uses. Parsed values are left out because they can be parsed again, and times
 * because they differ in each build.
 */
function stored({ value: _, matches: _1, variables: _2, outputs: _3, resources: _4, ...result }: RunResult): object {
  return { ...result, stats: { ...result.stats, ms: 0, clock: "" } };
}

/** Fills the placeholders `<!--example:…-->` of the page. `evaluate` is the engine. */
export function prerender(example: Case, evaluate: (workspace: object) => Promise<RunResult>): Plugin {
  let evaluated: Promise<RunResult> | undefined;
  const evaluateExample = async (): Promise<RunResult> => {
    const { id: _id, expect: _expect, ...workspace } = example;
    evaluated ??= evaluate(workspace);
    const result = await evaluated;
    if (!result.ok)
      throw new Error(`the default example fails: ${result.diagnostics.map(({ message }) => message).join("; ")}`);
    return result;
  };
  return {
    name: "prerender",
    resolveId: (id) => (id === outcomeModule ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${outcomeModule}`) return null;
      return `export default ${JSON.stringify(stored(await evaluateExample()))};`;
    },
    transformIndexHtml: async (html) => {
      if (!html.includes("<!--example:")) return html;
      const result = await evaluateExample();
      const { id: _id, expect: _expect, ...workspace } = example;
      const [content] = Object.values((workspace.files ?? {}) as Record<string, unknown>);
      if (typeof content !== "string") throw new Error("the default example has no text");
      return (
        html
          .replace("<!--example:text-->", () => escapeHtml(content))
          // Without JavaScript the field is as tall as its text.
          .replace('id="first-text"', () => `id="first-text" rows="${content.split("\n").length + 1}"`)
          .replace("<!--example:tree-->", () => tree(result.outline ?? [], 0))
          .replace("<!--example:result-->", () => ledger(result))
      );
    },
  };
}
