// Tests the engine of a release: accepted only with its hash, and never replacing an engine that was built.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const program = fileURLToPath(new URL("engine.mjs", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "evalground-engine-"));
after(() => rmSync(root, { recursive: true }));

const into = join(root, "wasm/dist");
function take(lock) {
  writeFileSync(join(root, "lock"), lock);
  const words = [program, "--lock", join(root, "lock"), "--archives", join(root, "kept"), "--into", into];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return { status, said: stdout + stderr };
}

const archive = join(root, "evalground-0.2.0.tgz");
mkdirSync(join(root, "made/package/dist"), { recursive: true });
writeFileSync(join(root, "made/package/dist/evalground.wasm"), "the module of 0.2.0");
writeFileSync(join(root, "made/package/package.json"), "{}");
execFileSync("tar", ["-czf", archive, "-C", join(root, "made"), "package"]);
const hash = createHash("sha256").update(readFileSync(archive)).digest("hex");

test("without a release it says what to do instead", () => {
  const { status, said } = take("# none\n");
  assert.equal(status, 1);
  assert.match(said, /names no release yet.*Run scripts\/serve once/s);
});

test("a package with another content is refused and leaves nothing", () => {
  const { status, said } = take(`0.2.0 ${"0".repeat(64)} ${pathToFileURL(archive)}\n`);
  assert.equal(status, 1);
  assert.match(said, /another content/);
  assert.equal(existsSync(into), false);
});

test("the last release is unpacked; what was built stays", () => {
  const line = `0.2.0 ${hash} ${pathToFileURL(archive)}\n`;
  assert.deepEqual(take(line), { status: 0, said: "engine: that of 0.2.0\n" });
  assert.equal(readFileSync(join(into, "evalground.wasm"), "utf8"), "the module of 0.2.0");
  writeFileSync(join(into, "evalground.wasm"), "built here");
  assert.equal(take(line).status, 0);
  assert.equal(readFileSync(join(into, "evalground.wasm"), "utf8"), "built here");
});
