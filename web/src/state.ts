// The state of the page in slices. Each slice belongs to one part of the page; only that part writes it (Store.writer),
// and all parts may read it. web/test/slices.test.ts checks which parts write.

import type {
  Case,
  Diagnostic,
  FileContent,
  Fix,
  JsonNode,
  OutlineNode,
  Path,
  RunResult,
  Span,
  Workspace,
} from "evalground";
import type { InputTab } from "./ui/dialects.ts";
import { describedStep } from "./ui/long.ts";
import { pathsOf } from "./ui/entries.ts";
import type { PaneId } from "./ui/panes.ts";

/** The current layout of the panes. */
export type Layout = "wide" | "medium" | "narrow";

/** How current the shown results are: see the state machine in run/runner.ts. */
export type Freshness = "empty" | "built" | "fresh" | "stale" | "running" | "stopped" | "error";

/** The state of the engine: loading, ready, stopped by a crash, or unsupported by this browser. */
type EngineState = "loading" | "ready" | "crashed" | "unsupported";

/** Where the text of the draft is stored at the moment. */
type Saved = "saved" | "saving" | "memory" | "elsewhere";

/** A place in a file that is marked because of something hovered, focused or selected elsewhere. */
export interface Mark {
  span: Span;
  /** The shown value comes from here or was overridden here, or the selected node is defined here. */
  as: "winning" | "overridden" | "definition";
  /** For a part of the data of `$`: its path, from which its position in the text is computed. */
  data?: Path;
}

/** The selection that source, tree and results share. */
export interface Selection {
  /** The pane in which the user made it. That pane does not react to it. */
  from: "source" | "resources" | "results" | "problems";
  /** Id of the selected node of the outline. */
  node?: string;
  /** JSON pointer of the selected row of the result. */
  pointer?: string;
  /** The selected place in a file. */
  span?: Span;
  /** The path of the selected part of the data. */
  data?: Path;
}

/** The position of the caret in the source editor. Line and column count from 1. */
export interface Caret {
  file: string;
  offset: number;
  line: number;
  column: number;
}

/** The user's settings for all drafts of this browser. */
export interface Settings {
  theme: "system" | "light" | "dark";
  /** Which results are announced: all, only those with errors, or none. */
  announce: "always" | "errors" | "never";
  /** Makes the Tab key move the focus instead of indenting. */
  tabMovesFocus: boolean;
  /** Text size in the editors, in percent. */
  editorZoom: number;
  /** Whether lines longer than their pane are wrapped. */
  wrapLines: boolean;
  /** Whether results are shown beside the lines with expressions. */
  inlay: boolean;
  /** Limits of one run; absent ones have the engine's defaults. */
  limits: { timeMs: number; steps?: number; depth?: number; memory?: number; output?: number };
}

/** The document that is evaluated, shared and saved. Every part may edit it, with Store.edit and Store.editFiles. */
interface DocumentState {
  /** Each change replaces it as a whole; it is never changed in place. */
  workspace: Workspace;
  /** Incremented by every change of the workspace. */
  revision: number;
}

/** The file in the editor. Written by files/. Every part may open a file with Store.openFile. */
interface FileState {
  /** Path of the file in the editor; null if the workspace has none. */
  activeFile: string | null;
  /** Path of a file written by the last run that is shown instead of the editor; null: the active file is shown. */
  writtenFile: string | null;
  /** Files written by runs that the user has dismissed, by path. */
  dropped: ReadonlyMap<string, FileContent>;
}

/** The open draft and its storage. Written by drafts/; inputs/ sets whether secrets are stored with it. */
interface DraftState {
  /** Id of the open draft. When it changes, the whole text is different. */
  draft: string;
  /** The name that the user gave to the draft. */
  title: string;
  /** Whether the text is stored in this browser. */
  saved: Saved;
  /** Why the browser does not store drafts; null if it does. */
  storageTrouble: "full" | "denied" | null;
  /** Another tab owns this draft: it had it first, or has taken it over. Null: this tab owns it. */
  elsewhere: "second" | "taken" | null;
  /** The draft that an example or a link replaced, for the button that goes back; or null. */
  previous: { draft: string; title: string } | null;
  /** Id of the example that the draft began as and can be reset to; null for other drafts. */
  example: string | null;
  /** Whether the user has changed it since it was created. An example that was only opened is not edited. */
  edited: boolean;
  /** The last expressions of this draft without duplicates, newest last. */
  expressions: string[];
  /** Whether the draft is stored with its secrets. */
  rememberSecrets: boolean;
}

/** The runs of the draft and their results. Written by run/runner.ts. */
interface RunState {
  /** The last answer of the engine, possibly with errors; null before the first. */
  result: RunResult | null;
  /** The last answer that has something to show. It stays visible below an error. */
  lastGood: RunResult | null;
  /** The revision of the workspace that produced `result`. */
  resultRevision: number;
  /** How current the results are. */
  freshness: Freshness;
  /** The number of finished runs. */
  runs: number;
  /** When the run in progress began (milliseconds of performance.now), or null. */
  runningSince: number | null;
  /** How much of Python is loaded, in percent, while the run in progress waits for it; else null. */
  loadingPython: number | null;
  /** The last valid resource tree. */
  outline: OutlineNode[];
  /** How many rows of a value, and how many nodes of the tree, runs of this draft describe. */
  described: number;
  /** Whether the text has stopped parsing since that tree was made. */
  outlineStale: boolean;
  /** The draft was opened paused because its last run never finished. */
  paused: boolean;
  /** The workspace came by a link and has not run yet. Its first run gets less time. */
  cautious: boolean;
  /** The answer with one sensitive value revealed, until it is hidden again. */
  revealed: { path: Path; result: RunResult } | null;
}

/** The state of the engine. Written by run/: engine.ts loads it, runner.ts notices crashes. */
interface EngineStatus {
  engine: EngineState;
  /** Version of the engine, once known. */
  engineVersion: string;
  /** Why the engine is not ready, in words; empty if it is. */
  engineProblem: string;
}

/** The selection. Written by the panes in which the user selects: results/, tree/ and editor/. */
interface SelectionState {
  /** The selection that the three panes share. */
  selection: Selection | null;
  /** Places that are marked in the source, in order. */
  marks: Mark[];
}

/** The positions of the caret and of the marks. Written by editor/. */
interface EditorStatus {
  /** The position of the caret; null if no file is open. */
  caret: Caret | null;
  /** The vertical position of each mark in the window, if its file is open. The thread is drawn from these. */
  markPlaces: (number | null)[];
}

/** A result that the user keeps for comparison. */
interface Pinned {
  result: RunResult;
  /** When it was pinned, in milliseconds. */
  at: number;
}

/** The results that the last one can be compared with. Written by cases/. */
interface ComparedState {
  /** The last different result that was visible long enough to be noticed. */
  former: RunResult | null;
  pinned: Pinned | null;
}

/** Hints of the language services in addition to the problems of a run. Written by assist/. */
export interface HintState {
  /** Hints on the text of a certain result. They do not apply to other results. */
  hints: { of: RunResult; diagnostics: readonly Diagnostic[] } | null;
  /** Whether lines that the last run did not use are dimmed. */
  dimsUnused: boolean;
}

/** The view of the results and the hovered row. Written by results/. */
interface ResultsState {
  /** The chosen view of the results. The results decide whether it applies. */
  view: string;
  /** The available views, in the order of their tabs. */
  views: readonly { id: string; label: string }[];
  /** JSON pointer of the hovered row. */
  hovered: string | null;
  /** The vertical position of the hovered or chosen row in the window. */
  rowPlace: number | null;
}

/** What a draft's record stores about the folder that it shows. */
export interface FolderRecord {
  /** The server's id of the folder, which is the same from run to run. */
  id: string;
  /**
   * Files edited in the page, each with the version on disk from which the edit began; null: the file did not exist.
   */
  edited: readonly (readonly [path: string, version: string | null])[];
  /** The content of `.evalground.yaml` when it was last read, as exact JSON text without secrets. */
  settings: string;
}

/**
 * The folder on disk that the draft shows, if `evalground serve` serves the page. Written by folder/; opening a draft
 * sets `folder`.
 */
interface FolderState {
  /** Null: the draft does not show a folder. */
  folder: FolderRecord | null;
  /**
   * Files that differ from the disk and can be saved. True: the disk has changed since the edit began. Null: the draft
   * does not show the folder of this page.
   */
  ahead: ReadonlyMap<string, boolean> | null;
}

/** Settings of the frame around the panes. Written by shell/. */
interface ShellState {
  /** Whether edits are evaluated automatically. */
  live: boolean;
  /** The layout of the panes. */
  layout: Layout;
  /** The visible pane if only one fits; in the medium layout the one beside the source. */
  pane: PaneId;
  /** Whether the wide layout shows the inputs as a tab beside the files, instead of below the tree. */
  inputsBeside: boolean;
  /** Whether that tab is open, in place of the editor. Opening a file closes it. */
  inputsOpen: boolean;
  /** The values of the settings dialog. */
  settings: Settings;
}

/** The slices that a part may write, by the names that it passes to Store.writer. */
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

/** The whole state of the page. */
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

/** The problems of the last run, and the hints on its text. */
export function problemsOf({ result, hints }: Pick<State, "result" | "hints">): readonly Diagnostic[] {
  const found = result?.diagnostics ?? [];
  if (!hints || hints.of !== result) return found;
  const isNew = ({ code, span }: Diagnostic): boolean =>
    !found.some((known) => known.code === code && known.span?.file === span?.file && known.span?.from === span?.from);
  return [...found, ...hints.diagnostics.filter(isNew)];
}

/** The initial state of the page. */
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
    described: describedStep,
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
    inputsBeside: false,
    inputsOpen: false,
    settings,
  };
}

/** The pages of help. */
export type HelpPage = "keys" | "about" | "privacy";
/** Actions of the draft's menu that need no further input. */
export type DraftAction = "new" | "duplicate" | "rename" | "list" | "history" | "reset" | "export" | "delete";

/** Requests to the language services of an editor. */
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

/** Actions on expectations, cases and compared runs. */
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

/** A part of the result to expect. */
export interface ExpectedPart {
  path: Path;
  /** The value beside the result that contains the part. */
  part?: "variables" | "outputs";
}

/** An entry of the inputs. */
export interface InputEntry {
  tab: InputTab;
  /** Its name; absent: the tab as a whole. */
  name?: string;
}

/** Where a comparison is drawn, and its input. */
export interface ComparedPlace {
  root: HTMLElement;
  result: RunResult;
  /** The text from which one was restored, and a function that replaces it with the restored one. */
  source: { path: string; before: string; after: string; replace: () => void } | null;
  /** Whether the result and the view are still current. */
  isCurrent: () => boolean;
}

/** Where a form below the results is drawn. */
export interface FormPlace {
  /** The element that the form is drawn into. It is hidden while there is no form. */
  root: HTMLElement;
  /** Takes the focus back when the form closes. */
  focus: () => void;
  /** The form has taken more room. */
  resized: () => void;
}

/** A value that the user wants to change, and where that is done. */
export interface WantedChange extends FormPlace {
  /** The path from the outcome on: ["value", "url"], or ["text", 3] for a line of a text, counted from 0. */
  path: Path;
  /** What the results call it. */
  name: string;
  /** The present value; null if it is secret. */
  value: JsonNode | string | null;
}

/** What the user asks about: why it is missing, false or null. */
export interface WhyQuestion {
  /** As `engine.why` takes it. */
  path: string | Path;
  /** The path in the form for typing. Empty: the user types it. */
  name: string;
}

/** A question, and where it is answered. */
export interface AskedWhy extends WhyQuestion, FormPlace {}

/** Edits of a text that are shown in the editor before they are made. */
export interface Preview {
  file: string;
  edits: readonly { from: number; to: number; text: string }[];
}

/** Commands from one part to another, each with its payload; undefined: no payload. */
export interface Commands {
  /** Evaluate now, even if live evaluation is off. */
  run: undefined;
  /** Evaluate at once because something changed outside of the page. */
  rerun: undefined;
  /** End the run in progress. */
  stop: undefined;
  /** Evaluate once with every limit multiplied by ten. */
  runWithHigherLimits: undefined;
  /** Evaluate again, and describe more rows and nodes of the tree. */
  describeMore: undefined;
  /** Evaluate again with the sensitive value at this path revealed. */
  reveal: Path;
  /** Hide the revealed value. */
  hide: undefined;
  /** Open the file of this span, select it and flash it. With `focus`, move the focus there. */
  show: { span: Span; focus: boolean };
  /** The same for the part of the data at this path. */
  showData: { path: Path; focus: boolean };
  /** Show this pane. With `focus`, move the focus into it. */
  openPane: { pane: PaneId; focus: boolean };
  /** Choose a view of the results by its id. */
  openView: string;
  /** Show the inputs as a tab beside the files (true), or below the tree. */
  placeInputs: boolean;
  /** Show a tab of the inputs and move the focus into it, or to the value of one entry. */
  openInput: InputEntry;
  /** Insert text at the caret of the expression line. */
  insertExpression: string;
  /** Ask the language services about the caret's position in the editor that was used last. */
  assist: AssistAction;
  /** Open the share dialog. */
  share: undefined;
  /** Open the dialog that makes the draft minimal. */
  makeMinimal: undefined;
  /** Open the dialog that runs the original implementation. */
  compareOriginal: undefined;
  /** Ask for a link and open it. */
  askLink: undefined;
  /** Apply a quick fix. It can be undone in the editor. */
  repair: Fix;
  /** Copy the command that evaluates this workspace outside of a browser. */
  copyCommand: undefined;
  /** Create a draft with this workspace and open it. */
  openWorkspace: {
    workspace: Workspace;
    title: string;
    fromLink?: boolean;
    live?: boolean;
    view?: string;
    file?: string;
    /** Earlier expressions of the draft, oldest first. */
    expressions?: string[];
    /** A sentence that says what was done. It is shown with a button that goes back to the previous draft. */
    said?: string;
  };
  /** Create a draft from this example and open it. The user can go back to the previous draft. */
  openExample: Case;
  /** Switch to another entry of the language switch. Can be undone. */
  chooseDialect: { choice: string };
  /** Open the palette of commands, files, resources, examples and functions. */
  openPalette: undefined;
  /** Open the list of examples. */
  openExamples: undefined;
  /** Open a page of help. */
  openHelp: HelpPage;
  /** Open the catalogue page of a name of the language. */
  openReference: { kind: string; name: string };
  /** Turn live evaluation on or off. */
  toggleLive: undefined;
  /** Change settings. */
  changeSettings: Partial<Settings>;
  /** Show or hide the description of the open example. */
  aboutExample: undefined;
  /** Open the settings. */
  openSettings: undefined;
  /** Let the user choose files or a folder to open. */
  pickFiles: "files" | "folder";
  /** Actions of the draft's menu that are also in the palette. */
  draftAction: DraftAction;
  /** Actions on expectations and compared runs. */
  cases: CasesAction;
  /** Expect a part of the last result. */
  expectPart: ExpectedPart;
  /** Draw the difference between two results. */
  drawDiff: ComparedPlace;
  /** Ask what a value should be, and offer the changes that give it. */
  changeValue: WantedChange;
  /** The same for the row or line that is chosen in the results. */
  changeSelected: undefined;
  /** Ask why something is missing, false or null. `focus` takes the focus back when the answer is closed. */
  askWhy: WhyQuestion & Pick<FormPlace, "focus">;
  /** The same for the row that is chosen in the results. */
  askWhySelected: undefined;
  /** Answer a question at a place. */
  showWhy: AskedWhy;
  /** Show edits in the editor without making them; null ends that. */
  preview: Preview | null;
  /** Add the current text to the draft's history. */
  keepHistory: "run" | "share" | "reset" | "close" | "delete" | "disk";
  /** Show how the edited files differ from the disk, and offer to save them. */
  saveToDisk: undefined;
  /** Name the draft after a text that replaced its text. */
  nameDraft: string;
  /** Save the draft now. */
  save: undefined;
}
