// Paths into the data of `$` as the engine writes them: "$.servers[0].name", "$['other name']".

import type { Path, Span } from "evalground";
import { dataFile } from "./places.ts";

const step = /\.([^.[\]'"]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/suy;

/** Parses such a path into keys and indices; null if it is not one. */
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

/** Whether a path equals another path or leads into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((part, place) => path[place] === part);
}

/** The data paths among the reads. Of `$.a` and `$.a.b` only the longer one is kept, and `$` itself is dropped. */
export function dataReads(reads: readonly string[]): Path[] {
  const known = reads.map(dataPath).filter((path): path is Path => path !== null && path.length > 0);
  return known.filter((path) => !known.some((other) => other.length > path.length && isWithin(other, path)));
}

/** Stands for the data as a place. The editor that holds the data's text knows the positions of its parts. */
export const dataSpan: Span = { file: dataFile, from: 0, to: 0, line: 1, column: 1 };

/** A path in the engine's notation. */
export function dataText(path: Path): string {
  const written = path.map((part) => {
    if (typeof part === "number") return `[${part}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part) ? `.${part}` : `['${part.replace(/['\\]/g, "\\$&")}']`;
  });
  return `$${written.join("")}`;
}
