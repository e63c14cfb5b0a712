// Files that are dropped onto the page or pasted. A dropped folder includes everything in it.

import { byId } from "../ui/dom.ts";
import type { GivenFile } from "./files.ts";

/** Folders that are ignored within a dropped folder, because users do not mean their files. */
const unmeant = /^(?:\.[^./].*|node_modules|__pycache__)$/;

/** Maximum number of files that are read from a folder. */
const mostRead = 4000;

/** A file with its path within the dropped folder. */
function withPath(file: File, path: string): GivenFile {
  return { name: file.name, size: file.size, webkitRelativePath: path, arrayBuffer: () => file.arrayBuffer() };
}

async function readEntry(entry: FileSystemEntry, found: GivenFile[]): Promise<void> {
  if (found.length >= mostRead) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push(withPath(file, entry.fullPath.replace(/^\//, "")));
    return;
  }
  if (unmeant.test(entry.name)) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // readEntries() returns the entries in batches, and an empty batch at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const each of part) await readEntry(each, found);
  }
}

/** The dropped files, including everything in dropped folders. */
async function dropped(data: DataTransfer): Promise<GivenFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...data.files];
  if (!entries.some((entry) => entry?.isDirectory)) return files;
  const found: GivenFile[] = [];
  for (const entry of entries) if (entry) await readEntry(entry, found);
  return found;
}

/** Handles files that are dropped anywhere on the window, or pasted as files. */
export function dropFiles(take: (files: GivenFile[]) => void): void {
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  const show = (): void => {
    document.body.toggleAttribute("data-dropping", depth > 0);
  };
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    show();
  });
  addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    show();
  });
  addEventListener("dragover", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  const receive = (event: DragEvent): void => {
    if (!carriesFiles(event) || event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    event.stopPropagation();
    void dropped(event.dataTransfer).then(take);
  };
  addEventListener(
    "drop",
    (event) => {
      depth = 0;
      show();
      // The editor would insert the texts of the files.
      if (byId("editor").contains(event.target as Node)) receive(event);
    },
    { capture: true },
  );
  addEventListener("drop", receive);
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    take(files);
  });
}
