// The one store of the page: the workspace, the last answer of the engine, and what is selected.
//
// No part of the page knows another. A part reads the state, watches the keys that it shows, writes the slice of the
// state that is its own, and asks for what others do by a command:
//
//   const write = store.writer("results");                              // results/ owns this slice
//   store.watch(["lastGood", "view"], ({ lastGood }) => draw(lastGood)); // called now, and when one of these changes
//   store.perform("show", { span, focus: true });                       // the editor handles it
//
// The state is never changed in place: a key has another value, or it has not changed. Every watcher is told of every
// change, in the order in which they were made; one that changes something itself is heard after all have been told.

import type { FileContent, Workspace } from "evalground";
import type { Commands, Slices, State } from "./state.ts";
import { dialectFacts } from "./ui/dialects.ts";
import { entriesOf, filesOf, mapOf } from "./ui/entries.ts";
import { dataFile } from "./ui/places.ts";

export { firstState, problemsOf } from "./state.ts";
export type * from "./state.ts";

/** Told of a change, with the state before it; both are the same at the first call. */
type Listener = (state: Readonly<State>, before: Readonly<State>) => void;
/** Watches keys of the store until whoever gave this function ends it; `ended` is called then. */
export type Watch = (keys: (keyof State)[], listener: Listener, ended?: () => void) => void;

/** Changes keys of one slice. */
export type Write<Slice> = (changes: Partial<Slice>) => void;

/** The arguments that a command takes behind its name. */
type Payload<Name extends keyof Commands> = Commands[Name] extends undefined ? [] : [Commands[Name]];

type Handler<Name extends keyof Commands> = (payload: Commands[Name]) => void;

/** Holds the state; tells those who watch a key when its value becomes another one. */
export class Store {
  private current: State;
  private watchers: readonly { keys: (keyof State)[]; listener: Listener }[] = [];
  private readonly handlers = new Map<keyof Commands, Handler<never>[]>();
  private pending: { state: State; before: State }[] = [];
  private telling = false;

  constructor(initial: State) {
    this.current = initial;
  }

  /** The state as it is now. */
  get state(): Readonly<State> {
    return this.current;
  }

  /**
   * Gives the function that changes keys of a slice: the part that the slice belongs to asks for it once. Watchers are
   * told in the order of the changes, also of those made by other watchers.
   */
  writer<Name extends keyof Slices>(_slice: Name): Write<Slices[Name]> {
    return (changes) => this.update(changes);
  }

  /** Changes keys of several slices at once, as opening a draft does. */
  update(changes: Partial<State>): void {
    const before = this.current;
    // Opening a file of the workspace closes that of the run.
    const opens = "activeFile" in changes && { writtenFile: null };
    this.current = { ...before, ...opens, ...changes };
    this.pending.push({ state: this.current, before });
    if (this.telling) return;
    this.telling = true;
    try {
      for (let change = this.pending.shift(); change; change = this.pending.shift()) {
        const { state, before: previous } = change;
        for (const { keys, listener } of this.watchers) {
          if (!keys.some((key) => state[key] !== previous[key])) continue;
          try {
            listener(state, previous);
          } catch (error) {
            // One part that fails must not keep the others from hearing of the change.
            reportError(error);
          }
        }
      }
    } finally {
      this.telling = false;
    }
  }

  /** Calls back whenever one of these keys has changed, and once now; gives the function that ends it. */
  watch(keys: (keyof State)[], listener: Listener): () => void {
    const watcher = { keys, listener };
    this.watchers = [...this.watchers, watcher];
    listener(this.current, this.current);
    return () => {
      this.watchers = this.watchers.filter((other) => other !== watcher);
    };
  }

  /** Says who carries out a command; several may. */
  handle<Name extends keyof Commands>(name: Name, handler: Handler<Name>): void {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
  }

  /** Whether anybody carries out a command: an embed has not all parts of the page. */
  handles(name: keyof Commands): boolean {
    return this.handlers.has(name);
  }

  /** Carries out a command. */
  perform<Name extends keyof Commands>(name: Name, ...[payload]: Payload<Name>): void {
    for (const handler of this.handlers.get(name) ?? []) (handler as (given: unknown) => void)(payload);
  }

  /** Puts a file of the workspace into the editor, or none. */
  openFile(path: string | null): void {
    this.update({ activeFile: path });
  }

  /**
   * Replaces keys of the workspace; an undefined one is removed. Results become stale by it, but not by what is
   * expected of them.
   */
  edit(changes: Partial<Workspace>): void {
    const workspace: Workspace = { ...this.current.workspace, ...changes };
    for (const key of Object.keys(changes) as (keyof Workspace)[]) {
      if (changes[key] === undefined) delete workspace[key];
    }
    const concernsRuns = Object.keys(changes).some((key) => key !== "expect" && key !== "cases");
    this.update({ workspace, revision: this.current.revision + Number(concernsRuns) });
  }

  /** Replaces the content of files, or adds them at the end. */
  editFiles(contents: Readonly<Record<string, FileContent>>): void {
    const files = new Map(filesOf(this.current.workspace));
    for (const [path, content] of entriesOf<FileContent>(contents)) files.set(path, content);
    this.edit({ files: mapOf([...files]) });
  }

  /** The text in the source editor: the active file, the data of `$` in a workspace without files, or null. */
  get openText(): string | null {
    const { activeFile, workspace, writtenFile } = this.current;
    if (writtenFile !== null) return null;
    if (activeFile !== null || filesOf(workspace).size > 0) return activeFile;
    return dialectFacts(workspace.dialect).dollar === null ? null : dataFile;
  }

  /** The files that the last good run has written and that are neither kept nor dropped, by path. */
  get writtenFiles(): ReadonlyMap<string, FileContent> {
    const { dropped, lastGood, workspace } = this.current;
    const known = filesOf(workspace);
    const isSame = (content: FileContent, other: FileContent | undefined): boolean =>
      JSON.stringify(content) === JSON.stringify(other);
    return new Map(
      entriesOf<FileContent>(lastGood?.files).filter(
        ([path, content]) => !isSame(content, known.get(path)) && !isSame(content, dropped.get(path)),
      ),
    );
  }

  /** The path of the document that is evaluated, or null when the workspace has no file. */
  get mainFile(): string | null {
    const { main } = this.current.workspace;
    const files = filesOf(this.current.workspace);
    if (main !== undefined && files.has(main)) return main;
    return [...files.keys()][0] ?? null;
  }
}
