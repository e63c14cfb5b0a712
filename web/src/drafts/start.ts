// Starts the drafts of a page: storage, coordination with other tabs, commands and history.

import type { Store } from "../store.ts";
import { handleCommands } from "./commands.ts";
import { Drafts } from "./drafts.ts";
import { keepHistory } from "./history.ts";
import { DraftStorage } from "./storage.ts";

/**
 * Opens the first draft: the one that `openOwn` opens, if it opens one. Otherwise it is the one named by the address,
 * the last one, or the example of a first visit.
 */
export async function startDrafts(store: Store, openOwn?: (drafts: Drafts) => Promise<boolean>): Promise<Drafts> {
  const storage = await DraftStorage.open((kind) => store.writer("draft")({ saved: "memory", storageTrouble: kind }));
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("evalground");
  const drafts = new Drafts(store, storage, channel);
  addEventListener("pagehide", () => {
    store.perform("keepHistory", "close");
    drafts.rescue();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) drafts.rescue();
  });
  handleCommands(store, drafts);
  keepHistory(store, storage);
  drafts.follow();
  if (!(await openOwn?.(drafts))) await drafts.openFirst(location.hash);
  return drafts;
}
