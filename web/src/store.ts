// The store of the page: the workspace, the last answer of the engine, the selection, and the other slices of the
// state.
//
// Parts of the page do not know each other. A part reads the state, watches the keys that it shows, and writes its own
// slice. For anything else it performs a command that another part handles:
//
//   const write = store.writer("results");                              // results/ owns this slice
//   store.watch(["lastGood", "view"], ({ lastGood }) => draw(lastGood)); // called now and when one of these changes
//   store.perform("show", { span, focus: true });                       // the editor handles it
//
// The state is never changed in place: a changed key has a new value. Every watcher is notified of every change, in the
// order of the changes. A change made by a watcher is delivered once all watchers were notified of the current one.

import type { FileContent, Workspace } from "evalground";
import type { Commands, Slices, State } from "./state.ts";
import { dialectFacts } from "./ui/dialects.ts";
import { entriesOf, filesOf, mapOf } from "./ui/entries.ts";
import { dataFile } from "./ui/places.ts";

export { firstState, problemsOf } from "./state.ts";
export type * from "./state.ts";

/** Receives a change, with the state before it. At the first call both are the same. */
type Listener = (state: Readonly<State>, before: Readonly<State>) => void;
/** Watches keys of the store until the owner of this function ends it; `ended` is called then. */
export type Watch = (keys: (keyof State)[], listener: Listener, ended?: () => void) => void;

/** Changes keys of one slice. */
export type Write<Slice> = (changes: Partial<Slice>) => void;

/** The arguments of a command after its name. */
type Payload<Name extends keyof Commands> = Commands[Name] extends undefined ? [] : [Commands[Name]];

type Handler<Name extends keyof Commands> = (payload: Commands[Name]) => void;

/** Keys of a workspace that its result does not depend on. */
const describing = ["expect", "cases", "title", "description"];

/** Holds the state, and notifies the watchers of a key when its value changes. */
export class Store {
  private current: State;
  private watchers: readonly { keys: (keyof State)[]; listener: Listener }[] = [];
  private readonly handlers = new Map<keyof Commands, Handler<never>[]>();
  private pending: { state: State; before: State }[] = [];
  private notifying = false;

  constructor(initial: State) {
    this.current = initial;
  }

  /** The state as it is now. */
  get state(): Readonly<State> {
    return this.current;
  }

  /**
   * Returns the function that changes keys of a slice. The part that owns the slice calls this once. Watchers are
   * notified in the order of the changes, including changes made by other watchers.
   */
  writer<Name extends keyof Slices>(_slice: Name): Write<Slices[Name]> {
    return (changes) => this.update(changes);
  }

  /** Changes keys of several slices at once, as opening a draft does. */
  update(changes: Partial<State>): void {
    const before = this.current;
    // Opening a file of the workspace hides the file written by the run. Opening any file hides the inputs.
    const opensOwn = "activeFile" in changes && { writtenFile: null };
    const opens = ("activeFile" in changes || "writtenFile" in changes) && { inputsOpen: false };
    this.current = { ...before, ...opensOwn, ...opens, ...changes };
    this.pending.push({ state: this.current, before });
    if (this.notifying) return;
    this.notifying = true;
    try {
      for (let change = this.pending.shift(); change; change = this.pending.shift()) {
        const { state, before: previous } = change;
        for (const { keys, listener } of this.watchers) {
          if (!keys.some((key) => state[key] !== previous[key])) continue;
          try {
            listener(state, previous);
          } catch (error) {
            // A part that fails must not prevent others from being notified.
            reportError(error);
          }
        }
      }
    } finally {
      this.notifying = false;
    }
  }

  /** Calls back now and whenever one of these keys has changed. Returns a function that ends it. */
  watch(keys: (keyof State)[], listener: Listener): () => void {
    const watcher = { keys, listener };
    this.watchers = [...this.watchers, watcher];
    listener(this.current, this.current);
    return () => {
      this.watchers = this.watchers.filter((other) => other !== watcher);
    };
  }

  /** Registers a handler for a command. There may be several. */
  handle<Name extends keyof Commands>(name: Name, handler: Handler<Name>): void {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
  }

  /** Whether a command has a handler. An embed does not have all parts of the page. */
  handles(name: keyof Commands): boolean {
    return this.handlers.has(name);
  }

  /** Performs a command. */
  perform<Name extends keyof Commands>(name: Name, ...[payload]: Payload<Name>): void {
    for (const handler of this.handlers.get(name) ?? []) (handler as (given: unknown) => void)(payload);
  }

  /** Opens a file of the workspace in the editor, or none. */
  openFile(path: string | null): void {
    this.update({ activeFile: path });
  }

  /**
   * Replaces keys of the workspace; an undefined value removes its key. This makes the results stale, except for
   * changes of the expectation.
   */
  edit(changes: Partial<Workspace>): void {
    const workspace: Workspace = { ...this.current.workspace, ...changes };
    for (const key of Object.keys(changes) as (keyof Workspace)[]) {
      if (changes[key] === undefined) delete workspace[key];
    }
    const concernsRuns = Object.keys(changes).some((key) => !describing.includes(key));
    this.update({ workspace, revision: this.current.revision + Number(concernsRuns) });
  }

  /** Replaces the content of files. New files are added at the end. */
  editFiles(contents: Readonly<Record<string, FileContent>>): void {
    const files = new Map(filesOf(this.current.workspace));
    for (const [path, content] of entriesOf<FileContent>(contents)) files.set(path, content);
    this.edit({ files: mapOf([...files]) });
  }

  /** Whether the inputs are a tab beside the files. */
  get hasInputsTab(): boolean {
    return this.current.layout === "wide" && this.current.inputsBeside;
  }

  /** The text in the source editor: the active file, the data of `$` in a workspace without files, or null. */
  get openText(): string | null {
    const { activeFile, workspace, writtenFile } = this.current;
    if (writtenFile !== null) return null;
    if (activeFile !== null || filesOf(workspace).size > 0) return activeFile;
    return dialectFacts(workspace.dialect).dollar === null ? null : dataFile;
  }

  /** The files written by the last good run that were neither kept nor dismissed, by path. */
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

  /** The path of the evaluated document; null if the workspace has no file. */
  get mainFile(): string | null {
    const { main } = this.current.workspace;
    const files = filesOf(this.current.workspace);
    if (main !== undefined && files.has(main)) return main;
    return [...files.keys()][0] ?? null;
  }

  /** The text of that document; empty if the workspace has none. */
  get mainText(): string {
    const content = filesOf(this.current.workspace).get(this.mainFile ?? "");
    return typeof content === "string" ? content : "";
  }
}
