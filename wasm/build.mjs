// Builds dist/ from src/ and the modules in build/wasm: ES modules for the package's entries, the worker as one classic
// script without imports, and the module of each dialect in two parts.
// Usage: node build.mjs [--quick|--command]
//
//   --command   builds only the command; the rest of dist/ is kept
// --quick     for scripts/serve: uses the module of build/wasm/quick, without the command and the modules of single
// dialects

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "rolldown";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, command: { type: "boolean", default: false } },
});
const modules = path(options.quick ? "../build/wasm/quick" : "../build/wasm");
const dir = path("dist");
/** Sources import each other by their built names (.js), so that declarations resolve for every user of the package. */
const resolve = { extensionAlias: { ".js": [".ts", ".js"] } };
/** The JavaScript glue that belongs to the modules. */
const glue = {
  name: "glue",
  resolveId: (id) => (id.endsWith("/build/wasm/evalground.mjs") ? `${modules}/evalground.mjs` : null),
};

/** The command: the program of `npx evalground`, its second thread, and its module. */
async function buildCommand() {
  const left = (await readFile(`${modules}/command.mjs`, "utf8")).match(/__syscall_\w+/g);
  // The command compiles functions lazily, so the whole module is validated here.
  if (!WebAssembly.validate(await readFile(`${modules}/command.wasm`))) throw new Error("command.wasm is not valid");
  if (left) throw new Error(`wasm/command/machine.cpp lacks ${left.join(", ")}: Emscripten's own would be called`);
  await build({
    input: { command: path("src/command/index.ts"), outside: path("src/command/outside.ts") },
    platform: "node",
    resolve,
    output: {
      dir: `${dir}/command`,
      format: "es",
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      minify: true,
    },
  });
  await copyFile(`${modules}/command.wasm`, `${dir}/command/command.wasm`);
  await chmod(`${dir}/command/command.js`, 0o755);
}

if (options.command) {
  await buildCommand();
  process.exit();
}
await rm(dir, { recursive: true, force: true });
await build({
  input: {
    index: path("src/index.ts"),
    links: path("src/links.ts"),
    python: path("src/python.ts"),
    embed: path("src/embed/index.ts"),
    remark: path("src/remark.ts"),
    markdown_it: path("src/markdown_it.ts"),
    lsp: path("src/lsp/index.ts"),
  },
  resolve,
  plugins: [glue],
  moduleTypes: { ".py": "text" },
  output: { dir, format: "es", entryFileNames: "[name].js", chunkFileNames: "shared/[name].js" },
});
await build({
  input: path("src/worker.ts"),
  resolve,
  plugins: [glue],
  output: { dir, format: "iife", entryFileNames: "worker.js", minify: true },
});
if (!options.quick) await buildCommand();
await copyFile(`${modules}/evalground.wasm`, `${dir}/evalground.wasm`);
await copyFile(path("../LICENSE"), `${dir}/LICENSE`);
await writeFile(`${dir}/sbom.spdx.json`, execFileSync(process.execPath, [path("../scripts/sbom")]));
// Plugins for site generators that are not JavaScript modules. docs/embedding.md describes their use.
for (const name of ["antora", "asciidoctor", "hugo", "mkdocs", "sphinx"])
  await cp(path(`../integrations/${name}`), `${dir}/integrations/${name}`, { recursive: true });

const { createEngine } = await import(`${dir}/index.js`);
const engine = await createEngine({ worker: false });
const descriptions = await engine.describe();
const catalogues = descriptions.map(({ id }) => engine.catalogue(id));
await writeFile(`${dir}/catalogue.json`, JSON.stringify((await Promise.all(catalogues)).flat()));
await writeFile(`${dir}/dialects.json`, JSON.stringify(descriptions));

/**
 * Number of a dialect's own cases that its first part must support alone, in addition to the examples of the gallery.
 */
const profiledCases = 100;

/** The workspaces in one subfolder of a dialect. A file has one case or a list of cases. */
async function workspacesOf(dialect, part) {
  const found = [];
  for (const folder of (await readdir(path("../engine/dialects"))).sort()) {
    const place = path(`../engine/dialects/${folder}/${part}`);
    for (const name of existsSync(place) ? (await readdir(place)).sort() : []) {
      if (name === "assist.json") continue; // these are requests of an editor
      const text = await readFile(`${place}/${name}`, "utf8");
      const content = name.endsWith(".json") ? JSON.parse(text) : JSON.parse((await engine.parse(text)).json);
      for (const each of content.cases ?? [content]) found.push({ ...content.defaults, ...each });
    }
  }
  return found.filter((each) => each.dialect === dialect);
}

async function splitModules() {
  const { split } = await import("./split.mjs"); // it imports the glue of the shipped module
  await mkdir(`${dir}/dialects`);
  for (const { id } of descriptions) {
    const cases = await workspacesOf(id, "cases");
    const step = Math.max(1, cases.length / profiledCases);
    const chosen = Array.from(
      { length: Math.min(cases.length, profiledCases) },
      (_, at) => cases[Math.floor(at * step)],
    );
    const workspaces = [...(await workspacesOf(id, "gallery")), ...chosen];
    await split(path(`../build/wasm/dialects/${id}.wasm`), id, `${dir}/dialects`, workspaces);
  }
}

if (!options.quick) await splitModules();
