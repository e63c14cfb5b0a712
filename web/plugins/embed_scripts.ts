// Builds the scripts that other sites load by fixed names. Each is one file that works as a classic script and a
// module.

import { rolldown } from "rolldown";
import type { Plugin } from "vite";

/** Removes the indentation and line breaks of the style sheet in a script, which no minifier of scripts changes. */
function shortStyles(script: string): string {
  return script.replace(/(?<=^const style = `)[^`]*/m, (css) =>
    css.replace(/\s+/g, " ").replace(/ ?([{};,]) ?|(:) /g, "$1$2"),
  );
}

/** Removes the marks that only bundlers read. */
const withoutMarks = (script: string): string => script.replaceAll("/* @__PURE__ */ ", "");

/** `scripts`: the sources by published name. */
export function embedScripts(scripts: Readonly<Record<string, string>>): Plugin {
  return {
    name: "embed-scripts",
    apply: "build",
    async generateBundle() {
      for (const [fileName, input] of Object.entries(scripts)) {
        const bundle = await rolldown({
          input,
          resolve: { conditionNames: ["import", "default"] },
          plugins: [{ name: "short-styles", transform: shortStyles }],
        });
        const { output } = await bundle.generate({ format: "iife", minify: true });
        await bundle.close();
        this.emitFile({ type: "asset", fileName, source: withoutMarks(output[0].code) });
      }
    },
  };
}
