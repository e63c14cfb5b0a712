// The JavaScript that Emscripten generates for the module (wasm/CMakeLists.txt).

declare module "*/build/wasm/evalground.mjs" {
  /** Answers a request to a service. Null: unknown service; undefined: the answer is not available yet. */
  export type Host = (service: string, request: string) => string | null | undefined;

  /** Receives the progress of shrink(): bytes before and now, number of evaluations, the current workspace. */
  export type OnProgress = (before: number, now: number, trials: number, workspace: string) => void;

  /** The functions of wasm/bindings.cpp. All texts are JSON, except the version and the dialect's name. */
  export interface Glue {
    evaluate(workspace: string, options: string, host: Host | null): string;
    shrink(request: string, host: Host | null, onProgress: OnProgress): string;
    change(request: string, host: Host | null): string;
    /** Parses a workspace to evaluate it many times. Returns its number. */
    prepare(workspace: string, options: string): number;
    releasePrepared(number: number): void;
    /** The address of a buffer for the values of an evaluation, of at least this size in bytes. */
    roomForValues(size: number): number;
    /**
     * Returns the size of the answer. With `wantsText` the values are variables, and the size is negative for an
     * outcome.
     */
    evaluatePrepared(number: number, size: number, wantsText: boolean, host: Host | null): number;
    answerAddress(): number;
    reply(question: string): string;
    assist(request: string): string;
    /** Absent in the modules of single dialects. */
    languageServerStep?(request: string): string;
    catalogue(dialect: string): string;
    version(): string;
  }
  export default function createModule(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }): Promise<Glue>;
}

declare module "*/build/wasm/command.mjs" {
  /** Runs the command. `quit` receives its exit code. */
  export default function runCommand(options: {
    arguments: string[];
    /** The functions that wasm/command/machine.cpp, process.cpp and listener.cpp call. */
    machine: object;
    programs: object;
    listener: object;
    /** At a normal end the error's name is "ExitStatus". */
    quit(code: number, error: Error): void;
    onAbort(why: unknown): void;
    printErr(text: string): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }): Promise<unknown>;
}

// Bundled as text (build.mjs).
declare module "*.py" {
  const text: string;
  export default text;
}
