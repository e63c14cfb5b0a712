// Renames a folder: all files in it get other paths, in their places. Loaded with the panel that shows folders.

import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { mapOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import type { WorkspaceFiles } from "./files.ts";
import { diskPathProblem, normalisePath } from "./paths.ts";

/** The path after the folder that it is in was renamed. */
function inRenamed(path: string, from: string, to: string): string {
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** The problem with a new path for a folder: a file in it would get the path of another file. Null: there is none. */
export function folderProblem({ paths, isOnDisk }: WorkspaceFiles, from: string, typed: string): string | null {
  const to = normalisePath(typed);
  const [inside, others] = [true, false].map((is) => paths.filter((path) => path.startsWith(`${from}/`) === is));
  const taken = inside?.map((path) => inRenamed(path, from, to)).find((path) => others?.includes(path));
  if (taken !== undefined) return text("files.taken", { path: taken });
  return isOnDisk ? diskPathProblem(to) : null;
}

/** Renames a folder, and with it all files in it, without moving them. Returns its new path. */
export function renameFolder(store: Store, { all }: WorkspaceFiles, from: string, typed: string): string {
  const to = normalisePath(typed);
  if (to === from) return from;
  const { workspace, activeFile } = store.state;
  const { main } = workspace;
  const files = [...all].map(([path, content]) => [inRenamed(path, from, to), content] as const);
  store.edit({ files: mapOf(files), main: main === undefined ? undefined : inRenamed(main, from, to) });
  if (activeFile !== null) store.openFile(inRenamed(activeFile, from, to));
  announce(text("files.renamed", { path: to }));
  return to;
}
