import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Host, OnProgress } from "../../build/wasm/evalground.mjs";
import type { Call, FromWorker, ModuleSource, PythonSource } from "../src/protocol.js";
import { Service } from "../src/service.js";

/** (module (memory (export "m") 1 4096)) */
const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 5, 1, 1, 1, 128, 32, 7, 5, 1, 1, 109, 2, 0]);
const state = vi.hoisted(() => ({ instances: 0, memory: undefined as WebAssembly.Memory | undefined }));

vi.mock("../../build/wasm/evalground.mjs", () => ({
  default: ({
    instantiateWasm,
  }: {
    instantiateWasm(imports: object, receive: (instance: WebAssembly.Instance) => void): object;
  }) =>
    new Promise((resolve) => {
      instantiateWasm({}, (instance) => {
        state.instances += 1;
        const memory = instance.exports["m"] as WebAssembly.Memory;
        state.memory = memory;
        resolve({
          version: () => `${state.instances}`,
          assist: (request: string) => `{"value":${request}}`,
          catalogue: (dialect: string) => `["${dialect}"]`,
          reply: (question: string) => `re: ${question}`,
          shrink(request: string, host: Host | null, tell: OnProgress) {
            if (request === "python") return `{"ok":true,"answer":${host?.("python", "{}") ?? "null"}}`;
            for (let now = 9; now > 0; now -= 1) tell(10, now, 10 - now, `[${now}]`);
            return `{"ok":true,"asked":"${request}"}`;
          },
          evaluate(workspace: string, _: string, host: Host | null) {
            if (workspace === "trap") throw new RangeError("Maximum call stack size exceeded");
            if (workspace === "python") {
              const answer = host ? host("python", "{}") : null;
              if (answer === undefined) return '{"ok":false,"pending":[{"service":"python","request":{},"file":""}]}';
              return `{"ok":true,"value":${answer}}`;
            }
            if (workspace === "greedy") memory.grow(3000);
            if (workspace === "rest") (instance.exports["rest"] as () => void)();
            return '{"ok":true,"value":1.0}';
          },
        });
      });
    }),
}));

const evaluate = (workspace: string): Call => ({ ask: "evaluate", workspace: [workspace], options: "" });

const start = (module: ModuleSource, python?: PythonSource): Promise<Service> =>
  Service.start({ module, hasRest: false, python });

beforeEach(() => {
  state.instances = 0;
});

describe("a service", () => {
  test("calls the requested function", async () => {
    const service = await start(bytes);
    expect(await service.answer(1, evaluate(""))).toEqual({ type: "answer", id: 1, answer: { ok: true, json: "1.0" } });
    expect(await service.answer(2, { ask: "assist", request: ["[1]"] })).toEqual({
      type: "answer",
      id: 2,
      answer: { json: "[1]" },
    });
    expect(await service.answer(3, { ask: "catalogue", dialect: "yaql" })).toEqual({
      type: "answer",
      id: 3,
      answer: ["yaql"],
    });
    expect(state.instances).toBe(1);
  });

  test("reports progress, at most as often as it can be shown", async () => {
    const service = await start(bytes);
    const heard: FromWorker[] = [];
    expect(await service.answer(4, { ask: "shrink", request: "a" }, (news) => heard.push(news))).toEqual({
      type: "answer",
      id: 4,
      answer: { answer: '{"ok":true,"asked":"a"}' },
    });
    expect(heard).toEqual([{ type: "progress", id: 4, progress: { before: 10, now: 9, trials: 1, workspace: "[9]" } }]);
  });

  test("runs no original without Python", async () => {
    const original = { name: "yaql", archive: new Uint8Array() };
    const answer = await (await start(bytes)).answer(5, { ask: "original", workspace: "{}", original });
    expect(answer).toEqual({ type: "answer", id: 5, answer: { answer: '{"missing":"there is no Python here"}' } });
  });

  test("accepts a compiled module", async () => {
    const service = await start(await WebAssembly.compile(bytes));
    expect(await service.version()).toBe("1");
  });

  test("reports a trap and uses another instance for the next call", async () => {
    const service = await start(bytes);
    expect(await service.answer(1, evaluate("trap"))).toEqual({
      type: "crashed",
      id: 1,
      message: "RangeError: Maximum call stack size exceeded",
    });
    expect(await service.answer(2, evaluate(""))).toMatchObject({ type: "answer" });
    expect(state.instances).toBe(2);
  });

  test("replaces an instance whose memory has grown large", async () => {
    const service = await start(bytes);
    expect(await service.answer(1, evaluate("greedy"))).toMatchObject({ type: "answer" });
    await service.answer(2, evaluate(""));
    expect(state.instances).toBe(2);
    expect(state.memory!.buffer.byteLength).toBe(65536);
  });

  test("does not start with invalid bytes", async () => {
    await expect(start(Uint8Array.of(1, 2, 3))).rejects.toBeInstanceOf(WebAssembly.CompileError);
  });
});

describe("Python", () => {
  /** A stand-in for python.js. It loads when the test says so, and echoes its requests. */
  const source = (body: string): { script: string; files: string } => {
    const code = `export async function loadPython(files, fence, tell) { ${body} }`;
    return { script: `data:text/javascript,${encodeURIComponent(code)}`, files: "f/" };
  };
  const working = source(
    `tell(40); return { begin() {}, call: (request, ask) => JSON.stringify([files, fence, request, ask("?")]) };`,
  );

  test("is not loaded if documents may not run it", async () => {
    const service = await start(bytes);
    expect(await service.answer(1, evaluate("python"))).toMatchObject({ answer: { json: "null" } });
  });

  test("is loaded when a run needs it, and the run is repeated", async () => {
    const told: FromWorker[] = [];
    const service = await start(bytes, working);
    expect(await service.answer(1, evaluate("python"), (news) => told.push(news))).toMatchObject({
      answer: { json: '["f/",false,"{}","re: ?"]' },
    });
    expect(told).toEqual([
      { type: "loading", id: 1, percent: 0 },
      { type: "loading", id: 1, percent: 40 },
      { type: "loaded", id: 1 },
    ]);
  });

  test("that does not load is reported to the run", async () => {
    const service = await start(bytes, source(`throw new Error("no network");`));
    expect(await service.answer(1, evaluate("python"))).toMatchObject({
      answer: { json: '{"unavailable":"Python could not be loaded: no network."}' },
    });
  });

  test("that breaks down is reported to the run, and loaded again for the next", async () => {
    globalThis.loads = 0;
    const service = await start(
      bytes,
      source(`globalThis.loads += 1; return { begin() {}, call() { throw new Error("fatal"); } };`),
    );
    for (const id of [1, 2]) {
      expect(await service.answer(id, evaluate("python"))).toMatchObject({
        answer: { json: '{"unavailable":"Python stopped: fatal."}' },
      });
    }
    expect(globalThis.loads).toBe(2);
  });

  test("does not wait for a run that was dropped meanwhile", async () => {
    const service = await start(bytes, working);
    const run = service.answer(1, evaluate("python"), (news) => {
      if (news.type === "loading") service.drop(1);
    });
    expect(await run).toBeUndefined();
  });
});

declare global {
  var loads: number;
}

describe("a module in two parts", () => {
  const decode = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, "base64"));
  /** As split by wasm-split: `rest` calls entry 0 of the table, which the second part fills. */
  const first = decode(
    // (module (import "placeholder" "0" (func)) (memory (export "m") 1 4096) (table (export "t") 1 funcref)
    //   (elem (i32.const 0) 0) (func (export "rest") (call_indirect (i32.const 0))))
    "AGFzbQEAAAABBAFgAAACEQELcGxhY2Vob2xkZXIBMAAAAwIBAAQEAXAAAQUFAQEBgCAHEAMBbQIAAXQBAARyZXN0AAEJBwEAQQALAQAKCQEH" +
      "AEEAEQAACw==",
  );
  const second = decode(
    // (module (import "primary" "t" (table 1 funcref)) (elem (i32.const 0) 0) (func))
    "AGFzbQEAAAABBAFgAAACDwEHcHJpbWFyeQF0AXAAAQMCAQAJBwEAQQALAQAKBAECAAs=",
  );
  const answered = { type: "answer", answer: { ok: true, json: "1.0" } };

  test("answers with its first part alone", async () => {
    const service = await Service.start({ module: first, hasRest: true });
    expect(await service.answer(1, evaluate(""))).toMatchObject(answered);
  });

  test("answers with both if the second is loaded", async () => {
    const service = await Service.start({ module: first, hasRest: true });
    await service.complete(second);
    expect(await service.answer(1, evaluate("rest"))).toMatchObject(answered);
    expect(state.instances).toBe(1);
  });

  test("waits for the second part and makes the call again, with another instance", async () => {
    const told: FromWorker[] = [];
    const service = await Service.start({ module: first, hasRest: true });
    const run = service.answer(1, evaluate("rest"), (news) => {
      told.push(news);
      if (news.type === "loading") void service.complete(second);
    });
    expect(await run).toMatchObject(answered);
    expect(told).toEqual([
      { type: "loading", id: 1 },
      { type: "loaded", id: 1 },
    ]);
    expect(state.instances).toBe(2);
    expect(await service.answer(2, evaluate("rest"))).toMatchObject(answered);
    expect(state.instances).toBe(2);
  });

  test("has both in every later instance", async () => {
    const service = await Service.start({ module: first, hasRest: true });
    await service.complete(second);
    await service.answer(1, evaluate("trap"));
    expect(await service.answer(2, evaluate("rest"))).toMatchObject(answered);
  });

  test("reports why the second part is not available, until it is", async () => {
    const service = await Service.start({ module: first, hasRest: true });
    const failed = {
      type: "crashed",
      message: "Error: The rest of the engine could not be loaded: offline",
    };
    const run = service.answer(1, evaluate("rest"), () => service.setRestProblem("offline"));
    expect(await run).toMatchObject(failed);
    expect(await service.answer(2, evaluate("rest"))).toMatchObject(failed);
    expect(await service.answer(3, evaluate(""))).toMatchObject(answered);
    await service.complete(second);
    expect(await service.answer(4, evaluate("rest"))).toMatchObject(answered);
  });

  test("reports that the address of the second part is unknown", async () => {
    const service = await start(first);
    expect(await service.answer(1, evaluate("rest"))).toMatchObject({
      type: "crashed",
      message: "Error: The rest of the engine could not be loaded: nobody has said where it is (restUrl)",
    });
  });

  test("reports that the second part is not a module", async () => {
    const service = await Service.start({ module: first, hasRest: true });
    const run = service.answer(1, evaluate("rest"), () => void service.complete(Uint8Array.of(1, 2, 3)));
    expect(await run).toMatchObject({ type: "crashed", message: expect.stringContaining("CompileError") as string });
    expect(await service.answer(2, evaluate(""))).toMatchObject(answered);
  });

  test("drops a call that waits", async () => {
    const service = await Service.start({ module: first, hasRest: true });
    const run = service.answer(1, evaluate("rest"), (news) => {
      if (news.type === "loading") service.drop(1);
      void service.complete(second);
    });
    expect(await run).toBeUndefined();
    expect(await service.answer(2, evaluate("rest"))).toMatchObject(answered);
  });
});
