// The one store of the page: the workspace, the last answer of the engine, and what is selected. Every part reads it,
// asks it for changes, and is told of them; no part knows another.

import type { Case, FileContent, Fix, OutlineNode, Path, RunResult, Span, Workspace } from "evalground";
import { dialectFacts, type InputTab } from "./ui/dialects.ts";
import { entriesOf, filesOf, mapOf, pathsOf } from "./ui/entries.ts";
import { dataFile } from "./ui/places.ts";

/** Which of the three arrangements of panes is on the screen. */
export type Layout = "wide" | "medium" | "narrow";

/** The panes that share one place on small screens. */
export type Pane = "source" | "resources" | "inputs" | "results";

/** What the shown results are worth: see the state machine in run/runner.ts. */
export type Freshness = "empty" | "fresh" | "stale" | "running" | "stopped" | "error";

/** How the engine itself is: being fetched, usable, stopped by a crash, or impossible in this browser. */
export type EngineState = "loading" | "ready" | "crashed" | "unsupported";

/** Where the text of the draft is kept at this moment. */
export type Saved = "saved" | "saving" | "memory" | "elsewhere";

/** A place in a file that is marked because something else is hovered, focused or selected. */
export interface Mark {
  span: Span;
  /** The value shown comes from here, it was overridden here, or it is the definition of what is selected. */
  as: "winning" | "overridden" | "definition";
}

/** The one selection that source, tree and results share. */
export interface Selection {
  /** The pane in which the user made it; that pane does not follow itself. */
  from: "source" | "resources" | "results" | "problems";
  /** Id of the selected node of the outline. */
  node?: string;
  /** JSON pointer of the selected row of the result. */
  pointer?: string;
  /** The selected place in a file. */
  span?: Span;
}

/** Where the caret of the source editor is; line and column count from 1. */
export interface Caret {
  file: string;
  offset: number;
  line: number;
  column: number;
}

/** What the user chose for all drafts of this browser. */
export interface Settings {
  theme: "system" | "light" | "dark";
  /** Says which results are read out: all, only those with errors, or none. */
  announce: "always" | "errors" | "never";
  /** Makes the Tab key move the focus instead of indenting. */
  tabMovesFocus: boolean;
  /** Size of text in the editors, in percent. */
  editorZoom: number;
  /** Limits of one run; the absent ones are the engine's. */
  limits: { timeMs: number; steps?: number; depth?: number; memory?: number; output?: number };
}

/** Everything the page knows. */
export interface State {
  /** What is evaluated, shared and saved; replaced as a whole by every change, never changed in place. */
  workspace: Workspace;
  /** Path of the file in the editor, or null when the workspace has none. */
  activeFile: string | null;
  /** Path of the file of the last run that is shown in the editor's place, or null when the active file is. */
  writtenFile: string | null;
  /** What the user does not want to see of the files that runs have written, by path. */
  dropped: ReadonlyMap<string, FileContent>;
  /** Grows by one with every change of the workspace. */
  revision: number;

  /** Id of the draft that is open; another one means other text altogether. */
  draft: string;
  /** What the draft is called by the user. */
  title: string;
  /** Whether the text is in this browser's storage. */
  saved: Saved;
  /** Why the browser does not keep drafts, or null when it does. */
  storageTrouble: "full" | "denied" | null;
  /** Another tab has this draft: it had it first, or it has taken it over. Null: it is this tab's own. */
  elsewhere: "second" | "taken" | null;
  /** The draft that was open before an example or a link took its place, one press away; or null. */
  previous: { draft: string; title: string } | null;
  /** Id of the example that the draft began as, to which it can be reset; null for others. */
  example: string | null;
  /** The last expressions of this draft, newest last, without repetition. */
  expressions: string[];
  /** The draft is kept with its secrets. */
  rememberSecrets: boolean;

  /** The last answer of the engine, with an error or not; null before the first. */
  result: RunResult | null;
  /** The last answer that has something to show; it stays in sight below an error. */
  lastGood: RunResult | null;
  /** The workspace's revision that `result` is of. */
  resultRevision: number;
  /** What the results are worth now. */
  freshness: Freshness;
  /** The number of finished runs. */
  runs: number;
  /** When the run in progress began (milliseconds of performance.now), or null. */
  runningSince: number | null;
  /** How much of Python is loaded, in percent, while the run in progress waits for it; else null. */
  loadingPython: number | null;
  /** The last good resource tree. */
  outline: OutlineNode[];
  /** The text did not parse since that tree was made. */
  outlineStale: boolean;

  /** Whether edits evaluate by themselves. */
  live: boolean;
  /** The draft opened paused, because its last run never finished. */
  paused: boolean;
  /** The workspace came by a link and has not run yet: its first run gets less time. */
  cautious: boolean;
  /** The answer in which one sensitive value is in the clear, until something hides it again. */
  revealed: { path: Path; result: RunResult } | null;
  /** How the engine is. */
  engine: EngineState;
  /** Version of the engine, once known. */
  engineVersion: string;
  /** Why the engine is not ready, in words; empty when it is. */
  engineProblem: string;

  /** The one selection of the three panes. */
  selection: Selection | null;
  /** Places to be marked in the source, in order. */
  marks: Mark[];
  /** How high in the window each of the marks stands, as far as its file is open; by these the thread is drawn. */
  markPlaces: (number | null)[];
  /** JSON pointer of the row of the result under the pointer. */
  hovered: string | null;
  /** How high in the window the hovered or chosen row stands. */
  rowPlace: number | null;
  /** Where the caret is, or null when no file is open. */
  caret: Caret | null;
  /** The view of the results that is chosen; the results decide whether it applies. */
  view: string;

  /** The arrangement of panes. */
  layout: Layout;
  /** The pane shown where only one fits; on a medium screen the one beside the source. */
  pane: Pane;
  /** The choices of the settings dialog. */
  settings: Settings;
}

/** The state of a page on which nothing has happened yet. */
export function firstState(workspace: Workspace, settings: Settings): State {
  return {
    workspace,
    activeFile: pathsOf(workspace)[0] ?? null,
    writtenFile: null,
    dropped: new Map(),
    revision: 0,
    draft: "",
    title: "",
    saved: "saved",
    storageTrouble: null,
    elsewhere: null,
    previous: null,
    example: null,
    expressions: [],
    rememberSecrets: false,
    result: null,
    lastGood: null,
    resultRevision: -1,
    freshness: "empty",
    runs: 0,
    runningSince: null,
    loadingPython: null,
    outline: [],
    outlineStale: false,
    live: true,
    paused: false,
    cautious: false,
    revealed: null,
    engine: "loading",
    engineVersion: "",
    engineProblem: "",
    selection: null,
    marks: [],
    markPlaces: [],
    hovered: null,
    rowPlace: null,
    caret: null,
    view: "",
    layout: "wide",
    pane: "source",
    settings,
  };
}

/** What a part may ask of another, each with what must be said. */
export interface Commands {
  /** Evaluate now, also when live evaluation is off. */
  run: [];
  /** End the run in progress. */
  stop: [];
  /** Evaluate once with every limit ten times as high. */
  runWithHigherLimits: [];
  /** Evaluate again, with the one sensitive value at this path in the clear. */
  reveal: [Path];
  /** Open the file of this span, select the span and flash it; the focus moves there when asked. */
  show: [{ span: Span; focus: boolean }];
  /** Bring this pane into sight, and the focus into it when asked. */
  openPane: [{ pane: Pane | "expression" | "problems"; focus: boolean }];
  /** Bring a tab of the inputs into sight, with the focus in it. */
  openInput: [InputTab];
  /** Put text into the expression line at its caret. */
  insertExpression: [string];
  /** Open the share dialog. */
  share: [];
  /** Ask for a link and open what it holds. */
  askLink: [];
  /** Make the edits of a repair; they can be undone in the editor. */
  repair: [Fix];
  /** Copy the command that evaluates this workspace without a browser. */
  copyCommand: [];
  /** Make a new draft of this workspace and open it. */
  openWorkspace: [
    { workspace: Workspace; title: string; fromLink?: boolean; live?: boolean; view?: string; file?: string },
  ];
  /** Make a draft of this example and open it, with a way back to the draft before. */
  openExample: [Case];
  /** Keep the present text as a point of the draft's history. */
  keepHistory: ["run" | "share" | "reset" | "close" | "delete"];
  /** Write the draft to storage now. */
  save: [];
}

/** Told of a change, with the state before it; both are the same at the first call. */
export type Listener = (state: Readonly<State>, before: Readonly<State>) => void;
/** Watches keys of the store until whoever gave this function ends it. */
export type Watch = (keys: (keyof State)[], listener: Listener) => void;

type Handler<Name extends keyof Commands> = (...payload: Commands[Name]) => void;

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

  /** Changes some keys. Watchers are told in the order of the changes, also of those made by other watchers. */
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

  /** Carries out a command. */
  perform<Name extends keyof Commands>(name: Name, ...payload: Commands[Name]): void {
    for (const handler of this.handlers.get(name) ?? []) (handler as Handler<Name>)(...payload);
  }

  /** Replaces keys of the workspace; an undefined one is removed. Results become stale by it. */
  edit(changes: Partial<Workspace>): void {
    const workspace: Workspace = { ...this.current.workspace, ...changes };
    for (const key of Object.keys(changes) as (keyof Workspace)[]) {
      if (changes[key] === undefined) delete workspace[key];
    }
    this.update({ workspace, revision: this.current.revision + 1 });
  }

  /** Replaces the content of files, or adds them at the end. */
  editFiles(contents: Readonly<Record<string, FileContent>>): void {
    const files = new Map(filesOf(this.current.workspace));
    for (const [path, content] of entriesOf<FileContent>(contents)) files.set(path, content);
    this.edit({ files: mapOf([...files]) });
  }

  /** What the source editor shows: the active file, the data of `$` in a workspace without files, or null. */
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
