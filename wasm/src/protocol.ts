// The messages between a pool and its workers. Workspaces, options and requests travel as JSON text.

/** A compiled module, or the bytes of one. */
export type ModuleSource = WebAssembly.Module | BufferSource;

/** The engine's four functions, by name. */
export type Call =
  | { call: "evaluate"; workspace: string; options: string }
  | { call: "assist"; request: string }
  | { call: "catalogue"; dialect: string };

export type ToWorker =
  | { type: "load"; module: ModuleSource }
  | { type: "call"; id: number; call: Call };

export type FromWorker =
  | { type: "ready"; version: string }
  /** The module could not be loaded: the worker answers nothing. */
  | { type: "failed"; message: string }
  /** The JSON text that the engine gave; for `evaluate` taken apart by its members. */
  | { type: "answer"; id: number; text: string }
  /** The call ended in a trap; the worker has a new instance of the module and works on. */
  | { type: "crashed"; id: number; message: string };
