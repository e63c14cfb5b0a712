// The engine as an object with typed, asynchronous methods, for browsers and Node.

import { failedOutcome, toAnswer, toResult, type Outcome, type ParseResult } from "./outcome.js";
import { disposeKey } from "./disposable.js";
import { builtinModule } from "./node.js";
import type { OwnThread } from "./own_thread.js";
import { EngineError, Pool } from "./pool.js";
import { browserPort, nodePort, ownThreadPort, startAhead, type StartPort } from "./ports.js";
import type { ModuleSource, PythonSource } from "./protocol.js";
import { toWorkspace } from "./links.js";
import { type JsonParts, readJson, writeJson, writeParts } from "./reader.js";
import { Rest } from "./rest.js";
import type { ChangeResult, Question, WhyResult, Wish } from "./change_types.js";
import type { DialectDescription } from "./description_types.js";
import type {
  CheckOptions,
  Engine,
  EngineOptions,
  EvaluateOptions,
  ParseOptions,
  RequestOptions,
  SecretsOptions,
} from "./engine_types.js";
import type { OriginalAnswer, OriginalOptions, ShrinkOptions, ShrinkResult } from "./repro_types.js";
import type {
  AssistAnswer,
  AssistRequest,
  CatalogueEntry,
  CheckResult,
  Prepared,
  RunOptions,
  RunResult,
  SecretsAnswer,
  Workspace,
} from "./types.js";

export type * from "./description_types.js";
export type * from "./engine_types.js";
export type * from "./change_types.js";
export type * from "./repro_types.js";
export type * from "./types.js";
export type { ParseResult } from "./outcome.js";
export { RenderError } from "./render.js";
export { EngineError, type EngineErrorKind } from "./pool.js";
export {
  decodeLink,
  encodeLink,
  LinkError,
  linkLimits,
  type DecodedLink,
  type DecodeOptions,
  type LinkErrorKind,
  type LinkOptions,
  type LinkView,
} from "./links.js";
export {
  joinParts,
  JsonError,
  JsonNode,
  pointerOf,
  readJson,
  toFaithful,
  toPlain,
  writeJson,
  writeParts,
  type JsonKind,
  type JsonParts,
} from "./reader.js";

/** Extra time before the watchdog ends a worker. Normally the engine's own clock ends the run first. */
const graceMs = 500;
/** Time limit for a request that evaluates nothing. */
const questionMs = 10_000;
/** Longest text passed to the module, in UTF-16 units. If the module runs out of memory, it cannot report it. */
const longestRequest = 32 * 1024 * 1024;

async function fetchModule(url: string | URL, priority: RequestPriority = "auto"): Promise<ModuleSource> {
  if (builtinModule && String(url).startsWith("file:")) {
    return WebAssembly.compile((await builtinModule("node:fs/promises").readFile(new URL(url))) as BufferSource);
  }
  const response = await fetch(url, { priority });
  if (!response.ok) throw new Error(`${String(url)}: ${response.status} ${response.statusText}`);
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

function choosePort(worker: EngineOptions["worker"], own: OwnThread | undefined): StartPort {
  if (own) return ownThreadPort(own.start);
  const script = new URL("./worker.js", import.meta.url);
  if (typeof worker === "function") return browserPort(script, worker);
  return builtinModule ? nodePort(script) : browserPort(script, (url) => new Worker(url));
}

/** Loaded when it is first needed, as few programs use it. */
const loadRepro = () => import("./repro.js");
const loadRender = () => import("./render.js");

function pythonSource(python: EngineOptions["python"]): PythonSource | undefined {
  if (!python) return undefined;
  const { files, script = new URL("./python.js", import.meta.url) } = python === true ? { files: "pyodide" } : python;
  return { files: String(files), script: String(script) };
}

class PooledEngine implements Engine {
  constructor(
    private readonly pool: Pool,
    private readonly engineVersion: string,
    private readonly defaults: EngineOptions,
    private readonly own: OwnThread | undefined,
  ) {}

  async evaluate(
    workspace: Workspace,
    { signal, onLoading, id = "", ...options }: EvaluateOptions = {},
  ): Promise<RunResult> {
    const parts = writeParts(workspace);
    const length = lengthOf(parts);
    if (length > longestRequest) return toResult(id, tooLong(length));
    const { timeMs, ...run } = this.runOptions(options);
    const watchMs = timeMs ? timeMs + graceMs : undefined;
    try {
      const call = { ask: "evaluate", workspace: parts, options: writeJson({ ...run, timeMs }) } as const;
      return toResult(id, (await this.pool.run(call, { signal, watchMs, onLoading })) as Outcome);
    } catch (error) {
      // A run that the watchdog ended has exceeded its time limit: that is a result, not a failure of the engine.
      if (!(error instanceof EngineError) || error.kind !== "late") throw error;
      return toResult(
        id,
        failedOutcome("limit-time", `The evaluation did not end within ${timeMs} ms and was stopped.`),
      );
    }
  }

  evaluateSync(workspace: Workspace, { id = "", ...options }: RunOptions = {}): RunResult {
    const own = this.ownThread("evaluateSync");
    const text = writeJson(workspace);
    if (text.length > longestRequest) return toResult(id, tooLong(text.length));
    return toResult(id, own.evaluate(text, writeJson(this.runOptions(options))));
  }

  prepare(workspace: Workspace, { id = "", ...options }: RunOptions = {}): Prepared {
    const own = this.ownThread("prepare");
    const text = writeJson(workspace);
    if (text.length > longestRequest) throw new TypeError(tooLong(text.length).diagnostics[0]!.message);
    return own.prepare(text, writeJson(this.runOptions(options)), id);
  }

  async render(...request: Parameters<Engine["render"]>): Promise<string> {
    return (await loadRender()).render(this, ...request);
  }

  async check(workspace: Workspace, { signal, ...how }: CheckOptions = {}): Promise<CheckResult> {
    const answer = await this.assist({ ask: "check", workspace, ...how }, signal ? { signal } : {});
    return { diagnostics: [], outline: [], tokens: [], ...answer };
  }

  async parse(text: string, { signal, ...rules }: ParseOptions = {}): Promise<ParseResult> {
    const answer = await this.assist({ ask: "parse", text, ...rules }, signal ? { signal } : {});
    return { ok: false, diagnostics: [], ...answer };
  }

  async changes(before: string, after: string, options: RequestOptions = {}): Promise<ParseResult> {
    return { ok: false, diagnostics: [], ...(await this.assist({ ask: "changes", before, after }, options)) };
  }

  async change(workspace: Workspace, wish: Wish): Promise<ChangeResult> {
    return (await import("./change.js")).change(this.pool, workspace, wish);
  }

  async why(workspace: Workspace, question: Question): Promise<WhyResult> {
    return (await import("./change.js")).why(this.pool, workspace, question);
  }

  async applyChanges(
    before: string,
    changes: NonNullable<Workspace["changes"]>,
    options: RequestOptions = {},
  ): Promise<ParseResult> {
    return { ok: false, diagnostics: [], ...(await this.assist({ ask: "change", before, changes }, options)) };
  }

  async port(
    workspace: Workspace,
    to: string,
    options: RequestOptions = {},
  ): Promise<Pick<CheckResult, "diagnostics">> {
    return { diagnostics: [], ...(await this.assist({ ask: "port", workspace, to }, options)) };
  }

  async secrets(workspace: Workspace, { signal, ...how }: SecretsOptions = {}): Promise<SecretsAnswer> {
    const request = { ask: "secrets", workspace, ...how };
    const { json, ...answer } = (await this.assist(request, signal ? { signal } : {})) as { json?: string };
    const placed = json === undefined ? {} : { workspace: toWorkspace(readJson(json)) };
    return { files: 0, inputs: { secret: [], unread: [] }, findings: [], ...answer, ...placed };
  }

  async ask(request: AssistRequest, options: RequestOptions = {}): Promise<AssistAnswer> {
    return toAnswer(await this.assist({ ...request }, options));
  }

  async languageServerStep(request: string): Promise<string> {
    const call = { ask: "languageServerStep", request } as const;
    return ((await this.pool.ask(call, { watchMs: questionMs })) as { answer: string }).answer;
  }

  async shrink(workspace: Workspace, options: ShrinkOptions = {}): Promise<ShrinkResult> {
    return (await loadRepro()).shrink(this.pool, workspace, options);
  }

  async askOriginal(workspace: Workspace, options: OriginalOptions): Promise<OriginalAnswer> {
    return (await loadRepro()).askOriginal(this.pool, workspace, options);
  }

  async dialects(options: RequestOptions = {}): Promise<string[]> {
    return (await this.describe(options)).map(({ id }) => id);
  }

  async describe(options: RequestOptions = {}): Promise<DialectDescription[]> {
    return (await this.pool.ask(
      { ask: "catalogue", dialect: "" },
      { ...options, watchMs: questionMs },
    )) as DialectDescription[];
  }

  async catalogue(dialect: string, options: RequestOptions = {}): Promise<CatalogueEntry[]> {
    return (await this.pool.ask(
      { ask: "catalogue", dialect },
      { ...options, watchMs: questionMs },
    )) as CatalogueEntry[];
  }

  version(): string {
    return this.engineVersion;
  }

  close(): void {
    this.own?.close();
    this.pool.close();
  }

  [disposeKey](): void {
    this.close();
  }

  private ownThread(method: string): OwnThread {
    if (this.own) return this.own;
    throw new TypeError(`${method}() needs an engine without a worker: createEngine({ worker: false })`);
  }

  private runOptions(options: RunOptions): RunOptions & { timeMs: number } {
    const limits = { ...this.defaults.limits, ...options.limits };
    return { ...options, timeMs: options.timeMs ?? this.defaults.timeMs ?? 0, limits };
  }

  private async assist(request: object, options: RequestOptions): Promise<object> {
    const parts = writeParts(request);
    const length = lengthOf(parts);
    if (length > longestRequest) return { diagnostics: tooLong(length).diagnostics };
    return (await this.pool.ask({ ask: "assist", request: parts }, { ...options, watchMs: questionMs })) as object;
  }
}

const lengthOf = (parts: JsonParts): number => parts.reduce((sum, part) => sum + part.length, 0);

function tooLong(length: number): Outcome {
  return failedOutcome("limit-input", `The workspace has ${length} characters; at most ${longestRequest} can be read.`);
}

/**
 * Loads the module and starts the first worker. Rejects with an EngineError of kind "load" if that fails. It may be
 * called again.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { restUrl } = options;
  let ahead: ReturnType<typeof startAhead> | undefined;
  let pool: Pool | undefined;
  try {
    if (typeof WebAssembly === "undefined") throw new Error("WebAssembly is not available here");
    const own = options.worker === false ? new (await import("./own_thread.js")).OwnThread() : undefined;
    ahead = startAhead(choosePort(options.worker, own));
    // If the caller provides the module, this script may have no address, for example in Cloudflare Workers.
    const module =
      options.module ?? (await fetchModule(options.wasmUrl ?? new URL("./evalground.wasm", import.meta.url)));
    // The second part waits until the first has started, so that it does not compete for bandwidth and processor.
    let loadRest!: () => void;
    const restWanted = new Promise<void>((resolve) => (loadRest = resolve));
    const rest = restUrl === undefined ? undefined : new Rest(() => restWanted.then(() => fetchModule(restUrl, "low")));
    const hasSpare = options.worker !== false && options.spare !== false;
    pool = new Pool(ahead.start, { module, rest, python: pythonSource(options.python) }, hasSpare);
    const version = await pool.ready();
    loadRest();
    return new PooledEngine(pool, version, options, own);
  } catch (error) {
    if (pool) pool.close();
    else ahead?.discard();
    if (error instanceof EngineError) throw error;
    throw new EngineError("load", error instanceof Error ? error.message : String(error));
  }
}
