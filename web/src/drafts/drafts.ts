// Drafts. Text is in this browser's storage at most 300 ms after a keystroke, and every run saves it first.
//
// One draft is open. An edit makes it unsaved. It is written to IndexedDB (storage.ts) 200 ms after the last edit. If
// that fails, or the page closes before it finishes, one draft is written to localStorage, which is small but
// synchronous; the next visit uses the newer of the two. An example that was only viewed is not stored. A deleted draft
// can be restored until twenty later ones were deleted. Secrets are withheld from storage unless the user wants them
// remembered. If several tabs have the same draft open, one owns it and saves it (owner.ts). Versions of the document
// form its history (history.ts).
//
// Invariants: `record` is what storage has, or is about to have, of the open draft. `unsaved` means that the state has
// newer text. Between the last snapshot of the old draft and showing the new one there is no await, so that typed text
// belongs to exactly one of them. No run begins before `save` has resolved or, if runs are known to be short, before
// the write was issued. So a document that hangs the browser is still there afterwards, and opens paused.

import defaultExample from "virtual:default-example";
import type { Workspace } from "evalground";
import type { State, Store } from "../store.ts";
import { keep, kept } from "../ui/keep.ts";
import { type Channel, Ownership } from "./owner.ts";
import { freshId, newDraft, opened, snapshot, workspaceOf } from "./records.ts";
import type { DraftRecord, DraftStorage } from "./storage.ts";

/** Debounce after an edit before the draft is saved, in milliseconds. */
const saveAfter = 200;
const deletedKept = 20;
const lastDraftKey = "evalground.draft";
const unsavedKey = "evalground.unsaved";
const runningKey = "evalground.running";

/** The keys of the state that are saved with a draft. */
const keptKeys = [
  "workspace",
  "title",
  "activeFile",
  "view",
  "live",
  "expressions",
  "rememberSecrets",
  "folder",
] as const;

/** Whether the page opens with its example: this browser has stored nothing, and the address names nothing. */
export function isFirstVisit(): boolean {
  return location.hash.length <= 1 && kept(lastDraftKey, null) === null;
}

/** Notes whether a draft is being evaluated. A note found on the next visit means that the run never ended. */
export function noteRunning(draft: string, running: boolean): void {
  const notes = kept<Record<string, true>>(runningKey, {});
  if (running) notes[draft] = true;
  else delete notes[draft];
  keep(runningKey, notes);
}

function hasUnfinishedRun(draft: string): boolean {
  return kept<Record<string, true>>(runningKey, {})[draft] === true;
}

/** The draft rescued to localStorage, or null. */
function rescuedDraft(): DraftRecord | null {
  return kept<DraftRecord | null>(unsavedKey, null);
}

function forgetRescued(id: string): void {
  if (rescuedDraft()?.id === id) keep(unsavedKey, null);
}

/** Properties of a new draft beside its workspace. */
type Given = Partial<DraftRecord> & { fromLink?: boolean };

/** The drafts of this browser, of which one is open. They depend on the store and on no other part of the page. */
export class Drafts {
  private record: DraftRecord | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsaved = false;
  /** The state is changing because a draft opens, not because of an edit. */
  private loading = false;
  /** Unedited examples that were left. They are not stored, but the user can return to them. */
  private readonly left = new Map<string, DraftRecord>();
  private readonly owner: Ownership;

  constructor(
    private readonly store: Store,
    readonly storage: DraftStorage,
    channel: Channel | null,
  ) {
    this.owner = new Ownership(channel, freshId(), {
      openDraft: () => store.state.draft,
      save: () => void this.save(),
      lost: (why) => store.writer("draft")({ saved: "elsewhere", elsewhere: why }),
    });
  }

  /** Opens a stored draft; false if there is none with that id. */
  open = async (id: string): Promise<boolean> => {
    await this.save();
    const stored = this.left.get(id) ?? (await this.storage.get(id));
    const rescued = rescuedDraft();
    const draft = rescued?.id === id && rescued.changed >= (stored?.changed ?? 0) ? rescued : stored;
    if (!draft) return false;
    let state: Partial<State>;
    try {
      state = { ...opened(draft), paused: hasUnfinishedRun(id), cautious: false };
    } catch {
      // A record that cannot be read must not prevent the page from opening.
      return false;
    }
    const leaving = this.leave();
    const wasLeft = this.left.delete(id);
    this.show(draft, state);
    if (draft === rescued || wasLeft) this.touch();
    await leaving;
    return true;
  };

  /** Makes a draft from a workspace and opens it. `example` is the id of the example it comes from. */
  async create(workspace: Workspace, title: string, example: string | null = null, given: Given = {}): Promise<void> {
    const { fromLink, ...record } = given;
    const draft = newDraft(workspace, title, example, record);
    await null; // let all handlers of the command note what it opens before the draft is shown
    const leaving = this.leave();
    this.show(draft, { ...opened(draft), paused: false, cautious: fromLink === true });
    this.touch();
    await leaving;
  }

  /** Opens the draft named by the address, else the last one, else the example of a first visit. */
  async openFirst(address: string): Promise<void> {
    const named = /^#d\/([a-z0-9]+)$/.exec(address)?.[1];
    const id = named ?? kept<string | null>(lastDraftKey, null);
    if (id === null || !(await this.open(id))) await this.openDefault();
  }

  /** Marks a draft as deleted. If it was open, another one is opened. */
  async remove(id: string): Promise<DraftRecord | null> {
    const isOpen = id === this.store.state.draft;
    if (isOpen) await this.save();
    const found = isOpen && this.record ? snapshot(this.record, this.store.state) : await this.storage.get(id);
    if (!found) return null;
    const removed = { ...found, deleted: Date.now() };
    await this.storage.put(removed);
    forgetRescued(id);
    const all = await this.storage.list();
    await this.forgetDeleted(all);
    if (!isOpen) return removed;
    this.record = undefined;
    this.unsaved = false;
    const next = all.find(({ deleted }) => deleted === null);
    if (!next || !(await this.open(next.id))) await this.openDefault();
    return removed;
  }

  /** Undoes a deletion and opens the draft. */
  async restore(id: string): Promise<void> {
    const draft = await this.storage.get(id);
    if (!draft) return;
    await this.storage.put({ ...draft, deleted: null, changed: Date.now() });
    await this.open(id);
  }

  /** Saves the open draft. */
  save = async (): Promise<void> => {
    clearTimeout(this.timer);
    if (!this.unsaved || !this.owner.owns || !this.record) return;
    this.unsaved = false;
    const saved = { ...snapshot(this.record, this.store.state), changed: Date.now() };
    this.record = saved;
    if (!(await this.storage.put(saved))) {
      keep(unsavedKey, saved);
      return;
    }
    forgetRescued(saved.id);
    if (!this.unsaved && this.store.state.draft === saved.id)
      this.store.writer("draft")({ saved: "saved", storageTrouble: null });
  };

  /** Saves synchronously because the page may close before the storage answers. */
  rescue(): void {
    if (!this.unsaved || !this.owner.owns || !this.record) return;
    keep(unsavedKey, { ...snapshot(this.record, this.store.state), changed: Date.now() });
    void this.save();
  }

  /** Makes this tab the owner of the open draft. */
  async takeOver(): Promise<void> {
    this.owner.takeOver();
    this.store.writer("draft")({ saved: "saving", elsewhere: null });
    this.unsaved = true;
    await this.save();
  }

  /** Removes all drafts and their history. Nothing is saved from then on. */
  async erase(): Promise<void> {
    this.owner.owns = false;
    this.unsaved = false;
    await this.storage.erase();
  }

  /** Saves all changes by the user from now on. */
  follow(): void {
    this.store.watch([...keptKeys], (state, before) => {
      if (state === before || this.loading || state.draft !== before.draft || !this.record) return;
      if (state.workspace !== before.workspace || state.title !== before.title) {
        this.record.edited = true;
        if (!state.edited) this.store.writer("draft")({ edited: true });
      }
      if (this.owner.owns) this.touch();
    });
  }

  private openDefault(): Promise<void> {
    return this.create(workspaceOf(defaultExample), defaultExample.title ?? "", defaultExample.id);
  }

  private show(draft: DraftRecord, state: Partial<State>): void {
    this.record = draft;
    this.unsaved = false;
    this.loading = true;
    this.store.update({ ...state, revision: this.store.state.revision + 1 });
    this.loading = false;
    keep(lastDraftKey, draft.id);
    this.owner.opened();
  }

  /**
   * Leaves the open draft so that another one can be shown at once. Resolves when it is stored. An example that was
   * only viewed is not stored, but the user can return to it.
   */
  private leave(): Promise<unknown> {
    const saving = this.save();
    // Do not remove another tab's draft: it may have been edited there.
    if (!this.owner.owns || !this.record || this.record.edited || this.record.example === null) return saving;
    this.left.set(this.record.id, snapshot(this.record, this.store.state));
    return Promise.all([saving, this.storage.remove(this.record.id)]);
  }

  private touch(): void {
    this.unsaved = true;
    if (this.store.state.saved === "saved") this.store.writer("draft")({ saved: "saving" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), saveAfter);
  }

  /** Permanently removes deleted drafts beyond the limit. */
  private async forgetDeleted(all: readonly DraftRecord[]): Promise<void> {
    const old = all
      .filter(({ deleted }) => deleted !== null)
      .sort((one, other) => (other.deleted ?? 0) - (one.deleted ?? 0))
      .slice(deletedKept);
    for (const draft of old) await this.storage.remove(draft.id);
  }
}
