// A rendered text linked to the template that printed it. A click, or a line chosen with the arrow keys, leads to the
// part of the template. The selection in the template is marked here. The marks are CSS custom highlights, so that a
// text of thousands of lines needs no DOM changes.

import type { Origin, Path, Span, TextMap } from "evalground";
import { announce } from "../../ui/announce.ts";
import { placeText } from "../../ui/places.ts";
import { text } from "../../ui/text.ts";
import { findStretch, sourceOf, type Stretch, stretchesOf } from "../text_map.ts";

/** Name of the highlight in the style sheet. */
const highlightName = "printed";
/** Maximum number of marked ranges. A loop may print a line ten thousand times. */
const mostMarked = 2000;

/** Shows where a line of the text comes from. Line numbers count from 1. `path` is that of the line in the outcome. */
export type GoToSource = (origins: readonly Origin[], span: Span, line: number, path: Path) => void;

/** Clears all marks. */
export function clearPrinted(): void {
  if (typeof Highlight !== "undefined") CSS.highlights.delete(highlightName);
}

/** Converts between text offsets and DOM positions in a text of many nodes. */
class TextNodes {
  private readonly nodes: { node: Text; begin: number }[] = [];

  constructor(root: HTMLElement) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let begin = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      this.nodes.push({ node: node as Text, begin });
      begin += (node as Text).length;
    }
  }

  /** The text offset of a DOM position; null if it is outside the text. */
  offsetOf(node: Node, offset: number): number | null {
    const found = this.nodes.find((each) => each.node === node);
    return found ? found.begin + offset : null;
  }

  range(from: number, to: number): Range | null {
    const [start, end] = [this.at(from), this.at(Math.max(from, to - 1))];
    if (!start || !end) return null;
    const range = new Range();
    range.setStart(start.node, Math.min(from - start.begin, start.node.length));
    range.setEnd(end.node, Math.min(to - end.begin, end.node.length));
    return range;
  }

  private at(offset: number): { node: Text; begin: number } | undefined {
    let [low, high] = [0, this.nodes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.nodes[middle]?.begin ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.nodes[low];
  }
}

/** A text map in which each line has its own origins. `origins` holds them by JSON pointer, "/0" for the first line. */
export function mapOfLines(lines: readonly string[], origins: Readonly<Record<string, Origin[]>>): TextMap {
  const map: TextMap = { stretches: [], origins: [], reads: [] };
  let from = 0;
  for (const [index, line] of lines.entries()) {
    const own = origins[`/${index}`];
    const to = from + line.length + 1;
    if (own) {
      map.stretches.push(from, to, map.origins.length, -1);
      map.origins.push(own);
    }
    from = to;
  }
  return map;
}

/** A rendered text with links to its source and back. */
export class PrintedText {
  private readonly shown: HTMLElement | null;
  private readonly nodes: TextNodes | null;
  private readonly whole: string;
  /** Offset of the line chosen with the arrow keys. */
  private line = -1;
  /** The part that was last clicked or chosen. */
  private last: Pick<Stretch, "from" | "to"> | null = null;

  constructor(
    private readonly place: HTMLElement,
    private readonly map: TextMap,
    private readonly go: GoToSource,
    private readonly pathOf: (line: number) => Path = (line) => ["text", line - 1],
  ) {
    this.shown = place.querySelector<HTMLElement>("[data-result-text]");
    this.nodes = this.shown && new TextNodes(this.shown);
    this.whole = this.shown?.textContent ?? "";
    this.shown?.addEventListener("click", () => this.clicked());
    place.onkeydown = (event) => this.pressed(event);
    this.show([]);
  }

  /** Marks what a part of the source printed, or nothing. */
  mark(span: Span | null): void {
    this.line = -1;
    this.last = null;
    const stretches = span ? stretchesOf(this.map, span).filter(({ to, from }) => to > from) : [];
    this.show(stretches);
    if (stretches.length > 0) this.bringIntoSight(stretches[0] as Stretch);
  }

  /** Scrolls back to the last choice, after something has opened over it. */
  keepInSight(): void {
    if (this.last) this.bringIntoSight(this.last);
  }

  private show(stretches: readonly Pick<Stretch, "from" | "to">[]): void {
    // Browsers without custom highlights show no marks. The way to the source still works.
    if (typeof Highlight === "undefined") return;
    const ranges = stretches.slice(0, mostMarked).flatMap(({ from, to }) => this.nodes?.range(from, to) ?? []);
    CSS.highlights.set(highlightName, new Highlight(...ranges));
  }

  private bringIntoSight({ from, to }: Pick<Stretch, "from" | "to">): void {
    const box = this.nodes?.range(from, to)?.getBoundingClientRect();
    const frame = this.place.getBoundingClientRect();
    if (box && (box.top < frame.top || box.bottom > frame.bottom)) this.place.scrollTop += box.top - frame.top - 48;
  }

  private clicked(): void {
    const caret = getSelection();
    // The user is selecting text to copy.
    if (!caret?.isCollapsed || !caret.anchorNode) return;
    const offset = this.nodes?.offsetOf(caret.anchorNode, caret.anchorOffset) ?? null;
    if (offset === null) return;
    this.last = { from: offset, to: offset + 1 };
    this.lead(findStretch(this.map, offset), offset);
  }

  private lead(stretch: Stretch | null, offset: number): Span | null {
    const span = stretch && sourceOf(stretch, offset);
    if (!stretch || !span) return null;
    this.show([stretch]);
    const [first, ...others] = stretch.origins;
    const origins = first ? [{ ...first, ...(stretch.reads.length > 0 && { reads: stretch.reads }) }, ...others] : [];
    const line = this.whole.slice(0, offset).split("\n").length;
    this.go(origins, span, line, this.pathOf(line));
    return span;
  }

  /** ↑ and ↓ choose a line. */
  private pressed(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = this.lineAt(step);
    if (!next) return;
    event.preventDefault();
    this.line = next.from;
    this.last = next;
    this.bringIntoSight(next);
    // Prefer the computed part of the line to the literal text around it.
    const stretches = this.stretchesIn(next);
    const computed = stretches.find(({ reads }) => reads.length > 0) ?? stretches[0] ?? null;
    const span = computed && this.lead(computed, Math.max(computed.from, next.from));
    this.show([next]);
    const number = this.whole.slice(0, next.from).split("\n").length;
    announce(span ? text("origin.line", { number, place: placeText(span) }) : text("origin.lineUnknown", { number }));
  }

  private lineAt(step: number): { from: number; to: number } | null {
    const { whole, line } = this;
    const endOf = (from: number): number => {
      const end = whole.indexOf("\n", from);
      return end < 0 ? whole.length : end;
    };
    if (line < 0) return { from: 0, to: endOf(0) };
    if (step > 0) {
      const from = endOf(line) + 1;
      return from < whole.length ? { from, to: endOf(from) } : null;
    }
    if (line === 0) return null;
    const from = whole.lastIndexOf("\n", line - 2) + 1;
    return { from, to: endOf(from) };
  }

  private stretchesIn({ from, to }: { from: number; to: number }): Stretch[] {
    const found: Stretch[] = [];
    for (let offset = from; offset < to; ) {
      const stretch = findStretch(this.map, offset);
      if (stretch) found.push(stretch);
      offset = Math.max(offset + 1, stretch?.to ?? 0);
    }
    return found;
  }
}
