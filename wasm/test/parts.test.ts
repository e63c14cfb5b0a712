// The two-part modules of the dialects, as shipped.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { createEngine, type Engine, type Workspace } from "evalground";

const engines: Engine[] = [];
afterAll(() => {
  for (const engine of engines) engine.close();
});

async function started(options: Parameters<typeof createEngine>[0]): Promise<Engine> {
  const engine = await createEngine({ worker: false, ...options });
  engines.push(engine);
  return engine;
}
const url = (path: string): URL => new URL(`../${path}`, import.meta.url);
const whole = await started({});

for (const dialect of await whole.dialects()) {
  test(`${dialect}: both parts give the same as the whole module`, async () => {
    const parts = await started({
      wasmUrl: url(`dist/dialects/${dialect}.wasm`),
      restUrl: url(`dist/dialects/${dialect}.rest.wasm`),
    });
    const folder = url(`../engine/dialects/${dialect}/gallery/`);
    for (const name of readdirSync(folder)) {
      const read = await whole.parse(readFileSync(new URL(name, folder), "utf8"));
      const workspace = { clock: "2026-01-02T03:04:05Z", seed: 1, ...(JSON.parse(read.json!) as Workspace) };
      const options = { provenance: true, outline: true, tokens: true };
      const [expected, given] = [await whole.evaluate(workspace, options), await parts.evaluate(workspace, options)];
      for (const result of [expected, given]) {
        result.stats.ms = 0;
        for (const row of result.rows) delete row.ms;
      }
      expect(given, name).toEqual(expected);
    }
  });

  test(`${dialect}: the first part alone shows the gallery's first example`, async () => {
    const first = await started({ wasmUrl: url(`dist/dialects/${dialect}.wasm`) });
    const folder = url(`../engine/dialects/${dialect}/gallery/`);
    const read = await whole.parse(readFileSync(new URL(readdirSync(folder).sort()[0]!, folder), "utf8"));
    const result = await first.evaluate(JSON.parse(read.json!) as Workspace, { provenance: true });
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
}

test("a workspace can be prepared once the second part is loaded", async () => {
  const wasmUrl = url("dist/dialects/jinja2.wasm");
  const workspace: Workspace = { dialect: "jinja2", main: "{{ x | urlize }}", vars: { x: "a" } };
  const first = await started({ wasmUrl });
  expect(() => first.prepare(workspace).render()).toThrow("restUrl");
  expect((await first.evaluate({ dialect: "jinja2", main: "{{ 1 }}" })).text).toBe("1");

  const parts = await started({ wasmUrl, restUrl: url("dist/dialects/jinja2.rest.wasm") });
  const prepared = parts.prepare(workspace);
  expect(() => prepared.render()).toThrow("still loading");
  await vi.waitFor(() => expect(prepared.render()).toBe("a"), { timeout: 10_000 });
  expect(prepared.render({ x: "b" })).toBe("b");
});
