// Answers calls with an instance of the module, and replaces an instance that a trap or a great appetite has spoilt.
// Runs in a worker, or in the caller's own thread when the caller wants no worker.

import createModule, { type Glue, type Host } from "../../build/wasm/evalground.mjs";
import { takeApart, type Outcome } from "./outcome.js";
import type { Call, FromWorker, ModuleSource, PythonSource } from "./protocol.js";
import type { Python } from "./python.js";

/** Memory that WebAssembly has grown is never given back: above this an instance is not used again. */
const largestKept = 128 * 1024 * 1024;

interface Instance {
  glue: Glue;
  memory: WebAssembly.Memory;
}

function instantiate(module: WebAssembly.Module): Promise<Instance> {
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory | undefined;
    createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => {
          memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
          receive(instance, module);
        }, reject);
        return {};
      },
    }).then((glue) => resolve({ glue, memory: memory! }), reject);
  });
}

/** Hears what becomes of a call before it is answered. */
export type Tell = (message: FromWorker) => void;

/** What an error says, with a full stop. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().replace(/\.?$/, ".");

export class Service {
  private python: Promise<Python> | undefined;
  private readonly waiting = new Map<number, Tell>();
  private percent = 0;

  private constructor(
    private readonly module: WebAssembly.Module,
    private instance: Promise<Instance>,
    private readonly pythonSource: PythonSource | undefined,
  ) {}

  /** Rejects when the module cannot be compiled or instantiated here. */
  static async start(source: ModuleSource, python?: PythonSource): Promise<Service> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const service = new Service(module, instantiate(module), python);
    await service.instance;
    return service;
  }

  async version(): Promise<string> {
    return (await this.instance).glue.version();
  }

  /** Never rejects: a trap is an answer too. Undefined: the call was dropped. */
  async answer(id: number, request: Call, tell: Tell = () => {}): Promise<FromWorker | undefined> {
    try {
      const { glue } = await this.instance;
      let answer = this.call(glue, request, undefined);
      if (
        request.ask === "evaluate" &&
        this.pythonSource &&
        (answer as Outcome).pending?.some(({ service }) => service === "python")
      ) {
        const python = await this.whenLoaded(id, tell);
        if (python === undefined) return undefined;
        answer = this.call((await this.instance).glue, request, python);
      }
      if ((await this.instance).memory.buffer.byteLength > largestKept) this.renew();
      return { type: "answer", id, answer };
    } catch (error) {
      // After a trap the instance's memory may be in any state: a stack overflow, for one, runs no destructors.
      this.renew();
      return { type: "crashed", id, message: String(error) };
    }
  }

  /** Lets go of a call that waits for Python. */
  drop(id: number): void {
    this.waiting.delete(id);
  }

  private call(glue: Glue, request: Call, python: Python | string | undefined): object {
    switch (request.ask) {
      case "evaluate":
        return takeApart(glue.evaluate(request.workspace, request.options, this.hostOf(glue, python)));
      case "assist":
        return takeApart(glue.assist(request.request));
      case "catalogue":
        return JSON.parse(glue.catalogue(request.dialect)) as object;
    }
  }

  /** What one evaluation may ask of the outside; `python` is why there is none when it is a text. */
  private hostOf(glue: Glue, python: Python | string | undefined): Host | null {
    if (!this.pythonSource) return null;
    if (typeof python === "object") python.begin();
    return (service, request) => {
      if (service !== "python") return null;
      if (python === undefined) return undefined;
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
        this.python = undefined; // it cannot be used any more
        if (trap !== undefined) throw trap;
        return JSON.stringify({ unavailable: `Python stopped: ${messageOf(error)}` });
      }
    };
  }

  /** Python, or why there is none; undefined when the call was dropped meanwhile. */
  private async whenLoaded(id: number, tell: Tell): Promise<Python | string | undefined> {
    this.waiting.set(id, tell);
    tell({ type: "loading", id, percent: this.percent });
    const python = await this.load().catch((error: unknown) => `Python could not be loaded: ${messageOf(error)}`);
    if (!this.waiting.delete(id)) return undefined;
    tell({ type: "loaded", id });
    return python;
  }

  private load(): Promise<Python> {
    const { script, files, fence = false } = this.pythonSource!;
    this.python ??= (async () => {
      const { loadPython } = (await import(/* @vite-ignore */ script)) as typeof import("./python.js");
      return loadPython(files, fence, (percent) => {
        this.percent = percent;
        for (const [id, tell] of this.waiting) tell({ type: "loading", id, percent });
      });
    })();
    const loading = this.python;
    loading.catch(() => {
      this.python = undefined;
    }); // the next call tries again
    return loading;
  }

  private renew(): void {
    this.instance = instantiate(this.module);
    // The next call reports it; here it only must not count as unhandled.
    this.instance.catch(() => {});
  }
}
