// A file that the last run wrote, read-only in place of the editor. The code is loaded when one is first opened.

import type { Store } from "../store.ts";

/** Shows the open file of the last run. */
export function mountWritten(root: HTMLElement, store: Store): void {
  let isWanted = false;
  store.watch(["writtenFile"], ({ writtenFile }) => {
    if (isWanted || writtenFile === null) return;
    isWanted = true;
    void import("./written_file.ts").then(({ drawWritten }) => drawWritten(root, store));
  });
}
