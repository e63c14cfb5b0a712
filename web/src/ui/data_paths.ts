// The way to a part of the data that `$` stands for, as the engine writes it: "$.servers[0].name", "$['other name']".

import type { Path, Span } from "evalground";
import { dataFile } from "./places.ts";

const step = /\.([^.[\]'"]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/suy;

/** The keys and indices of such a way; null for what is none. */
export function dataPath(written: string): Path | null {
  const way = /^"(\$.*)"$/s.exec(written)?.[1] ?? written;
  if (!way.startsWith("$")) return null;
  const path: Path = [];
  for (step.lastIndex = 1; step.lastIndex < way.length; ) {
    const found = step.exec(way);
    if (!found) return null;
    const [, key, index, quoted] = found;
    path.push(key ?? (index === undefined ? (quoted ?? "").replace(/\\(.)/gsu, "$1") : Number(index)));
  }
  return path;
}

/** Whether a path leads to what another one leads to, or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((part, place) => path[place] === part);
}

/** The parts of the data among what was read; of `$.a` and `$.a.b` the one that leads further, never all of it. */
export function dataReads(reads: readonly string[]): Path[] {
  const known = reads.map(dataPath).filter((path): path is Path => path !== null && path.length > 0);
  return known.filter((path) => !known.some((other) => other.length > path.length && isWithin(other, path)));
}

/** The data as a place: where in its text a part stands is known by the editor that holds the text. */
export const dataSpan: Span = { file: dataFile, from: 0, to: 0, line: 1, column: 1 };

/** A path as the engine writes it. */
export function dataText(path: Path): string {
  const written = path.map((part) => {
    if (typeof part === "number") return `[${part}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part) ? `.${part}` : `['${part.replace(/['\\]/g, "\\$&")}']`;
  });
  return `$${written.join("")}`;
}
