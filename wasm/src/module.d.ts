// The JavaScript that Emscripten writes beside the module (wasm/CMakeLists.txt).

declare module "*/build/wasm/evalground.mjs" {
  /** The functions of wasm/bindings.cpp; all texts are JSON, but for the version and the dialect's name. */
  export interface Glue {
    evaluate(workspace: string, options: string): string;
    assist(request: string): string;
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
