// What stands above the source of a folder: that the server does not answer, and which edited files have changed on
// disk meanwhile, with what can be done.

import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { button, byId, type Child, element, fill } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { folderWords } from "../ui/folder_words.ts";
import { offerUndo } from "../ui/toast.ts";
import { openDialogs } from "./button.ts";
import type { Folder } from "./folder.ts";

/** Conflicts that have a notice of their own; the others are counted. */
const mostShown = 3;

/** Puts the disk's version of a file into the page, with a way back. */
export function useDisk(folder: Folder, path: string): void {
  offerUndo(folderWords("conflict.usedDisk", { path }), folder.useDisk(path));
}

/** Keeps the page's version of a file. */
export function keepMine(folder: Folder, path: string): void {
  folder.keepMine(path);
  announce(folderWords("conflict.keptMine", { path }));
}

/** What has happened to a file that was edited here. */
function conflictWords(store: Store, folder: Folder, path: string): string {
  if (!filesOf(store.state.workspace).has(path)) return folderWords("conflict.exists", { path });
  return folderWords(folder.onDisk(path) === undefined ? "conflict.gone" : "conflict.changed", { path });
}

/** A notice; the name of each button says which file it is about. */
function notice(kind: "warning" | "info", words: string, ...actions: Child[]): HTMLElement {
  return element(
    "div",
    { class: "notice", "data-kind": kind },
    element("span", { class: "notice-words" }, words),
    ...actions,
  );
}

function conflictNotice(store: Store, folder: Folder, path: string): HTMLElement {
  const named = (label: string, name: string, press: () => void): HTMLElement =>
    button({ label, words: true, attributes: { "aria-label": name }, press });
  return notice(
    "warning",
    conflictWords(store, folder, path),
    named(folderWords("conflict.show"), `${folderWords("conflict.show")}: ${path}`, () =>
      openDialogs(({ openConflict }) => openConflict(store, folder, path)),
    ),
    named(folderWords("conflict.useDisk"), folderWords("conflict.useDiskOf", { path }), () => useDisk(folder, path)),
    named(folderWords("conflict.keepMine"), folderWords("conflict.keepMineOf", { path }), () => keepMine(folder, path)),
  );
}

/** The place of the notices, below those of the draft. */
export class FolderNotices {
  private readonly place = element("div", { id: "folder-notice" });
  private readonly conflictPlace = element("div", {});
  private readonly stoppedPlace = element("div", {});
  private isStopped = false;
  private shown = "";

  constructor() {
    this.place.append(this.stoppedPlace, this.conflictPlace);
    byId("draft-notice").after(this.place);
  }

  /** Says that the server does not answer, until it does. */
  setAnswering(isAnswering: boolean): void {
    if (this.isStopped === !isAnswering) return;
    this.isStopped = !isAnswering;
    fill(this.stoppedPlace, this.isStopped && notice("info", folderWords("folder.stopped")));
    announce(folderWords(this.isStopped ? "folder.stopped" : "folder.back"));
  }

  /** Shows conflicts as long as there are any. */
  watch(store: Store, folder: Folder): void {
    store.watch(["ahead"], ({ ahead }) => {
      const paths = [...(ahead ?? [])].filter(([, isConflict]) => isConflict).map(([path]) => path);
      const next = paths.map((path) => conflictWords(store, folder, path));
      if (next.join("\n") === this.shown) return;
      const [fresh] = next.filter((words) => !this.shown.includes(words));
      this.shown = next.join("\n");
      const rest = paths.length - mostShown;
      fill(
        this.conflictPlace,
        ...paths.slice(0, mostShown).map((path) => conflictNotice(store, folder, path)),
        rest > 0 &&
          notice(
            "warning",
            folderWords("conflict.more", { count: rest }),
            button({
              label: folderWords("conflict.showAll"),
              words: true,
              press: () => store.perform("saveToDisk"),
            }),
          ),
      );
      if (fresh !== undefined) announce(fresh);
    });
  }
}
