// The messages between a pool and its workers. Workspaces, options and requests travel as JSON text, large ones in
// parts.

import type { OriginalSource } from "./python.js";
import type { JsonParts } from "./reader.js";

/** A compiled module, or the bytes of one. */
export type ModuleSource = WebAssembly.Module | BufferSource;

/** A call of one of the engine's functions. */
export type Call =
  | { ask: "evaluate"; workspace: JsonParts; options: string }
  | { ask: "shrink"; request: string }
  | { ask: "change"; request: string }
  /** Calls the original implementation of a language, in Python. */
  | { ask: "original"; workspace: string; original: OriginalSource }
  | { ask: "assist"; request: JsonParts }
  | { ask: "languageServerStep"; request: string }
  | { ask: "catalogue"; dialect: string };

/**
 * The source of Python: the script that loads it, and the folder of Pyodide's files (in Node the name of its package).
 */
export interface PythonSource {
  script: string;
  files: string;
  /** The thread belongs to the engine alone, so capabilities that Python could misuse may be removed from it. */
  fence?: boolean;
}

/** The start parameters of a worker. `python` is absent if documents may not run Python. */
export interface Load {
  module: ModuleSource;
  /** Whether a second part of the module follows. */
  hasRest: boolean;
  python?: PythonSource | undefined;
}

/** The progress of a call that makes a workspace smaller. The current workspace is JSON. */
export interface Progress {
  before: number;
  now: number;
  trials: number;
  workspace: string;
}

/** `load` is the first message to a worker, and is sent once. */
export type ToWorker =
  | (Load & { type: "load" })
  /** The second part of a module in two parts. */
  | { type: "rest"; module: ModuleSource }
  /** The second part is not available now: calls that need it fail. */
  | { type: "no rest"; message: string }
  | { type: "call"; id: number; call: Call }
  /** A waiting call was dropped: it gets no answer. */
  | { type: "drop"; id: number };

export type FromWorker =
  | { type: "ready"; version: string }
  /** The module cannot be used here: the worker answers no calls. */
  | { type: "failed"; message: string }
  /** An Outcome for `evaluate`, else an Answer. */
  | { type: "answer"; id: number; answer: unknown }
  /** The call waits for Python to be loaded, or without `percent` for the module's second part. */
  | { type: "loading"; id: number; percent?: number }
  | { type: "progress"; id: number; progress: Progress }
  /** What the call waited for is available, or failed to load, and the call is made again. */
  | { type: "loaded"; id: number }
  /** The call ended in a trap. The worker has a new instance of the module and continues. */
  | { type: "crashed"; id: number; message: string };
