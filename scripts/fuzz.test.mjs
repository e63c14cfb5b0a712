// Tests which fuzz target runs next, and for how long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readdirSync, statSync } from "node:fs";
import { corpora, inTurn, inputsIn, mostBytes, sliceOf } from "./fuzz.mjs";

test("the target that ran least has its turn", () => {
  const ledger = { yaml: { seconds: 120 }, regex: { seconds: 60 } };
  assert.deepEqual(inTurn(["yaml", "yaql", "regex", "heat"], ledger), ["yaql", "heat", "regex", "yaml"]);
});

test("all targets share a long run; in a short one the first have a minute each", () => {
  assert.equal(sliceOf(3600, 14), 257);
  assert.equal(sliceOf(300, 14), 60);
  assert.equal(sliceOf(20, 14), 20);
});

test("the inputs of a run are those that libFuzzer counts", () => {
  const log = "INFO: seed\nstat::number_of_executed_units: 123\nstat::average_exec_per_sec:     61\n";
  assert.equal(inputsIn(log), 123);
  assert.equal(inputsIn(`${log}${log}`), 246);
  assert.equal(inputsIn("it crashed before it counted"), 0);
});

test("the inputs in the repository stay few", () => {
  const folders = [...corpora().values()];
  const sizes = folders.flatMap((folder) => readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size));
  assert.ok(folders.length > 10, `${folders.length} corpora`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= mostBytes, `${total} bytes: scripts/fuzz --minimize chooses fewer`);
});
