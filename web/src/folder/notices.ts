// Notices above the source of a folder: that the server does not answer, and which edited files have changed on disk,
// with the possible actions.

import type { Store } from "../store.ts";
import { announce, unsay } from "../ui/announce.ts";
import { button, byId, type Child, element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { openDialogs } from "./button.ts";
import { conflictWords, keepMine, useDisk } from "./conflict.ts";
import type { Folder, FolderListener, LostMain } from "./folder.ts";

/** Maximum number of conflicts with their own notice. Further ones are counted. */
const mostShown = 3;

/** A notice. The accessible name of each button says which file it affects. */
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
    named(text("conflict.show"), `${text("conflict.show")}: ${path}`, () =>
      openDialogs(({ openConflict }) => openConflict(store, folder, path)),
    ),
    named(text("conflict.useDisk"), text("conflict.useDiskOf", { path }), () => useDisk(folder, path)),
    !folder.isLarge(path) &&
      named(text("conflict.keepMine"), text("conflict.keepMineOf", { path }), () => keepMine(folder, path)),
  );
}

function lostWords({ path, instead, isLarge }: LostMain): string | null {
  if (instead === null) return isLarge ? null : text("main.goneAll", { path });
  return text(isLarge ? "main.large" : "main.gone", { path, instead });
}

/** A sentence above the source, shown as long as it is true. */
class Sentence {
  readonly root = element("div", {});
  private words: string | null = null;

  /** `subject` identifies the announcement, so that it can be withdrawn. */
  constructor(
    private readonly kind: "warning" | "info",
    private readonly subject: string,
  ) {}

  /** Shows other text, or nothing; false if it is shown already. */
  say(words: string | null): boolean {
    if (words === this.words) return false;
    this.words = words;
    fill(this.root, words !== null && notice(this.kind, words));
    if (words === null) unsay(this.subject);
    else announce(words, this.subject);
    return true;
  }
}

/** The container of the notices, below those of the draft. */
export class FolderNotices implements FolderListener {
  private readonly place = element("div", { id: "folder-notice" });
  private readonly stopped = new Sentence("info", "folder-stopped");
  private readonly mistaken = new Sentence("warning", "folder-mistake");
  private readonly lost = new Sentence("info", "folder-lost");
  private readonly large = new Sentence("info", "folder-large");
  private readonly conflictPlace = element("div", {});
  private shown = "";

  constructor() {
    const sentences = [this.stopped, this.mistaken, this.lost, this.large];
    this.place.append(...sentences.map(({ root }) => root), this.conflictPlace);
    byId("draft-notice").after(this.place);
  }

  /** Reports that the server does not answer, with its own explanation if any, until it does. */
  answering(isAnswering: boolean, reason: string | null): void {
    const isNews = this.stopped.say(isAnswering ? null : (reason ?? text("folder.stopped")));
    if (isNews && isAnswering) announce(text("folder.back"));
  }

  /** Reports which file is evaluated instead of a missing main file, until that is back. */
  lostMain(lost: LostMain | null): void {
    this.lost.say(lost && lostWords(lost));
  }

  /** Reports which files were removed because they became too large, until they are smaller or gone. */
  tooLarge(paths: readonly string[]): void {
    const count = paths.length;
    this.large.say(count === 0 ? null : text("folder.tooLarge", { count, names: paths.join(", ") }));
  }

  /** Reports the error in the folder's settings until it is fixed. */
  mistake(words: string | null): void {
    this.mistaken.say(words);
  }

  /** Shows conflicts as long as there are any. */
  watch(store: Store, folder: Folder): void {
    store.watch(["ahead"], ({ ahead }) => {
      for (const sentence of [this.mistaken, this.lost, this.large]) sentence.root.hidden = ahead === null;
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
            text("conflict.more", { count: rest }),
            button({
              label: text("conflict.showAll"),
              words: true,
              press: () => store.perform("saveToDisk"),
            }),
          ),
      );
      if (fresh !== undefined) announce(fresh);
    });
  }
}
