// Writes /sw.js, the service worker, after all other files of the site. Its script starts with the list of these files,
// so every change of the site creates a new version.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import type { Plugin } from "vite";
import { isHashed, type OfflineManifest } from "../src/ui/offline_manifest.ts";

/** The address of a file, relative to the site. The address of a page is its folder. */
const addressOf = (name: string): string => `./${name.replaceAll("\\", "/").replace(/(^|\/)index\.html$/, "$1")}`;

/** Classifies the files of a built site. `contentOf` reads a file. */
export function manifestOf(names: readonly string[], contentOf: (name: string) => Uint8Array): OfflineManifest {
  const manifest: OfflineManifest = { version: "", shell: [], pages: [], modules: [], others: [], hashes: [] };
  const hash = createHash("sha256");
  const ownHashes = new Map<string, string>();
  for (const name of [...names].sort()) {
    const address = addressOf(name);
    // Frozen versions never change, the worker does not serve itself, and only the server uses compressed files.
    if (address === "./sw.js" || address.startsWith("./v/") || address.endsWith(".br")) continue;
    const content = contentOf(name);
    hash.update(address).update("\0").update(content);
    ownHashes.set(address, createHash("sha256").update(content).digest().subarray(0, 12).toString("base64"));
    // Python and the script that runs it are for the few documents that call Python. Workspaces as files are for other
    // programs.
    if (/^\.\/pyodide\/|\/python-[^/]*\.js$|\/workspace\.json$/.test(address)) manifest.others.push(address);
    else if (address.endsWith(".wasm")) manifest.modules.push(address);
    else if (address.endsWith("/") && address !== "./" && address !== "./embed/") manifest.pages.push(address);
    else manifest.shell.push(address);
  }
  const { shell, pages, modules, others } = manifest;
  for (const address of [...shell, ...pages, ...modules, ...others])
    if (!isHashed(address)) manifest.hashes.push(ownHashes.get(address) ?? "");
  return { ...manifest, version: hash.digest("hex").slice(0, 12) };
}

/** `script`: the source of the worker. */
export function offline(script: string): Plugin {
  let outDir = "";
  return {
    name: "offline",
    apply: "build",
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      const names = readdirSync(outDir, { recursive: true, withFileTypes: true, encoding: "utf8" })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1));
      const manifest = manifestOf(names, (name) => readFileSync(join(outDir, name)));
      const bundle = await rolldown({ input: script });
      const { output } = await bundle.generate({ format: "iife", minify: true });
      await bundle.close();
      writeFileSync(join(outDir, "sw.js"), `const manifest = ${JSON.stringify(manifest)};\n${output[0].code}`);
    },
  };
}
