// Which cases exist, and which of them are known to fail.
//
//   node --test tests/runner/case_list.test.mjs      from the repository's root

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { caseOf, listCases, readExceptions } from "./case_list.mjs";

/** A native world that reads one case with that id from each file. */
const reading = (id) => ({
  ask: async () => ({ cases: [{ id, case: `{"id":"${id}","dialect":"yaql","expect":{"value":1}}` }] }),
});
const [file, [exception]] = [...readExceptions(readFileSync("tests/conformance.txt", "utf8"))].find(
  ([, ids]) => ids.length > 0,
);

test("the list has files, and the ids of exceptions below them", () => {
  const files = readExceptions("# a comment\na.json\n  a/1  the reason\n  a/2  another\nb.json\n");
  assert.deepEqual(
    [...files],
    [
      ["a.json", ["a/1", "a/2"]],
      ["b.json", []],
    ],
  );
});

test("an exception needs a reason and a file", () => {
  assert.throws(() => readExceptions("a.json\n  a/1\n"), /neither a file nor/);
  assert.throws(() => readExceptions("  a/1  the reason\n"), /neither a file nor/);
});

test("an exception of a recorded file is known to fail", async () => {
  const { cases, problems } = await listCases(reading(exception), [`/recorded/${file}`], "/recorded");
  assert.deepEqual(
    cases.map(({ id, isListed }) => [id, isListed]),
    [[exception, true]],
  );
  assert.deepEqual(
    problems.filter(({ text }) => text.startsWith(`${exception} `)),
    [],
  );
});

test("an exception that is not a case of its file is a problem", async () => {
  const { problems } = await listCases(reading("other"), [`/recorded/${file}`], "/recorded");
  assert.match(problems[0].text, /is not one of its cases: correct tests\/conformance.txt/);
});

test("a file that cannot be read is a problem", async () => {
  const native = { ask: async () => ({ error: "a.json: cannot be read" }) };
  const { cases, problems } = await listCases(native, ["a.json"], "/recorded");
  assert.deepEqual([cases, problems], [[], [{ id: "a.json", text: "a.json: cannot be read" }]]);
});

test("clock and seed are fixed unless the case sets them", () => {
  const workspace = (text) => JSON.parse(caseOf("a", text).workspace);
  assert.deepEqual(workspace('{"id":"a"}'), { clock: "2026-01-02T03:04:05Z", seed: 1, id: "a" });
  assert.deepEqual(workspace('{"clock":"2020-01-01T00:00:00Z","seed":7}'), { clock: "2020-01-01T00:00:00Z", seed: 7 });
});

test("numbers of a case are kept as written", () => {
  const text = '{"data":[1.0,12345678901234567890]}';
  assert.ok(caseOf("a", text).workspace.endsWith('"data":[1.0,12345678901234567890]}'));
});
