// A rendered text that knows what printed it: a click or a line chosen by the arrow keys leads to the part of the
// template, and what is selected in the template is marked here. The marks are the browser's highlights: the text,
// which may have thousands of lines, stays as it is.

import type { Origin, Span, TextMap } from "evalground";
import { announce } from "../../ui/announce.ts";
import { placeText } from "../../ui/places.ts";
import { text } from "../../ui/text.ts";
import { findStretch, sourceOf, type Stretch, stretchesOf } from "../text_map.ts";

/** The name of the highlight in the style sheet. */
const highlightName = "printed";
/** Stretches that are marked at once; a loop may print a line ten thousand times. */
const mostMarked = 2000;

/** Shows where a line of the text comes from; its number counts from 1. */
export type GoToSource = (origins: readonly Origin[], span: Span, line: number) => void;

/** Lets nothing be marked any more. */
export function clearPrinted(): void {
  if (typeof Highlight !== "undefined") CSS.highlights.delete(highlightName);
}

/** Finds nodes and offsets of a text that consists of many nodes. */
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

  /** How many characters of the text stand before a place in it; null when that is elsewhere. */
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

/** The map of lines of which each has origins of its own; `origins` has them by JSON pointer, "/0" for the first. */
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

/** A drawn text with the way to its source and back. */
export class PrintedText {
  private readonly shown: HTMLElement | null;
  private readonly nodes: TextNodes | null;
  private readonly whole: string;
  /** Where the line begins that the arrow keys have chosen. */
  private line = -1;

  constructor(
    private readonly place: HTMLElement,
    private readonly map: TextMap,
    private readonly go: GoToSource,
  ) {
    this.shown = place.querySelector<HTMLElement>("[data-result-text]");
    this.nodes = this.shown && new TextNodes(this.shown);
    this.whole = this.shown?.textContent ?? "";
    this.shown?.addEventListener("click", () => this.clicked());
    place.onkeydown = (event) => this.pressed(event);
    this.show([]);
  }

  /** Marks what a place in the source has printed, or nothing. */
  mark(span: Span | null): void {
    this.line = -1;
    const stretches = span ? stretchesOf(this.map, span).filter(({ to, from }) => to > from) : [];
    this.show(stretches);
    if (stretches.length > 0) this.bringIntoSight(stretches[0] as Stretch);
  }

  private show(stretches: readonly Pick<Stretch, "from" | "to">[]): void {
    // A browser without highlights marks nothing; the way to the source is there.
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
    // What is selected is to be copied.
    if (!caret?.isCollapsed || !caret.anchorNode) return;
    const offset = this.nodes?.offsetOf(caret.anchorNode, caret.anchorOffset) ?? null;
    if (offset !== null) this.lead(findStretch(this.map, offset), offset);
  }

  private lead(stretch: Stretch | null, offset: number): Span | null {
    const span = stretch && sourceOf(stretch, offset);
    if (!stretch || !span) return null;
    this.show([stretch]);
    const [first, ...others] = stretch.origins;
    const origins = first ? [{ ...first, ...(stretch.reads.length > 0 && { reads: stretch.reads }) }, ...others] : [];
    this.go(origins, span, this.whole.slice(0, offset).split("\n").length);
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
    this.bringIntoSight(next);
    // The part of the line that was computed tells more than the letters around it.
    const stretches = this.stretchesIn(next);
    const telling = stretches.find(({ reads }) => reads.length > 0) ?? stretches[0] ?? null;
    const span = telling && this.lead(telling, Math.max(telling.from, next.from));
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
