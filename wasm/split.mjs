// Splits the module of one dialect in two: the functions that run while given workspaces are evaluated, which a page
// fetches first, and the rest, which it fetches meanwhile (docs/decisions/011-modules-in-two-parts.md). Binaryen's
// wasm-split does both the measuring and the cutting.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createModule from "../build/wasm/evalground.mjs";

/** What wasm-split calls its function that writes which functions have run. */
const profileExport = "__write_profile";
const pageBytes = 65_536;

// Workspaces without a clock are evaluated at this time, so that builds are the same; its parts padded by zeros.
const profiledTime = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

/** What clang and em++ use of WebAssembly beyond its first version, and what the parts need to share globals. */
const features = ["--enable-exception-handling", "--enable-mutable-globals"];

/** The wasm-split beside the em++ that built the module. */
function wasmSplit(...args) {
  const root = execFileSync("em-config", ["BINARYEN_ROOT"], { encoding: "utf8" }).trim();
  const own = join(root, "bin/wasm-split");
  execFileSync(existsSync(own) ? own : "wasm-split", [...features, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** The bytes that tell which functions of the instrumented module run while it evaluates and checks the workspaces. */
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
  // What a page asks for.
  engine.version();
  engine.assist(JSON.stringify({ ask: "parse", text: "a: [1, b]" }));
  // Of real numbers, such as the time that a run took, one in two hundred is written in a slower way.
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
  const length = exports[profileExport](0, 0); // with no room it only says how much it needs
  const address = memory.grow(Math.ceil(length / pageBytes)) * pageBytes;
  exports[profileExport](address, length);
  return new Uint8Array(memory.buffer, address, length);
}

/**
 * Writes `<folder>/<name>.wasm` and `<folder>/<name>.rest.wasm`. `file`: the module, with the names of its functions;
 * `workspaces`: what the first part must bear alone.
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
