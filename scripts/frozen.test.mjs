// Tests frozen playgrounds: what is packed for a release appears at /v/<version>/ in a later site, and nothing else.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pack } from "./frozen.mjs";
import { readLock } from "./releases.mjs";

const program = fileURLToPath(new URL("frozen.mjs", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "evalground-frozen-"));
after(() => rmSync(root, { recursive: true }));

let made = 0;
function site(files) {
  made += 1;
  const folder = join(root, `site-${made}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Runs `lay` with a lock: returns the exit code and the output. */
function lay(dist, lock) {
  writeFileSync(join(root, "lock"), lock);
  const words = [
    program,
    "lay",
    "--dist",
    dist,
    "--lock",
    join(root, "lock"),
    "--archives",
    join(root, `kept-${made}`),
  ];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return { status, stderr };
}
const lockOf = (file, line) => `# releases\n${line} ${pathToFileURL(file)}\n`;
const read = (folder, name) => readFileSync(join(folder, name), "utf8");

const older = {
  "index.html": `<script src="./early.js"></script><script src="./assets/a-1.js"></script>`,
  "index.html.br": "packed",
  "early.js": "the newest one's",
  "assets/a-1.js": "a of 0.2.0",
  "assets/same-1.js": "same",
  "gallery/index.html": "pages to read are the newest",
  "pyodide/314.0.7/pyodide.mjs": "python",
  "sw.js": `const manifest = ${JSON.stringify({
    shell: ["./", "./early.js", "./assets/a-1.js", "./assets/same-1.js"],
    pages: ["./gallery/"],
    modules: [],
    others: ["./pyodide/314.0.7/pyodide.mjs"],
  })};\nstart();`,
  "assets/laid-1.js": "of a version before, laid beside",
};

test("a release lies behind its version, with its assets beside those of the newest", () => {
  const archive = join(root, "site-0.2.0.tar.gz");
  const line = pack(site(older), "0.2.0", archive);
  assert.equal(pack(site(older), "0.2.0", join(root, "again.tar.gz")), line, "the same site is the same archive");
  const dist = site({ "index.html": "the newest page", "early.js": "newer", "assets/same-1.js": "same" });
  assert.deepEqual(lay(dist, lockOf(archive, line)), { status: 0, stderr: "" });
  assert.equal(
    read(dist, "v/0.2.0/index.html"),
    `<script src="../../early.js"></script><script src="../../assets/a-1.js"></script>`,
  );
  assert.equal(read(dist, "assets/a-1.js"), "a of 0.2.0");
  assert.equal(read(dist, "pyodide/314.0.7/pyodide.mjs"), "python");
  assert.equal(read(dist, "index.html"), "the newest page");
  assert.equal(read(dist, "early.js"), "newer");
  for (const name of ["gallery", "assets/laid-1.js"]) assert.equal(existsSync(join(dist, name)), false, name);
  rmSync(archive); // a copy was kept, so a second build needs no network
  assert.equal(lay(dist, lockOf(archive, line)).status, 0);
});

test("an archive of another content, or that cannot be had, is refused by its name", () => {
  const archive = join(root, "other.tar.gz");
  pack(site(older), "0.2.0", archive);
  const wrong = lay(site({}), lockOf(archive, `0.2.0 ${"0".repeat(64)}`));
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /^frozen: the archive of 0\.2\.0 has another content than web\/frozen\.lock says/);
  const gone = lay(site({}), `0.3.0 ${"0".repeat(64)} https://127.0.0.1:9/site.tar.gz\n`);
  assert.equal(gone.status, 1);
  assert.match(gone.stderr, /^frozen: the archive of 0\.3\.0 cannot be had from https:\/\/127\.0\.0\.1:9/);
});

test("a name that stands for two contents, and a file that no playground has, stop the build", () => {
  const archive = join(root, "two.tar.gz");
  const line = pack(site(older), "0.2.0", archive);
  const conflict = lay(site({ "assets/a-1.js": "another" }), lockOf(archive, line));
  assert.match(conflict.stderr, /assets\/a-1\.js of 0\.2\.0 has another content/);
  const strange = join(root, "strange.tar.gz");
  execFileSync("tar", ["-czf", strange, "-C", site({ "sw.js": "mine", "index.html": "page" }), "index.html", "sw.js"]);
  const hash = execFileSync("sha256sum", [strange], { encoding: "utf8" }).slice(0, 64);
  const dist = site({ "sw.js": "the site's" });
  assert.match(lay(dist, lockOf(strange, `0.2.0 ${hash}`)).stderr, /the archive of 0\.2\.0 has sw\.js/);
  assert.equal(read(dist, "sw.js"), "the site's");
});

test("the lock is read strictly", () => {
  const hash = "a".repeat(64);
  assert.deepEqual(readLock(`# none\n\n0.2.0 ${hash} https://x.example/s.tar.gz\n`), [
    { version: "0.2.0", hash, address: "https://x.example/s.tar.gz" },
  ]);
  for (const line of ["0.2 x y", `../x ${hash} https://x.example/`, `0.2.0 ${hash} http://x.example/`, `0.2.0 ${hash}`])
    assert.throws(() => readLock(`\n${line}\n`), /^Error: line 2: /, line);
  assert.throws(
    () => readLock(`0.2.0 ${hash} https://x/a\n0.2.0 ${hash} https://x/b\n`),
    /line 2: 0\.2\.0 is there twice/,
  );
});

test("the lock of this repository is in order", () => {
  readLock(read(dirname(dirname(program)), "web/frozen.lock"));
});
