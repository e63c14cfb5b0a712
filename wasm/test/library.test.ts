// The package as a library: synchronous runs, prepared workspaces, and rendering a template with one call. Needs dist/,
// like package.test.ts.

import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomJson, seeded } from "./random.js";
import type { DialectName, Engine, RenderError as RenderErrorType, Workspace } from "../src/index.js";

const { createEngine, EngineError, RenderError } = (await import(
  new URL("../dist/index.js", import.meta.url).href
)) as typeof import("../src/index.js");

const greeting: Workspace = { dialect: "jinja2", main: "Hello {{ name }}!", vars: { name: "World" } };
const query: Workspace = { dialect: "yaql", expression: "$.sum() + $big", vars: { big: 1 } };

let own: Engine;
let pooled: Engine;
beforeAll(async () => {
  own = await createEngine({ worker: false });
  pooled = await createEngine();
});
afterAll(() => {
  own.close();
  pooled.close();
});

describe("evaluateSync", () => {
  test("gives the same as evaluate", async () => {
    const { stats, ...now } = own.evaluateSync(query, { id: "7" });
    const { stats: later, ...asked } = await own.evaluate(query, { id: "7" });
    expect(now).toEqual(asked);
    expect([stats.steps, stats.memory]).toEqual([later.steps, later.memory]);
  });

  test("accepts run options", () => {
    const { diagnostics } = own.evaluateSync(
      { dialect: "jinja2", main: "{% for i in range(1000) %}{% endfor %}" },
      { limits: { steps: 100 } },
    );
    expect(diagnostics).toMatchObject([{ code: "limit-steps" }]);
  });

  test("says how to enable it if a worker is used", () => {
    expect(() => pooled.evaluateSync(query)).toThrow("createEngine({ worker: false })");
    expect(() => pooled.prepare(query)).toThrow(TypeError);
  });

  test("works after a run that used much memory", { timeout: 60_000 }, async () => {
    const big = { dialect: "jinja2", main: "{% set x = 'a' * 150000000 %}{{ x | length }}" } as const;
    const limits = { steps: 1e9, memory: 2 ** 29 };
    expect(own.evaluateSync(big, { limits }).text).toBe("150000000");
    expect(own.evaluateSync(greeting).text).toBe("Hello World!");
    expect((await own.evaluate(greeting)).text).toBe("Hello World!");
  });

  test("throws after close", async () => {
    const engine = await createEngine({ worker: false });
    const prepared = engine.prepare(greeting);
    engine.close();
    expect(() => engine.evaluateSync(greeting)).toThrow(EngineError);
    expect(() => prepared.render()).toThrow(expect.objectContaining({ kind: "closed" }));
  });
});

describe("a prepared workspace", () => {
  test("renders with its own variables and with others", () => {
    const prepared = own.prepare(greeting);
    expect(prepared.render()).toBe("Hello World!");
    expect(prepared.render({ name: "größe 😀" })).toBe("Hello größe 😀!");
    expect(prepared.render(new Map([["name", 2n ** 64n]]))).toBe("Hello 18446744073709551616!");
    expect(prepared.render()).toBe("Hello World!");
  });

  test("keeps empty texts, and texts with a byte order mark", () => {
    expect(own.prepare({ dialect: "jinja2", main: "{{ x }}" }).render({ x: "" })).toBe("");
    expect(own.prepare({ dialect: "jinja2", main: "{{ x }}" }).render({ x: "\ufeffa" })).toBe("\ufeffa");
  });

  test("keeps nothing from one evaluation to the next", () => {
    const main = "{{ x.y | default('none') }}{% for i in x.list %}{{ i.a }}{% endfor %}{{ x.y.z }}";
    const prepared = own.prepare({ dialect: "jinja2", main }, { provenance: true });
    const values = [{ x: { y: { z: 1 }, list: [{ a: 1 }] } }, { x: {} }, { x: { list: [{}], y: 1 } }, {}];
    for (const vars of [...values, ...values]) {
      const fresh = own.evaluateSync({ dialect: "jinja2", main, vars }, { provenance: true });
      const { stats, ...result } = prepared.evaluate({ vars });
      expect(stats.steps).toBeGreaterThan(0);
      expect({ ...result }).toEqual({ ...fresh, stats: undefined });
    }
  });

  test("evaluates every dialect, with values instead of its own", () => {
    const prepared = own.prepare({ ...query, data: [1] }, { id: "9" });
    expect(prepared.evaluate()).toMatchObject({ id: "9", ok: true, value: 2 });
    expect(prepared.evaluate({ data: [1, 2, 3], vars: { big: 2n ** 60n } }).value).toBe(2n ** 60n + 6n);
    expect(prepared.evaluate({ expression: "$" }).value).toEqual([1]);
    expect(prepared.evaluate().value).toBe(2);
  });

  test("takes all values as their JSON says them", () => {
    const prepared = own.prepare({ dialect: "yaql", expression: "$" });
    const rows = [
      { a: 1, b: "x" },
      { a: -2, b: "größe 😀" },
      { b: 1, a: 2 },
      { a: 1 },
      { a: undefined, b: [undefined] },
      { a: 1, b: { a: 2, b: { c: 3 } } },
      {},
    ];
    const numbers = [0, -0, 127, 128, -1, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 60, 1e20, 1e21, 1.5, 5e-324];
    const texts = ["", "x".repeat(63), "x".repeat(64), "é".repeat(40), "\0", "\ufeff"];
    const others = [10n, new Date(0), new Map([["k", 1]])];
    const deep = Array.from({ length: 120 }).reduce<unknown>((inner) => [inner], 1);
    const random = seeded(1);
    const some = Array.from(
      { length: 200 },
      () => JSON.parse(randomJson(random).replaceAll("1e400", "1e300")) as unknown,
    );
    for (const data of [rows, rows, numbers, texts, deep, ...others, ...some]) {
      const { stats, ...given } = prepared.evaluate({ data });
      const { stats: _, ...asked } = own.evaluateSync({ dialect: "yaql", expression: "$", data });
      expect(given).toEqual(asked);
    }
    for (const data of [{ toJSON: () => 1 }, [Infinity]]) {
      expect(() => prepared.evaluate({ data })).toThrow("not JSON");
    }
    expect(prepared.evaluate({ data: "a\ud800" }).diagnostics).toMatchObject([{ code: "json-syntax" }]);
  });

  test("accepts only keys that are values", () => {
    const { diagnostics } = own.prepare(query).evaluate({ dialect: "heat" } as never);
    expect(diagnostics).toMatchObject([{ severity: "error", code: "workspace-key" }]);
    expect(own.prepare(query).evaluate({ vars: 1 } as never).diagnostics).toMatchObject([{ code: "workspace-type" }]);
  });

  test("reports the workspace's problems in each evaluation", () => {
    const prepared = own.prepare({ dialect: "jinja2", main: "{{ x" });
    for (const _ of [1, 2]) {
      expect(prepared.evaluate().diagnostics).toMatchObject([{ code: "syntax" }]);
      expect(() => prepared.render()).toThrow(RenderError);
    }
    expect(own.prepare({ dialect: "nope" }).evaluate().diagnostics).toMatchObject([{ code: "unknown-dialect" }]);
  });

  test("reports a value that is not a text", () => {
    expect(() => own.prepare({ dialect: "yaql", expression: "1" }).render()).toThrow("use evaluate()");
  });

  test("still works in the module's next instance", { timeout: 60_000 }, () => {
    const prepared = own.prepare(greeting);
    expect(prepared.render()).toBe("Hello World!");
    own.evaluateSync(
      { dialect: "jinja2", main: "{% set x = 'a' * 150000000 %}" },
      { limits: { steps: 1e9, memory: 2 ** 29 } },
    );
    expect(prepared.render({ name: "again" })).toBe("Hello again!");
  });

  test("is disposed at the end of its block", () => {
    const prepared = own.prepare(greeting);
    prepared[Symbol.dispose]();
    prepared[Symbol.dispose]();
    expect(() => prepared.render()).toThrow(expect.objectContaining({ kind: "closed" }));
  });
});

describe.each([
  ["without a worker", () => own],
  ["with a worker", () => pooled],
])("render %s", (_, engine) => {
  test("returns the text of a template", async () => {
    expect(await engine().render("{{ x }}\n", { x: 1 })).toBe("1");
    expect(await engine().render("{{ [1, 2] | flatten }}", {}, { flavor: "ansible" })).toBe("[1, 2]");
  });

  test("rejects with the diagnostics", async () => {
    const error = (await engine()
      .render("{{ x.y.z }}")
      .catch((reason: unknown) => reason)) as RenderErrorType;
    expect(error).toBeInstanceOf(RenderError);
    expect(error.message).toBe(error.diagnostics[0]?.message);
    expect(error.diagnostics[0]).toMatchObject({ severity: "error", code: "undefined", span: { line: 1 } });
  });
});

test("an engine is closed at the end of its block", async () => {
  const engine = await createEngine();
  engine[Symbol.dispose]();
  await expect(engine.evaluate(greeting)).rejects.toMatchObject({ kind: "closed" });
});

test("consoles show the values of a result", () => {
  const shown = inspect(own.evaluateSync({ dialect: "yaql", expression: "dict(port => 8080)" }));
  expect(shown).toContain("value: { port: 8080 }");
  expect(shown).not.toContain("[Getter]");
});

test("the names of dialects in the types equal those of the engine", async () => {
  const known: Record<DialectName, true> = {
    unfurl: true,
    jinja2: true,
    ansible: true,
    yaql: true,
    heat: true,
    cfengine: true,
    dcontroller: true,
  };
  const all = (await own.describe()).flatMap(({ id, flavors = [] }) => [id, ...flavors.map((flavor) => flavor.id)]);
  expect(Object.keys(known).sort()).toEqual(all.sort());
});

test("the message on a main that names no file lists the files and suggests the nearest name", () => {
  const { diagnostics } = own.evaluateSync({ dialect: "jinja2", main: "main.j2", files: { "mian.j2": "" } });
  expect(diagnostics[0]).toMatchObject({ severity: "error", code: "workspace-main" });
  expect(diagnostics[0]!.message).toContain('mian.j2. Did you mean "mian.j2"?');
});

test.each([
  ["vars.port is NaN", { vars: { port: NaN } }],
  ["vars.a[1] is -Infinity", { vars: { a: [1, -Infinity] } }],
  ['vars["a b"].c is of type function', { vars: { "a b": { c: () => 1 } } }],
  ["data is of type symbol", { data: Symbol("s") }],
])("invalid JSON is named: %s", async (message, workspace) => {
  const whole = { ...query, ...workspace } as unknown as Workspace;
  expect(() => own.evaluateSync(whole)).toThrow(message);
  await expect(pooled.evaluate(whole)).rejects.toThrow(TypeError);
});

test("the path of a value that is not JSON is reported for a prepared workspace", () => {
  expect(() => own.prepare(greeting).render({ name: NaN })).toThrow("vars.name is NaN");
  expect(() => own.prepare(greeting).evaluate({ vars: { name: () => 1 } })).toThrow("vars.name is of type function");
});

test("the path of a circular reference is reported", () => {
  const data: { self?: unknown } = {};
  data.self = data;
  expect(() => own.evaluateSync({ ...query, data })).toThrow(/^data.self.self.*… contains itself/);
});
