// Keeps track of how the page and the disk differ. A file that was edited in the page keeps the page's text; every
// other file follows the disk. An edit is in conflict if the disk has changed since the edit began.
//
// Line ends do not count as a difference, because the editor normalises them (line_ends.ts).
//
//   `disk`    each file as the server last sent it
//   `edited`  the version on disk that an edit began from, of each file that differs; null: no file was there

import type { FileContent } from "evalground";
import { diskProblem } from "../files/paths.ts";
import { isSameText, plainText } from "./line_ends.ts";
import type { DiskFile } from "./server.ts";

export type Disk = ReadonlyMap<string, DiskFile>;
export type Files = ReadonlyMap<string, FileContent>;
export type Edited = ReadonlyMap<string, string | null>;

function isSame(one: FileContent | undefined, other: FileContent | undefined): boolean {
  if (typeof one === "object" && typeof other === "object") return one.base64 === other.base64;
  if (typeof one === "string" && typeof other === "string") return isSameText(one, other);
  return one === other;
}

/** The content of a file on disk in the page's form. */
export function pageContent(content: FileContent): FileContent {
  return typeof content === "string" ? plainText(content) : content;
}

/** The version of a file on disk; null if it does not exist there. */
export function versionOf(disk: Disk, path: string): string | null {
  return disk.get(path)?.version ?? null;
}

/** The files of the page that differ from the disk. Those that already differed keep the version they started from. */
export function editedNow(files: Files, disk: Disk, before: Edited): Edited {
  const edited = new Map<string, string | null>();
  for (const path of new Set([...files.keys(), ...disk.keys()])) {
    if (isSame(files.get(path), disk.get(path)?.content)) continue;
    edited.set(path, before.get(path) === undefined ? versionOf(disk, path) : (before.get(path) ?? null));
  }
  return edited;
}

/** Whether the page's content equals the disk's content in the page's form. */
function isTaken(content: FileContent, found: FileContent): boolean {
  return typeof content === "string" ? content === pageContent(found) : isSame(content, found);
}

/** The files of the page, with all unedited files updated from the disk. Returns the same map if nothing changes. */
export function followed(files: Files, disk: Disk, edited: Edited): Files {
  const next = new Map<string, FileContent>();
  let isChanged = false;
  for (const [path, content] of files) {
    const found = disk.get(path);
    if (edited.has(path) || (found && isTaken(content, found.content))) next.set(path, content);
    else {
      isChanged = true;
      if (found) next.set(path, pageContent(found.content));
    }
  }
  for (const [path, { content }] of disk) {
    if (files.has(path) || edited.has(path)) continue;
    isChanged = true;
    next.set(path, pageContent(content));
  }
  return isChanged ? next : files;
}

/** Whether the disk has changed since the edit of a file began. */
function isConflict(path: string, disk: Disk, edited: Edited): boolean {
  const began = edited.get(path);
  return began !== undefined && began !== versionOf(disk, path);
}

/** Applies the server's changes to the folder. */
export function changedDisk(disk: Disk, files: Disk, removed: readonly string[]): Disk {
  const next = new Map([...disk, ...files]);
  for (const path of removed) next.delete(path);
  return next;
}

/** The edited files that can be saved, and whether each is in conflict. */
export function aheadOf(disk: Disk, edited: Edited): Map<string, boolean> {
  return new Map(
    [...edited.keys()]
      .filter((path) => diskProblem(path) === null)
      .map((path) => [path, isConflict(path, disk, edited)]),
  );
}
