// Puts Pyodide's files beside the page, in a folder named by their version. They are no part of the bundle: only a
// document that calls a Python function makes the worker fetch them. Without the package the page is built without
// them.

import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const files = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const name = "virtual:pyodide-folder";

/** `source` is the installed package. */
export function pyodide(source: string): Plugin {
  let outDir = "";
  async function folder(): Promise<string> {
    const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as { version: string };
    return `pyodide/${version}/`;
  }
  return {
    name: "pyodide",
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: async (id) =>
      id === `\0${name}`
        ? `export default ${JSON.stringify(`/${await folder().catch(() => "pyodide/none/")}`)};`
        : null,
    async writeBundle() {
      try {
        const target = join(outDir, await folder());
        await mkdir(target, { recursive: true });
        await Promise.all(files.map((file) => copyFile(join(source, file), join(target, file))));
      } catch (error) {
        this.warn(`Python functions will not run in this page: ${String(error)}`);
      }
    },
  };
}
