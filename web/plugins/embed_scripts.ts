// Builds the scripts that other sites load by fixed names. Each is one file that works as a classic script and a
// module.

import { rolldown } from "rolldown";
import type { Plugin } from "vite";

/** `scripts`: the sources by published name. */
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
