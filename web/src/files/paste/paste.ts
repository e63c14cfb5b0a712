// Text pasted anywhere into the page in one of the known forms. If it would not replace the user's own text, it becomes
// a workspace, which can be undone. Otherwise it is pasted normally, and the workspace is offered.

import type { Store } from "../../store.ts";
import { text } from "../../ui/text.ts";
import { offerAction } from "../../ui/toast.ts";
import { isForOpen, useEnvironments } from "./environment.ts";
import { taken } from "./recognise.ts";

/** Gives an environment that was pasted into a file of its own to the template beside it. */
async function usePasted(store: Store, pasted: string): Promise<boolean> {
  const { activeFile, workspace } = store.state;
  if (activeFile === null || activeFile === store.mainFile || !(await isForOpen(pasted, workspace))) return false;
  return useEnvironments(store, [activeFile]);
}

/**
 * Opens what a text contains, or offers to open it. False if its form is unknown. `path` is the file's name if the text
 * comes from a file. `isFree` says that the draft is empty or an example, so that nothing of the user's is replaced.
 */
export async function takeText(store: Store, pasted: string, isFree: boolean, path?: string): Promise<boolean> {
  const { draft } = store.state;
  if (!isFree && path === undefined && (await usePasted(store, pasted))) return true;
  const found = await taken(pasted, store, path);
  if (!found || store.state.draft !== draft) return found !== null;
  const open = (): void =>
    store.perform("openWorkspace", {
      workspace: found.workspace,
      title: found.title,
      said: found.said,
      ...(found.file !== undefined && { file: found.file }),
      ...(found.expressions && { expressions: found.expressions }),
    });
  if (isFree) open();
  else offerAction(text("paste.offer", { said: found.said }), text("paste.open"), open);
  return true;
}
