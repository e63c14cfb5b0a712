// Tests scripts/deploy with a fake emsdk and a fake archive: what it accepts and what it rejects.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = mkdtempSync(join(tmpdir(), "evalground-deploy-"));
after(() => rmSync(root, { recursive: true }));

function put(path, content, mode) {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  if (mode) chmodSync(path, mode);
}
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

// A repository whose first commit is pinned and whose second commit is newer.
const emsdk = join(root, "emsdk");
const git = (...words) =>
  execFileSync("git", ["-C", emsdk, "-c", "user.name=a", "-c", "user.email=a@a.example", ...words], {
    encoding: "utf8",
  }).trim();
put(
  join(emsdk, "emsdk"),
  '#!/bin/sh\nls "$(dirname "$0")/zips" >>"$(dirname "$0")/log"; echo "$*" >>"$(dirname "$0")/log"\n',
  0o755,
);
git("init", "-q");
git("config", "uploadpack.allowAnySHA1InWant", "true");
git("add", ".");
git("commit", "-q", "-m", "one");
const pinned = git("rev-parse", "HEAD");
put(join(emsdk, "emsdk"), "#!/bin/sh\necho changed since\nexit 1\n", 0o755);
git("commit", "-q", "-a", "-m", "two");
const archive = join(root, "archive.tbz2");
writeFileSync(archive, "an archive");

/** A clone with the script. `hash` is the lock's hash of the archive. */
function clone(name, hash) {
  const folder = join(root, name);
  mkdirSync(join(folder, "scripts"), { recursive: true });
  copyFileSync(fileURLToPath(new URL("deploy", import.meta.url)), join(folder, "scripts/deploy"));
  put(join(folder, "scripts/build"), "#!/bin/sh\necho built >build-log\n", 0o755);
  put(join(folder, "scripts/env"), "");
  put(join(folder, "scripts/frozen.mjs"), "");
  const lock = [
    `git emsdk 3.1.6 ${pinned} ${pathToFileURL(emsdk)}`,
    `emsdk archive.tbz2 3.1.6 ${hash} ${pathToFileURL(archive)}`,
  ];
  put(join(folder, "cmake/deploy.lock"), `${lock.join("\n")}\n`);
  for (const program of ["cmake", "ninja", "g++", "xz"]) put(join(folder, "bin", program), "#!/bin/sh\n", 0o755);
  for (const program of ["git", "awk", "mkdir", "mv", "rm", "ls", "dirname", "cat", "sh", "node"]) {
    const found = execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
    put(join(folder, "bin", program), `#!/bin/sh\nexec ${found} "$@"\n`, 0o755);
  }
  // With a version manager for Python, python3 itself is a script that needs other programs.
  const python = execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
  put(join(folder, "bin/python3"), `#!/bin/sh\nexec ${python} "$@"\n`, 0o755);
  return folder;
}
const deploy = (folder) =>
  spawnSync("/bin/sh", [join(folder, "scripts/deploy")], { encoding: "utf8", env: { PATH: join(folder, "bin") } });

test("it takes the pinned commit of emsdk, which finds the archive that was checked", () => {
  const folder = clone("right", sha256("an archive"));
  const { status, stderr } = deploy(folder);
  assert.equal(status, 0, stderr);
  const log = "archive.tbz2\ninstall 3.1.6\narchive.tbz2\nactivate 3.1.6\n";
  assert.equal(readFileSync(join(folder, ".tools/emsdk/log"), "utf8"), log);
  assert.equal(readFileSync(join(folder, "build-log"), "utf8"), "built\n");
});

test("it refuses an archive of another content, again at the next try", () => {
  const folder = clone("wrong", sha256("another archive"));
  for (const { status, stderr } of [deploy(folder), deploy(folder)]) {
    assert.equal(status, 1);
    assert.match(stderr, /archive\.tbz2: wrong checksum, got [0-9a-f]{64}, cmake\/deploy\.lock expects /);
  }
  assert.equal(existsSync(join(folder, ".tools/emsdk/log")), false);
  assert.equal(existsSync(join(folder, "build-log")), false);
});

test("each line of the lock has a hash", () => {
  const lock = readFileSync(new URL("../cmake/deploy.lock", import.meta.url), "utf8");
  for (const line of lock.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const [kind, , , hash] = line.split(" ");
    assert.match(hash, kind === "git" ? /^[0-9a-f]{40}$/ : /^[0-9a-f]{64}$/, line);
  }
});
