// A file that was edited in the page and has changed on disk: what happened, and the two ways to resolve it.

import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { filesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import type { Folder } from "./folder.ts";

/** Takes the disk's version of a file. Can be undone. */
export function useDisk(folder: Folder, path: string): void {
  offerUndo(text("conflict.usedDisk", { path }), folder.useDisk(path));
}

/** Keeps the page's version of a file. */
export function keepMine(folder: Folder, path: string): void {
  folder.keepMine(path);
  announce(text("conflict.keptMine", { path }));
}

/** Describes what happened to a file that was edited in the page. */
export function conflictWords(store: Store, folder: Folder, path: string): string {
  if (folder.isLarge(path)) return text("conflict.large", { path });
  if (!filesOf(store.state.workspace).has(path)) return text("conflict.exists", { path });
  return text(folder.onDisk(path) === undefined ? "conflict.gone" : "conflict.changed", { path });
}
