// The changes that restoring made in the document, with the way to take them over.

import type { Store } from "../../store.ts";
import { fill } from "../../ui/dom.ts";
import { filesOf } from "../../ui/entries.ts";
import { text } from "../../ui/text.ts";
import { offerUndo } from "../../ui/toast.ts";
import { copiesOf, type View, type ViewPlace } from "./view.ts";

/** Puts the restored text into the document's place, and lets what it was restored from go. */
function replace(path: string, restored: string, store: Store): void {
  const { changes, files } = store.state.workspace;
  store.editFiles({ [path]: restored });
  store.edit({ changes: undefined });
  offerUndo(text("diff.replaced", { path }), () => store.edit({ files, changes }));
}

/** The way of comparing is fetched when it is first needed. */
function showRestored(restored: string, { root, store, isCurrent }: ViewPlace): void {
  const path = store.mainFile;
  const before = path === null ? undefined : filesOf(store.state.workspace).get(path);
  if (path === null || typeof before !== "string") return fill(root);
  void import("../diff.ts").then(({ showDiff }) => {
    if (isCurrent()) showDiff(root, before, restored, { path, replace: () => replace(path, restored, store) });
  });
}

export const diff: View = {
  id: "diff",
  label: text("view.diff"),
  applies: ({ operation, result }) => operation === "restore" && result.text !== undefined,
  begins: () => true,
  draw: (answer, place) => showRestored(answer.text() ?? "", place),
  copy: (answer) => copiesOf(answer.root(), answer.text()),
};
