// Logic of what the editor shows beside the text, without the editor.

import { Text } from "@codemirror/state";
import type { TraceStep } from "evalground";
import { describe, expect, it, vi } from "vitest";
import { saidLines } from "../src/assist/coverage.ts";
import { segmentsOf, selectedStep, withoutRepeats } from "../src/assist/segments.ts";
import { parentsOf } from "../src/assist/sticky.ts";
import { covered, evaluatedBeside } from "../src/run/recorded.ts";
import { makeResult, makeStore } from "./make.ts";

const doc = (words: string): Text => Text.of(words.split("\n"));

describe("the parents of a line", () => {
  const text = doc("a:\n  # note\n  b:\n    - name: x\n      size: 1\n\n    - name: y\n  c: 2\nd: 3");
  it.each([
    [1, []],
    [3, [1]],
    [4, [1, 3]],
    [5, [1, 3, 4]],
    [6, [1, 3]],
    [7, [1, 3]],
    [8, [1]],
    [9, []],
  ])("of line %i are the keys that it stands in", (line, parents) => {
    expect(parentsOf(text, line)).toEqual(parents);
  });
});

describe("the steps of a run", () => {
  const span = (from: number, to: number) => ({ file: "a", from, to, line: 1, column: from + 1 });
  const step = (id: number, from: number, to: number, value: string, parent?: number): TraceStep => ({
    id,
    what: "x",
    value,
    span: span(from, to),
    ms: 0,
    totalMs: 0,
    ...(parent !== undefined && { parent }),
  });
  const steps = [step(1, 0, 5, "[1]"), step(2, 0, 5, "[1]", 1), step(3, 0, 1, "1", 2), step(4, 0, 5, "[1]")];

  it("count once if one of them repeats its parent", () => {
    expect(withoutRepeats(steps).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(segmentsOf(steps, "a", "b | c", 3).at(-1)).toMatchObject({ runs: 2 });
  });

  it("give the value of a selection, ignoring surrounding whitespace", () => {
    expect(selectedStep(steps, "a", "b | c", { from: 0, to: 2 })).toMatchObject({ label: "b", value: "1", runs: 1 });
    expect(selectedStep(steps, "a", "b | c", { from: 0, to: 5 })).toMatchObject({ value: "[1]", runs: 2, count: 1 });
    expect(selectedStep(steps, "a", "b | c", { from: 2, to: 5 })).toBeNull();
  });
});

describe("the last run", () => {
  const result = makeResult();
  const start = (stale = false) => makeStore({ result, lastGood: result, revision: 1, resultRevision: stale ? 0 : 1 });

  it("is repeated once for its coverage, with its clock and seed, but not after an edit", async () => {
    const evaluate = vi.fn(async (_workspace: object, _options: object) => makeResult({ coverage: { a: [[1, 2]] } }));
    expect(await covered(start(true), evaluate as never)).toBeNull();
    const store = start();
    expect(await covered(store, evaluate as never)).toEqual({ a: [[1, 2]] });
    await covered(store, evaluate as never);
    expect(evaluate).toHaveBeenCalledTimes(1);
    expect(evaluate.mock.calls[0]).toMatchObject([{ clock: "2026-01-01T00:00:00Z", seed: 7 }, { coverage: true }]);
  });

  it("evaluates another expression in the same context", async () => {
    const evaluate = vi.fn(async (_workspace: object, _options: object) => makeResult({ json: "2" }));
    expect((await evaluatedBeside(start(), "1 + 1", evaluate as never))?.json).toBe("2");
    expect(evaluate.mock.calls[0]).toMatchObject([{ expression: "1 + 1", seed: 7 }, { maskVaults: true }]);
    expect(await evaluatedBeside(start(true), "1", evaluate as never)).toBeNull();
  });
});

describe("unused lines", () => {
  it("are announced as a few ranges", () => {
    expect(
      saidLines([
        [3, 3],
        [9, 12],
      ]),
    ).toBe("3, 9–12");
    expect(saidLines(Array.from({ length: 7 }, (_, at) => [at, at] as const))).toBe("0, 1, 2, 3, 4, …");
  });
});
