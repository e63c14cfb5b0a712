//   node --test tests/runner/changed.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, rowsOf, valueAt } from "./changed.mjs";

const at = (file, from, to) => [{ via: "literal", span: { file, from, to } }];

test("rows are scalars, and a row is written where a literal has its value", () => {
  const workspace = { files: { "main.yaml": "a: one\nb: 'two $(x)'\n" } };
  const origins = { "/a": at("main.yaml", 3, 6), "/b/0": at("main.yaml", 10, 20), "/c": [], "/n": [], "/s": [] };
  const value = { a: "one", b: ["two 2"], c: "7", n: null, s: "<<REDACTED>>" };
  const rows = rowsOf(workspace, { value, origins });
  assert.deepEqual(rows, [
    { path: ["value", "a"], now: "one", isWritten: true, to: "onex" },
    { path: ["value", "b", "0"], now: "two 2", isWritten: false, to: "two 2x" },
    { path: ["value", "c"], now: "7", isWritten: false, to: "8" },
  ]);
});

test("data of the workspace is written there", () => {
  const rows = rowsOf({ data: { n: 1 } }, { value: 1, origins: { "": [{ via: "input", name: "$.n" }] } });
  assert.deepEqual(rows, [{ path: ["value"], now: 1, isWritten: true, to: 2 }]);
});

test("a line is written if one literal has all of it", () => {
  const textMap = { stretches: [0, 4, 0, -1, 4, 5, 1, -1], origins: [at("main", 0, 4), at("main", 4, 11)] };
  const rows = rowsOf({ main: "a\nb {{ x }}" }, { text: "a\nb 1", textMap });
  assert.deepEqual(rows, [
    { path: ["text", 0], now: "a", isWritten: true, to: "ax" },
    { path: ["text", 1], now: "b 1", isWritten: false, to: "b 1x" },
  ]);
  assert.equal(valueAt({ text: "a\nb" }, ["text", 1]), "b");
});

test("a candidate changes texts, files that it creates, and values", () => {
  const edits = [
    { file: "main.yaml", from: 3, to: 3, text: "é" },
    { file: "new", from: 0, to: 0, text: "x", creates: true },
  ];
  const changes = [{ path: "/data/0/a~1b", value: 2 }];
  const workspace = { main: "a: 1", files: {}, data: [{ "a/b": 1 }] };
  const changed = { main: "a: é1", files: { new: "x" }, data: [{ "a/b": 2 }] };
  assert.deepEqual(applied(workspace, { edits, changes }), changed);
  assert.equal(workspace.main, "a: 1");
  const expression = applied(
    { expression: "$.a" },
    { edits: [{ file: "<expression>", from: 2, to: 3, text: "b" }], changes: [] },
  );
  assert.deepEqual(expression, { expression: "$.b" });
});
