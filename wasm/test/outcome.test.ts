import { describe, expect, test } from "vitest";
import { takeApart, toOutcome, toResult, type Outcome } from "../src/outcome.js";

const answer =
  '{"ok":true,"value":{"b":9007199254740993,"10":1.0,"9":[]},"matches":[1.0],"sensitive":["/b"],' +
  '"rows":[{"path":["b"],"type":"integer","kind":"computed"}],"variables":{"x":9007199254740993},"diagnostics":[],' +
  '"stats":{"ms":1.5,"steps":2,"cacheHits":0,"memory":10,"clock":"2024-01-01T00:00:00Z","seed":9007199254740993}}';

describe("an outcome", () => {
  const result = toResult("7", structuredClone(takeApart(answer)) as Outcome);

  test("keeps the text of its value and of its matches", () => {
    expect(result.json).toBe('{"b":9007199254740993,"10":1.0,"9":[]}');
    expect(result.matchesJson).toBe("[1.0]");
  });

  test("parses its value on first use", () => {
    expect(result.value).toEqual({ b: 9007199254740993n, 10: 1, 9: [] });
    expect(result.value).toBe(result.value);
    expect(result.matches).toEqual([1]);
  });

  test("keeps long descriptions as text until they are used", () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      path: [`key ${index}`],
      type: "text",
      kind: "literal",
    }));
    const outcome = structuredClone(
      toOutcome(`{"ok":true,"rows":${JSON.stringify(rows)},"outline":[{"id":"a"}],"diagnostics":[]}`),
    ) as Outcome;
    expect(outcome).toMatchObject({ outline: [{ id: "a" }], later: { rows: JSON.stringify(rows) } });
    const { rows: read, outline, ...others } = toResult("", outcome);
    expect([read, outline]).toEqual([rows, [{ id: "a" }]]);
    expect(others).not.toHaveProperty("later");
  });

  test("keeps the digits of variables and of the seed", () => {
    expect(result.variables).toEqual({ x: 9007199254740993n });
    expect(result.stats.seed).toBe(9007199254740993n);
  });

  test("keeps the digits of every stage", () => {
    const stages =
      '{"ok":true,"stages":[{"name":"1","value":[1.0],"classes":["a"]},' +
      '{"name":"2","variables":{"x":9007199254740993}}]}';
    expect(toResult("", takeApart(stages) as Outcome).stages).toEqual([
      { name: "1", json: "[1.0]", classes: ["a"] },
      { name: "2", variablesJson: '{"x":9007199254740993}' },
    ]);
  });

  test("has the id of its run, and its other parts", () => {
    expect(result).toMatchObject({
      id: "7",
      ok: true,
      sensitive: ["/b"],
      rows: [{ path: ["b"], type: "integer", kind: "computed" }],
    });
  });

  test("has no value if the engine gave none, and empty lists for missing ones", () => {
    const failed = toResult(
      "",
      takeApart('{"ok":false,"diagnostics":[{"severity":"error","code":"c","message":"m"}]}') as Outcome,
    );
    expect("value" in failed).toBe(false);
    expect(failed).toMatchObject({ ok: false, sensitive: [], rows: [], diagnostics: [{ code: "c" }] });
  });
});
