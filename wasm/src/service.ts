// Answers calls with an instance of the module. Replaces an instance after a trap, or if its memory has grown too much.
// Runs in a worker, or in the caller's own thread if the caller wants no worker.
//
// A module may come in two parts (docs/decisions/011-modules-in-two-parts.md). The first works alone until something
// calls a function of the second: if that is not there yet, the call waits for it and is made again.

import createModule, { type Glue, type Host, type OnProgress } from "../../build/wasm/evalground.mjs";
import { takeApart, toOutcome } from "./outcome.js";
import type { Call, FromWorker, Load, ModuleSource, PythonSource } from "./protocol.js";
import type { Python } from "./python.js";
import { joinParts } from "./reader.js";

/** Memory that WebAssembly has grown is never released, so an instance above this size is not reused. */
export const largestKept = 128 * 1024 * 1024;

export interface Instance {
  glue: Glue;
  exports: WebAssembly.Exports;
  memory: WebAssembly.Memory;
  /** Whether a stub of the second part was called. Then the result of the call is meaningless. */
  calledStub(): boolean;
}

export const memoryOf = (exports: WebAssembly.Exports): WebAssembly.Memory =>
  Object.values(exports).find((item) => item instanceof WebAssembly.Memory)!;

/** Links the second part of a module, so that the first can call its functions. */
async function link(exports: WebAssembly.Exports, rest: WebAssembly.Module): Promise<void> {
  await WebAssembly.instantiate(rest, { primary: exports });
}

function instantiate(module: WebAssembly.Module, rest: WebAssembly.Module | undefined): Promise<Instance> {
  let exports: WebAssembly.Exports = {};
  let calledStub = false;
  const stub = (): never => {
    calledStub = true;
    throw new Error("the second part of the module is not there");
  };
  return new Promise((resolve, reject) => {
    const start = async (imports: WebAssembly.Imports): Promise<WebAssembly.Instance> => {
      const placeholder = new Proxy({}, { get: () => stub });
      const instance = await WebAssembly.instantiate(module, { ...imports, placeholder });
      exports = instance.exports;
      if (rest) await link(exports, rest);
      return instance;
    };
    createModule({
      instantiateWasm(imports, receive) {
        start(imports).then((instance) => receive(instance, module), reject);
        return {};
      },
    }).then((glue) => {
      resolve({ glue, exports, memory: memoryOf(exports), calledStub: () => calledStub });
    }, reject);
  });
}

/** Receives progress of a call before it is answered. */
type Notify = (message: FromWorker) => void;

/** A call that the engine answers. */
type EngineCall = Exclude<Call, { ask: "original" }>;

const noLanguageServer = '{"error":"Only the module of all dialects has the language server."}';

/** How often a call reports progress, in milliseconds. */
const progressMs = 50;

/** The message of an error, ending with a full stop. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().replace(/\.?$/, ".");

export class Service {
  protected python: Promise<Python> | undefined;
  private readonly waiting = new Map<number, Notify>();
  private percent = 0;
  /** Whether the running call needed Python, which was not loaded. */
  protected needsPython = false;
  protected rest: WebAssembly.Module | undefined;
  /** Why the second part is not available now; undefined if it is available or still loading. */
  protected restProblem: string | undefined;
  /** Callbacks that resume calls when the second part is available or cannot be loaded. */
  private readonly restWaiters: (() => void)[] = [];

  constructor(
    protected readonly module: WebAssembly.Module,
    protected instance: Promise<Instance>,
    protected readonly pythonSource: PythonSource | undefined,
  ) {}

  /** Rejects if the module cannot be compiled or instantiated here. */
  static async start({ module: source, hasRest, python }: Load): Promise<Service> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const service = new this(module, instantiate(module, undefined), python);
    if (!hasRest) service.setRestProblem("nobody has said where it is (restUrl)");
    await service.instance;
    return service;
  }

  async version(): Promise<string> {
    return (await this.instance).glue.version();
  }

  /** Compiles and links the second part of the module. */
  async complete(source: ModuleSource): Promise<void> {
    try {
      const rest = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
      this.rest = rest;
      this.instance = this.instance.then(async (instance) => {
        await link(instance.exports, rest);
        return instance;
      });
      await this.instance;
      this.setRestProblem(undefined);
    } catch (error) {
      this.setRestProblem(String(error));
    }
  }

  /** Sets why the second part is not available, so that calls that need it fail; undefined: it is available. */
  setRestProblem(problem: string | undefined): void {
    this.restProblem = problem;
    for (const resume of this.restWaiters.splice(0)) resume();
  }

  /** Never rejects: a trap is reported as an answer. Undefined if the call was dropped. */
  async answer(id: number, request: Call, notify: Notify = () => {}): Promise<FromWorker | undefined> {
    try {
      if (request.ask === "original") return await this.askOriginal(id, request, notify);
      let answer = await this.attempt(id, request, undefined, notify);
      if (answer !== undefined && this.needsPython) {
        const python = await this.whenLoaded(id, notify);
        if (python === undefined) return undefined;
        answer = await this.attempt(id, request, python, notify);
      }
      if (answer === undefined) return undefined;
      if ((await this.instance).memory.buffer.byteLength > largestKept) this.renew();
      return { type: "answer", id, answer };
    } catch (error) {
      // After a trap the instance's memory may be inconsistent. For example, a stack overflow runs no destructors.
      this.renew();
      return { type: "crashed", id, message: String(error) };
    }
  }

  /** The answer of python/original.py as JSON; undefined if the call was dropped. */
  private async askOriginal(
    id: number,
    { workspace, original }: Extract<Call, { ask: "original" }>,
    notify: Notify,
  ): Promise<FromWorker | undefined> {
    const python = this.pythonSource ? await this.whenLoaded(id, notify) : "there is no Python here";
    if (python === undefined) return undefined;
    const answer =
      typeof python === "string" ? JSON.stringify({ missing: python }) : python.askOriginal(workspace, original);
    return { type: "answer", id, answer: { answer } };
  }

  /** Drops a call that is waiting. */
  drop(id: number): void {
    this.waiting.delete(id);
  }

  /** Makes a call, and again with both parts of the module if the first is not enough. Undefined if it was dropped. */
  private async attempt(
    id: number,
    request: EngineCall,
    python: Python | string | undefined,
    notify: Notify,
  ): Promise<object | undefined> {
    const instance = await this.instance;
    // The engine may catch the error that a stub throws, so an answer can be meaningless too.
    try {
      const answer = this.call(id, instance.glue, request, python, notify);
      if (!instance.calledStub()) return answer;
    } catch (error) {
      if (!instance.calledStub()) throw error;
    }
    const isWanted = this.rest !== undefined || (await this.whenComplete(id, notify));
    this.renew(); // the call was interrupted, so the instance's state is undefined
    return isWanted ? this.call(id, (await this.instance).glue, request, python, notify) : undefined;
  }

  /** Waits for the second part; false if the call was dropped meanwhile. Rejects if the part is not available. */
  private async whenComplete(id: number, notify: Notify): Promise<boolean> {
    if (this.restProblem === undefined) {
      this.waiting.set(id, notify);
      const isDecided = new Promise<void>((resolve) => this.restWaiters.push(resolve));
      notify({ type: "loading", id });
      await isDecided;
      if (!this.waiting.delete(id)) return false;
    }
    if (this.restProblem !== undefined) {
      throw new Error(`The rest of the engine could not be loaded: ${this.restProblem}`);
    }
    notify({ type: "loaded", id });
    return true;
  }

  protected call(
    id: number,
    glue: Glue,
    request: EngineCall,
    python: Python | string | undefined,
    notify: Notify,
  ): object {
    this.needsPython = false;
    switch (request.ask) {
      case "evaluate":
        return toOutcome(glue.evaluate(joinParts(request.workspace), request.options, this.hostOf(glue, python)));
      case "shrink": {
        let reportedAt = -progressMs;
        const onProgress: OnProgress = (before, now, trials, workspace) => {
          const at = performance.now();
          if (at - reportedAt < progressMs) return;
          reportedAt = at;
          notify({ type: "progress", id, progress: { before, now, trials, workspace } });
        };
        return { answer: glue.shrink(request.request, this.hostOf(glue, python), onProgress) };
      }
      case "change":
        return { answer: glue.change(request.request, this.hostOf(glue, python)) };
      case "assist":
        return takeApart(glue.assist(joinParts(request.request)));
      case "languageServerStep":
        return { answer: glue.languageServerStep?.(request.request) ?? noLanguageServer };
      case "catalogue":
        return JSON.parse(glue.catalogue(request.dialect)) as object;
    }
  }

  /** Serves requests of one evaluation to the outside. If `python` is a string, it says why Python is not available. */
  protected hostOf(glue: Glue, python: Python | string | undefined): Host | null {
    if (!this.pythonSource) return null;
    if (typeof python === "object") python.begin();
    return (service, request) => {
      if (service !== "python") return null;
      if (python === undefined) {
        this.needsPython = true;
        return undefined;
      }
      if (typeof python === "string") return JSON.stringify({ unavailable: python });
      let trap: unknown;
      try {
        return python.call(request, (question) => {
          try {
            return glue.reply(question);
          } catch (error) {
            trap = error;
            throw error;
          }
        });
      } catch (error) {
        this.python = undefined; // it is unusable now; the next call loads it again
        if (trap !== undefined) throw trap;
        return JSON.stringify({ unavailable: `Python stopped: ${messageOf(error)}` });
      }
    };
  }

  /** Python, or a string that says why it is not available; undefined if the call was dropped meanwhile. */
  private async whenLoaded(id: number, notify: Notify): Promise<Python | string | undefined> {
    this.waiting.set(id, notify);
    notify({ type: "loading", id, percent: this.percent });
    const python = await this.load().catch((error: unknown) => `Python could not be loaded: ${messageOf(error)}`);
    if (!this.waiting.delete(id)) return undefined;
    notify({ type: "loaded", id });
    return python;
  }

  protected load(): Promise<Python> {
    const { script, files, fence = false } = this.pythonSource!;
    this.python ??= (async () => {
      const { loadPython } = (await import(/* @vite-ignore */ script)) as typeof import("./python.js");
      return loadPython(files, fence, (percent) => {
        this.percent = percent;
        for (const [id, notify] of this.waiting) notify({ type: "loading", id, percent });
      });
    })();
    const loading = this.python;
    loading.catch(() => {
      this.python = undefined;
    }); // the next call tries again
    return loading;
  }

  protected renew(): void {
    this.instance = instantiate(this.module, this.rest);
    // The next call reports this error. Here it only must not count as unhandled.
    this.instance.catch(() => {});
  }
}
