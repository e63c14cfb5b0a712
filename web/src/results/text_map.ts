// Maps a rendered text to its template and back: the range at an offset, and the ranges that a part of the source
// printed.

import type { Origin, Span, TextMap } from "evalground";

/** A range of the rendered text, its origins, and the values that were read for it. */
export interface Stretch {
  from: number;
  to: number;
  origins: Origin[];
  reads: string[];
}

function stretchAt({ stretches, origins, reads }: TextMap, index: number): Stretch {
  const [from = 0, to = 0, origin = -1, read = -1] = stretches.slice(4 * index, 4 * index + 4);
  return { from, to, origins: origins[origin] ?? [], reads: reads[read] ?? [] };
}

/** The range that contains the character at an offset; null if none is known. */
export function findStretch(map: TextMap, offset: number): Stretch | null {
  let low = 0;
  let high = map.stretches.length / 4 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const stretch = stretchAt(map, middle);
    if (offset < stretch.from) high = middle - 1;
    else if (offset >= stretch.to) low = middle + 1;
    else return stretch;
  }
  return null;
}

/**
 * The place in the source of a character of the rendered text. If the range is as long as its source, it is literal
 * text, and the result is that very character. For an expression it is the whole expression.
 */
export function sourceOf(stretch: Stretch, offset: number): Span | null {
  const span = stretch.origins.find((origin) => origin.span)?.span;
  if (!span) return null;
  const isPlain = stretch.reads.length === 0 && span.to - span.from === stretch.to - stretch.from;
  if (!isPlain) return span;
  const shift = offset - stretch.from;
  return { ...span, from: span.from + shift, to: span.from + shift + 1 };
}

/** The ranges of the rendered text that were printed by a part of a file. */
export function stretchesOf(map: TextMap, { file, from, to }: Pick<Span, "file" | "from" | "to">): Stretch[] {
  const made = new Set(
    map.origins.flatMap((origins, index) =>
      origins.some(({ span }) => span?.file === file && span.from <= to && span.to >= from) ? [index] : [],
    ),
  );
  const found: Stretch[] = [];
  for (let index = 0; index < map.stretches.length / 4; index += 1) {
    if (made.has(map.stretches[4 * index + 2] ?? -1)) found.push(stretchAt(map, index));
  }
  return found;
}
