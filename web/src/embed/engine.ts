// The engine of a frame: its own, or that of the frame which the surrounding page has made the leader. Callers do not
// know which. When the engine changes, unanswered requests are sent to the new one.

import {
  createEngine,
  EngineError,
  type JsonNode,
  readJson,
  toFaithful,
  toPlain,
  writeJson,
  type Engine,
  type RunResult,
} from "evalground";
import pythonUrl from "evalground/python?url";
import workerUrl from "evalground/worker?url";
import modules from "virtual:dialects";
import pyodideFolder from "virtual:pyodide-folder";
import { siteUrl } from "../ui/site_root.ts";

/** How long to wait for the leader to acknowledge a request, in milliseconds. */
const silenceMs = 1000;

/** The methods that other frames may call. Their messages are checked against this list. */
const methods = [
  "evaluate",
  "check",
  "parse",
  "changes",
  "applyChanges",
  "port",
  "secrets",
  "ask",
  "dialects",
  "describe",
  "catalogue",
] as const;
type Method = (typeof methods)[number];

/** Whether the method's last argument is options of its own. */
const hasOptions = (method: Method): boolean => method === "evaluate" || method === "parse";
type Options = { signal?: AbortSignal; onLoading?: (percent: number | null) => void };

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

let policy: ScriptUrlPolicy | undefined;

/** The frame's only Trusted Types policy. It allows the worker's own script and nothing else. */
function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptUrlPolicy } })
    .trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("evalground", {
    createScriptURL: (asked: string) => {
      if (asked !== workerUrl && asked !== ownScript) throw new TypeError("not a script of this page");
      return asked;
    },
  });
  return policy.createScriptURL(url);
}

/** The object URL of the worker's script, for frames that cannot start it from the site. */
let ownScript = "";

/** A sandboxed frame with an opaque origin cannot start a worker from the site's address, but can from a blob. */
async function scriptAddress(): Promise<string> {
  if (globalThis.origin !== "null") return workerUrl;
  if (ownScript === "") {
    const response = await fetch(workerUrl);
    if (!response.ok) throw new EngineError("load", `${workerUrl}: ${response.status}`);
    ownScript = URL.createObjectURL(new Blob([await response.text()], { type: "text/javascript" }));
  }
  return ownScript;
}

/** One engine for each dialect in use, each with one worker. */
class OwnEngines {
  private readonly engines = new Map<string, Promise<Engine>>();

  of(dialect: string): Promise<Engine> {
    const id = Object.hasOwn(modules, dialect) ? dialect : (Object.keys(modules)[0] ?? "");
    const known = this.engines.get(id);
    if (known) return known;
    const made = this.load(id);
    this.engines.set(id, made);
    // Allow another attempt after a failure.
    made.catch(() => this.engines.delete(id));
    return made;
  }

  close(): void {
    for (const engine of this.engines.values()) void engine.then((ready) => ready.close());
    this.engines.clear();
  }

  private async load(id: string): Promise<Engine> {
    const { first = "", rest } = modules[id] ?? {};
    const script = await scriptAddress();
    return createEngine({
      wasmUrl: first,
      ...(rest && { restUrl: rest }),
      worker: () => new Worker(trustedScriptUrl(script), { name: "evalground" }),
      spare: false,
      python: { files: siteUrl(pyodideFolder), script: pythonUrl },
    });
  }
}

/** A request to the leader. Values travel as JSON text, which keeps them exact. */
type ToLeader = { id: number; method: Method; dialect: string; input: string } | { id: number; abort: true };
type FromLeader = { id: number } & (
  | { heard: true }
  | { loading: number | null }
  | { answer: unknown; version: string }
  | { failure: EngineError["kind"]; message: string }
  | { ended: true }
);

interface Request {
  method: Method;
  dialect: string;
  input: unknown[];
  options: Options;
  resolve: (answer: unknown) => void;
  reject: (reason: unknown) => void;
  silence: ReturnType<typeof setTimeout> | undefined;
}

/** A result without its getters, which compute values from its texts. */
function textsOf(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) return answer;
  const all = Object.entries(Object.getOwnPropertyDescriptors(answer));
  return Object.fromEntries(all.flatMap(([name, { value, get }]) => (get ? [] : [[name, value as unknown]])));
}

/** Adds the `value` getter to a result. */
function withValue(answer: unknown): unknown {
  const { json } = answer as Partial<RunResult>;
  return json === undefined
    ? answer
    : Object.defineProperty(answer as object, "value", { get: () => toPlain(readJson(json)), enumerable: true });
}

async function asked(
  engine: Engine,
  method: Method,
  input: readonly unknown[],
  options: Options & Record<string, unknown>,
): Promise<unknown> {
  const call = engine[method] as (...given: unknown[]) => Promise<unknown>;
  return call.apply(engine, [...input, options]);
}

/**
 * The methods of an engine that a frame may call: only the asynchronous ones, since the engine may be in another frame.
 */
type Asked = Omit<Engine, "evaluateSync" | "prepare" | "render" | "languageServerStep" | typeof Symbol.dispose>;

export class SharedEngine {
  private readonly own = new OwnEngines();
  private readonly requests = new Map<number, Request>();
  private port: MessagePort | null = null;
  private isAssigned = false;
  private lastId = 0;

  /** `dialect` is that of the frame's current workspace. `lost` is called when the leader does not answer. */
  constructor(
    private readonly dialect: () => string,
    private readonly lost: () => void,
  ) {}

  /** The engine as the parts of the page call it. */
  readonly engine = {
    evaluate: (workspace, { signal, onLoading, ...options } = {}) =>
      this.ask("evaluate", workspace.dialect, [workspace, options], { signal, onLoading }) as never,
    check: (workspace, { signal } = {}) => this.ask("check", workspace.dialect, [workspace], { signal }) as never,
    parse: (typed, { signal, ...rules } = {}) => this.ask("parse", this.dialect(), [typed, rules], { signal }) as never,
    changes: (before, after, { signal } = {}) =>
      this.ask("changes", this.dialect(), [before, after], { signal }) as never,
    applyChanges: (before, changes, { signal } = {}) =>
      this.ask("applyChanges", this.dialect(), [before, changes], { signal }) as never,
    port: (workspace, to, { signal } = {}) => this.ask("port", workspace.dialect, [workspace, to], { signal }) as never,
    secrets: (workspace, { signal, ...how } = {}) =>
      this.ask("secrets", workspace.dialect, [workspace, how], { signal }) as never,
    ask: (request, { signal } = {}) => this.ask("ask", request.workspace.dialect, [request], { signal }) as never,
    // These are not forwarded to the leader, because an embed has no button for them.
    change: async (workspace, wish) => (await this.own.of(workspace.dialect)).change(workspace, wish),
    why: async (workspace, question) => (await this.own.of(workspace.dialect)).why(workspace, question),
    shrink: async (workspace, options) => (await this.own.of(workspace.dialect)).shrink(workspace, options),
    askOriginal: async (workspace, options) => (await this.own.of(workspace.dialect)).askOriginal(workspace, options),
    dialects: ({ signal } = {}) => this.ask("dialects", this.dialect(), [], { signal }) as never,
    describe: ({ signal } = {}) => this.ask("describe", this.dialect(), [], { signal }) as never,
    catalogue: (dialect, { signal } = {}) => this.ask("catalogue", dialect, [dialect], { signal }) as never,
    version: () => this.version,
    close: () => this.own.close(),
  } satisfies Asked as unknown as Engine;

  private version = "";

  /** Answers with this frame's own engine from now on. */
  lead(): void {
    this.port?.close();
    this.port = null;
    this.assign();
  }

  /** Forwards requests to the leader through a port. */
  follow(port: MessagePort): void {
    this.port?.close();
    this.port = port;
    this.own.close();
    port.onmessage = ({ data }: MessageEvent<FromLeader>) => this.receive(data);
    this.assign();
  }

  /** Answers the requests of another frame through a port. */
  serve(port: MessagePort): void {
    const running = new Map<number, AbortController>();
    port.onmessage = ({ data }: MessageEvent<ToLeader>) => {
      if (typeof data !== "object" || data === null) return;
      const reply = (news: object): void => port.postMessage({ id: data.id, ...news });
      if ("abort" in data) {
        running.get(data.id)?.abort();
        return;
      }
      reply({ heard: true });
      const control = new AbortController();
      running.set(data.id, control);
      void this.answer(data, control.signal, reply).finally(() => running.delete(data.id));
    };
  }

  private async answer(
    { method, dialect, input }: Exclude<ToLeader, { abort: true }>,
    signal: AbortSignal,
    reply: (news: object) => void,
  ): Promise<void> {
    try {
      if (!methods.includes(method)) throw new TypeError(`An engine has no method "${String(method)}"`);
      const engine = await this.own.of(dialect);
      this.version = engine.version();
      const given = [...readJson(input).children];
      const options = hasOptions(method) ? (toPlain(given.pop() as JsonNode) as object) : {};
      const onLoading = (percent: number | null): void => reply({ loading: percent });
      // Only runs load further parts. To other methods every option is one of the engine's.
      const how = method === "evaluate" ? { ...options, signal, onLoading } : { ...options, signal };
      const answer = await asked(engine, method, given.map(toFaithful), how);
      reply({ answer: textsOf(answer), version: this.version });
    } catch (error) {
      if (signal.aborted) reply({ ended: true });
      else if (error instanceof EngineError) reply({ failure: error.kind, message: error.message });
      else reply({ failure: "crashed", message: String(error) });
    }
  }

  private ask(
    method: Method,
    dialect: string,
    input: unknown[],
    options: { [Key in keyof Options]: Options[Key] | undefined },
  ): Promise<unknown> {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      const id = this.lastId;
      const request = { method, dialect, input, options: options as Options, resolve, reject, silence: undefined };
      this.requests.set(id, request);
      signal?.addEventListener("abort", () => {
        if (!this.settle(id)) return;
        this.port?.postMessage({ id, abort: true } satisfies ToLeader);
        reject(signal.reason as Error);
      });
      if (this.isAssigned) this.send(id, request);
    });
  }

  /** A different engine answers from now on. Send it the waiting requests. */
  private assign(): void {
    this.isAssigned = true;
    for (const [id, request] of this.requests) this.send(id, request);
  }

  private send(id: number, request: Request): void {
    const { method, dialect, input, options } = request;
    clearTimeout(request.silence);
    if (this.port) {
      this.port.postMessage({ id, method, dialect, input: writeJson(input) } satisfies ToLeader);
      request.silence = setTimeout(this.lost, silenceMs);
      return;
    }
    const given = hasOptions(method) ? (input[1] as object) : {};
    const first = hasOptions(method) ? input.slice(0, 1) : input;
    this.own
      .of(dialect)
      .then((engine) => {
        this.version = engine.version();
        return asked(engine, method, first, { ...given, ...options });
      })
      .then(
        (answer) => this.settle(id)?.resolve(answer),
        (error: unknown) => {
          // If the engine was closed because another frame leads now, the request has been sent there already.
          if (!(error instanceof EngineError && error.kind === "closed" && this.port)) this.settle(id)?.reject(error);
        },
      );
  }

  private receive(news: FromLeader): void {
    const request = this.requests.get(news.id);
    if (!request) return;
    clearTimeout(request.silence);
    if ("loading" in news) request.options.onLoading?.(news.loading);
    else if ("answer" in news) {
      this.version = news.version;
      this.settle(news.id)?.resolve(withValue(news.answer));
    } else if ("failure" in news) this.settle(news.id)?.reject(new EngineError(news.failure, news.message));
  }

  /** Removes a waiting request; undefined if it was answered already. */
  private settle(id: number): Request | undefined {
    const request = this.requests.get(id);
    clearTimeout(request?.silence);
    this.requests.delete(id);
    return request;
  }
}
