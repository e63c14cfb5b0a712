// The files of a workspace as a tree of folders, without the page: the visible rows in order. The lines in which a
// search found its text follow, below the paths of their files.

import type { Hit } from "../ui/contents.ts";

export interface FileRow {
  /** Identifies the row. For a file or folder of the tree it is the path. */
  id: string;
  /** The path of the file, or of the folder without a final slash. */
  path: string;
  /** The last part of the path. */
  name: string;
  isFolder: boolean;
  /** For a folder: whether its contents are shown. */
  isOpen: boolean;
  /** From 1. */
  level: number;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
  /** The folder of a file with found lines, which is not in the tree. */
  folder?: string;
  /** For a found line. */
  hit?: Hit;
}

interface Folder {
  folders: Map<string, Folder>;
  files: string[];
}

/** URLs of fetched documents are files at the top, because their slashes separate no folders. */
function partsOf(path: string): string[] {
  return /^https?:\/\//i.test(path) ? [path] : path.split("/");
}

function treeOf(paths: readonly string[]): Folder {
  const root: Folder = { folders: new Map(), files: [] };
  for (const path of paths) {
    let folder = root;
    for (const part of partsOf(path).slice(0, -1)) {
      const inner = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, inner);
      folder = inner;
    }
    folder.files.push(path);
  }
  return root;
}

const byName = new Intl.Collator("en", { numeric: true });

/**
 * The rows of the files whose paths contain the searched text: folders before files, each by name. While something is
 * searched, every folder is open.
 */
export function fileRows(paths: readonly string[], closed: ReadonlySet<string>, search: string): FileRow[] {
  const wanted = search.trim().toLowerCase();
  const tree = treeOf(paths.filter((path) => path.toLowerCase().includes(wanted)));
  const rows: FileRow[] = [];
  // An explicit stack, because paths from an archive may be arbitrarily deep.
  const ahead: (() => void)[] = [];
  const push = (folder: Folder, prefix: string, level: number): void => {
    const folders = [...folder.folders].sort(([one], [other]) => byName.compare(one, other));
    const files = [...folder.files].sort(byName.compare);
    const siblings = folders.length + files.length;
    const steps = [
      ...folders.map(([name, inner], place) => (): void => {
        const path = prefix + name;
        const isOpen = wanted !== "" || !closed.has(path);
        rows.push({ id: path, path, name, isFolder: true, isOpen, level, position: place + 1, siblings });
        if (isOpen) push(inner, `${path}/`, level + 1);
      }),
      ...files.map((path, place) => (): void => {
        const name = partsOf(path).at(-1) ?? path;
        const position = folders.length + place + 1;
        rows.push({ id: path, path, name, isFolder: false, isOpen: false, level, position, siblings });
      }),
    ];
    ahead.push(...steps.reverse());
  };
  push(tree, "", 1);
  for (let step = ahead.pop(); step; step = ahead.pop()) step();
  return rows;
}

/** The rows of found lines, each file's below a row with its path. */
export function foundRows(hits: readonly Hit[]): FileRow[] {
  const byFile = new Map<string, Hit[]>();
  for (const hit of hits) byFile.set(hit.span.file, [...(byFile.get(hit.span.file) ?? []), hit]);
  const plain = { isFolder: false, isOpen: false };
  return [...byFile].flatMap(([path, own], place): FileRow[] => {
    const name = partsOf(path).at(-1) ?? path;
    const folder = path.slice(0, -name.length - 1);
    return [
      { id: `${path}\n`, path, name, folder, ...plain, level: 1, position: place + 1, siblings: byFile.size },
      ...own.map((hit, at) => {
        const id = `${path}\n${hit.span.line}`;
        return { id, path, name: "", ...plain, level: 2, position: at + 1, siblings: own.length, hit };
      }),
    ];
  });
}
