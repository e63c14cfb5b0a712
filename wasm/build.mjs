// Builds dist/ from src/ and the module in build/wasm: ES modules for the package's entries, and the worker as one
// classic script.

import { copyFile, rm, writeFile } from "node:fs/promises";
import { build } from "vite";

const here = new URL("./", import.meta.url);
const path = (name) => new URL(name, here).pathname;

const common = { root: path("."), configFile: false, logLevel: "warn", publicDir: false };

await rm(path("dist"), { recursive: true, force: true });
await build({
  ...common,
  build: {
    outDir: "dist", emptyOutDir: false, target: "es2022", minify: false,
    rolldownOptions: {
      input: { index: path("src/index.ts"), links: path("src/links.ts") },
      preserveEntrySignatures: "strict",
      // The places of the worker and the module are resolved where the package is used.
      external: (id) => /(?:worker\.js|evalground\.wasm)$/.test(id),
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
await build({
  ...common,
  build: {
    outDir: "dist", emptyOutDir: false, target: "es2022", minify: true,
    rolldownOptions: {
      input: path("src/worker.ts"),
      output: { format: "iife", entryFileNames: "worker.js", codeSplitting: false },
    },
  },
});
await copyFile(path("../build/wasm/evalground.wasm"), path("dist/evalground.wasm"));
const { createEngine } = await import("./dist/index.js");
const engine = await createEngine({ worker: false });
await writeFile(path("dist/catalogue.json"), JSON.stringify(await engine.catalogue("")));
engine.close();
