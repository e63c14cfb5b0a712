// Loads the engine into its worker and keeps trying; the rest of the page asks it through the Engine that `engineReady` gives.

import { createEngine, EngineError, type Engine } from "evalground";
import wasmUrl from "evalground/evalground.wasm?url";
import pythonUrl from "evalground/python?url";
import workerUrl from "evalground/worker?url";
import pyodideFolder from "virtual:pyodide-folder";
import type { Store } from "../store.ts";
import { text } from "../ui/text.ts";
import type { FailureKind } from "./runner.ts";

/** Pauses between attempts to load the engine, in milliseconds; the last one repeats. */
const pauses = [500, 1000, 2000, 5000, 15_000, 60_000];

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

/** The page's only Trusted Types policy: it lets the worker's own script through and nothing else. */
function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptUrlPolicy } }).trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("evalground", {
    createScriptURL: (asked: string) => {
      if (asked !== workerUrl) throw new TypeError("not a script of this page");
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
let policy: ScriptUrlPolicy | undefined;

/** Tells an engine that failed from one that was ended on purpose (null). */
export function failureKind(reason: unknown): FailureKind | null {
  if (reason instanceof EngineError) return reason.kind;
  return reason instanceof DOMException && reason.name === "AbortError" ? null : "crashed";
}

/** Whether an error says that this browser, or the policy of the site, does not let WebAssembly run at all. */
function isRefused(error: unknown): boolean {
  return typeof WebAssembly === "undefined" || /unsafe-eval|Content Security Policy|violates|disallowed by embedder/i.test(String(error));
}

const workers = new Set<Worker>();

function startWorker(): Worker {
  const worker = new Worker(trustedScriptUrl(workerUrl), { name: "evalground" });
  workers.add(worker);
  return worker;
}

/** Ends every worker as a crash would; only tests do this. */
export function crashWorkers(): void {
  for (const worker of workers) {
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "ended by a test", cancelable: true }));
  }
  workers.clear();
}

let engine: Engine | null = null;
let waitingFor: ((ready: Engine) => void)[] = [];

/** The engine, as soon as it is there. */
export function engineReady(): Promise<Engine> {
  return engine ? Promise.resolve(engine) : new Promise((resolve) => waitingFor.push(resolve));
}

/** Loads the engine; on failure says why and tries again by itself, or at once by the function it gives. */
export function loadEngine(store: Store): { retry: () => void } {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    clearTimeout(timer);
    try {
      const loaded = await createEngine({
        wasmUrl: new URL(wasmUrl, location.href),
        worker: startWorker,
        python: { files: new URL(pyodideFolder, location.href), script: new URL(pythonUrl, location.href) },
      });
      engine = loaded;
      for (const tell of waitingFor.splice(0)) tell(loaded);
      store.update({ engine: "ready", engineProblem: "", engineVersion: loaded.version() });
    } catch (error) {
      if (isRefused(error)) {
        store.update({ engine: "unsupported", engineProblem: text("engine.unsupported") });
        return;
      }
      const pause = pauses[Math.min(attempt, pauses.length - 1)] ?? 0;
      attempt += 1;
      const reason = navigator.onLine ? (error instanceof Error ? error.message : String(error)) : text("engine.offline");
      store.update({ engine: "loading", engineProblem: text("engine.retrying", { reason, seconds: Math.ceil(pause / 1000) }) });
      timer = setTimeout(() => void load(), pause);
    }
  }

  void load();
  addEventListener("online", () => {
    if (!engine) void load();
  });
  return {
    retry: () => {
      if (!engine) void load();
    },
  };
}
