// Line ends and byte order marks of texts on disk. The editor uses only `\n`, so texts are compared without them. When
// saving, those of the disk's version are restored.

import { diffArrays } from "diff";

/** Maximum number of changed lines for a minimal diff. With more, all lines in between count as new. */
const mostChanges = 2000;
const byteOrderMark = "\ufeff";
const lineEnd = /\r\n?|\n/;

/** The text in the editor's form: lines end with `\n`, and there is no byte order mark. */
export function plainText(text: string): string {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return body.includes("\r") ? body.replace(/\r\n?/g, "\n") : body;
}

/** Whether two texts differ only in line ends and the byte order mark. */
export function isSameText(one: string, other: string): boolean {
  return one === other || plainText(one) === plainText(other);
}

/** The lines of a text without line ends, and the line ends separately. */
function split(text: string): { lines: string[]; ends: string[] } {
  return { lines: text.split(lineEnd), ends: text.match(new RegExp(lineEnd, "g")) ?? [] };
}

/** For each line of a text the index of the same line on disk; undefined if it is new. */
function unchanged(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const places = new Array<number | undefined>(after.length).fill(undefined);
  let [old, fresh] = [0, 0];
  while (old < before.length && old < after.length && before[old] === after[old]) {
    places[old] = old;
    old += 1;
  }
  fresh = old;
  let tail = 0;
  const most = Math.min(before.length, after.length) - old;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail += 1;
    places[after.length - tail] = before.length - tail;
  }
  const between = [before.slice(old, before.length - tail), after.slice(fresh, after.length - tail)] as const;
  for (const { added, removed, count } of diffArrays(...between, { maxEditLength: mostChanges }) ?? []) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) places[fresh + at] = old + at;
    if (!added) old += count;
    if (!removed) fresh += count;
  }
  return places;
}

/**
 * The text to save over another: with the byte order mark and the line ends of the disk's version. If those are mixed,
 * unchanged lines keep theirs, and a new line gets that of the previous line.
 */
export function withLineEnds(text: string, onDisk: string): string {
  const plain = plainText(text);
  if (plain === plainText(onDisk)) return onDisk;
  const mark = onDisk.startsWith(byteOrderMark) ? byteOrderMark : "";
  const before = split(onDisk.slice(mark.length));
  const [first = "\n"] = before.ends;
  if (before.ends.every((end) => end === first)) return mark + plain.replaceAll("\n", first);
  const lines = plain.split("\n");
  const places = unchanged(before.lines, lines);
  let end = first;
  let saved = mark;
  for (const [at, line] of lines.entries()) {
    const place = places[at];
    end = (place === undefined ? undefined : before.ends[place]) ?? end;
    saved += at < lines.length - 1 ? line + end : line;
  }
  return saved;
}
