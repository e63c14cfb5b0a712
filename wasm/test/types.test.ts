// Compiled by `npm run typecheck`: what programs that use the package may and may not write.

import { expectTypeOf, test } from "vitest";
import {
  createEngine,
  decodeLink,
  encodeLink,
  type CatalogueEntry,
  type CheckResult,
  type DialectName,
  type Engine,
  type Prepared,
  type RunResult,
  type Workspace,
} from "../src/index.js";

const workspace: Workspace = {
  dialect: "unfurl",
  files: { "a.yaml": "a: 1", "b.bin": { base64: "AA==" } },
  data: 2n ** 64n,
};

test("requests give typed results", () => {
  expectTypeOf(createEngine).returns.resolves.toEqualTypeOf<Engine>();
  expectTypeOf<Engine["evaluate"]>().returns.resolves.toEqualTypeOf<RunResult>();
  expectTypeOf<Engine["check"]>().returns.resolves.toEqualTypeOf<CheckResult>();
  expectTypeOf<Engine["catalogue"]>().returns.resolves.toEqualTypeOf<CatalogueEntry[]>();
  expectTypeOf<RunResult["value"]>().toEqualTypeOf<unknown>();
});

test("requests take options and a signal", () => {
  const use = (engine: Engine, signal: AbortSignal): unknown[] => [
    engine.evaluate(workspace, { signal, provenance: true, timeMs: 1000, reveal: ["a", 0], limits: { steps: 10 } }),
    // @ts-expect-error: a workspace needs a dialect
    engine.evaluate({ expression: "1" }),
    // @ts-expect-error: an unknown option
    engine.evaluate(workspace, { provenence: true }),
    // @ts-expect-error: an unknown operation
    engine.evaluate({ ...workspace, operation: "explode" }),
  ];
  expectTypeOf(use).returns.toEqualTypeOf<unknown[]>();
});

test("synchronous runs give results and texts", () => {
  const use = (engine: Engine): unknown[] => [
    engine.prepare(workspace).render({ a: 1 }),
    engine.prepare(workspace).evaluate({ data: 1, env: { A: "b" } }),
    // @ts-expect-error: files cannot be replaced
    engine.prepare(workspace).evaluate({ files: {} }),
    // @ts-expect-error: a synchronous call cannot be aborted
    engine.evaluateSync(workspace, { signal: AbortSignal.abort() }),
  ];
  expectTypeOf(use).returns.toEqualTypeOf<unknown[]>();
  expectTypeOf<Engine["evaluateSync"]>().returns.toEqualTypeOf<RunResult>();
  expectTypeOf<Prepared["render"]>().returns.toEqualTypeOf<string>();
  expectTypeOf<Engine["render"]>().returns.resolves.toEqualTypeOf<string>();
});

test("a dialect is one of the known names, or another", () => {
  expectTypeOf<DialectName>().toExtend<Workspace["dialect"]>();
  expectTypeOf<string>().toExtend<Workspace["dialect"]>();
});

test("links decode to workspaces", () => {
  expectTypeOf(decodeLink(encodeLink(workspace)).workspace).toEqualTypeOf<Workspace>();
});
