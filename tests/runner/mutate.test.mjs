//   node --test tests/runner/mutate.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { mutants } from "./mutate.mjs";

const workspaces = [
  { id: "a", dialect: "yaql", expression: "$.where($ > 1)", data: [1, 2, 3] },
  { id: "b", dialect: "yaql", expression: "$.select($ * 2).sum()", data: [4, 5] },
];

test("a mutant depends on its number, not on which others are made", () => {
  const all = mutants(workspaces, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(mutants(workspaces, [3, 7]), [all[3], all[7]]);
  assert.ok(new Set(all.map(({ workspace }) => workspace)).size > 5);
});
