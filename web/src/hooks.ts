// What tests ask of the page that users cannot (`?test=1`): to be as on a first visit without being loaded again, to
// open a link and say when it is open, and to lose its workers.
//
// `reset` undoes what the page keeps: by the means of the page where there are some, and in the document itself where
// what is open is the user's to close. e2e/reset.spec.ts compares the page afterwards with one that was just loaded.

import defaultExample from "virtual:default-example";
import type { Drafts } from "./drafts/drafts.ts";
import { workspaceOf } from "./drafts/records.ts";
import { crashWorkers } from "./run/engine.ts";
import { usualSettings } from "./shell/settings.ts";
import type { Store } from "./store.ts";
import { alarmQuietly, announce } from "./ui/announce.ts";
import { byId } from "./ui/dom.ts";

/** Keys of localStorage that a first visit also writes. */
const keptFromTheStart = ["evalground.draft", "evalground.dialect"];

function press(selector: string): void {
  for (const found of document.querySelectorAll<HTMLElement>(selector)) found.click();
}

/** Closes what lies over the page, as a press beside it does. */
function closeAll(): void {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
}

/** Takes back what is chosen for all drafts as long as the page is open. */
function chooseUsual(): void {
  press('.inputs-tall[aria-pressed="true"], #expression [aria-pressed="true"]');
  press('#inputs-head [data-id="vars"]');
  // It may look chosen already, where the last choice is none of this panel's.
  document.querySelector('#inputs-body input[value="form"]')?.dispatchEvent(new Event("change"));
  const filter = document.querySelector<HTMLInputElement>("#resources-head input");
  if (filter) filter.value = "";
  filter?.dispatchEvent(new Event("input"));
  // Open and closed again it stays closed, also when there are problems later.
  press('.problems-toggle[aria-expanded="false"]');
  press(".problems-toggle");
}

/** Gives the panes their first sizes, and leaves the focus, the selection and the places of scrolling. */
function arrange(): void {
  document.documentElement.removeAttribute("style");
  for (const bar of document.querySelectorAll('[role="separator"]')) bar.dispatchEvent(new MouseEvent("dblclick"));
  for (const element of document.querySelectorAll("*"))
    if (element.scrollTop + element.scrollLeft > 0) element.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.removeAllRanges();
}

/** Removes the drafts of this browser but for one, and all points of their history. */
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
    // Before the draft, whose run may be over, and told, by the time that it is saved.
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

  /** Opens the shared workspace of a fragment; resolves when its draft is the open one. */
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
