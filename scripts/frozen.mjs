// Lays the playgrounds of earlier releases into a built site, each behind /v/<version>/, and packs the one just built
// for its release. What an earlier playground needs comes as an archive of its release, whose address and hash
// stand in web/frozen.lock: so a host builds the whole site from a clone, and nothing that is built is in git.
// Usage: node scripts/frozen.mjs lay [--dist DIR] [--lock FILE] [--archives DIR]    scripts/deploy does this
//        node scripts/frozen.mjs pack VERSION FILE [--dist DIR]                     for a release; says the lock's line
//
//   --archives   where archives are kept, by their names, and looked for before they are fetched (.tools/frozen)
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

/** What an archive may have: the page and what its names hold for good. */
const ownPaths = /^(?:index\.html|assets\/[\w.-]+|pyodide\/[\d.]+\/[\w.-]+)$/;

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The files of the newest version alone, which its service worker lists: others may lie beside them by now. */
function newest(dist) {
  const worker = join(dist, "sw.js");
  if (!existsSync(worker)) throw new Error(`${dist} is no built site: scripts/build web`);
  const [, manifest] = /^const manifest = (\{.*\});$/m.exec(readFileSync(worker, "utf8")) ?? [];
  const { shell, modules, others } = JSON.parse(manifest);
  const names = [...shell, ...modules, ...others].map((address) => address.slice(2) || "index.html");
  return names.filter((name) => ownPaths.test(name)).sort();
}

/** The same bytes for the same site, so that the hash of an archive can be checked by building it again. */
export function pack(dist, version, file) {
  if (!versionPattern.test(version)) throw new Error(`'${version}' is no version: 0.2.0`);
  const plain = ["--format=ustar", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "--mode=644"];
  const archive = execFileSync("tar", ["-c", ...plain, "-C", dist, "--", ...newest(dist)], { maxBuffer: 1 << 30 });
  writeFileSync(file, execFileSync("gzip", ["-9n"], { input: archive, maxBuffer: 1 << 30 }));
  return `${version} ${sha256(readFileSync(file))}`;
}

/** A page, whose addresses are relative, as it must be where it lies behind /v/<version>/. */
const twoFoldersUp = (html) => html.replace(/(["';])\.\/(?=(?:assets|[\w-]+\.\w+))/g, "$1../../");

/** Puts a release's files beside those of the newest; a name never stands for two contents. */
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
