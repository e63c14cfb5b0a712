// Adds the playgrounds of earlier releases to a built site, each at /v/<version>/, and packs the current one for its
// release. The files of an earlier playground come as an archive from its release, with address and hash in
// web/frozen.lock. So a host can build the whole site from a clone, and no built files are in git.
// Usage: node scripts/frozen.mjs lay [--dist DIR] [--lock FILE] [--archives DIR]    scripts/deploy does this
// node scripts/frozen.mjs pack VERSION FILE [--dist DIR]                     for a release; prints the lock's line
//
//   --archives   folder of downloaded archives; searched before downloading (default: .tools/frozen)
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { archiveOf, readLock, sha256, versionPattern } from "./releases.mjs";

/** What an archive may contain: the page, and files whose names never change their content. */
const ownPaths = /^(?:index\.html|assets\/[\w.-]+|pyodide\/[\d.]+\/[\w.-]+)$/;

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Only the files of the newest version, as listed by its service worker. Others may have been added beside them. */
function newest(dist) {
  const worker = join(dist, "sw.js");
  if (!existsSync(worker)) throw new Error(`${dist} is no built site: scripts/build web`);
  const [, manifest] = /^const manifest = (\{.*\});$/m.exec(readFileSync(worker, "utf8")) ?? [];
  const { shell, modules, others } = JSON.parse(manifest);
  const names = [...shell, ...modules, ...others].map((address) => address.slice(2) || "index.html");
  return names.filter((name) => ownPaths.test(name)).sort();
}

/** Packs reproducibly, so that the hash of an archive can be verified by building it again. */
export function pack(dist, version, file) {
  if (!versionPattern.test(version)) throw new Error(`'${version}' is no version: 0.2.0`);
  const plain = ["--format=ustar", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "--mode=644"];
  const archive = execFileSync("tar", ["-c", ...plain, "-C", dist, "--", ...newest(dist)], { maxBuffer: 1 << 30 });
  writeFileSync(file, execFileSync("gzip", ["-9n"], { input: archive, maxBuffer: 1 << 30 }));
  return `${version} ${sha256(readFileSync(file))}`;
}

/** Adapts the relative addresses of a page to /v/<version>/. */
const twoFoldersUp = (html) => html.replace(/(["';])\.\/(?=(?:assets|[\w-]+\.\w+))/g, "$1../../");

/** Adds a release's files to those of the newest version. Files with the same name must have the same content. */
function lay(folder, version, dist) {
  for (const name of filesBelow(folder)) {
    if (!ownPaths.test(name) || !lstatSync(join(folder, name)).isFile())
      throw new Error(`the archive of ${version} has ${name}, which no playground has`);
    const target = join(dist, name === "index.html" ? `v/${version}/index.html` : name);
    const own = readFileSync(join(folder, name));
    const content = name === "index.html" ? Buffer.from(twoFoldersUp(own.toString())) : own;
    if (existsSync(target)) {
      if (!readFileSync(target).equals(content))
        throw new Error(`${name} of ${version} has another content than ${target}`);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

export async function layAll(dist, releases, archives) {
  for (const release of releases) {
    const archive = await archiveOf(release, archives, "web/frozen.lock");
    const folder = mkdtempSync(join(tmpdir(), "evalground-frozen-"));
    try {
      execFileSync("tar", ["-xzf", archive, "-C", folder, "--no-same-owner", "--no-same-permissions"]);
      lay(folder, release.version, dist);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

async function main() {
  const text = { type: "string" };
  const { values, positionals } = parseArgs({
    options: { dist: text, lock: text, archives: text },
    allowPositionals: true,
  });
  const { dist = "web/dist", lock = "web/frozen.lock", archives = ".tools/frozen" } = values;
  const [action, version, file] = positionals;
  if (action === "pack" && file) {
    console.log(`${pack(dist, version, file)} https://…/${basename(file)}`);
  } else if (action === "lay" && positionals.length === 1) {
    const releases = readLock(readFileSync(lock, "utf8"));
    await layAll(dist, releases, archives);
    console.log(`frozen: ${releases.map((each) => each.version).join(", ") || "no release yet"}`);
  } else {
    throw new Error("Usage: scripts/frozen.mjs lay | pack VERSION FILE");
  }
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error) => {
    console.error(`frozen: ${error.message}`);
    process.exitCode = 1;
  });
}
