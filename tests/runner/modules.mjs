// The modules in build/wasm for runners: the shipped engine, and the checker of cases.

import { readFile } from "node:fs/promises";
import createChecker from "../../build/wasm/check.mjs";
import createEngine from "../../build/wasm/evalground.mjs";

/** `name` is that of a file build/wasm/<name>.wasm. */
export async function compile(name) {
  return WebAssembly.compile(await readFile(new URL(`../../build/wasm/${name}.wasm`, import.meta.url)));
}

/** `{glue, memory}` of a new instance. */
function instantiate(create, module) {
  let memory;
  return new Promise((resolve, reject) => {
    create({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => {
          memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
          receive(instance, module);
        }, reject);
        return {};
      },
    }).then((glue) => resolve({ glue, memory }), reject);
  });
}

export const newEngine = (module) => instantiate(createEngine, module);

export const newChecker = async () => (await instantiate(createChecker, await compile("check"))).glue;
