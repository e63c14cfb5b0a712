// The virtual files in their order, which is part of a workspace: the first one is evaluated where none is named.

import type { FileContent } from "evalground";

export type Files = ReadonlyMap<string, FileContent>;

/** The file beside the deleted one that should be open next. */
export function neighbour(paths: readonly string[], gone: string): string | null {
  const at = paths.indexOf(gone);
  return paths[at + 1] ?? paths[at - 1] ?? null;
}

/** The same files with one under another path, in the same place. */
export function renamed(files: Files, from: string, to: string): Files {
  return new Map([...files].map(([path, content]) => [path === from ? to : path, content]));
}

/** The same files with one moved to another place. */
export function moved(files: Files, path: string, place: number): Files {
  const entries = [...files];
  const from = entries.findIndex(([name]) => name === path);
  const [entry] = entries.splice(from, 1);
  if (entry) entries.splice(Math.max(0, Math.min(entries.length, place)), 0, entry);
  return new Map(entries);
}

/** The same files with one put in at a place. */
export function inserted(files: Files, path: string, content: FileContent, place: number): Files {
  const entries = [...files];
  entries.splice(place, 0, [path, content]);
  return new Map(entries);
}
