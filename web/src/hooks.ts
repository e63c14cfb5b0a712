// Hooks for tests (`?test=1`): reset the page to a first visit without reloading it, open a link and wait until it is
// open, and crash the workers.
//
// `reset` undoes everything that the page keeps. It uses the page's own functions where there are some, and the DOM for
// what only the user can close. e2e/reset.spec.ts compares the page afterwards with a newly loaded one.

import defaultExample from "virtual:default-example";
import type { Drafts } from "./drafts/drafts.ts";
import { workspaceOf } from "./drafts/records.ts";
import { crashWorkers } from "./run/engine.ts";
import { usualSettings } from "./shell/settings.ts";
import type { Store } from "./store.ts";
import { alarmQuietly, announce } from "./ui/announce.ts";
import { byId } from "./ui/dom.ts";

/** Keys of localStorage that are also set on a first visit. */
const keptFromTheStart = ["evalground.draft", "evalground.dialect"];

function press(selector: string): void {
  for (const found of document.querySelectorAll<HTMLElement>(selector)) found.click();
}

/** Closes everything above the page, as pressing outside of it does. */
function closeAll(): void {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
}

/** Resets choices that apply to all drafts while the page is open. */
function chooseUsual(): void {
  press('.files-toggle[aria-expanded="true"], .inputs-beside[aria-pressed="true"]');
  press('.inputs-tall[aria-pressed="true"], #expression [aria-pressed="true"]');
  press('#inputs-head [data-id="vars"]');
  // It may be checked already although the current panel does not have it, so dispatch the event directly.
  document.querySelector('#inputs-body input[value="form"]')?.dispatchEvent(new Event("change"));
  for (const filter of document.querySelectorAll<HTMLInputElement>("#resources-head input, .panel-head input")) {
    filter.value = "";
    filter.dispatchEvent(new Event("input"));
  }
  // Opening and closing the list also makes it stay closed when there are problems later.
  press('.problems-toggle[aria-expanded="false"]');
  press(".problems-toggle");
}

/** Resets the sizes of the panes, the focus, the selection and the scroll positions. */
function arrange(): void {
  document.documentElement.removeAttribute("style");
  for (const bar of document.querySelectorAll('[role="separator"]')) bar.dispatchEvent(new MouseEvent("dblclick"));
  for (const element of document.querySelectorAll("*"))
    if (element.scrollTop + element.scrollLeft > 0) element.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.removeAllRanges();
}

/** Deletes all drafts except one, and all history. */
async function forgetDrafts(but: string): Promise<void> {
  const request = indexedDB.open("evalground");
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = database.transaction(["drafts", "history"], "readwrite");
  transaction.objectStore("history").clear();
  transaction.objectStore("drafts").delete(IDBKeyRange.upperBound(but, true));
  transaction.objectStore("drafts").delete(IDBKeyRange.lowerBound(but, true));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
}

/** The hooks of a page whose parts are all mounted. */
export function hooks(store: Store, drafts: Drafts): Record<string, unknown> {
  async function reset(): Promise<void> {
    store.perform("stop");
    closeAll();
    press('.problem-filters [aria-pressed="false"]');
    store.perform("changeSettings", usualSettings);
    history.replaceState(null, "", "?test=1");
    // Clear these before the draft is created: by the time it is saved, its run may have been announced.
    announce("");
    alarmQuietly("");
    await drafts.create(workspaceOf(defaultExample), defaultExample.title ?? "", defaultExample.id);
    store.update({ pane: "source", dimsUnused: false, storageTrouble: null });
    chooseUsual();
    byId("intro").hidden = false;
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (!keptFromTheStart.includes(key)) localStorage.removeItem(key);
    arrange();
    await forgetDrafts(store.state.draft);
  }

  /** Opens the shared workspace of a fragment. Resolves when its draft is open. */
  function open(fragment: string): Promise<void> {
    const { draft: before } = store.state;
    return new Promise((resolve) => {
      const end = store.watch(["draft"], ({ draft }) => {
        if (draft === before) return;
        queueMicrotask(end);
        resolve();
      });
      history.pushState(null, "", `#${fragment}`);
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
  }

  return { crashWorkers, open, reset };
}
