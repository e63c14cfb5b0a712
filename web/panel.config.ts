// Builds the results panel of an editor (src/panel) into ../build/panel, as one script and one style sheet. Web views
// load files only from addresses that the editor's extension makes. integrations/vscode/pack.mjs runs it.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { DialectDescription } from "evalground";
import { defineConfig, type Plugin } from "vite";
import { examples } from "./plugins/examples.ts";
import { texts } from "./plugins/texts.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The addresses of scripts and modules, which only the engine's loader asks for. A classic script has none. */
function withoutAddresses(): Plugin {
  return {
    name: "without-addresses",
    enforce: "pre",
    transform: (code) =>
      code.includes("import.meta.")
        ? {
            code: code.replace(/import\.meta\.url/g, "document.baseURI").replace(/import\.meta\.resolve/g, "(null)"),
            map: null,
          }
        : null,
  };
}

/** The extension's engine answers, so the panel has no modules, workers and catalogues of its own. */
function withoutEngine(descriptions: readonly DialectDescription[]): Plugin {
  const modules: Record<string, string> = {
    "virtual:dialects": `export default {}; export const descriptions = ${JSON.stringify(descriptions)};`,
    "virtual:pyodide-folder": `export default "";`,
    "virtual:functions": "export const functionsOf = () => Promise.resolve([]);",
    "virtual:originals": "export default {};",
    "evalground/worker?url": `export default "";`,
    "evalground/python?url": `export default "";`,
  };
  return {
    name: "without-engine",
    enforce: "pre",
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0panel:${id}` : null),
    load: (id) => modules[id.replace("\0panel:", "")] ?? null,
  };
}

export default defineConfig(async () => {
  const recorded = await readFile(at("test/fake/dialects.json"), "utf8");
  const descriptions = JSON.parse(recorded) as DialectDescription[];
  return {
    root: at("."),
    publicDir: false as const,
    plugins: [texts(false), withoutEngine(descriptions), withoutAddresses(), examples(descriptions)],
    define: { "import.meta.env.SOURCE_URL": `""` },
    build: {
      outDir: at("../build/panel"),
      emptyOutDir: true,
      target: "es2022",
      modulePreload: false as const,
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: at("src/panel/main.ts"),
        output: {
          format: "iife" as const,
          codeSplitting: false,
          entryFileNames: "panel.js",
          assetFileNames: "panel[extname]",
        },
      },
    },
  };
});
