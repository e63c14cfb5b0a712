// The static form of an embed before its frame is loaded, or if it cannot be loaded: its highlighted text, and the
// output given in the page. Its layout equals that of the frame, so that nothing moves when the frame replaces it.

import { highlightedLines, type Piece } from "./highlight.js";
import type { EmbedPart } from "./options.js";
import { hiddenRegions } from "./regions.js";

/** Texts of the element itself. The frame has the playground's texts. */
const words = { run: "Run", open: "Open in playground", output: "Result", hidden: "…" };

/** The message for a frame that does not answer. A sandboxed page with an opaque origin must be allowed by the site. */
export function silenceOf(site: string, isSandboxed: boolean): string {
  const header = "; for pages without an origin it must send Access-Control-Allow-Origin: *";
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
.rest > * + *, .side > * + *, .source + .side { border-top: 1px solid var(--evalground-line, #8884); }
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
pre {
  margin: 0;
  padding: 4px 12px;
  overflow: auto;
  font: 13px/20px var(--evalground-font-code, ui-monospace, monospace);
  tab-size: 2;
  background: none;
}
.note { margin: 0; padding: 8px 12px; color: var(--evalground-error, light-dark(#a3241c, #ff9d8f)); }
.note a { color: inherit; }
.results { min-height: 104px; padding: 4px 12px; box-sizing: border-box; overflow: auto; }
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

interface StaticView {
  source: string;
  expression: string;
  shown: readonly EmbedPart[];
  lines: readonly [number, number] | null;
  label: string;
  /** The address that opens the embed in the playground. */
  open: string;
  run: () => void;
  opened: (event: Event) => void;
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

/** Draws the static form. */
export function drawStatic({ source, expression, shown, lines, label, open, run, opened }: StaticView): HTMLElement {
  const rest = make("div", { class: "rest", part: "rest", role: "group", "aria-label": label || "Evalground" });
  const has = (part: EmbedPart): boolean => shown.includes(part);
  if (has("toolbar")) {
    const button = make("button", { type: "button", part: "button" }, words.run);
    button.addEventListener("click", run);
    const link = make("a", { part: "button", href: open, target: "_blank", rel: "noopener" }, words.open);
    link.addEventListener("click", opened);
    rest.append(make("div", { class: "bar", part: "toolbar" }, button, link));
  }
  const columns = make("div", { class: "columns" });
  const side = make("div", { class: "side" });
  if (has("source") && source !== "")
    columns.append(make("pre", { class: "source", part: "source", tabindex: "0" }, code(source, lines)));
  if (has("expression") && expression !== "")
    side.append(make("pre", { part: "expression", tabindex: "0" }, code(expression, null)));
  if (has("results")) {
    const fallback = make("slot", { name: "fallback" });
    side.append(
      make("div", { class: "results", part: "results", role: "group", "aria-label": words.output }, fallback),
    );
    // If there is room, as in the frame.
    columns.classList.toggle("beside", columns.childElementCount > 0);
  }
  if (side.childElementCount > 0) columns.append(side);
  if (columns.childElementCount > 0) rest.append(columns);
  return rest;
}
