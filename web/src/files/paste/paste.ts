// Text pasted anywhere into the page in one of the known forms. If it would not replace the user's own text, it becomes
// a workspace, which can be undone. Otherwise it is pasted normally, and the workspace is offered.

import type { Store } from "../../store.ts";
import { text } from "../../ui/text.ts";
import { offerAction } from "../../ui/toast.ts";
import { taken } from "./recognise.ts";

/** Handles a text in a known form; false if it has none. `isFree`: there is nothing of the user's to replace. */
export async function takeText(store: Store, pasted: string, isFree: boolean): Promise<boolean> {
  const { draft } = store.state;
  const found = await taken(pasted, store);
  if (!found || store.state.draft !== draft) return found !== null;
  const open = (): void =>
    store.perform("openWorkspace", {
      workspace: found.workspace,
      title: found.title,
      said: found.said,
      ...(found.file !== undefined && { file: found.file }),
    });
  if (isFree) open();
  else offerAction(text("paste.offer", { said: found.said }), text("paste.open"), open);
  return true;
}
