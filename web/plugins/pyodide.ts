// Puts Pyodide's files beside the page, in a folder named after their version. They are not part of the bundle: the
// worker loads them only for documents that call Python functions. If the package is not installed, the page is built
// without it.

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DialectDescription } from "evalground";
import type { Plugin } from "vite";
import { originalArchives, originalsOf } from "./originals.ts";

const files = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const name = "virtual:pyodide-folder";
const originalsName = "virtual:originals";

/**
 * `source` is the installed package, `packages` the folder of what the page compares by, as the dialects' descriptions
 * say.
 */
export function pyodide(source: string, packages: string, descriptions: readonly DialectDescription[]): Plugin {
  let outDir = "";
  const archives = originalArchives(packages, descriptions);
  async function folder(): Promise<string> {
    const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as { version: string };
    return `pyodide/${version}/`;
  }
  return {
    name: "pyodide",
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    resolveId: (id) => (id === name || id === originalsName ? `\0${id}` : null),
    async load(id) {
      const address = await folder().catch(() => "pyodide/none/");
      const facts = Array.from(originalsOf(descriptions), ([dialect, { name: original, modules = [] }]) => {
        const path = archives.has(dialect) ? `${address}original-${dialect}.zip` : null;
        return [dialect, { name: original, runsHere: modules.length > 0, path }];
      });
      if (id === `\0${name}`) return `export default ${JSON.stringify(address)};`;
      return id === `\0${originalsName}` ? `export default ${JSON.stringify(Object.fromEntries(facts))};` : null;
    },
    async writeBundle() {
      try {
        const target = join(outDir, await folder());
        await mkdir(target, { recursive: true });
        await Promise.all(files.map((file) => copyFile(join(source, file), join(target, file))));
        for (const [dialect, archive] of archives) await writeFile(join(target, `original-${dialect}.zip`), archive);
        if (archives.size === 0) this.warn("The page compares by no original: cmake/originals.lock was not fetched");
      } catch (error) {
        this.warn(`Python functions will not run in this page: ${String(error)}`);
      }
    },
  };
}
