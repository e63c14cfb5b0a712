// The folder of the machine as a draft: follows its files, knows which were edited here, and saves those.
//
// A draft shows the folder when its record names the folder's id. Only while that draft is open are files followed and
// edits noted, so that `disk`, `edited` and the files of the draft belong together (agreement.ts).

import type { FileContent, Workspace } from "evalground";
import { neighbour } from "../files/order.ts";
import { type DiskProblem, diskProblem } from "../files/paths.ts";
import type { State, Store } from "../store.ts";
import { isBlank } from "../ui/blank.ts";
import { filesOf, mapOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import {
  aheadOf,
  changedDisk,
  type Disk,
  type Edited,
  editedNow,
  type Files,
  followed,
  pageContent,
  versionOf,
} from "./agreement.ts";
import { Follower } from "./follow.ts";
import { withLineEnds } from "./line_ends.ts";
import { fitting, type LeftReason, type Limits, limitsFor } from "./room.ts";
import type { FileToSave, FolderChanges, FolderServer, SaveOutcome, WholeFolder } from "./server.ts";
import {
  recordedSettings,
  type Settings,
  settingsChanges,
  type SettingsRead,
  settingsFrom,
  workspaceOfFolder,
} from "./settings.ts";

/** Reads the text of `.evalground.yaml`. */
export type ReadSettings = (text: string) => Promise<SettingsRead>;

/** How long a file that the page shows may be away from disk before it goes from the draft, in milliseconds. */
const longestAway = 2000;

/** A main file that went, which file is evaluated instead, and whether it was open. */
export interface LostMain {
  path: string;
  instead: string | null;
  /** It is on disk, and has become too large to be read. */
  isLarge: boolean;
  wasOpen: boolean;
  /** The file that was opened in its place. */
  openNow: string | null;
}

/** Hears what users should know of the folder. */
export interface FolderListener {
  /** Whether the server answers; `reason` is its own sentence on why it cannot. */
  answering(isAnswering: boolean, reason: string | null): void;
  /** The main file is gone from disk; null: it is back, or another was chosen. */
  lostMain(lost: LostMain | null): void;
  /** Files that went from the draft because they have become too large. */
  tooLarge(paths: readonly string[]): void;
  /** What is wrong with the settings, as a sentence. */
  mistake(words: string | null): void;
}

export class Folder {
  readonly id: string;
  readonly name: string;
  /** Files of the folder that the draft does not have. */
  readonly left: readonly { path: string; reason: LeftReason }[];
  private disk: Disk;
  private edited: Edited = new Map();
  private revision: number;
  /** What the folder's settings say; null: they were not read yet, so that the draft's record counts. */
  private settings: Settings | null = null;
  private readonly limits: Limits;
  private readonly follower: Follower;
  private readonly write;
  /** Contents that the server is asked to save at the moment. */
  private saving: ReadonlyMap<string, FileToSave> = new Map();
  /** What is wrong with the settings, as a sentence. */
  private mistake: string | null = null;
  private isOpen = false;
  /** The main file and the open one while they are away from disk; the draft keeps them meanwhile. */
  private readonly away = new Map<string, ReturnType<typeof setTimeout>>();
  /** The main file that went from the draft because the disk lacks it. */
  private lost: LostMain | null = null;
  /** Files of the draft that the disk has, and that have become too large to be read. */
  private large: ReadonlySet<string> = new Set();

  /** `whole` is what the server said of the folder at first. */
  constructor(
    private readonly store: Store,
    private readonly server: FolderServer,
    whole: WholeFolder,
    private readonly readSettings: ReadSettings,
    private readonly told: FolderListener,
  ) {
    this.id = whole.id;
    this.name = whole.name;
    this.revision = whole.revision;
    this.limits = limitsFor(whole.files.keys());
    const { taken, left } = fitting(whole.files, this.limits);
    this.disk = taken;
    this.left = [...whole.left, ...left];
    this.write = store.writer("folder");
    this.follower = new Follower(
      (signal, isBack) => this.look(signal, isBack),
      (isAnswering, reason) => told.answering(isAnswering, reason),
    );
  }

  /** A new workspace of the folder, by what its settings say; `open` is the workspace before it. */
  workspace(open: Workspace): Workspace {
    const files = new Map([...this.disk].map(([path, { content }]) => [path, pageContent(content)]));
    return workspaceOfFolder(files, this.settings ?? new Map(), open);
  }

  /** The settings say nothing, so that the layout of the folder counts. */
  get isRecognized(): boolean {
    return (this.settings?.size ?? 0) === 0;
  }

  /** What a new draft of the folder records of it. */
  get record(): NonNullable<State["folder"]> {
    return { id: this.id, edited: [...this.edited], settings: recordedSettings(this.settings ?? new Map()) };
  }

  /** Follows the store from now on: which draft is open, and what is edited in it. */
  watch(): void {
    this.store.watch(["draft", "folder", "workspace"], (state, before) => {
      const { draft, folder, workspace } = state;
      if (folder?.id !== this.id) this.leave();
      else if (!this.isOpen || draft !== before.draft) {
        this.isOpen = false;
        // What the disk changes in a draft that opens is saved with it only once it is open.
        queueMicrotask(() => this.enter(draft));
      } else if (workspace !== before.workspace) this.note();
    });
  }

  /** The content of a file on disk; undefined where the disk lacks it. */
  onDisk(path: string): FileContent | undefined {
    return this.disk.get(path)?.content;
  }

  /** Reads the text of the settings; null: the folder has none. With a mistake, what they said before counts. */
  async readSettingsOf(typed: string | null): Promise<void> {
    const read = typed === null ? { settings: new Map() } : await this.readSettings(typed);
    this.mistake = "mistake" in read ? text("settings.mistake", { reason: read.mistake }) : null;
    if ("settings" in read) this.takeSettings(read.settings);
    this.sayMistake();
  }

  /** Says what is wrong with the settings, as long as it is. */
  private sayMistake(): void {
    const main = this.settings?.get("main");
    const isMissing = this.isOpen && typeof main === "string" && !filesOf(this.store.state.workspace).has(main);
    this.told.mistake(this.mistake ?? (isMissing ? text("settings.noMain", { path: main }) : null));
  }

  /** Whether the disk has a file that has become too large to be read. */
  isLarge(path: string): boolean {
    return this.large.has(path);
  }

  /** Edited files whose names cannot be saved. */
  get unwritable(): { path: string; problem: DiskProblem }[] {
    return [...this.edited.keys()].flatMap((path) => {
      const problem = diskProblem(path);
      return problem ? [{ path, problem }] : [];
    });
  }

  /** Takes what the settings say by now. */
  takeSettings(settings: Settings): void {
    const before = this.settings ?? new Map<string, unknown>();
    this.settings = settings;
    if (!this.isOpen) return;
    const changes = settingsChanges(this.store.state.workspace, before, settings);
    if (Object.keys(changes).length > 0) this.store.edit(changes);
    this.note();
  }

  /** Keeps the page's text; saving it replaces what is on disk by now. */
  keepMine(path: string): void {
    this.rebase(path, versionOf(this.disk, path));
    this.note();
  }

  /** Puts the disk's version into the page; gives the function that takes that back. */
  useDisk(path: string): () => void {
    const { store } = this;
    const mine = filesOf(store.state.workspace).get(path);
    const began = this.edited.get(path);
    store.perform("keepHistory", "disk");
    const content = this.onDisk(path);
    this.put(path, content === undefined ? undefined : pageContent(content));
    return () => {
      this.put(path, mine);
      if (began !== undefined) this.rebase(path, began);
      this.note();
    };
  }

  /** Saves files of the draft, all or none; the names of files that the draft has no more are removed. */
  async save(paths: readonly string[]): Promise<SaveOutcome> {
    const files = filesOf(this.store.state.workspace);
    const asked = new Map(
      paths.map((path) => [path, { content: this.toSave(path, files), was: versionOf(this.disk, path) }]),
    );
    this.saving = asked;
    try {
      const outcome = await this.server.save(asked);
      if (outcome.kind === "saved") {
        for (const [path, { content }] of asked) {
          const version = outcome.versions.get(path);
          if (content === null) this.accept(new Map(), [path]);
          else if (version !== undefined) this.accept(new Map([[path, { content, version }]]), []);
        }
        this.note();
      } else if (outcome.kind === "conflicts") {
        const whole = await this.server.files();
        // What is away is why nothing was saved.
        for (const path of this.away.keys()) this.letGo(path);
        this.takeWhole(whole);
      }
      return outcome;
    } finally {
      this.saving = new Map();
    }
  }

  /** What is written for a file of the draft; null: it is removed. */
  private toSave(path: string, files: Files): FileContent | null {
    const content = files.get(path) ?? null;
    const before = this.onDisk(path);
    return typeof content === "string" && typeof before === "string" ? withLineEnds(content, before) : content;
  }

  private enter(opened: string): void {
    const { draft, folder } = this.store.state;
    if (this.isOpen || draft !== opened) return;
    this.isOpen = true;
    this.edited = new Map(folder?.edited);
    const now = this.settings;
    this.settings = settingsFrom(folder?.settings ?? "{}");
    this.take();
    if (now) this.takeSettings(now);
    this.follower.want(true);
  }

  private leave(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.follower.want(false);
    this.setLost(null);
    this.write({ ahead: null });
  }

  /** Asks the server once. A server that did not answer before is asked for everything. */
  private async look(signal: AbortSignal, isBack: boolean): Promise<void> {
    if (isBack) {
      const whole = await this.server.files(signal);
      if (!signal.aborted) this.takeWhole(whole);
      return;
    }
    const changes = await this.server.changes(this.revision, signal);
    if (!signal.aborted) await this.takeChanges(changes);
  }

  private takeWhole(whole: WholeFolder): void {
    void this.takeChanges({ ...whole, removed: [], isWhole: true });
  }

  private async takeChanges({ revision, files, removed, settings, left, isWhole }: FolderChanges): Promise<void> {
    this.revision = revision;
    const gone = isWhole ? [...this.disk.keys()].filter((path) => !files.has(path)) : removed;
    const tooLarge = left.filter(({ reason }) => reason === "large").map(({ path }) => path);
    const still = [...this.large].filter((path) =>
      isWhole ? tooLarge.includes(path) : !files.has(path) && !gone.includes(path),
    );
    this.large = new Set([...still, ...tooLarge.filter((path) => gone.includes(path))]);
    this.told.tooLarge([...this.large].filter((path) => !this.edited.has(path)));
    if (files.size + gone.length > 0) {
      const { taken } = fitting(files, this.limits, this.disk);
      for (const path of taken.keys()) this.stopWaiting(path);
      this.accept(
        taken,
        gone.filter((path) => !this.awaits(path)),
      );
      if (this.take()) this.runNow();
    }
    if (settings === undefined) return;
    await this.readSettingsOf(settings);
  }

  /** Whether the draft keeps a file that the disk lacks: editors and `git` replace a file by removing it first. */
  private awaits(path: string): boolean {
    if (this.away.has(path)) return true;
    const { mainFile, state } = this.store;
    if (this.large.has(path)) return false;
    const isShown = path === mainFile || path === state.activeFile;
    if (!this.isOpen || !isShown || this.edited.has(path) || !this.disk.has(path)) return false;
    this.away.set(
      path,
      setTimeout(() => this.letGo(path), longestAway),
    );
    return true;
  }

  private stopWaiting(path: string): void {
    clearTimeout(this.away.get(path));
    this.away.delete(path);
  }

  /** A file that was away is gone. */
  private letGo(path: string): void {
    this.stopWaiting(path);
    this.accept(new Map(), [path]);
    if (this.isOpen && this.take()) this.runNow();
  }

  /** Notes what is on disk by now. A file that this page has just saved is what its edits begin from. */
  private accept(files: Disk, removed: readonly string[]): void {
    this.disk = changedDisk(this.disk, files, removed);
    for (const path of [...files.keys(), ...removed]) {
      const sent = this.saving.get(path);
      if (sent && sent.content === (this.onDisk(path) ?? null)) this.rebase(path, versionOf(this.disk, path));
    }
  }

  /** Brings the files of the draft up to those on disk, but for those that were edited; says whether any changed. */
  private take(): boolean {
    const { store } = this;
    const files = filesOf(store.state.workspace);
    const next = followed(files, this.disk, this.edited);
    if (next !== files) this.replace(files, next);
    this.note();
    return next !== files;
  }

  /** Puts one file into the draft, or takes it out. */
  private put(path: string, content: FileContent | undefined): void {
    const files = filesOf(this.store.state.workspace);
    const next = new Map(files);
    if (content === undefined) next.delete(path);
    else next.set(path, content);
    this.replace(files, next);
  }

  private replace(files: Files, next: Files): void {
    const { store, lost } = this;
    const { activeFile } = store.state;
    const before = store.mainFile;
    const isClosing = activeFile !== null && !next.has(activeFile);
    const staying = [...files.keys()].filter((path) => path === activeFile || next.has(path));
    const beside = isClosing ? neighbour(staying, activeFile) : null;
    if (beside !== null) store.openFile(beside);
    const main = this.nextMain(files, next);
    store.edit({ files: mapOf([...next]), ...(main !== null && { main }) });
    if (store.state.activeFile === null || (isClosing && beside === null)) store.openFile([...next.keys()][0] ?? null);
    if (before !== null && !next.has(before)) {
      this.setLost({
        path: before,
        isLarge: this.large.has(before),
        instead: store.mainFile,
        wasOpen: activeFile === before,
        openNow: store.state.activeFile,
      });
    } else if (lost && next.has(lost.path)) {
      if (lost.wasOpen && store.state.activeFile === lost.openNow) store.openFile(lost.path);
      this.setLost(null);
    }
  }

  /** What `main` becomes when the files become others: undefined is the first file, and null leaves it. */
  private nextMain(files: Files, next: Files): string | undefined | null {
    const { mainFile } = this.store;
    const said = this.settings?.get("main");
    const named = typeof said === "string" && next.has(said) ? said : undefined;
    if (named !== undefined && !files.has(named)) return named;
    if (mainFile !== null && !next.has(mainFile)) return named;
    const back = this.lost?.path;
    return named === undefined && back !== undefined && next.has(back) ? back : null;
  }

  private setLost(lost: LostMain | null): void {
    if (lost === this.lost) return;
    this.lost = lost;
    this.told.lostMain(lost);
  }

  /** Runs at once: nobody is typing this. */
  private runNow(): void {
    const { live, paused, workspace } = this.store.state;
    if (live && !paused && !isBlank(workspace)) this.store.perform("rerun");
  }

  private rebase(path: string, version: string | null): void {
    this.edited = new Map([...this.edited, [path, version]]);
  }

  /** Notes which files differ from the disk by now. */
  private note(): void {
    if (!this.isOpen) return;
    const { ahead, folder, workspace } = this.store.state;
    // The user has chosen another main file, or has made the lost one anew.
    if (this.lost && this.store.mainFile !== this.lost.instead) this.setLost(null);
    this.sayMistake();
    this.edited = editedNow(filesOf(workspace), this.disk, this.edited);
    const next = aheadOf(this.disk, this.edited);
    const record = this.record;
    const isSame = JSON.stringify(record) === JSON.stringify(folder);
    if (isSame && ahead && JSON.stringify([...next]) === JSON.stringify([...ahead])) return;
    this.write({ folder: isSame ? folder : record, ahead: next });
  }
}
