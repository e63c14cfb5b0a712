import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Call } from "../src/protocol.js";
import { Service } from "../src/service.js";

/** (module (memory (export "m") 1 4096)) */
const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 5, 1, 1, 1, 128, 32, 7, 5, 1, 1, 109, 2, 0]);
const state = vi.hoisted(() => ({ instances: 0, memory: undefined as WebAssembly.Memory | undefined }));

vi.mock("../../build/wasm/evalground.mjs", () => ({
  default: ({ instantiateWasm }: { instantiateWasm(imports: object, receive: (instance: WebAssembly.Instance) => void): object }) =>
    new Promise((resolve) => {
      instantiateWasm({}, (instance) => {
        state.instances += 1;
        const memory = state.memory = instance.exports["m"] as WebAssembly.Memory;
        resolve({
          version: () => `${state.instances}`,
          assist: (request: string) => `{"value":${request}}`,
          catalogue: (dialect: string) => `["${dialect}"]`,
          evaluate(workspace: string) {
            if (workspace === "trap") throw new RangeError("Maximum call stack size exceeded");
            if (workspace === "greedy") memory.grow(3000);
            return '{"ok":true,"value":1.0}';
          },
        });
      });
    }),
}));

const evaluate = (workspace: string): Call => ({ ask: "evaluate", workspace, options: "" });

beforeEach(() => { state.instances = 0; });

describe("a service", () => {
  test("answers by the function that is asked for", async () => {
    const service = await Service.start(bytes);
    expect(await service.answer(1, evaluate(""))).toEqual({ type: "answer", id: 1, answer: { ok: true, json: "1.0" } });
    expect(await service.answer(2, { ask: "assist", request: "[1]" })).toEqual({ type: "answer", id: 2, answer: { json: "[1]" } });
    expect(await service.answer(3, { ask: "catalogue", dialect: "yaql" })).toEqual({ type: "answer", id: 3, answer: ["yaql"] });
    expect(state.instances).toBe(1);
  });

  test("takes a module that is compiled already", async () => {
    const service = await Service.start(await WebAssembly.compile(bytes));
    expect(await service.version()).toBe("1");
  });

  test("reports a trap and has another instance for the next call", async () => {
    const service = await Service.start(bytes);
    expect(await service.answer(1, evaluate("trap"))).toEqual({
      type: "crashed", id: 1, message: "RangeError: Maximum call stack size exceeded",
    });
    expect(await service.answer(2, evaluate(""))).toMatchObject({ type: "answer" });
    expect(state.instances).toBe(2);
  });

  test("replaces an instance whose memory has grown large", async () => {
    const service = await Service.start(bytes);
    expect(await service.answer(1, evaluate("greedy"))).toMatchObject({ type: "answer" });
    await service.answer(2, evaluate(""));
    expect(state.instances).toBe(2);
    expect(state.memory!.buffer.byteLength).toBe(65536);
  });

  test("does not start with bytes that are no module", async () => {
    await expect(Service.start(Uint8Array.of(1, 2, 3))).rejects.toBeInstanceOf(WebAssembly.CompileError);
  });
});
