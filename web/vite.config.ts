// Builds the page into dist/. `--mode quick` builds it into ../build/page, around the one module that is linked in
// seconds and without what only counts for visitors (scripts/serve); `--mode fake` builds it around a made-up engine,
// for work on the page without the module; `--mode pseudo` shows every text 40 % longer.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { CatalogueEntry, DialectDescription, Engine, RunResult } from "evalground";
import { defineConfig } from "vite";
import { budget } from "./plugins/budget.ts";
import { chunks } from "./plugins/chunks.ts";
import { embedScripts } from "./plugins/embed_scripts.ts";
import { defaultExample, examples } from "./plugins/examples.ts";
import { functions } from "./plugins/functions.ts";
import { modules } from "./plugins/modules.ts";
import { precompress } from "./plugins/precompress.ts";
import { prerender } from "./plugins/prerender.ts";
import { offline } from "./plugins/offline.ts";
import { pyodide } from "./plugins/pyodide.ts";
import { site } from "./plugins/site.ts";
import type { Entry } from "./plugins/site/reference.ts";
import { texts } from "./plugins/texts.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const fakeEngine = [
  { find: "evalground/worker?url", replacement: `${at("../wasm/src/worker.ts")}?worker&url` },
  { find: "evalground/embed", replacement: at("../wasm/src/embed/index.ts") },
  { find: "evalground/python?url", replacement: `${at("test/fake/memory.wasm")}?url` },
  { find: /^evalground\/dialects\/.*\.wasm\?url$/, replacement: `${at("test/fake/memory.wasm")}?url` },
  { find: /^evalground$/, replacement: at("../wasm/src/index.ts") },
  { find: /^.*\/build\/wasm\/evalground\.mjs$/, replacement: at("test/fake/glue.ts") },
];

// One module has all dialects.
const quickEngine = [{ find: /^evalground\/dialects\/\w+\.wasm(?=\?|$)/, replacement: "evalground/evalground.wasm" }];

// A name, not an import of the config's own: the made-up engine and the unit tests do without the built package.
const enginePackage = "evalground";

async function ask<Answer>(question: (engine: Engine) => Promise<Answer>): Promise<Answer> {
  const { createEngine } = (await import(enginePackage)) as typeof import("evalground");
  const engine = await createEngine({ worker: false });
  try {
    return await question(engine);
  } finally {
    engine.close();
  }
}

// As the page asks for it (src/run/runner.ts).
const evaluate = (workspace: object): Promise<RunResult> =>
  ask((engine) =>
    engine.evaluate(workspace as never, { outline: true, provenance: true, tokens: true, maskVaults: true }),
  );

async function evaluateFake(): Promise<RunResult> {
  const { default: outcome } = await import("./test/fake/outcome.json", { with: { type: "json" } });
  return { id: "", ...outcome } as unknown as RunResult;
}

/** What the engine said when it was last asked: scripts/describe keeps it. */
async function describeFake(): Promise<DialectDescription[]> {
  const { default: descriptions } = await import("./test/fake/dialects.json", { with: { type: "json" } });
  return descriptions as unknown as DialectDescription[];
}

async function catalogue(): Promise<(CatalogueEntry & Entry)[]> {
  return JSON.parse(await readFile(fileURLToPath(import.meta.resolve(`${enginePackage}/catalogue.json`)), "utf8"));
}

export default defineConfig(async ({ mode }) => {
  const isFake = mode === "fake" || mode === "test";
  const isQuick = mode === "quick";
  const descriptions = await describeFake();
  const example = defaultExample(descriptions);
  return {
    root: at("pages"),
    publicDir: at("public"),
    base: "./", // the site may lie below any path
    experimental: {
      // Servers send it for addresses of any depth.
      renderBuiltUrl: (file: string, { hostId }: { hostId: string }) =>
        hostId.endsWith("404.html") ? `/${file}` : { relative: true },
    },
    // The pages name what lies beside their folder by a prefix that no folder of any machine has.
    resolve: {
      alias: [{ find: /^\/@page\//, replacement: at("src/") }, ...(isFake ? fakeEngine : isQuick ? quickEngine : [])],
    },
    plugins: [
      texts(mode === "pseudo"),
      examples(descriptions, isQuick),
      functions(isFake ? async () => [] : catalogue, descriptions),
      prerender(example, isFake ? evaluateFake : evaluate),
      pyodide(at("node_modules/pyodide"), `${process.env["EVG_DEPS_DIR"] ?? at("../.deps")}/originals`, descriptions),
      ...(isQuick ? [] : [modules(example.dialect)]),
      chunks(),
      embedScripts({ "embed.js": at("src/embed/script.ts"), "embed-resize.js": at("src/embed/resize.ts") }),
      // The made-up engine has no functions and evaluates nothing, so that pages of values would be wrong.
      ...(isFake
        ? []
        : [
            site({
              repository: at(".."),
              phrases: at("phrases/phrases.yaml"),
              descriptions,
              catalogue,
              withEngine: (use) => ask((engine) => use((workspace) => engine.evaluate(workspace))),
              isPseudo: mode === "pseudo",
            }),
          ]),
      offline(at("src/offline/worker.ts")),
      ...(isQuick ? [] : [budget([at("public/early.js")])]),
      ...(isFake || isQuick ? [] : [precompress()]),
    ],
    // Netlify says from which repository it builds; elsewhere the page does not know where its source is.
    define: { "import.meta.env.SOURCE_URL": JSON.stringify(process.env["REPOSITORY_URL"] ?? "") },
    worker: { format: "iife" as const, rolldownOptions: { output: { codeSplitting: false } } },
    build: {
      outDir: at(isQuick ? "../build/page" : "dist"),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          index: at("pages/index.html"),
          embed: at("pages/embed/index.html"),
          404: at("pages/404.html"),
          site: at("src/site/main.ts"),
        },
      },
    },
    test: { root: at("."), include: ["test/**/*.test.ts"] },
  };
});
