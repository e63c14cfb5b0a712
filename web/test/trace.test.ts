import type { RunResult, TraceStep } from "evalground";
import { describe, expect, it } from "vitest";
import { countOf, segmentsOf } from "../src/assist/segments.ts";
import { nameOfVariable, positionToExplain, valueOfCall } from "../src/results/trace/explain.ts";
import { TraceModel } from "../src/results/trace/model.ts";
import { masked, recorded } from "../src/run/recorded.ts";
import { makeResult, makeStore } from "./make.ts";

const step = (
  id: number,
  parent: number | undefined,
  from: number,
  to: number,
  more: Partial<TraceStep> = {},
): TraceStep => ({
  id,
  ...(parent !== undefined && { parent }),
  what: "filter",
  span: { file: "a.j2", from, to, line: 1, column: from + 1 },
  ms: id,
  totalMs: id,
  value: `"${id}"`,
  ...more,
});

describe("the trace", () => {
  const steps = [
    step(1, undefined, 0, 40, { what: "template", text: "t" }),
    step(2, 1, 5, 30, { what: "loop" }),
    step(3, 2, 10, 20),
    step(4, 2, 10, 20),
    step(5, 1, 32, 38, { error: "failed" }),
  ];

  it("groups repeated steps at one place, and opens the group", () => {
    const model = new TraceModel(steps);
    expect(model.rows().map(({ node, level }) => [node.id, level])).toEqual([
      ["1", 1],
      ["2", 2],
      ["5", 2],
    ]);
    model.open.add("2");
    model.open.add("group 3");
    expect(model.rows().map(({ node: { id, rounds }, level }) => [id, rounds, level])).toEqual([
      ["1", undefined, 1],
      ["2", undefined, 2],
      ["group 3", 2, 3],
      ["3", undefined, 4],
      ["4", undefined, 4],
      ["5", undefined, 2],
    ]);
  });

  it("steps in the order of the values, the whole expression last", () => {
    expect(new TraceModel(steps).order.map(({ id }) => id)).toEqual(["3", "4", "2", "5", "1"]);
  });

  it("reveals a step, filters, and is copied as text", () => {
    const model = new TraceModel(steps);
    model.reveal(model.order[0]!);
    expect(model.rows().map(({ node }) => node.id)).toContain("3");
    model.filter = "errors";
    expect(model.rows().map(({ node }) => node.id)).toEqual(["5"]);
    model.filter = "slowest";
    expect(model.rows()[0]!.node.id).toBe("5");
    model.filter = "all";
    model.search = '"4"';
    expect(model.rows().map(({ node }) => node.id)).toEqual(["4"]);
    expect(model.text().split("\n").slice(0, 3)).toEqual([
      'template  t  → "1"  1.000 ms  a.j2 1:1',
      '  loop  → "2"  2.000 ms  a.j2 1:6',
      "    filter  2×  7.000 ms  a.j2 1:11",
    ]);
  });

  it("handles a missing parent, and reports how many steps are missing", () => {
    const model = new TraceModel([step(1, undefined, 0, 9), step(500, 400, 1, 2)]);
    expect(model.roots.map(({ id }) => id)).toEqual(["1", "500"]);
    expect(model.dropped).toBe(498);
  });

  it("handles any depth", () => {
    const deep = Array.from({ length: 20_000 }, (_, at) => step(at + 1, at === 0 ? undefined : at, at, at + 1));
    expect(new TraceModel(deep).order.at(-1)!.id).toBe("1");
  });
});

describe("recording", () => {
  it("repeats the run once, with its clock and seed, but not after an edit", async () => {
    const asked: object[] = [];
    const evaluate = async (workspace: object): Promise<RunResult> => {
      asked.push(workspace);
      return makeResult({ trace: [step(1, undefined, 0, 1)] });
    };
    const result = makeResult({
      stats: { ms: 50, steps: 1, cacheHits: 0, memory: 0, clock: "2026-01-01T00:00:00Z", seed: 7 },
    });
    const store = makeStore({ result, resultRevision: 0, revision: 0 });
    expect(await recorded(store, 10, evaluate as never)).toBeNull();
    expect(await recorded(store, Infinity, evaluate as never)).toHaveLength(1);
    expect(await recorded(store, 10, evaluate as never)).toHaveLength(1);
    expect(asked).toEqual([expect.objectContaining({ clock: "2026-01-01T00:00:00Z", seed: 7 })]);
    store.update({ revision: 1 });
    expect(await recorded(store, Infinity, evaluate as never)).toBeNull();
  });

  it("hides what was computed from a sensitive value", () => {
    const steps = [
      step(1, undefined, 0, 9, { value: "<<REDACTED>>" }),
      step(2, 1, 1, 2),
      step(3, 2, 1, 2),
      step(4, undefined, 3, 4),
    ];
    expect(masked(steps).map(({ value }) => value)).toEqual(["<<REDACTED>>", "<<REDACTED>>", "<<REDACTED>>", '"4"']);
  });
});

describe("the strip", () => {
  const text = "{{ us | reject(f(1)) | map('a') }}";
  const steps = [
    step(1, undefined, 3, 20, { value: "[1, 2, 3]" }),
    step(2, undefined, 3, 31, { value: "[1]" }),
    step(3, undefined, 15, 19, { value: "5" }),
    step(4, undefined, 15, 19, { value: "6" }),
  ];

  it("has a segment for each step, with its count and the number of lost items", () => {
    expect(segmentsOf(steps, "a.j2", text, 25)).toEqual([
      { from: 3, to: 20, label: "us | reject(f(1))", value: "[1, 2, 3]", runs: 1, count: 3, lost: 0 },
      { from: 3, to: 31, label: "map('a')", value: "[1]", runs: 1, count: 1, lost: 2 },
    ]);
  });

  it("shows the brackets around the caret", () => {
    expect(segmentsOf(steps, "a.j2", text, 16)).toEqual([
      { from: 15, to: 19, label: "f(1)", value: "6", runs: 2, count: null, lost: 0 },
    ]);
    expect(segmentsOf(steps, "b.j2", text, 16)).toEqual([]);
  });

  it("counts the items of values that are not cut", () => {
    expect(countOf('[1, "a, [b", [2, 3], {x: 1, y: 2}]')).toBe(4);
    expect([countOf("[]"), countOf("{a: 1, b: 2}"), countOf("[1, 2…"), countOf('"a, b"')]).toEqual([0, 2, null, null]);
  });
});

describe("the explanation", () => {
  const row = { file: "a.j2", from: 8, to: 14, range: { start: { line: 0, character: 8 } }, text: "reject", does: "" };

  it("is about the expression line, or the expression at the caret", () => {
    const caret = { file: "a.j2", offset: 3, line: 1, column: 4 };
    const store = makeStore({ caret, activeFile: "a.j2", workspace: { dialect: "jinja2", files: { "a.j2": "" } } });
    expect(positionToExplain(store)).toEqual({ file: "a.j2", offset: 3 });
    store.edit({ expression: "x" });
    expect(positionToExplain(store)).toBeUndefined();
  });

  it("names the item that a variable stood for in the last round of a loop", () => {
    const steps = [0, 1].map((at) => step(at + 1, undefined, 3, 4, { text: "$", name: `$.users[${at}]` }));
    expect(nameOfVariable({ ...row, is: "operator", from: 3, to: 4 }, steps)).toBe("$.users[1]");
    expect(nameOfVariable({ ...row, is: "operator", from: 5, to: 6 }, steps)).toBeUndefined();
    expect(new TraceModel(steps).text().split("\n")[1]).toContain("$  $.users[0]  →");
  });

  it("takes the value of a call from the smallest step that contains its name", () => {
    const steps = [step(1, undefined, 3, 20), step(2, undefined, 3, 31), step(3, undefined, 3, 20)];
    expect(valueOfCall({ ...row, is: "filter" }, steps)).toBe('"3"');
    expect(valueOfCall({ ...row, is: "variable" }, steps)).toBeUndefined();
  });
});
