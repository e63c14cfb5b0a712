// The messages between a pool and its workers. Workspaces, options and requests travel as JSON text.

import type { OriginalSource } from "./python.js";

/** A compiled module, or the bytes of one. */
export type ModuleSource = WebAssembly.Module | BufferSource;

/** One of the engine's functions with its arguments. */
export type Call =
  | { ask: "evaluate"; workspace: string; options: string }
  | { ask: "shrink"; request: string }
  /** By the original implementation of its language, in Python. */
  | { ask: "original"; workspace: string; original: OriginalSource }
  | { ask: "assist"; request: string }
  | { ask: "languageServerStep"; request: string }
  | { ask: "catalogue"; dialect: string };

/**
 * Where Python is: the script that loads it, and the folder of Pyodide's files (or in Node the name of its package).
 */
export interface PythonSource {
  script: string;
  files: string;
  /** The thread is the engine's own, so what Python could do with it may be taken from it. */
  fence?: boolean;
}

/** What a worker starts with. `python` is absent where documents may not run it. */
export interface Load {
  module: ModuleSource;
  /** A second part of the module follows. */
  hasRest: boolean;
  python?: PythonSource | undefined;
}

/** How far a call has come that makes a workspace smaller; the workspace as it is now is JSON. */
export interface Progress {
  before: number;
  now: number;
  trials: number;
  workspace: string;
}

/** `load` is the first message to a worker, and comes once. */
export type ToWorker =
  | (Load & { type: "load" })
  /** The second part of a module in two parts. */
  | { type: "rest"; module: ModuleSource }
  /** It cannot be had now: calls that need it fail. */
  | { type: "no rest"; message: string }
  | { type: "call"; id: number; call: Call }
  /** A call that waits is not wanted any more: it gets no answer. */
  | { type: "drop"; id: number };

export type FromWorker =
  | { type: "ready"; version: string }
  /** The module cannot be used here: the worker answers nothing. */
  | { type: "failed"; message: string }
  /** An Outcome for `evaluate`, else an Answer. */
  | { type: "answer"; id: number; answer: unknown }
  /** The call has to wait until Python is loaded, or without `percent` the module's second part. */
  | { type: "loading"; id: number; percent?: number }
  | { type: "progress"; id: number; progress: Progress }
  /** What it waits for is there, or cannot be had, and the call is made again. */
  | { type: "loaded"; id: number }
  /** The call ended in a trap; the worker has a new instance of the module and goes on. */
  | { type: "crashed"; id: number; message: string };
