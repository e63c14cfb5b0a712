// The static form of an embed before its frame is loaded, or if it cannot be loaded: its highlighted text, and the
// output given in the page. Its layout equals that of the frame, so that nothing moves when the frame replaces it.

import type { ShownTexts } from "./content.js";
import { highlightedLines, type Piece } from "./highlight.js";
import type { EmbedPart } from "./options.js";
import { hiddenRegions } from "./regions.js";
import { resultHeight } from "./result_height.js";

/** Texts of the element itself. The frame has the playground's texts. */
const words = { run: "Run", open: "Open in playground", output: "Results", data: "Data", hidden: "…" };

/** The message for a frame that does not answer. A sandboxed page with an opaque origin must be allowed by the site. */
export function silenceOf(site: string, isSandboxed: boolean): string {
  const header = ", or does not send Access-Control-Allow-Origin: *";
  return `The playground at ${site} does not answer${isSandboxed ? header : ""}.`;
}

const style = `
:host {
  display: block;
  container-type: inline-size;
  position: relative;
  margin: 1em 0;
  font: 13px/20px var(--evalground-font-ui, system-ui, sans-serif);
}
:host([hidden]) { display: none; }
.rest, iframe {
  box-sizing: border-box;
  width: 100%;
  min-height: inherit;
  border: 1px solid var(--evalground-line, #8884);
  border-radius: var(--evalground-radius, 3px);
}
.rest { overflow: hidden; }
.bar, .head, .rest:has(.results) pre[part=expression] { border-bottom: 1px solid var(--evalground-line, #8884); }
.main + .side { border-top: 1px solid var(--evalground-line, #8884); }
@container (min-width: 46rem) {
  .beside { display: grid; grid-template-columns: minmax(0, 11fr) 20px minmax(0, 9fr); }
  .beside > .side { grid-column: 3; border-top: 0; }
}
.bar {
  display: flex;
  gap: 8px;
  align-items: center;
  padding: 0 8px;
  min-height: 36px;
  box-sizing: border-box;
}
.bar > * {
  font: inherit;
  color: inherit;
  min-height: 28px;
  padding: 0 8px;
  box-sizing: border-box;
  display: inline-flex;
  align-items: center;
}
.bar > button { border: 1px solid currentColor; border-radius: 3px; background: none; cursor: pointer; }
.bar > a { margin-inline-start: auto; }
.head {
  height: 32px;
  padding: 0 8px;
  box-sizing: border-box;
  font-weight: 600;
  font-size: 12px;
  line-height: 31px;
}
.side .head { height: 33px; }
pre {
  margin: 0;
  padding: 4px 12px;
  max-height: 480px;
  box-sizing: border-box;
  overflow: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: 13px/20px var(--evalground-font-code, ui-monospace, monospace);
  tab-size: 2;
  background: none;
}
.note { margin: 0; padding: 8px 12px; color: var(--evalground-error, light-dark(#a3241c, #ff9d8f)); }
.note a { color: inherit; }
.results { padding: 4px 12px; box-sizing: border-box; overflow: auto; }
.folded { opacity: .7; }
.key { color: var(--evalground-syntax-key, light-dark(#7a1f4b, #f2a6c6)); }
.string { color: var(--evalground-syntax-string, light-dark(#3b5b12, #b5d17b)); }
.number { color: var(--evalground-syntax-number, light-dark(#8a3b00, #f0b27a)); }
.atom { color: var(--evalground-syntax-atom, light-dark(#1d4f91, #8db8f2)); }
.comment { color: var(--evalground-syntax-comment, light-dark(#5a6058, #a7afa8)); }
.function, .embedded { color: var(--evalground-syntax-function, light-dark(#0a6558, #6fd3c1)); }
.variable { color: var(--evalground-syntax-variable, light-dark(#8f3a00, #f5b98a)); }
iframe { display: block; background: none; }
:host(:not([data-live])) iframe { position: absolute; inset: 0; height: 100%; opacity: 0; pointer-events: none; }
:host([data-live]) .rest { display: none; }
@media print {
  iframe, .bar { display: none; }
  :host .rest { display: block; }
  .rest { color-scheme: light !important; color: #000; }
  .rest, .rest * { height: auto !important; max-height: none !important; overflow: visible !important; }
}
`;

let sheet: CSSStyleSheet | undefined;

/** The style sheet of all embeds of a page. A constructed sheet needs no exception in the page's security policy. */
export function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
  }
  return sheet;
}

function make(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function drawn(pieces: readonly Piece[]): (Node | string)[] {
  return pieces.map(({ kind, text }) => (kind === "" ? text : make("span", { class: kind }, text)));
}

/** The lines of a text without the hidden ones. */
function code(text: string, lines: readonly [number, number] | null): HTMLElement {
  const regions = hiddenRegions(text, lines);
  const made = make("code", {});
  for (const [index, pieces] of highlightedLines(text).entries()) {
    const region = regions.find(({ first, last }) => index + 1 >= first && index + 1 <= last);
    if (region && !(region.folds && region.first === index + 1)) continue;
    if (made.childNodes.length > 0) made.append("\n");
    const line = region ? [make("span", { class: "folded" }, words.hidden)] : drawn(pieces);
    // Where lines are hidden, a press needs their numbers.
    made.append(...(regions.length > 0 ? [make("span", { "data-line": String(index + 1) }, ...line)] : line));
  }
  return made;
}

interface StaticView extends ShownTexts {
  shown: readonly EmbedPart[];
  lines: readonly [number, number] | null;
  label: string;
  /** The output that the page has for it. */
  output: string;
  /** Its own result; null: the page's output is shown. */
  result: string | null;
  /** The address that opens the embed in the playground; null: only the frame knows it. */
  open: string | null;
  run: () => void;
  opened: () => void;
}

/** An error message, announced when it appears, with a link to the playground if it has an address. */
export function drawNote(message: string, open?: string): HTMLElement {
  const note = make("p", { class: "note", part: "note", role: "alert" }, message);
  if (open !== undefined) note.append(" ", make("a", { href: open, target: "_blank", rel: "noopener" }, words.open));
  return note;
}

/** The content of an element that cannot be drawn, as without the script. */
export function drawOriginal(): HTMLElement[] {
  return [make("slot", {}), make("slot", { name: "fallback" })];
}

/** A text of the embed, which can be focused, for it may be edited or scrolled. */
function textPart(part: "source" | "data" | "expression", ...children: Node[]): HTMLElement {
  return make("pre", { part, tabindex: "0" }, ...children);
}

/** The document, or the data if there is no document. */
function drawMain({ source, data, shown, lines }: StaticView): HTMLElement | null {
  if (shown.includes("source") && source !== "")
    return make("div", { class: "main" }, textPart("source", code(source, lines)));
  if (!shown.includes("data") || data === "") return null;
  return make("div", { class: "main" }, make("div", { class: "head" }, words.data), textPart("data", code(data, null)));
}

function drawResults({ output, result }: StaticView): HTMLElement[] {
  const shown = result === null ? make("slot", { name: "fallback" }) : make("pre", {}, result);
  const attributes = { class: "results", part: "results", role: "group", "aria-label": words.output };
  const body = make("div", attributes, shown);
  body.style.height = `${resultHeight(output)}px`;
  return [make("div", { class: "head" }, words.output), body];
}

function drawToolbar({ open, run, opened }: StaticView): HTMLElement {
  const button = make("button", { type: "button", part: "button" }, words.run);
  button.addEventListener("click", run);
  const bar = make("div", { class: "bar", part: "toolbar" }, button);
  if (open === null) return bar;
  const link = make("a", { part: "button", href: open, target: "_blank", rel: "noopener" }, words.open);
  link.addEventListener("click", opened);
  bar.append(link);
  return bar;
}

/** Draws the static form. */
export function drawStatic(view: StaticView): HTMLElement {
  const { expression, shown, label } = view;
  const rest = make("div", { class: "rest", part: "rest", role: "group", "aria-label": label || "Evalground" });
  if (shown.includes("toolbar")) rest.append(drawToolbar(view));
  const main = drawMain(view);
  const side = make("div", { class: "side" });
  if (shown.includes("expression") && expression !== "") side.append(textPart("expression", code(expression, null)));
  if (shown.includes("results")) side.append(...drawResults(view));
  // If there is room, as in the frame.
  const columns = make("div", { class: main && shown.includes("results") ? "columns beside" : "columns" });
  if (main) columns.append(main);
  if (side.childElementCount > 0) columns.append(side);
  if (columns.childElementCount > 0) rest.append(columns);
  return rest;
}
