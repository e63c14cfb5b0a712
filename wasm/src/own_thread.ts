// Synchronous evaluation in the caller's thread, and workspaces that are parsed once for many evaluations.
//
// A small template takes a few microseconds. A promise, the JSON of an outcome, and Embind's transfer of texts take
// several times as long. So a prepared workspace stays in the module's memory and is referred to by a number. Its
// values are written there as bytes (flat.ts), and a rendered text is returned without an outcome around it.

import createModule, { type Glue } from "../../build/wasm/evalground.mjs";
import { disposeKey } from "./disposable.js";
import { Exchange } from "./exchange.js";
import { flatten } from "./flat.js";
import { takeApart, toResult, type Outcome } from "./outcome.js";
import { EngineError } from "./pool.js";
import type { Load } from "./protocol.js";
import type { Python } from "./python.js";
import { writeJson } from "./reader.js";
import { textOf } from "./render.js";
import { largestKept, memoryOf, Service, type Instance } from "./service.js";
import type { Prepared, RunResult, Values, Workspace } from "./types.js";

/** The JSON of variables. The path in an error begins with "vars", as for a workspace. */
const jsonOfVars = (vars: Values["vars"]): string => writeJson({ vars }).slice('{"vars":'.length, -1);

/** Creates an instance like service.ts, but synchronously. */
function instantiateNow(module: WebAssembly.Module, rest: WebAssembly.Module | undefined): Instance {
  let exports: WebAssembly.Exports = {};
  let calledStub = false;
  const stub = (): never => {
    calledStub = true;
    throw new Error("the second part of the module is not there");
  };
  // Emscripten adds the module's functions to the object that it receives.
  const glue = {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      const instance = new WebAssembly.Instance(module, {
        ...imports,
        placeholder: new Proxy({}, { get: () => stub }),
      });
      exports = instance.exports;
      if (rest) new WebAssembly.Instance(rest, { primary: exports });
      receive(instance, module);
      return exports;
    },
  };
  void createModule(glue);
  return { glue: glue as unknown as Glue, exports, memory: memoryOf(exports), calledStub: () => calledStub };
}

/** A service that can also answer synchronously. */
class ServiceNow extends Service {
  private now: Instance | undefined;
  private exchange: { instance: Instance; texts: Exchange } | undefined;
  private loadedPython: Python | undefined;

  static async startNow(load: Load): Promise<ServiceNow> {
    const service = (await ServiceNow.start(load)) as ServiceNow;
    service.now = await service.instance;
    return service;
  }

  evaluate(workspace: string, options: string): object {
    return this.attemptNow(({ glue }) =>
      this.call(0, glue, { ask: "evaluate", workspace: [workspace], options }, this.pythonNow(), () => {}),
    );
  }

  /** Calls `run` with an instance of the module. Throws an EngineError if the answer would need waiting. */
  attemptNow<Answer>(run: (instance: Instance) => Answer): Answer {
    this.needsPython = false;
    const answer = this.tryNow(run) ?? (this.rest && this.tryNow(run));
    if (!answer) {
      const problem = this.restProblem ?? "it is still loading, so try again later";
      throw new EngineError("load", `the second part of the module is needed: ${problem}`);
    }
    if (this.needsPython)
      throw new EngineError("load", "Python is not loaded yet: await evaluate() of this workspace first");
    if (this.now!.memory.buffer.byteLength > largestKept) this.renew();
    return answer.value;
  }

  /** The text exchange with an instance, shared by all workspaces prepared in it. */
  exchangeOf(instance: Instance): Exchange {
    if (this.exchange?.instance !== instance) {
      this.exchange = { instance, texts: new Exchange(instance.glue, instance.memory) };
    }
    return this.exchange.texts;
  }

  /** What an evaluation may request from outside, synchronously. */
  hostNow(glue: Glue) {
    return this.hostOf(glue, this.pythonNow());
  }

  /** Undefined if the run needs the second part of the module, which is not linked. The instance is then replaced. */
  private tryNow<Answer>(run: (instance: Instance) => Answer): { value: Answer } | undefined {
    this.now ??= instantiateNow(this.module, this.rest);
    const instance = this.now;
    try {
      const value = run(instance);
      if (!instance.calledStub()) return { value };
    } catch (error) {
      if (!instance.calledStub()) {
        this.renew();
        throw new EngineError("crashed", String(error));
      }
    }
    this.renew();
    return undefined;
  }

  private pythonNow(): Python | undefined {
    return this.python && this.loadedPython;
  }

  protected override load(): Promise<Python> {
    const loading = super.load();
    loading.then(
      (python) => (this.loadedPython = python),
      () => {},
    );
    return loading;
  }

  protected override renew(): void {
    this.now = instantiateNow(this.module, this.rest);
    this.instance = Promise.resolve(this.now);
  }
}

/** A prepared workspace. It is parsed again in each new instance of the module. */
class PreparedWorkspace implements Prepared {
  private instance: Instance | undefined;
  private exchange: Exchange | undefined;
  private number = 0;
  private isReleased = false;

  constructor(
    private readonly thread: OwnThread,
    private readonly workspace: string,
    private readonly options: string,
    private readonly id: string,
  ) {}

  render(vars?: Workspace["vars"]): string {
    const { isText, content } = this.run(vars ? (flatten(vars) ?? jsonOfVars(vars)) : "", true);
    return isText ? content : textOf(takeApart(content) as Outcome);
  }

  evaluate(values?: Values): RunResult {
    return toResult(
      this.id,
      takeApart(this.run(values ? (flatten(values) ?? writeJson(values)) : "", false).content) as Outcome,
    );
  }

  [disposeKey](): void {
    this.isReleased = true;
    this.instance?.glue.releasePrepared(this.number);
    this.instance = undefined;
  }

  /** `values` is flat, JSON or "". If text is wanted, the values are variables. */
  private run(values: Uint8Array | string, wantsText: boolean): { isText: boolean; content: string } {
    if (this.isReleased) throw new EngineError("closed", "the prepared workspace was disposed of");
    const service = this.thread.service;
    return service.attemptNow((instance) => {
      const { glue } = instance;
      if (instance !== this.instance) {
        this.number = glue.prepare(this.workspace, this.options);
        this.instance = instance;
        this.exchange = service.exchangeOf(instance);
        this.thread.watch(this, instance, this.number);
      }
      const written = this.exchange!.write(values);
      const size = glue.evaluatePrepared(this.number, written, wantsText, service.hostNow(glue));
      return { isText: wantsText && size >= 0, content: this.exchange!.read(Math.abs(size)) };
    });
  }
}

/** The engine in the caller's thread. */
export class OwnThread {
  private current: ServiceNow | undefined;
  /** Frees prepared workspaces that were not disposed. Older versions of workerd have no FinalizationRegistry. */
  private readonly unused =
    globalThis.FinalizationRegistry &&
    new FinalizationRegistry<{ instance: Instance; number: number }>(({ instance, number }) =>
      instance.glue.releasePrepared(number),
    );

  /** Start function for the pool. Synchronous calls use the latest service. */
  readonly start = async (load: Load): Promise<Service> => (this.current = await ServiceNow.startNow(load));

  get service(): ServiceNow {
    if (!this.current) throw new EngineError("closed", "the engine was closed");
    return this.current;
  }

  evaluate(workspace: string, options: string): Outcome {
    return this.service.evaluate(workspace, options) as Outcome;
  }

  prepare(workspace: string, options: string, id: string): Prepared {
    return new PreparedWorkspace(this, workspace, options, id);
  }

  watch(prepared: object, instance: Instance, number: number): void {
    this.unused?.register(prepared, { instance, number });
  }

  close(): void {
    this.current = undefined;
  }
}
