// Converts between what a value was read from and the position in the data's text.

import { yaml } from "@codemirror/lang-yaml";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { pathAt, rangeOf } from "../src/editor/data_places.ts";
import { marksOf, rowsReadFrom } from "../src/results/provenance.ts";
import { ledger } from "../src/results/rows.ts";
import { dataPath, dataReads, dataText } from "../src/ui/data_paths.ts";
import { makeResult } from "./make.ts";

describe("the path to a part of the data", () => {
  it("is parsed from the engine's notation", () => {
    expect(dataPath("$")).toEqual([]);
    expect(dataPath("$.servers[1].name")).toEqual(["servers", 1, "name"]);
    expect(dataPath("$['a b'][0]['it\\'s'].ü")).toEqual(["a b", 0, "it's", "ü"]);
    expect(dataPath('"$.list"')).toEqual(["list"]);
    expect(dataPath("$$.name")).toBeNull();
    expect(dataPath("main.yaml:3:4")).toBeNull();
  });

  it("is written in that notation", () => {
    for (const way of ["$", "$.servers[1].name", "$['a b'][0]['it\\'s']"]) expect(dataText(dataPath(way)!)).toBe(way);
  });

  it("is the longest of nested paths that were read", () => {
    expect(dataReads(["$", "$.a", "$.a.b", "$.c"])).toEqual([["a", "b"], ["c"]]);
  });
});

describe("a text of data", () => {
  const open = (doc: string) => EditorState.create({ doc, extensions: [yaml()] });
  const there = (doc: string, way: string) => {
    const range = rangeOf(open(doc), dataPath(way)!);
    return range && doc.slice(range.from, range.to);
  };
  const block = "servers:\n  - name: a\n    ram: 1\n  - &b\n    name: b # the second\nother: {x y: [1, {z: 2}]}\n";

  it("has a position for each part, in block and flow style", () => {
    expect(there(block, "$.servers[0].name")).toBe("name: a");
    expect(there(block, "$.servers[1].name")).toBe("name: b");
    expect(there(block, "$.other['x y'][1].z")).toBe("z: 2");
    expect(there('{"a": [10, {"b": true}]}', "$.a[1].b")).toBe('"b": true');
    expect(there('{"a": [10, {"b": true}]}', "$.a[0]")).toBe("10");
  });

  it("gives the innermost existing part, and null for an unknown path", () => {
    expect(there("base: &b {x: 1}\nuse: *b\n", "$.use.x")).toBe("use: *b");
    expect(there(block, "$.nothing")).toBeNull();
  });

  it("with several documents is their list", () => {
    expect(there("a: 1\n---\nb: 2\n", "$[1].b")).toBe("b: 2");
  });

  it("gives the path at a position", () => {
    expect(pathAt(open(block), block.indexOf("name: b") + 6)).toEqual(["servers", 1, "name"]);
    expect(pathAt(open(block), block.indexOf("z: 2"))).toEqual(["other", "x y", 1, "z"]);
    expect(pathAt(open("a: 1\n---\nb: 2\n"), 10)).toEqual([1, "b"]);
  });
});

describe("a result that was read from data", () => {
  const rows = ledger(
    makeResult({
      json: '["b",3]',
      origins: {
        "/0": [{ via: "input", name: "$.servers[1].name" }],
        "/1": [{ via: "expression", reads: ["$", "$.servers", "$.servers[0].ram"] }],
      },
    }),
  );

  it("marks its own place and the parts it was computed from", () => {
    expect(marksOf(rows[0]!.origins)).toMatchObject([{ data: ["servers", 1, "name"], as: "winning" }]);
    expect(marksOf(rows[1]!.origins)).toMatchObject([{ data: ["servers", 0, "ram"] }]);
  });

  it("is found from the data", () => {
    expect(rowsReadFrom(rows, ["servers", 1])).toEqual(new Set(["/0"]));
    expect(rowsReadFrom(rows, ["servers"])).toEqual(new Set(["/0", "/1"]));
    expect(rowsReadFrom(rows, ["other"])).toEqual(new Set());
  });
});
