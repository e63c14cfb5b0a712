// Builds the scripts that other sites load by their plain names: each one file, a classic script and a module at once.

import { rolldown } from "rolldown";
import type { Plugin } from "vite";

/** `scripts`: sources by the names that they are published under. */
export function embedScripts(scripts: Readonly<Record<string, string>>): Plugin {
  return {
    name: "embed-scripts",
    apply: "build",
    async generateBundle() {
      for (const [fileName, input] of Object.entries(scripts)) {
        const bundle = await rolldown({ input, resolve: { conditionNames: ["import", "default"] } });
        const { output } = await bundle.generate({ format: "iife", minify: true });
        await bundle.close();
        this.emitFile({ type: "asset", fileName, source: output[0].code });
      }
    },
  };
}
