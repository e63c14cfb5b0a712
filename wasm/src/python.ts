// Python compiled to WebAssembly (Pyodide), for documents that call Python functions. It is a script of its own, which
// a worker imports when a document first needs it.

import ansible from "../python/ansible.py";
import bridge from "../python/bridge.py";
import original from "../python/original.py";

/** Answers a request of a Python function. Both are JSON text. */
export type Ask = (question: string) => string;

/** The original implementation of a language and its driver: an archive of Python modules, by a name of its own. */
export interface OriginalSource {
  name: string;
  archive: Uint8Array;
}

/** The interface of a worker's Python once it is loaded. */
export interface Python {
  /** Starts an evaluation. Later calls see no state of earlier evaluations. */
  begin(): void;
  /** Calls a function as defined by python/bridge.py. Both are JSON text. Throws if Python itself fails. */
  call(request: string, ask: Ask): string;
  /** Runs the original implementation of a language from an archive, as defined by python/original.py. */
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

/** Bytes loaded through `fetch`, uncompressed: the interpreter, its library and its list of packages. */
const expectedBytes = 12_260_000;
/** Loading fails if no data arrives for this many milliseconds. */
const longestSilence = 60_000;

/** Modules that documents must not access: they lead from Python to JavaScript. */
const hidden = ["js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip"];

/** What a worker of the page could do on behalf of a document: access the network and the drafts. */
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

/** Removes these capabilities from this worker permanently. */
function removePowers(): void {
  for (let holder: object | null = globalThis; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    for (const name of powers) Reflect.deleteProperty(holder, name);
  }
}

/** Counts the bytes loaded by `fetch` until the returned function is called. */
function countFetched(onProgress: (bytes: number) => void): () => void {
  const { fetch } = globalThis;
  let bytes = 0;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    void (async () => {
      const reader = response.clone().body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        bytes += part.value.length;
        onProgress(bytes);
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
 * Loads Python from a folder with Pyodide's files, or in Node from the package of that name. `onProgress` receives the
 * progress in percent. With `fence` a browser worker permanently loses the capabilities that documents must not have.
 * Rejects if Python cannot be loaded.
 */
export async function loadPython(url: string, fence: boolean, onProgress: (percent: number) => void): Promise<Python> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let percent = 0;
  // Pyodide's check for module workers would cause a report by the page's policy.
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
          onProgress(percent);
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
