// The messages between a pool and its workers. Workspaces, options and requests travel as JSON text.

/** A compiled module, or the bytes of one. */
export type ModuleSource = WebAssembly.Module | BufferSource;

/** One of the engine's functions with its arguments. */
export type Call =
  | { ask: "evaluate"; workspace: string; options: string }
  | { ask: "assist"; request: string }
  | { ask: "catalogue"; dialect: string };

/** `load` is the first message to a worker, and comes once. */
export type ToWorker =
  | { type: "load"; module: ModuleSource }
  | { type: "call"; id: number; call: Call };

export type FromWorker =
  | { type: "ready"; version: string }
  /** The module cannot be used here: the worker answers nothing. */
  | { type: "failed"; message: string }
  /** An Outcome for `evaluate`, else an Answer. */
  | { type: "answer"; id: number; answer: unknown }
  /** The call ended in a trap; the worker has a new instance of the module and goes on. */
  | { type: "crashed"; id: number; message: string };
