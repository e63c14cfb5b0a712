// Python compiled to WebAssembly (Pyodide), for documents that call Python functions. A script of its own, which a
// worker imports when a document first needs it.

import ansible from "../python/ansible.py";
import bridge from "../python/bridge.py";
import original from "../python/original.py";

/** Answers a question of a Python function; JSON text both ways. */
export type Ask = (question: string) => string;

/** The original implementation of a language: an archive of Python modules, by a name of its own. */
export interface OriginalSource {
  name: string;
  archive: Uint8Array;
}

/** What a worker has once Python is loaded. */
export interface Python {
  /** Nothing of an earlier evaluation is seen by the next calls. */
  begin(): void;
  /** Runs a function as python/bridge.py has it; JSON text both ways. Throws when Python itself breaks down. */
  call(request: string, ask: Ask): string;
  /** Asks the original implementation of a language, an archive of Python modules, as python/original.py has it. */
  askOriginal(workspace: string, original: OriginalSource): string;
}

type Callable<Arguments extends unknown[], Result> = (...args: Arguments) => Result;

/** The part of Pyodide that is used here. */
interface Pyodide {
  runPython(code: string, options: { globals: unknown; filename: string }): unknown;
  toPy(value: object): { get(name: string): Callable<never[], unknown> };
  FS: { writeFile(path: string, content: Uint8Array): void };
}

interface PyodideModule {
  loadPyodide(options: object): Promise<Pyodide>;
}

/**
 * What is fetched through `fetch`, in bytes before compression: the interpreter, its library and its list of packages.
 */
const expectedBytes = 12_260_000;
/** Loading fails after so many milliseconds without anything arriving. */
const longestSilence = 60_000;

/** What documents must not reach: the way from Python to JavaScript. */
const hidden = ["js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip"];

/** What a worker of the page could otherwise do on behalf of a document: reach the network and the drafts. */
const powers = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "Worker",
  "importScripts",
  "indexedDB",
  "caches",
  "cookieStore",
  "navigator",
  "BroadcastChannel",
  "RTCPeerConnection",
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
];

const isNode = !!globalThis.process?.versions?.node;
const isWorker = "WorkerGlobalScope" in globalThis;

/** Takes the powers from this worker, for good. */
function removePowers(): void {
  for (let holder: object | null = globalThis; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    for (const name of powers) Reflect.deleteProperty(holder, name);
  }
}

/** Counts what `fetch` brings until the function that it gives is called. */
function countFetched(tell: (bytes: number) => void): () => void {
  const { fetch } = globalThis;
  let bytes = 0;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    void (async () => {
      const reader = response.clone().body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        bytes += part.value.length;
        tell(bytes);
      }
    })().catch(() => {});
    return response;
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

async function loadFrom(url: string): Promise<Pyodide> {
  const { loadPyodide } = (await import(
    /* @vite-ignore */ url === "pyodide" ? url : `${url}pyodide.mjs`
  )) as PyodideModule;
  const silent = (): void => {};
  return loadPyodide({
    ...(url !== "pyodide" && { indexURL: url }),
    jsglobals: {},
    env: { HOME: "/", PYTHONHASHSEED: "0", LANG: "C.UTF-8" },
    stdin: () => null,
    stdout: silent,
    stderr: silent,
  });
}

/**
 * Loads Python from a folder with Pyodide's files, or in Node from the package of that name; `tell` hears how much of
 * it is there, in percent. With `fence` a worker of a browser loses for good what documents must not have. Rejects when
 * Python cannot be loaded.
 */
export async function loadPython(url: string, fence: boolean, tell: (percent: number) => void): Promise<Python> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let percent = 0;
  // Pyodide tries whether this is a module worker in a way that a page's policy would report.
  if (isWorker) {
    Object.assign(globalThis, {
      importScripts: () => {
        throw new TypeError("Module scripts don't support importScripts()");
      },
    });
  }
  const pyodide = await new Promise<Pyodide>((resolve, reject) => {
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(new Error("nothing more arrives")), longestSilence);
    };
    wait();
    const done = isNode
      ? () => {}
      : countFetched((bytes) => {
          wait();
          const now = Math.min(99, Math.floor((100 * bytes) / expectedBytes));
          if (now <= percent) return;
          percent = now;
          tell(percent);
        });
    loadFrom(url).then(resolve, reject).finally(done);
  }).finally(() => clearTimeout(timer));

  const originals = new Set<string>();
  const names = pyodide.toPy({});
  pyodide.runPython(`${bridge}\n${ansible}`, { globals: names, filename: "bridge.py" });
  const begin = names.get("begin") as Python["begin"];
  const call = names.get("call") as Python["call"];
  const asking = pyodide.toPy({});
  pyodide.runPython(original, { globals: asking, filename: "original.py" });
  const ask = asking.get("ask") as (workspace: string, archive: string) => string;
  (names.get("hide") as (names: unknown) => void)(pyodide.toPy(hidden));
  if (fence && isWorker) removePowers();
  return {
    begin,
    call,
    askOriginal(workspace, { name, archive }) {
      const path = `/original-${name}.zip`;
      if (!originals.has(name)) pyodide.FS.writeFile(path, archive);
      originals.add(name);
      return ask(workspace, path);
    },
  };
}
