// Files that come from outside of the page by being dropped or pasted; a folder that is dropped comes with all that is
// in it.

import type { GivenFile } from "./files.ts";

/** Folders whose files nobody means when they drop what these stand in. */
const unmeant = /^(?:\.[^./].*|node_modules|__pycache__)$/;

/** Files of a folder beyond this many are not even looked at. */
const mostRead = 4000;

/** A file with the path that it has below what was dropped. */
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
  // A reader gives a folder in parts, and nothing at its end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const each of part) await readEntry(each, found);
  }
}

/** What was dropped, folders with all that is in them. */
async function dropped(data: DataTransfer): Promise<GivenFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...data.files];
  if (!entries.some((entry) => entry?.isDirectory)) return files;
  const found: GivenFile[] = [];
  for (const entry of entries) if (entry) await readEntry(entry, found);
  return found;
}

/** Takes files that are dropped anywhere onto the window, or pasted as files. */
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
  addEventListener("drop", (event) => {
    depth = 0;
    show();
    if (!carriesFiles(event) || event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    void dropped(event.dataTransfer).then(take);
  });
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    take(files);
  });
}
