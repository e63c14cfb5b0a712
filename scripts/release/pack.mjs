// Packs the static command of build/release: an archive with the man page, completions, licences and the site for
// `evalground serve`; a Debian package with the same content; an archive of the site; and their SHA-256 sums. The
// output is reproducible.
// Usage: node scripts/release/pack.mjs     scripts/build release calls it
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { pack } from "../frozen.mjs";
import { sha256 } from "../releases.mjs";
import { completionPaths, manPage } from "./manual.mjs";

const folder = "build/release";
const command = join(folder, "evalground");
const root = join(folder, "root");
const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 30, ...options });

const header = run("readelf", ["--dynamic", command]);
if (!header.includes("no dynamic section")) throw new Error(`${command} needs libraries: ${header}`);

const [, version] = run(command, ["--version"]).trim().split(" ");
const help = JSON.parse(run(command, ["--help", "--format", "json"]));

/** The licence texts of everything linked into the command. */
function notices() {
  const deps = process.env.EVG_DEPS_DIR ?? ".deps";
  const names = readFileSync("cmake/deps.lock", "utf8").matchAll(/^(?!#)(\S+) \S+ (\S+)/gm);
  return [...names]
    .filter(([, name]) => name !== "googletest")
    .map(([, name, release]) => {
      const file = readdirSync(join(deps, name)).find(
        (each) => /^(?:licen[cs]e|copying)/i.test(each) && each !== "LICENSES",
      );
      return `${name} ${release}\n${"=".repeat(78)}\n\n${readFileSync(join(deps, name, file), "utf8").trim()}\n`;
    })
    .join("\n\n");
}

function lay(path, content, mode = 0o644) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

rmSync(root, { recursive: true, force: true });
lay("bin/evalground", readFileSync(command), 0o755);
lay("share/man/man1/evalground.1.gz", gzipSync(manPage(help, version), { level: 9 }));
for (const [shell, path] of Object.entries(completionPaths)) lay(path, run(command, ["completion", shell]));
lay("share/doc/evalground/copyright", readFileSync("LICENSE"));
lay("share/doc/evalground/third-party.txt", notices());
// Leave out Pyodide, as the npm package does.
for (const name of Object.keys(JSON.parse(readFileSync("wasm/dist/site.json", "utf8")).files))
  lay(`share/evalground/site/${name}`, readFileSync(join("web/dist", name)));

const when = run("git", ["log", "-1", "--format=%ct"]).trim();
for (const name of readdirSync(folder)) if (/^evalground.*\.(?:gz|deb)$/.test(name)) rmSync(join(folder, name));

const name = `evalground-${version}-linux-x86_64`;
const plain = ["--format=ustar", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${when}`, "--sort=name"];
const archive = run("tar", ["-c", ...plain, `--transform=s,^\\.,${name},`, "-C", root, "."], { encoding: "buffer" });
writeFileSync(join(folder, `${name}.tar.gz`), run("gzip", ["-9n"], { input: archive, encoding: "buffer" }));
run("cpack", ["--config", "CPackConfig.cmake"], { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH: when } });
pack("web/dist", version, join(folder, `evalground-site-${version}.tar.gz`));

const made = readdirSync(folder).filter((each) => /^evalground.*\.(?:gz|deb)$/.test(each));
const sums = made.map((each) => `${sha256(readFileSync(join(folder, each)))}  ${each}\n`);
writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
for (const each of made)
  console.log(`${join(folder, each)}: ${Math.round(statSync(join(folder, each)).size / 1024)} KiB`);
