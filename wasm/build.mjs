// Builds dist/ from src/ and the module in build/wasm: ES modules for the package's entries, and the worker as one
// classic script without imports.

import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Sources name each other as what they become, so that their declarations resolve for every user of the package. */
const resolve = { extensionAlias: { ".js": [".ts", ".js"] } };
const dir = path("dist");

await rm(dir, { recursive: true, force: true });
await build({
  input: { index: path("src/index.ts"), links: path("src/links.ts"), python: path("src/python.ts") },
  resolve,
  moduleTypes: { ".py": "text" },
  output: { dir, format: "es", entryFileNames: "[name].js", chunkFileNames: "shared/[name].js" },
});
await build({
  input: path("src/worker.ts"),
  resolve,
  output: { dir, format: "iife", entryFileNames: "worker.js", minify: true },
});
await copyFile(path("../build/wasm/evalground.wasm"), path("dist/evalground.wasm"));
await mkdir(path("dist/dialects"));
for (const name of await readdir(path("../build/wasm/dialects"))) {
  if (name.endsWith(".wasm")) await copyFile(path(`../build/wasm/dialects/${name}`), path(`dist/dialects/${name}`));
}

const { createEngine } = await import("./dist/index.js");
const engine = await createEngine({ worker: false });
const catalogues = (await engine.dialects()).map((dialect) => engine.catalogue(dialect));
await writeFile(path("dist/catalogue.json"), JSON.stringify((await Promise.all(catalogues)).flat()));
await writeFile(path("dist/dialects.json"), JSON.stringify(await engine.describe()));
