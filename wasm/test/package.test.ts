// Tests the built package. Needs dist/, created by `npm run build` from the module in build/wasm.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine, Workspace } from "../src/index.js";

const dist = new URL("../dist/", import.meta.url);
const links = new URL("../../tests/links/", import.meta.url);
const fixtures = readdirSync(links, { recursive: true, encoding: "utf8" })
  .filter((name) => /^\d.*\.json$/.test(name))
  .sort();
const { createEngine, decodeLink, EngineError, readJson, writeJson } = (await import(
  new URL("index.js", dist).href
)) as typeof import("../src/index.js");
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Malformed workspaces that can be passed to the library as a value. */
const malformedWorkspaces = (
  JSON.parse(readFileSync(new URL("../../tests/malformed/workspaces.json", import.meta.url), "utf8")) as {
    malformed: { name: string; workspace: string; says: string; reads?: boolean }[];
  }
).malformed.filter(({ reads }) => reads !== false);

/** A workspace whose nested loops would run for years. */
const endless: Workspace = {
  dialect: "unfurl",
  main: `list: [${"0, ".repeat(1000)}0]\n`,
  expression: Array.from({ length: 8 }).reduce<unknown>((body) => ({ eval: "::main::list", foreach: body }), "$item"),
};

describe.each([
  ["in a worker", true],
  ["in the caller's thread", false],
])("the engine %s", (_, worker) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ worker });
  });
  afterAll(() => engine.close());

  test.each(malformedWorkspaces)("reports the same as the command for a workspace with $name", async (malformed) => {
    const outcome = await engine.evaluate(JSON.parse(malformed.workspace) as Workspace);
    expect(outcome.ok).toBe(false);
    expect(outcome.diagnostics.map(({ message }) => message).join("\n")).toContain(malformed.says);
  });

  test("has the version of the package", () => {
    expect(engine.version()).toBe(version);
  });

  test("knows dialects and their functions", async () => {
    expect(await engine.dialects()).toContain("unfurl");
    const [first] = await engine.describe();
    expect(first).toMatchObject({ id: "unfurl", operations: ["evaluate", "expand", "restore"], hasResources: true });
    expect(Array.isArray(await engine.catalogue("unfurl"))).toBe(true);
  });

  test("makes a workspace smaller and reports progress", async () => {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line} {{ x${line} }}\n`).join("");
    const workspace: Workspace = {
      dialect: "jinja2",
      files: { "a.j2": `${lines}{{ nothing.here }}\n`, "b.j2": "unused" },
      vars: { big: 2n ** 64n, x1: 1.5 },
      secrets: { pw: "hunter2" },
    };
    const seen: { now: number; text: string }[] = [];
    const result = await engine.shrink(workspace, {
      onProgress: (progress) => seen.push({ now: progress.now, text: writeJson(progress.workspace) }),
    });
    expect(result).toMatchObject({ ok: true, minimal: true, kept: { code: "undefined" }, diagnostics: [] });
    expect(writeJson(result.workspace)).toMatch(/nothing\.here|x0/);
    expect(result.after).toBeLessThan(result.before! / 4);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)!.text).not.toContain("hunter2");
    expect(seen.at(-1)!.now).toBeLessThanOrEqual(seen[0]!.now);
  });

  test("replaces the names in a workspace, and returns the table", async () => {
    const workspace: Workspace = { dialect: "yaql", expression: "$.shop_host", data: { shop_host: "web1.acme.org" } };
    const { names, workspace: other, stayed } = await engine.shrink(workspace, { reduce: false });
    expect(writeJson(other)).not.toMatch(/shop|acme/);
    expect(names!.map(([was]) => was)).toEqual(expect.arrayContaining(["shop"]));
    expect(stayed).toEqual([]);
  });

  test("says in one sentence what cannot be kept", async () => {
    const { ok, diagnostics } = await engine.shrink({ dialect: "yaql", expression: "1" }, { keepError: "syntax" });
    expect(ok).toBe(false);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The workspace gives no problem "syntax"; it does not fail.',
    ]);
  });

  test("finds the changes that give a value, and what else they change", async () => {
    const workspace: Workspace = {
      dialect: "yaql",
      expression: "{url => 'http://' + $.host, host => $.host}",
      data: { host: "web" },
    };
    const found = await engine.change(workspace, { path: ["value", "url"], to: "http://db" });
    expect(found).toMatchObject({ ok: true, now: "http://web", to: "http://db", diagnostics: [] });
    expect(found.candidates[0]).toMatchObject({
      kind: "inverse",
      edits: [],
      changes: [{ path: "/data/host", value: "db" }],
      others: [{ path: ["value", "host"], before: "web", after: "db" }],
    });
    const { ok, candidates, diagnostics } = await engine.change(workspace, { path: "nothing", to: 1 });
    expect({ ok, candidates }).toEqual({ ok: false, candidates: [] });
    expect(diagnostics.map(({ code }) => code)).toEqual(["nothing-to-change"]);
  });

  test("tells why a query dropped an item", async () => {
    const workspace: Workspace = {
      dialect: "yaql",
      expression: "$.servers.where($.status = ACTIVE).name",
      data: { servers: [{ name: "web", status: "ERROR" }] },
    };
    const { ok, reasons, missing } = await engine.why(workspace, { path: "$.servers[0]" });
    expect({ ok, missing }).toEqual({ ok: true, missing: undefined });
    expect(reasons).toMatchObject([
      {
        condition: "$.status = ACTIVE",
        holds: false,
        subject: "servers[0]",
        values: [{ name: "$.servers[0].status", value: '"ERROR"' }],
      },
    ]);
    expect(reasons[0]?.candidates[0]?.changes).toEqual([{ path: "/data/servers/0/status", value: "ACTIVE" }]);
    const { reasons: none, missing: end } = await engine.why(workspace, { path: ["value", 3] });
    expect({ none, end }).toEqual({ none: [], end: { after: "value", items: 0, names: [] } });
  });

  test("parses YAML into exact JSON", async () => {
    expect((await engine.parse("{b: 9007199254740993, 10: 1.0}")).json).toBe('{"b":9007199254740993,"10":1.0}');
  });

  test("parses the value of a key in the forms that are usual in that language", async () => {
    const ansible = { key: "vars", dialect: "jinja2", options: { flavor: "ansible" } };
    expect((await engine.parse("x: no", ansible)).json).toBe('{"x":false}');
    expect((await engine.parse("x: no")).json).toBe('{"x":"no"}');
    expect((await engine.parse("n,m\n1,a\n", { key: "data", dialect: "yaql" })).json).toBe('[{"n":1,"m":"a"}]');
  });

  test("reports what a move to another version of a reference requires", async () => {
    const options = { flavor: "ansible", as: "conditional" };
    const workspace: Workspace = { dialect: "jinja2", options, expression: "items", vars: { items: [1] } };
    const { diagnostics } = await engine.port(workspace, "2.21");
    expect(diagnostics).toMatchObject([{ code: "changed-in-2.19", fixes: [{ edits: [{ text: " | length > 0" }] }] }]);
  });

  test("reports an invalid workspace as a diagnostic", async () => {
    const result = await engine.evaluate({ dialect: "no such dialect" }, { id: "7" });
    expect(result).toMatchObject({ id: "7", ok: false, diagnostics: [{ severity: "error", code: "unknown-dialect" }] });
  });

  test.each(fixtures)("gives the same for tests/links/%s as when the link was made", async (name) => {
    const fixture = readJson(readFileSync(new URL(name, links), "utf8"));
    const result = await engine.evaluate(decodeLink(fixture.get("link")!.text, { exact: true }).workspace);
    expect(result.json).toBe(writeJson(fixture.get("result")));
  });

  test("rejects a workspace that is too large before the module runs out of memory", async () => {
    const result = await engine.evaluate({ dialect: "unfurl", main: "x".repeat(33 * 1024 * 1024) });
    expect(result.diagnostics[0]?.code).toBe("limit-input");
  });

  test("handles a document of ten million brackets", async () => {
    expect(await engine.parse("[".repeat(10_000_000))).toMatchObject({
      ok: false,
      diagnostics: [{ severity: "error" }],
    });
    expect((await engine.parse("1")).json).toBe("1");
  });
});

describe("a run in a worker", () => {
  test("ends at once when aborted, and the next run works", async () => {
    const engine = await createEngine({ limits: { steps: 1e15 } });
    const controller = new AbortController();
    const run = engine.evaluate(endless, { signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect((await engine.evaluate({ ...endless, expression: ".name" })).ok).toBe(true);
    engine.close();
  });

  test("is ended by the time limit, which is reported", async () => {
    const engine = await createEngine({ limits: { steps: 1e15 }, timeMs: 300 });
    expect(await engine.evaluate(endless)).toMatchObject({ ok: false, diagnostics: [{ code: "limit-time" }] });
    engine.close();
  });

  test("does not delay other requests", async () => {
    const engine = await createEngine({ limits: { steps: 1e15 } });
    const controller = new AbortController();
    const run = engine.evaluate(endless, { signal: controller.signal });
    expect((await engine.parse("a: 1")).json).toBe('{"a":1}');
    controller.abort();
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    engine.close();
  });
});

test("an invalid module is rejected with a reason", async () => {
  const failure = createEngine({ module: new Uint8Array([1, 2, 3]) });
  await expect(failure).rejects.toBeInstanceOf(EngineError);
  await expect(failure).rejects.toMatchObject({ kind: "load" });
});

test("the worker is one classic script", () => {
  const script = readFileSync(new URL("worker.js", dist), "utf8");
  expect(() => new Script(script)).not.toThrow();
  // Its only import is dynamic, by the URL it receives, when a document needs it.
  expect(script.match(/\bimport\b/g)).toHaveLength(1);
  expect(script).not.toMatch(/importScripts\(|new Function|\beval\(/);
});

test("links alone load no engine and take at most 8 KB", async () => {
  const bundle = await rolldown({ input: fileURLToPath(new URL("links.js", dist)) });
  const { output } = await bundle.generate({ format: "es", minify: true });
  expect(output.length).toBe(1);
  expect(output[0].code).not.toMatch(/WebAssembly|Worker/);
  expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(8 * 1024);
});
