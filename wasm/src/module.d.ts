// The JavaScript that Emscripten writes beside the module (wasm/CMakeLists.txt).

declare module "*/build/wasm/evalground.mjs" {
  /** Answers a request to a service. Null: it is none of those; undefined: the answer is not there yet. */
  export type Host = (service: string, request: string) => string | null | undefined;

  /** Hears how far shrink() has come: bytes before and now, evaluations, the workspace as it is now. */
  export type OnProgress = (before: number, now: number, trials: number, workspace: string) => void;

  /** The functions of wasm/bindings.cpp; all texts are JSON, but for the version and the dialect's name. */
  export interface Glue {
    evaluate(workspace: string, options: string, host: Host | null): string;
    shrink(request: string, host: Host | null, onProgress: OnProgress): string;
    /** Reads a workspace to evaluate it many times; gives its number. */
    prepare(workspace: string, options: string): number;
    releasePrepared(number: number): void;
    /** The address at which values for an evaluation are written, of at most so many bytes. */
    roomForValues(size: number): number;
    /** The size of the answer; with `wantsText` the values are variables, and the size of an outcome is negative. */
    evaluatePrepared(number: number, size: number, wantsText: boolean, host: Host | null): number;
    answerAddress(): number;
    reply(question: string): string;
    assist(request: string): string;
    /** Absent in the module of one dialect. */
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
  /** Runs the command, whose exit code `quit` hears. */
  export default function runCommand(options: {
    arguments: string[];
    /** What wasm/command/machine.cpp, process.cpp and listener.cpp call. */
    machine: object;
    programs: object;
    listener: object;
    /** The error of an ordinary end is called "ExitStatus". */
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
