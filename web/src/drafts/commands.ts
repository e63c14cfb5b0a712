// Handles the commands with which other parts of the page open and save drafts.

import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { text } from "../ui/text.ts";
import { endToast, offerAction, offerUndo } from "../ui/toast.ts";
import type { Drafts } from "./drafts.ts";
import { workspaceOf } from "./records.ts";

/** Says that a draft was opened, and offers to go back to the one before. That can be undone, too, as *Redo*. */
function offerWayBack(drafts: Drafts, said: string, before: string, opened: string): void {
  offerUndo(said, () => {
    void drafts
      .open(before)
      .then(() => offerAction(text("undo.done"), text("undo.redo"), () => void drafts.open(opened)));
  });
}

/** Handles them from now on. */
export function handleCommands(store: Store, drafts: Drafts): void {
  let endOpened = (): void => {};
  // Registered first, so that the old notice is removed before an opened draft shows its own.
  store.watch(["draft", "example"], ({ draft, example }, before) => {
    if (draft !== before.draft) endToast();
    // The user's own text has replaced the example that the notice names.
    else if (example === null) endOpened();
  });
  store.handle("save", () => void drafts.save());
  // The text is the user's own now. The draft keeps neither the title of an example nor the way back to it.
  store.handle("nameDraft", (title) => store.writer("draft")({ title, example: null }));
  store.handle("openWorkspace", ({ workspace, title, fromLink, live, view, file, expressions, said }) => {
    const { draft, title: titleBefore } = store.state;
    void drafts
      .create(workspace, title || text("draft.untitled"), null, {
        ...(live !== undefined && { live }),
        ...(view !== undefined && { view }),
        ...(file !== undefined && { activeFile: file }),
        ...(expressions !== undefined && { expressions }),
        ...(fromLink !== undefined && { fromLink }),
      })
      .then(() => {
        if (said === undefined) announce(text("draft.opened", { title: store.state.title }));
        else offerWayBack(drafts, said, draft, store.state.draft);
        store.writer("draft")({ previous: { draft, title: titleBefore } });
      });
  });
  store.handle("openExample", (example) => {
    const { draft, title: titleBefore } = store.state;
    const title = example.title ?? example.id;
    void drafts.create(workspaceOf(example), title, example.id).then(() => {
      endOpened = offerUndo(text("examples.opened", { title }), () => void drafts.open(draft));
      store.writer("draft")({ previous: { draft, title: titleBefore } });
    });
  });
}
