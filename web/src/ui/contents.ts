// Searches the contents of files for a text, line by line, without blocking the page.

import type { FileContent, Span } from "evalground";
import { breathe } from "./breathe.ts";

/** A line that contains the searched text: what is shown of it, and the place of its first match. */
export interface Hit {
  span: Span;
  before: string;
  match: string;
  after: string;
}

/** More lines are not listed. */
export const mostHits = 200;

/** This many characters before a match are shown, and this many after it. */
const shownBefore = 12;
const shownAfter = 200;

/** A text as the pattern that matches it in either case. */
function patternOf(search: string): RegExp {
  return new RegExp(search.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

function hitAt(file: string, content: string, line: number, start: number, end: number, from: number, to: number): Hit {
  const first = Math.max(start, from - shownBefore);
  const before = content.slice(first, from);
  return {
    span: { file, from, to, line, column: from - start + 1 },
    before: first > start ? `…${before}` : before.trimStart(),
    match: content.slice(from, to),
    after: content.slice(to, Math.min(end, to + shownAfter)).trimEnd(),
  };
}

/** The lines of a file that contain the searched text. */
function* hitsInFile(file: string, content: string, search: string): Generator<Hit> {
  const pattern = patternOf(search);
  let line = 1;
  let start = 0;
  for (let match = pattern.exec(content); match; match = pattern.exec(content)) {
    for (
      let next = content.indexOf("\n", start);
      next >= 0 && next < match.index;
      next = content.indexOf("\n", start)
    ) {
      line += 1;
      start = next + 1;
    }
    const newline = content.indexOf("\n", match.index);
    const end = newline < 0 ? content.length : newline;
    yield hitAt(file, content, line, start, end, match.index, match.index + match[0].length);
    if (newline < 0) return;
    pattern.lastIndex = newline + 1;
  }
}

/** What a search found. */
export interface Found {
  hits: readonly Hit[];
  /** There are further lines, which are not listed. */
  hasMore: boolean;
}

/** Nothing was found, or nothing is searched. */
const nothing: Found = { hits: [], hasMore: false };

/**
 * Searches the files in their order. Whenever a slice of time has passed, it calls `pause` before the next file. If
 * that gives false, the search is abandoned and its result is null.
 */
export async function searchContents(
  files: Iterable<readonly [string, FileContent]>,
  search: string,
  pause: () => Promise<boolean>,
  slice = 10,
): Promise<Found | null> {
  const hits: Hit[] = [];
  let began = performance.now();
  for (const [path, content] of files) {
    if (typeof content !== "string") continue;
    for (const hit of hitsInFile(path, content, search)) {
      if (hits.length === mostHits) return { hits, hasMore: true };
      hits.push(hit);
    }
    if (performance.now() - began < slice) continue;
    if (!(await pause())) return null;
    began = performance.now();
  }
  return { hits, hasMore: false };
}

/** A shorter text is in almost every line. */
const shortestSearch = 2;
/** The pause in typing after which the contents are searched, in milliseconds. */
const typingPause = 150;

/** The search that belongs to a field: it waits until typing pauses, and the newest search replaces earlier ones. */
export class ContentSearch {
  found: Found = nothing;
  isPending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private newest = 0;

  /** `changed` is called whenever `found` or `isPending` has changed later than `start` returns. */
  constructor(
    private readonly files: () => Iterable<readonly [string, FileContent]>,
    private readonly changed: () => void,
  ) {}

  start(search: string): void {
    clearTimeout(this.timer);
    this.newest += 1;
    const wanted = search.trim();
    this.isPending = wanted.length >= shortestSearch;
    if (this.isPending) this.timer = setTimeout(() => void this.run(wanted, this.newest), typingPause);
    else this.found = nothing;
  }

  private async run(wanted: string, id: number): Promise<void> {
    const isNewest = (): boolean => id === this.newest;
    const found = await searchContents(this.files(), wanted, () => breathe().then(isNewest));
    if (!found || !isNewest()) return;
    this.found = found;
    this.isPending = false;
    this.changed();
  }
}
