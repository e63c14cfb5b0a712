// Structural differences between two values.

import { readJson } from "evalground";
import { describe, expect, it } from "vitest";
import { firstDifference } from "../src/results/references.ts";
import { ledger, scalarOf } from "../src/results/rows.ts";
import { compareValues } from "../src/results/value_diff.ts";
import { rowText } from "../src/results/values.ts";
import { makeResult } from "./make.ts";

const changes = (before: string | null, after: string | null): string[] =>
  compareValues(before === null ? null : readJson(before), after === null ? null : readJson(after)).map(
    ({ kind, path }) => `${kind} ${path.join(".")}`,
  );

describe("two values", () => {
  it("that are equal have no changes, whatever the order of their keys", () => {
    expect(changes('{"a":1,"b":[1,2]}', '{"b":[1,2],"a":1}')).toEqual([]);
  });

  it("differ by added, removed and changed keys", () => {
    expect(changes('{"a":1,"b":2}', '{"b":3,"c":4}')).toEqual(["removed a", "changed b", "added c"]);
  });

  it("share list items wherever these are", () => {
    expect(changes('[{"n":"a","x":1,"y":1},{"n":"b"}]', '[{"n":"b"},{"n":"a","x":1,"y":2}]')).toEqual(["changed 1.y"]);
  });

  it("differ by the order of list items, but not by that of keys", () => {
    const one = '{"n":"a","x":1}';
    expect(changes(`[${one},{"n":"b","x":1}]`, `[{"n":"b","x":1},${one}]`)).toEqual(["changed 0.n", "changed 1.n"]);
    expect(changes(`[{"b":1},${one}]`, '[{"x":1,"n":"a"},{"b":1}]')).toEqual([
      ...["removed 0.b", "added 0.x", "added 0.n", "removed 1.n", "removed 1.x", "added 1.b"],
    ]);
    expect(changes("[[1],[2]]", "[[2],[1]]")).toEqual(["changed 0.0", "changed 1.0"]);
    expect(changes(`[${one}]`, '[{"x":1,"n":"a"}]')).toEqual([]);
    let [deep, other] = ['{"a":1,"b":2}', '{"b":2,"a":1}'];
    for (let level = 0; level < 60; level += 1) [deep, other] = [`[${deep},1]`, `[${other},1]`];
    expect(changes(deep, other)).toEqual([]);
  });

  it("have items that changed at their index, instead of removed and added ones", () => {
    expect(changes("[1,1]", "[1,2]")).toEqual(["changed 1"]);
    expect(changes("[1,2,3]", "[1,5,3]")).toEqual(["changed 1"]);
    expect(changes("[2,4,6]", "[3,6,9]")).toEqual(["changed 0", "changed 1", "changed 2"]);
    expect(changes('[{"n":"a"},{"n":"b"}]', '[{"n":"a"},{"n":"c"}]')).toEqual(["changed 1.n"]);
    expect(changes('["a",[1]]', '["a",{"b":1}]')).toEqual(["changed 1"]);
  });

  it("have items that were removed or added while the others only moved", () => {
    expect(changes("[1,2,3]", "[2,3,4]")).toEqual(["added 2", "removed 0"]);
    expect(changes("[1,2,3]", "[9,1,2,3]")).toEqual(["added 0"]);
    expect(changes("[7,1,2]", "[8,9,1,2]")).toEqual(["changed 0", "added 1"]);
    expect(changes("[1,2]", "[2,1]")).toEqual(["changed 0", "changed 1"]);
  });

  it("may be absent", () => {
    expect(changes(null, "[1]")).toEqual(["added "]);
    expect(changes("[1]", null)).toEqual(["removed "]);
    expect(changes(null, null)).toEqual([]);
  });
});

describe("the results of several references", () => {
  it("have a first differing line", () => {
    expect(
      firstDifference([
        ["a", "b"],
        ["a", "c"],
      ]),
    ).toBe(1);
    expect(firstDifference([["a"], ["a", "c"]])).toBe(1);
    expect(firstDifference([["a"], ["a"]])).toBe(-1);
  });
});

describe("a size with its unit", () => {
  it("is shown as written, and not as a map", () => {
    const [row] = ledger(makeResult({ json: '{"eval":{"scalar":"20 GB"}}' }));
    expect(row).toMatchObject({ pointer: "", hasChildren: false });
    expect(rowText(row!).words).toBe("20 GB");
    expect(scalarOf(readJson('{"eval":{"scalar":"20 GB","x":1}}'))).toBeNull();
    const rows = ledger(makeResult({ json: '{"disk":{"eval":{"scalar":"20 GB"}}}' }));
    expect(rows.map(({ pointer }) => pointer)).toEqual(["/disk"]);
  });
});
