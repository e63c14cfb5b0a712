// The shape of an engine and of what it is asked: what the package's main entry offers.

import type { DialectDescription } from "./description_types.js";
import type { disposeKey } from "./disposable.js";
import type { ParseResult } from "./outcome.js";
import type { ModuleSource } from "./protocol.js";
import type { OriginalAnswer, OriginalOptions, ShrinkOptions, ShrinkResult } from "./repro_types.js";
import type {
  AssistAnswer,
  AssistRequest,
  CatalogueEntry,
  CheckResult,
  Limits,
  Prepared,
  RunOptions,
  RunResult,
  Workspace,
} from "./types.js";

export interface EngineOptions {
  /** The compiled module or its bytes, for callers that have it already. */
  module?: ModuleSource;
  /** Where the module is; absent: the one of all dialects, beside this script. */
  wasmUrl?: string | URL;
  /**
   * Where the second part of the module is, of one that comes in two parts, as those of one dialect do. It is fetched
   * when the first has started; what needs it earlier waits.
   */
  restUrl?: string | URL;
  /**
   * True (the default): evaluate in a worker. False: in the caller's own thread, which a run then blocks. A function:
   * makes the browser's worker from its script, a classic one, for pages whose policy guards such URLs.
   */
  worker?: boolean | ((script: URL) => Worker);
  /**
   * False: no second worker waits beside the one that runs, for pages with many engines. `check` and the other requests
   * then wait behind runs, and a run that is ended costs the start of another worker.
   */
  spare?: boolean;
  /**
   * Lets documents call Python functions, which then run in the worker by Pyodide. True: in Node, by the package
   * `pyodide`. In browsers: where Pyodide's files are, and this package's `python.js` where a bundler has moved it.
   * Loaded when a run first needs it.
   */
  python?: boolean | { files: string | URL; script?: string | URL };
  /** What `timeMs` of a run is when the run names none; 0 (the default): no limit. */
  timeMs?: number;
  /** What `limits` of a run are when the run names none. */
  limits?: Limits;
}

export interface RequestOptions {
  /** Ends the request at once, even while it runs; its promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface EvaluateOptions extends RunOptions, RequestOptions {
  /** Hears how much of Python is loaded, in percent, while the run waits for it, and null when the run goes on. */
  onLoading?: (percent: number | null) => void;
}

/** The options of a workspace of Jinja2, such as `flavor: "ansible"`. */
export type TemplateOptions = Record<string, unknown>;

export interface ParseOptions extends RequestOptions {
  /** The key of a workspace whose value the text is: it is read as people write that there. */
  key?: string;
  /** The dialect, and the options of the workspace, whose rules are taken with a `key`. */
  dialect?: string;
  options?: Workspace["options"];
}

/**
 * Requests reject with an EngineError when the engine itself fails (it crashed, it could not be loaded again). Whatever
 * is wrong with a workspace is told by diagnostics.
 */
export interface Engine {
  /** Runs a workspace. Runs queue; `check` and the other requests never wait behind one. */
  evaluate(workspace: Workspace, options?: EvaluateOptions): Promise<RunResult>;
  /**
   * The same at once, without a promise. Only where no worker is used (`createEngine({ worker: false })`): a TypeError
   * else, and an EngineError of kind "load" where the run has to wait for something.
   */
  evaluateSync(workspace: Workspace, options?: RunOptions): RunResult;
  /**
   * Reads a workspace once, for many runs. Only where no worker is used, as `evaluateSync`: a TypeError else, and for a
   * workspace that is too large.
   */
  prepare(workspace: Workspace, options?: RunOptions): Prepared;
  /**
   * The text that a Jinja2 template gives. Rejects with a RenderError, which has the diagnostics, when the template
   * fails or its options ask for a value instead of a text.
   */
  render(
    template: string,
    vars?: Workspace["vars"],
    options?: TemplateOptions,
    request?: EvaluateOptions,
  ): Promise<string>;
  /** Says what can be said of a workspace without running it. */
  check(workspace: Workspace, options?: RequestOptions): Promise<CheckResult>;
  /** Reads a YAML or JSON text by YAML's rules; of a `key`, also JSON Lines, CSV and what else is written there. */
  parse(text: string, options?: ParseOptions): Promise<ParseResult>;
  /** The changes that make one map of another, both YAML texts: what `changes` of a workspace may be. */
  changes(before: string, after: string, options?: RequestOptions): Promise<ParseResult>;
  /** The YAML text, as JSON, that changes make of a map's YAML text. */
  change(before: string, changes: NonNullable<Workspace["changes"]>, options?: RequestOptions): Promise<ParseResult>;
  /** What a move to that version of its dialect's reference asks of a workspace, as diagnostics with their repairs. */
  port(workspace: Workspace, to: string, options?: RequestOptions): Promise<Pick<CheckResult, "diagnostics">>;
  /** Language services: what may stand at a position, what stands there, where it is defined. */
  ask(request: AssistRequest, options?: RequestOptions): Promise<AssistAnswer>;
  /**
   * A step of the language server, JSON texts: for `evalground/lsp`, which is the way to it. Only the module of all
   * dialects has it.
   */
  languageServerStep(request: string): Promise<string>;
  /** Makes a workspace smaller, or puts it under other names, while what it shows stays. Queues as runs do. */
  shrink(workspace: Workspace, options?: ShrinkOptions): Promise<ShrinkResult>;
  /** Evaluates a workspace by the original implementation of its language, in Python (`python` of EngineOptions). */
  askOriginal(workspace: Workspace, options: OriginalOptions): Promise<OriginalAnswer>;
  /** The names of the dialects that this engine knows. */
  dialects(options?: RequestOptions): Promise<string[]>;
  /** What each of them says of itself. */
  describe(options?: RequestOptions): Promise<DialectDescription[]>;
  /** The names that a dialect knows. */
  catalogue(dialect: string, options?: RequestOptions): Promise<CatalogueEntry[]>;
  /** The engine's version, such as "1.0.0". */
  version(): string;
  /** Ends the workers; requests without an answer reject with an EngineError of kind "closed". */
  close(): void;
  /** The same: `using engine = await createEngine()`. */
  [disposeKey](): void;
}
