// Answers calls with an instance of the module, and replaces an instance that a trap or a great appetite has spoilt.
// Runs in a worker, or in the caller's own thread when the caller wants no worker.

import createModule, { type Glue } from "../../build/wasm/evalground.mjs";
import { takeApart } from "./outcome.js";
import type { Call, FromWorker, ModuleSource } from "./protocol.js";

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

function call(glue: Glue, request: Call): object {
  switch (request.ask) {
    case "evaluate": return takeApart(glue.evaluate(request.workspace, request.options));
    case "assist": return takeApart(glue.assist(request.request));
    case "catalogue": return JSON.parse(glue.catalogue(request.dialect)) as object;
  }
}

export class Service {
  private constructor(private readonly module: WebAssembly.Module, private instance: Promise<Instance>) {}

  /** Rejects when the module cannot be compiled or instantiated here. */
  static async start(source: ModuleSource): Promise<Service> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const service = new Service(module, instantiate(module));
    await service.instance;
    return service;
  }

  async version(): Promise<string> {
    return (await this.instance).glue.version();
  }

  /** Never rejects: a trap is an answer too. */
  async answer(id: number, request: Call): Promise<FromWorker> {
    try {
      const { glue, memory } = await this.instance;
      const answer = call(glue, request);
      if (memory.buffer.byteLength > largestKept) this.renew();
      return { type: "answer", id, answer };
    } catch (error) {
      // After a trap the instance's memory may be in any state: a stack overflow, for one, runs no destructors.
      this.renew();
      return { type: "crashed", id, message: String(error) };
    }
  }

  private renew(): void {
    this.instance = instantiate(this.module);
    // The next call reports it; here it only must not count as unhandled.
    this.instance.catch(() => {});
  }
}
