// `evalground site` of the package: what it writes, what it says, and what it leaves alone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../wasm/dist/command/command.js", import.meta.url));
const dist = fileURLToPath(new URL("../../web/dist", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evalground-site-"));
after(() => rmSync(folder, { recursive: true }));

function site(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "site", ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("it writes the site as it was built, and its own again", () => {
  const first = site("a/play", "--at", "/play/");
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /^a\/play: \d+ files, [\d.]+ MB, Evalground \d+\.\d+\.\d+\n/);
  assert.match(first.stdout, /<script src="\/play\/embed\.js" defer><\/script>/);
  const made = readdirSync(join(folder, "a/play/assets"));
  const built = readdirSync(join(dist, "assets")).filter((name) => !name.endsWith(".br"));
  assert.deepEqual(made.sort(), built.sort());
  for (const name of ["index.html", "sw.js", ...built.slice(0, 20).map((each) => `assets/${each}`)])
    assert.deepEqual(readFileSync(join(folder, "a/play", name)), readFileSync(join(dist, name)), name);
  assert.match(readFileSync(join(folder, "a/play/headers/_headers"), "utf8"), /^\/play\/assets\/\*$/m);
  const nginx = readFileSync(join(folder, "a/play/headers/nginx.conf"), "utf8");
  assert.match(nginx, /^location ~ "\^\/play\/assets\/\.\*\$" \{$/m);
  assert.ok(!nginx.includes("Strict-Transport-Security"));
  assert.equal(site("a/play", "--only", "embed").status, 0);
  assert.equal(existsSync(join(folder, "a/play/learn")), false);
  assert.deepEqual(readdirSync(join(folder, "a")), ["play"]);
});

test("it takes no folder that has anything else", () => {
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/mine.md"), "mine");
  const { status, stderr } = site("docs");
  assert.equal(status, 1);
  assert.equal(
    stderr,
    "evalground: docs has mine.md, which is no file of a site: name another folder, or an empty one\n",
  );
  assert.deepEqual(readdirSync(join(folder, "docs")), ["mine.md"]);
  writeFileSync(join(folder, "file"), "");
  assert.deepEqual(site("file"), { status: 1, stdout: "", stderr: "evalground: file is a file\n" });
});

test("wrong words are refused with the right ones", () => {
  for (const [words, message] of [
    [[], "site needs a folder to write to"],
    [["x", "--only", "y"], '--only takes embed, not "y"'],
    [["x", "--at", "play"], "--at takes a path with a slash at both ends"],
    [["x", "y"], 'site takes one folder, not "y" too'],
    [["x", "--nope"], "Unknown option '--nope'"],
  ]) {
    const { status, stderr } = site(...words);
    assert.equal(status, 2, message);
    assert.ok(stderr.startsWith(`evalground: ${message}`), stderr);
    assert.match(stderr, /\nevalground site OUT \[--only embed\]/);
  }
});

test("Pyodide is that of the package which is installed there", () => {
  const { pyodide } = JSON.parse(readFileSync(join(command, "../../site.json"), "utf8"));
  assert.match(
    site("p", "--with-python").stderr,
    new RegExp(`needs the package pyodide here: npm install pyodide@${pyodide}`),
  );
  const installed = join(folder, "node_modules/pyodide");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), '{"version": "0.1.0"}');
  assert.match(site("p", "--with-python").stderr, new RegExp(`takes pyodide ${pyodide}, and 0\\.1\\.0 is installed`));
  writeFileSync(join(installed, "package.json"), `{"version": "${pyodide}"}`);
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"])
    writeFileSync(join(installed, name), name);
  assert.equal(site("p", "--with-python").status, 0);
  assert.equal(readFileSync(join(folder, `p/pyodide/${pyodide}/pyodide.mjs`), "utf8"), "pyodide.mjs");
});
