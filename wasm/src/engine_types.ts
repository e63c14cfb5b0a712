// The interface of an engine, its options and its requests: what the package's main entry exports.

import type { ChangeResult, Question, WhyResult, Wish } from "./change_types.js";
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
  SecretsAnswer,
  Span,
  TextRange,
  Workspace,
} from "./types.js";

export interface EngineOptions {
  /** The compiled module or its bytes, if the caller has it already. */
  module?: ModuleSource;
  /** The address of the module; absent: the module of all dialects, beside this script. */
  wasmUrl?: string | URL;
  /**
   * The address of the second part of a module in two parts; the modules of single dialects have two. It is loaded
   * after the first part has started. Requests that need it earlier wait.
   */
  restUrl?: string | URL;
  /**
   * True (the default): evaluate in a worker. False: in the caller's own thread, which runs block. A function: creates
   * the browser's worker from the address of its script (a classic script), for pages whose policy restricts such
   * addresses.
   */
  worker?: boolean | ((script: URL) => Worker);
  /**
   * False: no spare worker waits beside the one that runs, for pages with many engines. Then `check` and the other
   * requests wait behind runs, and aborting a run costs the start of a new worker.
   */
  spare?: boolean;
  /**
   * Lets documents call Python functions, which run in the worker with Pyodide. True: in Node, using the package
   * `pyodide`. In browsers: the address of Pyodide's files, and of this package's `python.js` if a bundler has moved
   * it. Python is loaded when a run first needs it.
   */
  python?: boolean | { files: string | URL; script?: string | URL };
  /** The default of `timeMs` for runs; 0 (the default): no limit. */
  timeMs?: number;
  /** The default of `limits` for runs. */
  limits?: Limits;
}

export interface RequestOptions {
  /** Aborts the request at once, even while it runs. Its promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface CheckOptions extends RequestOptions {
  /** How many nodes of the outline are reported; 0: no outline is made. All if absent. */
  nodes?: number;
  /** Only the tokens in this range; all if absent. */
  tokens?: TextRange;
}

export interface SecretsOptions extends RequestOptions {
  /** The findings that placeholders replace, by their indices, or all of a kind. */
  replace?: "declared" | "all" | readonly number[];
  /** Literals that a run found to be secret. */
  marks?: readonly Pick<Span, "file" | "from" | "to">[];
  /** Also replace the same text where it stands elsewhere in the workspace. */
  everywhere?: boolean;
}

export interface EvaluateOptions extends RunOptions, RequestOptions {
  /** Receives the loading progress of Python in percent while the run waits for it, and null when the run continues. */
  onLoading?: (percent: number | null) => void;
}

/** The options of a Jinja2 workspace, such as `flavor: "ansible"`. */
export type TemplateOptions = Record<string, unknown>;

export interface ParseOptions extends RequestOptions {
  /** The workspace key to which the text belongs. It is parsed in the forms that are usual for that key. */
  key?: string;
  /** The dialect and the options whose rules apply with a `key`. */
  dialect?: string;
  options?: Workspace["options"];
}

/**
 * Requests reject with an EngineError if the engine itself fails, for example if it crashes or cannot be loaded again.
 * Problems of a workspace are reported as diagnostics.
 */
export interface Engine {
  /** Runs a workspace. Runs are queued. `check` and the other requests never wait behind a run. */
  evaluate(workspace: Workspace, options?: EvaluateOptions): Promise<RunResult>;
  /**
   * The same synchronously. Only without a worker (`createEngine({ worker: false })`); otherwise throws a TypeError.
   * Throws an EngineError of kind "load" if the run would have to wait for something.
   */
  evaluateSync(workspace: Workspace, options?: RunOptions): RunResult;
  /**
   * Parses a workspace once, for many runs. Only without a worker, like `evaluateSync`; otherwise throws a TypeError,
   * as it does for a workspace that is too large.
   */
  prepare(workspace: Workspace, options?: RunOptions): Prepared;
  /**
   * The text of a Jinja2 template. Rejects with a RenderError, which has the diagnostics, if the template fails or its
   * options request a value instead of text.
   */
  render(
    template: string,
    vars?: Workspace["vars"],
    options?: TemplateOptions,
    request?: EvaluateOptions,
  ): Promise<string>;
  /** Checks a workspace without running it. */
  check(workspace: Workspace, options?: CheckOptions): Promise<CheckResult>;
  /**
   * Parses a YAML or JSON text by YAML's rules. With a `key` also JSON Lines, CSV and other forms usual for that key.
   */
  parse(text: string, options?: ParseOptions): Promise<ParseResult>;
  /**
   * The changes that turn one map into another, both given as YAML. The result can be used as `changes` of a workspace.
   */
  changes(before: string, after: string, options?: RequestOptions): Promise<ParseResult>;
  /** Applies changes to a map given as YAML. The result is the YAML text, as a JSON string. */
  applyChanges(
    before: string,
    changes: NonNullable<Workspace["changes"]>,
    options?: RequestOptions,
  ): Promise<ParseResult>;
  /**
   * Finds the places of a workspace that make a value of its result the wanted one. Each was tried, and tells what else
   * it changes. It is queued like a run.
   */
  change(workspace: Workspace, wish: Wish): Promise<ChangeResult>;
  /**
   * Tells which condition made a value of the result missing, false or null, with the values that it compared, and
   * changes that turn it.
   */
  why(workspace: Workspace, question: Question): Promise<WhyResult>;
  /** Diagnostics with quick fixes for moving a workspace to another version of its dialect's reference. */
  port(workspace: Workspace, to: string, options?: RequestOptions): Promise<Pick<CheckResult, "diagnostics">>;
  /** What in a workspace should not leave the machine; with `replace` also the workspace with placeholders for it. */
  secrets(workspace: Workspace, options?: SecretsOptions): Promise<SecretsAnswer>;
  /** Language services: completion, hovers, definitions and more. */
  ask(request: AssistRequest, options?: RequestOptions): Promise<AssistAnswer>;
  /**
   * A step of the language server, with JSON texts. Use it through `evalground/lsp`. Only the module of all dialects
   * supports it.
   */
  languageServerStep(request: string): Promise<string>;
  /** Makes a workspace smaller or anonymises it, while a chosen result is kept. It is queued like a run. */
  shrink(workspace: Workspace, options?: ShrinkOptions): Promise<ShrinkResult>;
  /** Evaluates a workspace with the original implementation of its language, in Python (`python` of EngineOptions). */
  askOriginal(workspace: Workspace, options: OriginalOptions): Promise<OriginalAnswer>;
  /** The names of the dialects in this engine. */
  dialects(options?: RequestOptions): Promise<string[]>;
  /** The descriptions of these dialects. */
  describe(options?: RequestOptions): Promise<DialectDescription[]>;
  /** The catalogue of a dialect's names. */
  catalogue(dialect: string, options?: RequestOptions): Promise<CatalogueEntry[]>;
  /** The engine's version, such as "1.0.0". */
  version(): string;
  /** Ends the workers. Unanswered requests reject with an EngineError of kind "closed". */
  close(): void;
  /** Calls `close`, for `using engine = await createEngine()`. */
  [disposeKey](): void;
}
