import type { OutlineNode } from "evalground";
import { describe, expect, it } from "vitest";
import { describeDollar } from "../src/shell/bar.ts";
import { offeredPaths, resourceOf, selectablePaths } from "../src/shell/resource.ts";

const node = (name: string, special: Partial<OutlineNode> = {}): OutlineNode => ({
  id: name,
  kind: "resource",
  name,
  selectable: true,
  ...special,
});
const outline: OutlineNode[] = [
  node("root", {
    selectable: false,
    children: [node("app", { path: "::app", children: [node("db", { path: "::app::db" })] }), node("cache")],
  }),
];

describe("the field of the current resource", () => {
  it("offers selectable nodes in tree order, by path or else by name", () => {
    expect(selectablePaths(outline)).toEqual(["::app", "::app::db", "cache"]);
  });

  it("offers paths that contain the typed letters, ignoring case", () => {
    expect(offeredPaths(outline, "DB")).toEqual(["::app::db"]);
    expect(offeredPaths(outline, "")).toHaveLength(3);
  });

  it("offers no more than fit a list", () => {
    const many = Array.from({ length: 500 }, (_, index) => node(`n${index}`));
    expect(offeredPaths(many, "n")).toHaveLength(200);
  });

  it("takes an empty field and the root as no resource", () => {
    expect([" ", "::", " ::db "].map(resourceOf)).toEqual([undefined, undefined, "::db"]);
  });
});

describe("the value of $", () => {
  it("is described in a few words", () => {
    expect(describeDollar(undefined)).toBe(describeDollar(null));
    expect(describeDollar([1, 2])).toContain("2");
    expect(describeDollar({ a: 1 })).toContain("1");
    expect(describeDollar("x".repeat(100)).length).toBeLessThan(40);
  });
});
