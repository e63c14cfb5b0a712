// The state of the page, as slices: each belongs to one part of the page, which alone writes it (Store.writer), and is
// read by all. web/test/slices.test.ts holds the parts that write against what is said here.

import type { Case, Diagnostic, FileContent, Fix, OutlineNode, Path, RunResult, Span, Workspace } from "evalground";
import type { InputTab } from "./ui/dialects.ts";
import { pathsOf } from "./ui/entries.ts";
import type { PaneId } from "./ui/panes.ts";

/** Which of the three arrangements of panes is on the screen. */
export type Layout = "wide" | "medium" | "narrow";

/** Whether the shown results are those of the text: see the state machine in run/runner.ts. */
export type Freshness = "empty" | "built" | "fresh" | "stale" | "running" | "stopped" | "error";

/** How the engine itself is: being fetched, usable, stopped by a crash, or impossible in this browser. */
type EngineState = "loading" | "ready" | "crashed" | "unsupported";

/** Where the text of the draft is kept at this moment. */
type Saved = "saved" | "saving" | "memory" | "elsewhere";

/** A place in a file that is marked because something else is hovered, focused or selected. */
export interface Mark {
  span: Span;
  /** The value shown comes from here, it was overridden here, or it is the definition of what is selected. */
  as: "winning" | "overridden" | "definition";
  /** Of a part of the data that `$` stands for: the way to it, from which its place in the text follows. */
  data?: Path;
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
  /** The way to the part of the data that is selected. */
  data?: Path;
}

/** Where the caret of the source editor is; line and column count from 1. */
export interface Caret {
  file: string;
  offset: number;
  line: number;
  column: number;
}

/** The choices of the user for all drafts of this browser. */
export interface Settings {
  theme: "system" | "light" | "dark";
  /** Says which results are read out: all, only those with errors, or none. */
  announce: "always" | "errors" | "never";
  /** Makes the Tab key move the focus instead of indenting. */
  tabMovesFocus: boolean;
  /** Size of text in the editors, in percent. */
  editorZoom: number;
  /** Lines that are longer than their pane go on in the next one. */
  wrapLines: boolean;
  /** Results of the last run stand beside the lines that hold expressions. */
  inlay: boolean;
  /** Limits of one run; the absent ones are the engine's. */
  limits: { timeMs: number; steps?: number; depth?: number; memory?: number; output?: number };
}

/** The document, which is evaluated, shared and saved. Every part edits it, by Store.edit and Store.editFiles. */
interface DocumentState {
  /** Replaced as a whole by every change, never changed in place. */
  workspace: Workspace;
  /** Grows by one with every change of the workspace. */
  revision: number;
}

/** The file in the place of the editor. Written by files/; every part opens a file by Store.openFile. */
interface FileState {
  /** Path of the file in the editor, or null when the workspace has none. */
  activeFile: string | null;
  /** Path of the file of the last run that is shown in the editor's place, or null when the active file is. */
  writtenFile: string | null;
  /** Files that runs have written and that the user has dropped, by path. */
  dropped: ReadonlyMap<string, FileContent>;
}

/** The open draft and where it is kept. Written by drafts/; inputs/ asks whether secrets are kept with it. */
interface DraftState {
  /** Id of the draft that is open; another one means other text altogether. */
  draft: string;
  /** The name that the user gave to the draft. */
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
  /** The user has changed it since it was made; an example that was only opened is not. */
  edited: boolean;
  /** The last expressions of this draft, newest last, without repetition. */
  expressions: string[];
  /** The draft is kept with its secrets. */
  rememberSecrets: boolean;
}

/** The runs of the draft and what they gave. Written by run/runner.ts. */
interface RunState {
  /** The last answer of the engine, with an error or not; null before the first. */
  result: RunResult | null;
  /** The last answer that has something to show; it stays in sight below an error. */
  lastGood: RunResult | null;
  /** The workspace's revision that `result` is of. */
  resultRevision: number;
  /** Whether the results are those of the text now. */
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
  /** The draft opened paused, because its last run never finished. */
  paused: boolean;
  /** The workspace came by a link and has not run yet: its first run gets less time. */
  cautious: boolean;
  /** The answer in which one sensitive value is in the clear, until something hides it again. */
  revealed: { path: Path; result: RunResult } | null;
}

/** How the engine is. Written by run/: engine.ts loads it, runner.ts sees it crash. */
interface EngineStatus {
  engine: EngineState;
  /** Version of the engine, once known. */
  engineVersion: string;
  /** Why the engine is not ready, in words; empty when it is. */
  engineProblem: string;
}

/** The selection. Written by the panes in which the user selects: results/, tree/ and editor/. */
interface SelectionState {
  /** The one selection of the three panes. */
  selection: Selection | null;
  /** Places to be marked in the source, in order. */
  marks: Mark[];
}

/** The place of the caret and of the marks. Written by editor/. */
interface EditorStatus {
  /** Where the caret is, or null when no file is open. */
  caret: Caret | null;
  /** How high in the window each of the marks stands, as far as its file is open; by these the thread is drawn. */
  markPlaces: (number | null)[];
}

/** A result that is kept to compare others with. */
interface Pinned {
  result: RunResult;
  /** When it was pinned, in milliseconds. */
  at: number;
}

/** The results that the last one can be compared with. Written by cases/. */
interface ComparedState {
  /** The last result that was another one, and that stood long enough to be seen. */
  former: RunResult | null;
  pinned: Pinned | null;
}

/** What the language services remark beside the problems of a run. Written by assist/. */
export interface HintState {
  /** Remarks on the text that a result is of; of another result there are none. */
  hints: { of: RunResult; diagnostics: readonly Diagnostic[] } | null;
  /** Lines that the last run had no use for are dimmed. */
  dimsUnused: boolean;
}

/** The view of the results and the row under the pointer. Written by results/. */
interface ResultsState {
  /** The view of the results that is chosen; the results decide whether it applies. */
  view: string;
  /** The views of what is shown, in the order of their tabs. */
  views: readonly { id: string; label: string }[];
  /** JSON pointer of the row of the result under the pointer. */
  hovered: string | null;
  /** How high in the window the hovered or chosen row stands. */
  rowPlace: number | null;
}

/** What the record of a draft keeps of the folder that it shows. */
export interface FolderRecord {
  /** The server's name of the folder, which stays the same from run to run. */
  id: string;
  /** Files that were edited in the page: the version on disk that the edit began from; null: no file was there. */
  edited: readonly (readonly [path: string, version: string | null])[];
  /** What `.evalground.yaml` said when it was last read, as exact JSON text, secrets withheld. */
  settings: string;
}

/**
 * The folder of the machine that the draft shows, where `evalground serve` serves the page. Written by folder/; opening
 * a draft sets `folder`.
 */
interface FolderState {
  /** Null: the draft shows no folder. */
  folder: FolderRecord | null;
  /**
   * Files that differ from the disk and can be saved to it; true: the disk has changed since the edit began. Null: the
   * draft does not show the folder of this page.
   */
  ahead: ReadonlyMap<string, boolean> | null;
}

/** The choices of the frame around the panes. Written by shell/. */
interface ShellState {
  /** Whether edits evaluate by themselves. */
  live: boolean;
  /** The arrangement of panes. */
  layout: Layout;
  /** The pane shown where only one fits; on a medium screen the one beside the source. */
  pane: PaneId;
  /** The choices of the settings dialog. */
  settings: Settings;
}

/** The slices that a part may write, by the names under which it asks for the writer. */
export interface Slices {
  files: FileState;
  draft: DraftState;
  run: RunState;
  engine: EngineStatus;
  selection: SelectionState;
  editor: EditorStatus;
  results: ResultsState;
  hints: HintState;
  cases: ComparedState;
  folder: FolderState;
  shell: ShellState;
}

/** Everything the page knows. */
export interface State
  extends DocumentState,
    FileState,
    DraftState,
    RunState,
    EngineStatus,
    SelectionState,
    EditorStatus,
    HintState,
    ComparedState,
    ResultsState,
    FolderState,
    ShellState {}

/** The problems of the last run, with what was remarked on its text. */
export function problemsOf({ result, hints }: Pick<State, "result" | "hints">): readonly Diagnostic[] {
  const found = result?.diagnostics ?? [];
  if (!hints || hints.of !== result) return found;
  const isNew = ({ code, span }: Diagnostic): boolean =>
    !found.some((known) => known.code === code && known.span?.file === span?.file && known.span?.from === span?.from);
  return [...found, ...hints.diagnostics.filter(isNew)];
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
    edited: false,
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
    hints: null,
    dimsUnused: false,
    former: null,
    pinned: null,
    hovered: null,
    rowPlace: null,
    caret: null,
    view: "",
    views: [],
    folder: null,
    ahead: null,
    layout: "wide",
    pane: "source",
    settings,
  };
}

/** The pages of help. */
export type HelpPage = "keys" | "about" | "privacy";
/** What the draft's menu does without a question. */
export type DraftAction = "new" | "duplicate" | "rename" | "list" | "history" | "reset" | "export" | "delete";

/** What the language services of an editor do on request. */
export type AssistAction =
  | "complete"
  | "hover"
  | "signature"
  | "definition"
  | "back"
  | "references"
  | "rename"
  | "format"
  | "fixes"
  | "values"
  | "selection"
  | "coverage"
  | "inlay"
  | "path";

/** What can be done with expectations and cases, and with runs that are compared. */
export type CasesAction =
  | "expect"
  | "remove"
  | "keep"
  | "open"
  | "run"
  | "import"
  | "export"
  | "pin"
  | "unpin"
  | "compare";

/** A part of the result to be expected. */
export interface ExpectedPart {
  path: Path;
  /** The value beside the result that it is a part of. */
  part?: "variables" | "outputs";
}

/** Where a comparison is drawn, and what of. */
export interface ComparedPlace {
  root: HTMLElement;
  result: RunResult;
  /** The text that a restored one came from, and what puts the restored one into its place. */
  source: { path: string; before: string; after: string; replace: () => void } | null;
  /** Whether this is still what is shown. */
  isCurrent: () => boolean;
}

/** The requests of one part to another, each with its payload; undefined: it has none. */
export interface Commands {
  /** Evaluate now, also when live evaluation is off. */
  run: undefined;
  /** Evaluate at once what has changed outside of the page. */
  rerun: undefined;
  /** End the run in progress. */
  stop: undefined;
  /** Evaluate once with every limit ten times as high. */
  runWithHigherLimits: undefined;
  /** Evaluate again, with the one sensitive value at this path in the clear. */
  reveal: Path;
  /** Put the value that is in the clear out of sight again. */
  hide: undefined;
  /** Open the file of this span, select the span and flash it; the focus moves there when asked. */
  show: { span: Span; focus: boolean };
  /** The same for the part of the data that this way leads to. */
  showData: { path: Path; focus: boolean };
  /** Bring this pane into sight, and the focus into it when asked. */
  openPane: { pane: PaneId; focus: boolean };
  /** Choose a view of the results, by its id. */
  openView: string;
  /** Bring a tab of the inputs into sight, with the focus in it. */
  openInput: InputTab;
  /** Put text into the expression line at its caret. */
  insertExpression: string;
  /** Ask the language services about the caret's place in the editor that was used last. */
  assist: AssistAction;
  /** Open the share dialog. */
  share: undefined;
  /** Open the dialog that makes the draft minimal. */
  makeMinimal: undefined;
  /** Open the dialog that asks the original. */
  compareOriginal: undefined;
  /** Ask for a link and open what it holds. */
  askLink: undefined;
  /** Make the edits of a repair; they can be undone in the editor. */
  repair: Fix;
  /** Copy the command that evaluates this workspace without a browser. */
  copyCommand: undefined;
  /** Make a new draft of this workspace and open it. */
  openWorkspace: {
    workspace: Workspace;
    title: string;
    fromLink?: boolean;
    live?: boolean;
    view?: string;
    file?: string;
    /** What was done, one sentence: it is said with a way back to the draft before. */
    said?: string;
  };
  /** Make a draft of this example and open it, with a way back to the draft before. */
  openExample: Case;
  /** Take the text for another choice of the switch, with a way back. */
  chooseDialect: { choice: string };
  /** Open the palette of commands, files, resources, examples and functions. */
  openPalette: undefined;
  /** Open the list of examples. */
  openExamples: undefined;
  /** Open one of the pages of help. */
  openHelp: HelpPage;
  /** Open what the catalogue says of a name of the language. */
  openReference: { kind: string; name: string };
  /** Evaluate while typing, or no longer. */
  toggleLive: undefined;
  /** Change choices of the settings. */
  changeSettings: Partial<Settings>;
  /** Show what the open example is about, or no longer. */
  aboutExample: undefined;
  /** Open the settings. */
  openSettings: undefined;
  /** Let the user choose files or a folder of their own to open. */
  pickFiles: "files" | "folder";
  /** Actions of the draft's menu, which the palette has too. */
  draftAction: DraftAction;
  /** Expect something of the draft, or compare its runs. */
  cases: CasesAction;
  /** Expect a part of the last result. */
  expectPart: ExpectedPart;
  /** Draw what differs between a result and another one. */
  drawDiff: ComparedPlace;
  /** Keep the present text as a point of the draft's history. */
  keepHistory: "run" | "share" | "reset" | "close" | "delete" | "disk";
  /** Show how the edited files differ from the disk, and offer to save them. */
  saveToDisk: undefined;
  /** Write the draft to storage now. */
  save: undefined;
}
