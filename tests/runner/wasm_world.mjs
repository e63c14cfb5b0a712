// The thread of wasmWorld() (worlds.mjs): build/wasm/evalground.mjs, answering like tests/runner/outcomes.cpp. `bytes`
// is what the module's memory grew by; a trap is told and ends the thread, whose memory nobody can trust any more.
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import createEngine from "../../build/wasm/evalground.mjs";

const binary = readFileSync(new URL("../../build/wasm/evalground.wasm", import.meta.url));
let memory;
const engine = await createEngine({
  instantiateWasm(imports, receive) {
    WebAssembly.instantiate(binary, imports).then(({ instance, module }) => {
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      receive(instance, module);
    });
    return {};
  },
});

parentPort.on("message", ({ workspace, options }) => {
  const before = memory?.buffer.byteLength ?? 0;
  const start = performance.now();
  try {
    const outcome = engine.evaluate(workspace, options, null);
    const milliseconds = performance.now() - start;
    parentPort.postMessage({ outcome, milliseconds, bytes: (memory?.buffer.byteLength ?? 0) - before });
  } catch (error) {
    parentPort.postMessage({ died: String(error) });
    process.exit();
  }
});
