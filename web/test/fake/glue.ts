// A fake engine for work on the page without the module (`vite --mode fake`). It has a fixed answer and knows a little
// YAML.

import { parse } from "yaml";
import dialects from "./dialects.json";
import outcome from "./outcome.json";

interface Hooks {
  instantiateWasm(
    imports: object,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

/** Replaces the glue that Emscripten generates. */
export default function createModule({ instantiateWasm }: Hooks): Promise<object> {
  return new Promise((resolve) => {
    instantiateWasm({}, () =>
      resolve({
        evaluate: (workspace: string) => {
          if (workspace.includes("endless")) for (;;);
          return JSON.stringify(outcome);
        },
        assist: (request: string) => {
          const { ask, text } = JSON.parse(request) as { ask: string; text?: string };
          if (ask !== "parse") return "{}";
          try {
            return JSON.stringify({ json: undefined, value: parse(text ?? "") as unknown });
          } catch (error) {
            return JSON.stringify({
              diagnostics: [{ severity: "error", code: "yaml-syntax", message: String(error) }],
            });
          }
        },
        catalogue: (dialect: string) => JSON.stringify(dialect === "" ? dialects : []),
        version: () => "0.0.0-fake",
      }),
    );
  });
}
