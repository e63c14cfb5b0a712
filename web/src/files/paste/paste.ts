// Text that is pasted anywhere into the page and has one of the known forms. Where nothing of the user's own would be
// in the way, it becomes a workspace, with a way back; else it is pasted as ever, and the workspace is offered.

import type { Store } from "../../store.ts";
import { text } from "../../ui/text.ts";
import { offerAction } from "../../ui/toast.ts";
import { taken } from "./recognise.ts";

/** Takes a text up, when it has a known form; false: it has none. `isFree`: nothing of the user's own is in the way. */
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
