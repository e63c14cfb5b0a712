// The package as it is built: needs dist/, made by `npm run build` from the module in build/wasm.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/index";

const dist = new URL("../dist/", import.meta.url);
const { createEngine, EngineError } = await import(new URL("index.js", dist).href) as typeof import("../src/index");
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

describe.each([["in a worker", true], ["in the caller's thread", false]])("the engine %s", (_, worker) => {
  let engine: Engine;
  beforeAll(async () => { engine = await createEngine({ worker }); });
  afterAll(() => engine.close());

  test("has the version of the package", () => {
    expect(engine.version()).toBe(version);
  });

  test("knows dialects and their functions", async () => {
    expect(await engine.dialects()).toContain("unfurl");
    expect(Array.isArray(await engine.catalogue("unfurl"))).toBe(true);
  });

  test("reads YAML as exact JSON", async () => {
    expect((await engine.parse("{b: 9007199254740993, 10: 1.0}")).json).toBe('{"b":9007199254740993,"10":1.0}');
  });

  test("answers a workspace that is none by a diagnostic", async () => {
    const result = await engine.evaluate({ dialect: "no such dialect" }, { id: "7" });
    expect(result).toMatchObject({ id: "7", ok: false, diagnostics: [{ severity: "error", code: "unknown-dialect" }] });
  });

  test("refuses a workspace that is too large before the module runs out of memory", async () => {
    const result = await engine.evaluate({ dialect: "unfurl", main: "x".repeat(33 * 1024 * 1024) });
    expect(result.diagnostics[0]?.code).toBe("limit-input");
  });

  test("survives a document of ten million brackets", async () => {
    expect(await engine.parse("[".repeat(10_000_000))).toMatchObject({ ok: false, diagnostics: [{ severity: "error" }] });
    expect((await engine.parse("1")).json).toBe("1");
  });
});

test("the engine is refused with a reason when the module is none", async () => {
  const failure = createEngine({ module: new Uint8Array([1, 2, 3]) });
  await expect(failure).rejects.toBeInstanceOf(EngineError);
  await expect(failure).rejects.toMatchObject({ kind: "load" });
});

test("the worker is one classic script", () => {
  const script = readFileSync(new URL("worker.js", dist), "utf8");
  expect(() => new Script(script)).not.toThrow();
  expect(script).not.toMatch(/\bimport\b|importScripts\(|new Function|\beval\(/);
});

test("links alone bring no engine along and take at most 8 KB", async () => {
  const bundle = await rolldown({ input: fileURLToPath(new URL("links.js", dist)) });
  const { output } = await bundle.generate({ format: "es", minify: true });
  expect(output.length).toBe(1);
  expect(output[0].code).not.toMatch(/WebAssembly|Worker/);
  expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(8 * 1024);
});
