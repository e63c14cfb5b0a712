// The virtual files without their tabs: the actions on them, and the list of tabs. Files of the workspace come first,
// then the files that the last run wrote.
//
// A tab is identified by the path of its file. For files written by the run, the id begins with `ofTheRun`, which no
// path of a workspace does. So a written file and a file of the workspace can have the same path.

import type { FileContent } from "evalground";
import type { Store } from "../store.ts";
import { alarm, announce } from "../ui/announce.ts";
import { contentOf, sizeOf } from "../ui/content.ts";
import { filesOf, mapOf, pathsOf, redacted } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import { formatSize, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { type Files, inserted, moved, neighbour, renamed } from "./order.ts";
import { freePath, largestTotal, mostFiles, normalisePath } from "./paths.ts";

const ofTheRun = "/";
/** The id of the tab of the inputs. No file has an empty path. */
const inputsTab = "";

/**
 * A tab and what it shows: the inputs, the data of a workspace without files, a file of the workspace, or a file that a
 * run wrote.
 */
export interface FileTab {
  id: string;
  path: string;
  kind: "data" | "own" | "written" | "inputs";
  /** Whether this file is evaluated, if there are others that could be. */
  isMain: boolean;
  /** Whether it differs from the file on disk. */
  isAhead?: boolean;
}

/** Copies a file that the last run wrote into the workspace, and opens it. */
export function keepWritten(store: Store, path: string): void {
  const content = store.writtenFiles.get(path);
  if (content === undefined || content === redacted) return;
  store.editFiles({ [path]: content });
  store.openFile(path);
  announce(text("files.added", { path }));
}

/** Hides a file that the last run wrote, until a run writes a different content. */
export function dropWritten(store: Store, path: string): void {
  const content = store.writtenFiles.get(path);
  if (content === undefined) return;
  store.writer("files")({ dropped: new Map([...store.state.dropped, [path, content]]), writtenFile: null });
  announce(text("written.dropped", { path }));
}

/** A file from the user, as the browser provides it. */
export type GivenFile = Pick<File, "name" | "size" | "webkitRelativePath" | "arrayBuffer">;

export class WorkspaceFiles {
  constructor(private readonly store: Store) {}

  /** The files of the workspace. */
  get all(): Files {
    return filesOf(this.store.state.workspace);
  }

  /** Their paths, in order. */
  get paths(): string[] {
    return pathsOf(this.store.state.workspace);
  }

  /** Whether the files are those of a folder on disk. */
  get isOnDisk(): boolean {
    return this.store.state.ahead !== null;
  }

  /** The tabs, in order. */
  get tabs(): FileTab[] {
    const { mainFile, openText, writtenFiles } = this.store;
    const { paths } = this;
    const { ahead } = this.store.state;
    const data: FileTab = { id: dataFile, path: text("inputs.data"), kind: "data", isMain: false };
    const own = paths.map(
      (path): FileTab => ({
        id: path,
        path,
        kind: "own",
        isMain: path === mainFile && paths.length > 1,
        isAhead: ahead?.has(path) ?? false,
      }),
    );
    const written = [...writtenFiles.keys()].map(
      (path): FileTab => ({ id: ofTheRun + path, path, kind: "written", isMain: false }),
    );
    const inputs: FileTab = { id: inputsTab, path: text("pane.inputs"), kind: "inputs", isMain: false };
    return [...(this.store.hasInputsTab ? [inputs] : []), ...(openText === dataFile ? [data] : own), ...written];
  }

  /** The id of the open tab, or null. */
  get openTab(): string | null {
    const { activeFile, inputsOpen, writtenFile } = this.store.state;
    if (inputsOpen && this.store.hasInputsTab) return inputsTab;
    if (writtenFile !== null) return ofTheRun + writtenFile;
    return this.store.openText === dataFile ? dataFile : activeFile;
  }

  /** The path of a tab's file if the run wrote it, else null. */
  writtenPath(id: string): string | null {
    return id.startsWith(ofTheRun) ? id.slice(ofTheRun.length) : null;
  }

  /** Whether a file that the run wrote can be kept: it must not hold a secret. */
  canKeep(path: string): boolean {
    return this.store.writtenFiles.get(path) !== redacted;
  }

  /** Opens the content of a tab. */
  open(id: string): void {
    if (id === inputsTab) return this.store.perform("openPane", { pane: "inputs", focus: false });
    const writtenFile = this.writtenPath(id);
    if (writtenFile !== null) this.store.writer("files")({ writtenFile });
    else this.store.openFile(this.all.has(id) ? id : null);
  }

  /** Whether one more file fits. Announces it if not. */
  hasRoom(): boolean {
    if (this.paths.length < mostFiles) return true;
    alarm(text("files.tooMany", { count: mostFiles }));
    return false;
  }

  /** A path for a new file. */
  get freshPath(): string {
    return freePath("new.yaml", this.paths);
  }

  /** Adds an empty file and opens it with the caret in it. */
  add(typed: string): void {
    const path = normalisePath(typed);
    this.store.editFiles({ [path]: "" });
    this.store.openFile(path);
    this.store.perform("show", { span: { file: path, from: 0, to: 0, line: 1, column: 1 }, focus: true });
    announce(text("files.added", { path }));
  }

  /** Renames a file without moving it. Returns its new path. */
  rename(path: string, typed: string): string {
    const to = normalisePath(typed);
    if (to === path) return path;
    const { main } = this.store.state.workspace;
    const wasOpen = this.store.state.activeFile === path;
    this.write(renamed(this.all, path, to), main === path ? to : main);
    if (wasOpen) this.store.openFile(to);
    announce(text("files.renamed", { path: to }));
    return to;
  }

  /** Deletes a file and offers to undo it; false if the file does not exist. */
  remove(path: string): boolean {
    const { store } = this;
    const content = this.all.get(path);
    if (content === undefined) return false;
    const place = this.paths.indexOf(path);
    const { main } = store.state.workspace;
    const next = neighbour(this.paths, path);
    store.perform("keepHistory", "delete");
    const rest = new Map([...this.all].filter(([name]) => name !== path));
    if (store.state.activeFile === path) store.openFile(next);
    this.write(rest, main === path ? undefined : main);
    offerUndo(text("files.deleted", { path }), () => {
      const back = freePath(path, this.paths);
      this.write(inserted(this.all, back, content, place), main === path ? back : store.state.workspace.main);
      store.openFile(back);
    });
    return true;
  }

  /** Moves a file to another index among those of the workspace. */
  move(path: string, place: number): void {
    if (!this.all.has(path)) return;
    const { main } = this.store.state.workspace;
    // Without an explicit main file the first file is evaluated. Moving files must not change which one that is.
    this.write(moved(this.all, path, place), main ?? this.store.mainFile);
    announce(text("files.moved", { path, place: place + 1, count: this.paths.length }));
  }

  /** Makes a file the main document. */
  makeMain(path: string): void {
    this.store.edit({ main: path });
  }

  /** Adds the user's files, as far as they fit, and opens the last one. */
  async bringIn(given: readonly GivenFile[]): Promise<void> {
    const added: string[] = [];
    for (const file of given) {
      if (!this.hasRoom()) break;
      const total = [...this.all.values()].reduce((sum, content) => sum + sizeOf(content), 0);
      if (total + file.size > largestTotal) {
        const [size, limit] = [formatSize(file.size), formatSize(largestTotal)];
        alarm(text("files.tooLarge", { path: file.name, size, limit }));
        continue;
      }
      try {
        const content = contentOf(new Uint8Array(await file.arrayBuffer()));
        const path = freePath(normalisePath(file.webkitRelativePath || file.name), this.paths);
        this.store.editFiles({ [path]: content });
        added.push(path);
        announce(text("files.added", { path }));
      } catch (error) {
        alarm(text("files.unreadable", { path: file.name, reason: String(error) }));
      }
    }
    const last = added.at(-1);
    if (last === undefined) return;
    this.store.openFile(last);
    const { useEnvironments } = await import("./paste/environment.ts");
    await useEnvironments(this.store, added);
  }

  private write(files: ReadonlyMap<string, FileContent>, main: string | null | undefined): void {
    this.store.edit({ files: mapOf([...files]), main: main ?? undefined });
  }
}
