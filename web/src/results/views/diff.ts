// The difference from another result or from the expected one. For a restored text it is the difference from the
// document it came from, with a button to apply it.

import type { ComparedPlace, Store } from "../../store.ts";
import { filesOf } from "../../ui/entries.ts";
import { text } from "../../ui/text.ts";
import { offerUndo } from "../../ui/toast.ts";
import type { Answer } from "../answer.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

/** Replaces the document with the restored text, and clears the changes it was restored from. */
function replace(path: string, restored: string, store: Store): void {
  const { changes, files } = store.state.workspace;
  store.editFiles({ [path]: restored });
  store.edit({ changes: undefined });
  offerUndo(text("diff.replaced", { path }), () => store.edit({ files, changes }));
}

/** The restored text and the document it came from. */
function restoredFrom(restored: string, store: Store): ComparedPlace["source"] {
  const path = store.mainFile;
  const before = path === null ? undefined : filesOf(store.state.workspace).get(path);
  if (path === null || typeof before !== "string") return null;
  return { path, before, after: restored, replace: () => replace(path, restored, store) };
}

const isRestored = ({ operation, result }: Answer): boolean => operation === "restore" && result.text !== undefined;

export const diff: View = {
  id: "diff",
  label: text("view.diff"),
  applies: (answer) => answer.isComparable || isRestored(answer),
  begins: isRestored,
  // The comparison is loaded when it is first needed.
  draw: (answer, { root, store, isCurrent }) => {
    const source = isRestored(answer) ? restoredFrom(answer.text() ?? "", store) : null;
    store.perform("drawDiff", { root, result: answer.result, source, isCurrent });
  },
  copy: (answer) => copiesOf(answer.root(), answer.text()),
  takesFocus: true,
};
