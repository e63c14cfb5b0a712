// The order of the virtual files. It is part of a workspace: the first file is evaluated if no main file is set.

import type { FileContent } from "evalground";

export type Files = ReadonlyMap<string, FileContent>;

/** The neighbour of the deleted file that should be opened next. */
export function neighbour(paths: readonly string[], gone: string): string | null {
  const at = paths.indexOf(gone);
  return paths[at + 1] ?? paths[at - 1] ?? null;
}

/** The files with one renamed, in the same order. */
export function renamed(files: Files, from: string, to: string): Files {
  return new Map([...files].map(([path, content]) => [path === from ? to : path, content]));
}

/** The files with one moved to another index. */
export function moved(files: Files, path: string, place: number): Files {
  const entries = [...files];
  const from = entries.findIndex(([name]) => name === path);
  const [entry] = entries.splice(from, 1);
  if (entry) entries.splice(Math.max(0, Math.min(entries.length, place)), 0, entry);
  return new Map(entries);
}

/** The files with one inserted at an index. */
export function inserted(files: Files, path: string, content: FileContent, place: number): Files {
  const entries = [...files];
  entries.splice(place, 0, [path, content]);
  return new Map(entries);
}
