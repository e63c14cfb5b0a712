// A folder on disk as a draft: follows its files, tracks which were edited in the page, and saves those.
//
// A draft shows the folder if its record has the folder's id. Files are followed and edits are tracked only while that
// draft is open, so that `disk`, `edited` and the draft's files are consistent (agreement.ts).

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

/** Parses the text of `.evalground.yaml`. */
export type ReadSettings = (text: string) => Promise<SettingsRead>;

/** How long a file shown in the page may be missing on disk before it is removed from the draft, in milliseconds. */
const longestAway = 2000;

/** A main file that was removed, the file that is evaluated instead, and whether it was open. */
export interface LostMain {
  path: string;
  instead: string | null;
  /** Whether it exists but has become too large to be read. */
  isLarge: boolean;
  wasOpen: boolean;
  /** The file that was opened in its place. */
  openNow: string | null;
}

/** Receives what the user should know about the folder. */
export interface FolderListener {
  /** Whether the server answers. `reason` is the server's explanation of why it cannot. */
  answering(isAnswering: boolean, reason: string | null): void;
  /** The main file was removed from disk; null: it is back, or another was chosen. */
  lostMain(lost: LostMain | null): void;
  /** Files that were removed from the draft because they became too large. */
  tooLarge(paths: readonly string[]): void;
  /** The error in the settings, as a sentence. */
  mistake(words: string | null): void;
}

export class Folder {
  readonly id: string;
  readonly name: string;
  /** Files of the folder that are not in the draft. */
  readonly left: readonly { path: string; reason: LeftReason }[];
  private disk: Disk;
  private edited: Edited = new Map();
  private revision: number;
  /** The folder's settings; null if they were not read yet. Then those in the draft's record apply. */
  private settings: Settings | null = null;
  private readonly limits: Limits;
  private readonly follower: Follower;
  private readonly write;
  /** Contents that are being saved. */
  private saving: ReadonlyMap<string, FileToSave> = new Map();
  /** The error in the settings, as a sentence. */
  private mistake: string | null = null;
  private isOpen = false;
  /** Timers for the main file and the open file while they are missing on disk. The draft keeps them meanwhile. */
  private readonly away = new Map<string, ReturnType<typeof setTimeout>>();
  /** The main file that was removed from the draft because it is missing on disk. */
  private lost: LostMain | null = null;
  /** Files of the draft that exist on disk but have become too large to be read. */
  private large: ReadonlySet<string> = new Set();

  /** `whole` is the server's first answer. */
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
      (signal, isBack) => this.poll(signal, isBack),
      (isAnswering, reason) => told.answering(isAnswering, reason),
    );
  }

  /** A new workspace of the folder, according to its settings. `open` is the previous workspace. */
  workspace(open: Workspace): Workspace {
    const files = new Map([...this.disk].map(([path, { content }]) => [path, pageContent(content)]));
    return workspaceOfFolder(files, this.settings ?? new Map(), open);
  }

  /** Whether there are no settings, so that the folder's layout determines the workspace. */
  get isRecognized(): boolean {
    return (this.settings?.size ?? 0) === 0;
  }

  /** What a new draft of the folder stores about it. */
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
        // Wait until the draft is open, so that changes from the disk are saved with it.
        queueMicrotask(() => this.enter(draft));
      } else if (workspace !== before.workspace) this.note();
    });
  }

  /** The content of a file on disk; undefined if it does not exist there. */
  onDisk(path: string): FileContent | undefined {
    return this.disk.get(path)?.content;
  }

  /** Parses the settings; null: there are none. If they have an error, the previous settings stay in effect. */
  async readSettingsOf(typed: string | null): Promise<void> {
    const read = typed === null ? { settings: new Map() } : await this.readSettings(typed);
    this.mistake = "mistake" in read ? text("settings.mistake", { reason: read.mistake }) : null;
    if ("settings" in read) this.takeSettings(read.settings);
    this.sayMistake();
  }

  /** Reports the error in the settings as long as there is one. */
  private sayMistake(): void {
    const main = this.settings?.get("main");
    const isMissing = this.isOpen && typeof main === "string" && !filesOf(this.store.state.workspace).has(main);
    this.told.mistake(this.mistake ?? (isMissing ? text("settings.noMain", { path: main }) : null));
  }

  /** Whether a file on disk has become too large to be read. */
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

  /** Applies new settings. */
  takeSettings(settings: Settings): void {
    const before = this.settings ?? new Map<string, unknown>();
    this.settings = settings;
    if (!this.isOpen) return;
    const changes = settingsChanges(this.store.state.workspace, before, settings);
    if (Object.keys(changes).length > 0) this.store.edit(changes);
    this.note();
  }

  /** Keeps the page's text. Saving it will overwrite the current version on disk. */
  keepMine(path: string): void {
    this.rebase(path, versionOf(this.disk, path));
    this.note();
  }

  /** Takes the disk's version. Returns a function that undoes this. */
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

  /** Saves files of the draft, all or none. Files that were removed from the draft are removed from the disk. */
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
        // The missing files caused the conflict, so do not wait for them any longer.
        for (const path of this.away.keys()) this.treatAsRemoved(path);
        this.takeWhole(whole);
      }
      return outcome;
    } finally {
      this.saving = new Map();
    }
  }

  /** The content to write for a file of the draft; null: remove it. */
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

  /** Sends one request. After an outage it requests all files. */
  private async poll(signal: AbortSignal, isBack: boolean): Promise<void> {
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

  /** Whether the draft keeps a file that is missing on disk. Editors and `git` replace a file by removing it first. */
  private awaits(path: string): boolean {
    if (this.away.has(path)) return true;
    const { mainFile, state } = this.store;
    if (this.large.has(path)) return false;
    const isShown = path === mainFile || path === state.activeFile;
    if (!this.isOpen || !isShown || this.edited.has(path) || !this.disk.has(path)) return false;
    this.away.set(
      path,
      setTimeout(() => this.treatAsRemoved(path), longestAway),
    );
    return true;
  }

  private stopWaiting(path: string): void {
    clearTimeout(this.away.get(path));
    this.away.delete(path);
  }

  /** A missing file did not come back in time: it counts as removed. */
  private treatAsRemoved(path: string): void {
    this.stopWaiting(path);
    this.accept(new Map(), [path]);
    if (this.isOpen && this.take()) this.runNow();
  }

  /** Records the current files on disk. Edits of a file that was just saved start from the saved version. */
  private accept(files: Disk, removed: readonly string[]): void {
    this.disk = changedDisk(this.disk, files, removed);
    for (const path of [...files.keys(), ...removed]) {
      const sent = this.saving.get(path);
      if (sent && sent.content === (this.onDisk(path) ?? null)) this.rebase(path, versionOf(this.disk, path));
    }
  }

  /** Updates the draft's files from the disk, except edited ones. Returns whether any changed. */
  private take(): boolean {
    const { store } = this;
    const files = filesOf(store.state.workspace);
    const next = followed(files, this.disk, this.edited);
    if (next !== files) this.replace(files, next);
    this.note();
    return next !== files;
  }

  /** Adds a file to the draft, or removes it. */
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

  /** The new value of `main` when the files change: undefined means the first file, null means no change. */
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

  /** Runs without debounce, because the change was not typed. */
  private runNow(): void {
    const { live, paused, workspace } = this.store.state;
    if (live && !paused && !isBlank(workspace)) this.store.perform("rerun");
  }

  private rebase(path: string, version: string | null): void {
    this.edited = new Map([...this.edited, [path, version]]);
  }

  /** Records which files differ from the disk now. */
  private note(): void {
    if (!this.isOpen) return;
    const { ahead, folder, workspace } = this.store.state;
    // The user has chosen another main file, or has recreated the lost one.
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
