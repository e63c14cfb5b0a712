// Loads the engine of the draft's dialect into its worker and keeps trying; the rest of the page asks it through the
// Engine that `engineReady` gives.
//
// Each dialect is a module of its own, so that the page fetches one language instead of all of them. A module comes in
// two parts, so that what most documents need arrives first. When the draft changes to another dialect, the engine is
// closed and the next one is loaded; meanwhile the state is "loading". The package's Engine is a pool of two workers
// that share one compiled module. One worker runs requests; the other is a spare that takes over when a run has to be
// ended by Stop, by newer text or by the watchdog. The page only sends requests and aborts them. The pool decides which
// worker answers and which one is ended (wasm/src/pool.ts).

import { createEngine, type Engine } from "evalground";
import pythonUrl from "evalground/python?url";
import workerUrl from "evalground/worker?url";
import modules from "virtual:dialects";
import pyodideFolder from "virtual:pyodide-folder";
import type { Store } from "../store.ts";
import { keep } from "../ui/keep.ts";
import { own } from "../ui/own.ts";
import { siteUrl } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";
import { ownScripts, trustedScriptUrl } from "../ui/trusted.ts";
import { provideEngine } from "./ready.ts";

/** Pauses between attempts to load the engine, in milliseconds; the last one repeats. */
const pauses = [500, 1000, 2000, 5000, 15_000, 60_000];

/** Whether an error means that this browser, or the site's policy, does not allow WebAssembly at all. */
function isRefused(error: unknown): boolean {
  return (
    typeof WebAssembly === "undefined" ||
    /unsafe-eval|Content Security Policy|violates|disallowed by embedder/i.test(String(error))
  );
}

ownScripts.add(workerUrl);

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

/** The dialect whose module handles a document. Any module can report an unknown dialect. */
function moduleOf(dialect: string, loaded: string): string {
  return Object.hasOwn(modules, dialect) ? dialect : loaded || (Object.keys(modules)[0] ?? "");
}

interface EngineLoader {
  /** Loads the module of the draft's dialect now, and again whenever the dialect changes. */
  followDraft(): void;
  /** Retries immediately. */
  retry(): void;
}

/**
 * Loads the engine. On failure it reports why and retries automatically. `expected`: the dialect that the draft will
 * probably have.
 */
export function loadEngine(store: Store, expected: string | undefined): EngineLoader {
  const write = store.writer("engine");
  let dialect = "";
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    clearTimeout(timer);
    const asked = dialect;
    try {
      const { first = "", rest } = own(modules, asked) ?? {};
      const loaded = await createEngine({
        wasmUrl: first,
        ...(rest && { restUrl: rest }),
        worker: startWorker,
        python: { files: siteUrl(pyodideFolder), script: pythonUrl },
      });
      if (dialect !== asked) return loaded.close();
      engine = loaded;
      attempt = 0;
      keep("evalground.dialect", asked); // at the next visit early.js fetches its module
      provideEngine(loaded);
      write({ engine: "ready", engineProblem: "", engineVersion: loaded.version() });
    } catch (error) {
      if (dialect !== asked) return;
      if (isRefused(error)) {
        write({ engine: "unsupported", engineProblem: text("engine.unsupported") });
        return;
      }
      const pause = pauses[Math.min(attempt, pauses.length - 1)] ?? 0;
      attempt += 1;
      const reason = navigator.onLine
        ? error instanceof Error
          ? error.message
          : String(error)
        : text("engine.offline");
      write({
        engine: "loading",
        engineProblem: text("engine.retrying", { reason, seconds: Math.ceil(pause / 1000) }),
      });
      timer = setTimeout(() => void load(), pause);
    }
  }

  function use(wanted: string): void {
    if (wanted === dialect || store.state.engine === "unsupported") return;
    dialect = wanted;
    attempt = 0;
    if (engine) {
      write({ engine: "loading", engineProblem: "" });
      engine.close();
      engine = null;
      provideEngine(null);
    }
    void load();
  }

  if (expected !== undefined) use(moduleOf(expected, ""));
  addEventListener("online", () => {
    if (!engine && dialect) void load();
  });
  return {
    followDraft: () => void store.watch(["workspace"], ({ workspace }) => use(moduleOf(workspace.dialect, dialect))),
    retry: () => {
      if (!engine) void load();
    },
  };
}
