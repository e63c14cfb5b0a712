// Splits the module of one dialect in two parts (docs/decisions/011-modules-in-two-parts.md). The first contains the
// functions that run while given workspaces are evaluated; pages load it first. The second contains the rest and is
// loaded in the background. Binaryen's wasm-split does the profiling and the splitting.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createModule from "../build/wasm/evalground.mjs";

/** wasm-split's name for the exported function that writes the profile. */
const profileExport = "__write_profile";
const pageBytes = 65_536;

// The time for workspaces without a clock, so that builds are reproducible. Its parts cover padding with zeros.
const profiledTime = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

/** WebAssembly features used by clang and em++, and those with which the parts share globals. */
const features = ["--enable-exception-handling", "--enable-mutable-globals"];

/** Runs the wasm-split that belongs to the em++ that built the module. */
function wasmSplit(...args) {
  const root = execFileSync("em-config", ["BINARYEN_ROOT"], { encoding: "utf8" }).trim();
  const own = join(root, "bin/wasm-split");
  execFileSync(existsSync(own) ? own : "wasm-split", [...features, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** The profile: which functions of the instrumented module run while it evaluates and checks the workspaces. */
async function profileOf(binary, workspaces) {
  const module = await WebAssembly.compile(binary);
  let exports;
  const engine = await createModule({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then((instance) => {
        exports = instance.exports;
        receive(instance, module);
      });
      return {};
    },
  });
  // Requests of a page.
  engine.version();
  engine.assist(JSON.stringify({ ask: "parse", text: "a: [1, b]" }));
  // One in two hundred real numbers, such as run times, is formatted by a slower algorithm. These cover it.
  const sevenths = Array.from({ length: 2000 }, (_, at) => at / 7);
  engine.assist(JSON.stringify({ ask: "parse", text: JSON.stringify(sevenths) }));
  const limits = { steps: 20_000_000, depth: 200, memory: 134_217_728, output: 16_777_216 };
  const ways = [
    {},
    { provenance: true, timeMs: 0, limits: {} },
    { timeMs: 60_000, limits, provenance: true, outline: true, tokens: true },
  ];
  for (const workspace of workspaces) {
    for (const options of ways) engine.evaluate(JSON.stringify(workspace), JSON.stringify(options), null);
    engine.assist(JSON.stringify({ ask: "check", workspace }));
  }
  const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory);
  const length = exports[profileExport](0, 0); // without a buffer it only returns the size
  const address = memory.grow(Math.ceil(length / pageBytes)) * pageBytes;
  exports[profileExport](address, length);
  return new Uint8Array(memory.buffer, address, length);
}

/**
 * Writes `<folder>/<name>.wasm` and `<folder>/<name>.rest.wasm`. `file`: the module, with the names of its functions;
 * `workspaces`: those that the first part must support alone.
 */
export async function split(file, name, folder, workspaces) {
  const { now } = Date;
  const scratch = await mkdtemp(join(tmpdir(), "evalground-split-"));
  const instrumented = join(scratch, "instrumented.wasm");
  const profile = join(scratch, "profile");
  try {
    wasmSplit("--instrument", file, "-o", instrumented);
    Date.now = () => profiledTime;
    await writeFile(profile, await profileOf(await readFile(instrumented), workspaces));
    const parts = ["-o1", join(folder, `${name}.wasm`), "-o2", join(folder, `${name}.rest.wasm`)];
    wasmSplit(file, `--profile=${profile}`, ...parts);
  } finally {
    Date.now = now;
    await rm(scratch, { recursive: true });
  }
}
