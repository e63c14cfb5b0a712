// Converts between a rendered text and its template.

import type { Span, TextMap } from "evalground";
import { describe, expect, test } from "vitest";
import { findStretch, sourceOf, stretchesOf } from "../src/results/text_map.ts";

const span = (from: number, to: number): Span => ({ file: "main.j2", from, to, line: 1, column: from + 1 });

// main.j2: "Dear {{ name }},"  ->  "Dear Ann,"
const map: TextMap = {
  stretches: [0, 5, 0, -1, 5, 8, 1, 0, 8, 9, 2, -1],
  origins: [
    [{ via: "expression", span: span(0, 5) }],
    [{ via: "expression", span: span(5, 15) }],
    [{ via: "expression", span: span(15, 16) }],
  ],
  reads: [["name"]],
};

describe("a text with a map to its template", () => {
  test("has a range for each character", () => {
    expect(findStretch(map, 0)?.from).toBe(0);
    expect(findStretch(map, 6)).toMatchObject({ from: 5, to: 8, reads: ["name"] });
    expect(findStretch(map, 8)?.to).toBe(9);
    expect(findStretch(map, 9)).toBeNull();
    expect(findStretch({ stretches: [], origins: [], reads: [] }, 0)).toBeNull();
  });

  test("leads to the exact character for literal text, and to the whole of an expression", () => {
    expect(sourceOf(findStretch(map, 3)!, 3)).toMatchObject({ file: "main.j2", from: 3, to: 4 });
    expect(sourceOf(findStretch(map, 6)!, 6)).toMatchObject({ from: 5, to: 15 });
    expect(sourceOf({ from: 0, to: 1, origins: [], reads: [] }, 0)).toBeNull();
  });

  test("is found from the source", () => {
    expect(stretchesOf(map, { file: "main.j2", from: 8, to: 8 })).toMatchObject([{ from: 5, to: 8 }]);
    expect(stretchesOf(map, { file: "other.j2", from: 8, to: 8 })).toEqual([]);
  });
});
