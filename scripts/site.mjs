// Adds the built site to the package, for `evalground site`. dist/site contains its files, except modules that the
// package has anyway; dist/site.json lists all of them. Run after web/dist and dist are built (scripts/build web).
//
//   {"version": "0.1.0", "pyodide": "314.0.7", "headers": {"/assets/*": {"Cache-Control": "…"}},
//   {"version": "0.1.0", "pyodide": "314.0.7", "headers": {"/assets/*": {"Cache-Control": "…"}}, "files":
//     {"assets/a.js": {"bytes": 12, "embed": true}, "assets/b.wasm": {"bytes": 9, "from": "dialects/yaql.wasm"}}}
// `embed` marks files that embeds need. Pyodide's own files are left out, because its package contains them.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readSettings } from "./headers.mjs";

const root = new URL("..", import.meta.url).pathname;
const site = join(root, "web/dist");
const dist = join(root, "wasm/dist");
const { version, peerDependencies } = JSON.parse(readFileSync(join(root, "wasm/package.json"), "utf8"));

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const hashOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

const isPythons = (name) => name.startsWith("pyodide/") && !/\/original-/.test(name);
const names = filesBelow(site).filter((name) => !name.endsWith(".br") && !name.startsWith("v/") && !isPythons(name));

/** The files that embeds need: their entry files, and everything that these reference. */
function neededByEmbeds() {
  const byBaseName = new Map(names.filter((name) => name.startsWith("assets/")).map((name) => [basename(name), name]));
  const needed = new Set(["embed.js", "embed-resize.js", "embed/index.html", "icon.svg"]);
  for (const name of needed) {
    if (!/\.(?:js|css|html)$/.test(name)) continue;
    const text = readFileSync(join(site, name), "utf8");
    for (const [word] of text.matchAll(/[\w.-]+\.(?:js|css|wasm|json|woff2)/g)) {
      const found = byBaseName.get(word);
      if (found) needed.add(found);
    }
  }
  return needed;
}

const modules = new Map();
for (const name of filesBelow(dist)) if (name.endsWith(".wasm")) modules.set(hashOf(join(dist, name)), name);
const needed = neededByEmbeds();

rmSync(join(dist, "site"), { recursive: true, force: true });
const files = {};
for (const name of names) {
  const source = join(site, name);
  const bytes = readFileSync(source).length;
  const from = name.endsWith(".wasm") ? modules.get(hashOf(source)) : undefined;
  files[name] = { bytes, ...(from && { from }), ...(needed.has(name) && { embed: true }) };
  if (from) continue;
  mkdirSync(dirname(join(dist, "site", name)), { recursive: true });
  cpSync(source, join(dist, "site", name));
}
const { rules } = readSettings(readFileSync(join(root, "netlify.toml"), "utf8"));
const headers = Object.fromEntries(rules.map(({ path, values }) => [path, values]));
writeFileSync(
  join(dist, "site.json"),
  `${JSON.stringify({ version, pyodide: peerDependencies.pyodide, headers, files })}\n`,
);
