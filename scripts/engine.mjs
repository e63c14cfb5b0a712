// Puts the engine of the newest release into wasm/dist, for people who work on the page without compiling. It is the
// npm package whose hash and address are in web/engine.lock. An engine that was built there is kept.
// Usage: node scripts/engine.mjs [--lock FILE] [--archives DIR] [--into DIR]      (called by scripts/serve --page)
//
//   --archives   folder of downloaded packages; searched before downloading (default: .tools/engines)
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { archiveOf, readLock } from "./releases.mjs";

async function main() {
  const text = { type: "string" };
  const { values } = parseArgs({ options: { lock: text, archives: text, into: text } });
  const { lock = "web/engine.lock", archives = ".tools/engines", into = "wasm/dist" } = values;
  if (existsSync(join(into, "evalground.wasm"))) {
    console.log(`engine: the one that was built in ${into}`);
    return;
  }
  const release = readLock(readFileSync(lock, "utf8")).at(-1);
  if (!release)
    throw new Error(
      `${lock} names no release yet, and ${into} has no engine. Run scripts/serve once, which builds one that --page ` +
        "then takes. Or build the page around a made-up engine: cd web && npx vite build --mode fake",
    );
  const archive = await archiveOf(release, archives, lock);
  mkdirSync(dirname(into), { recursive: true });
  const folder = mkdtempSync(`${into}-`);
  try {
    execFileSync("tar", ["-xzf", archive, "-C", folder, "--no-same-owner", "--no-same-permissions", "package/dist"]);
    rmSync(into, { recursive: true, force: true });
    renameSync(join(folder, "package/dist"), into);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`engine: that of ${release.version}`);
}

await main().catch((error) => {
  console.error(`engine: ${error.message}`);
  process.exitCode = 1;
});
