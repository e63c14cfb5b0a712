// Worlds with one error each: the pass must report it, for the right world.
//
//   node --test tests/runner/judge.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluateAll } from "./judge.mjs";

const one = { id: "yaql/one", text: "{}", workspace: '{"expression":"1"}', asks: false };
const listed = { ...one, isListed: true };
const asking = { ...one, asks: true };
const mutated = { id: "mutated 1", workspace: one.workspace };

/** A sound engine's answer to each question. `wrong(question, answer, count)` may change an answer. */
function fakeWorld(wrong = (_, answer) => answer) {
  let count = 0;
  return {
    async ask(question) {
      count += 1;
      const isTraced = question.options?.includes('"trace":true');
      const outcome = { ok: true, value: 1, ...(isTraced && { trace: [] }), stats: { steps: 50, ms: Math.random() } };
      const answer = { outcome: JSON.stringify(outcome), ...(question.case && { difference: "" }) };
      return wrong(question, answer, count);
    },
    async close() {},
  };
}

async function verdictOn(testCase, { native, wasm, isDeep = false } = {}) {
  const told = [];
  const worlds = {
    native: { open: () => fakeWorld(native), lanes: 1 },
    wasm: { open: () => fakeWorld(wasm), lanes: 2 },
  };
  await evaluateAll(
    [testCase],
    worlds,
    () => isDeep,
    (_, verdict, findings) => told.push({ ...verdict, findings }),
  );
  assert.equal(told.length, 1);
  return told[0];
}

const isTraced = ({ options = "" }) => options.includes("trace");
const isStarved = ({ options = "" }) => options.includes("steps");
const valued = (answer, value) => ({ ...answer, outcome: answer.outcome.replace('"value":1', `"value":${value}`) });
const differing = (question, answer) => (question.case ? { ...answer, difference: "value\n  expected: 2\n" } : answer);

test("a case that gives what it expects in both worlds passes", async () => {
  for (const testCase of [one, asking, mutated]) {
    const { verdict, failures, findings } = await verdictOn(testCase, { isDeep: true });
    assert.equal(verdict, "passed");
    assert.deepEqual(failures, []);
    assert.equal(findings.native.plain, findings.wasm.plain);
  }
});

test("a wrong value fails, said once where the worlds agree", async () => {
  const both = await verdictOn(one, { native: differing, wasm: differing });
  assert.equal(both.verdict, "failed");
  assert.deepEqual(both.failures, ["value\n  expected: 2\n"]);
});

test("a wrong value in one world fails and names the world", async () => {
  const { verdict, failures } = await verdictOn(one, { wasm: differing });
  assert.equal(verdict, "failed");
  assert.deepEqual(failures, ["only in wasm: value\n  expected: 2\n"]);
});

test("a wrong answer of language services fails", async () => {
  assert.equal((await verdictOn(asking, { native: differing, wasm: differing })).verdict, "failed");
});

test("a value that tracing changes fails", async () => {
  const traced = (question, answer) => (isTraced(question) ? valued(answer, 2) : answer);
  const { verdict, failures } = await verdictOn(one, { native: traced, wasm: traced });
  assert.equal(verdict, "failed");
  assert.match(failures[0], /^tracing changes value\n {2}plain: 1\n {2}traced: 2$/);
});

test("an error that only tracing brings fails", async () => {
  const traced = (question, answer) =>
    isTraced(question) ? { ...answer, outcome: answer.outcome.replace('"ok":true', '"ok":false') } : answer;
  assert.match((await verdictOn(one, { native: traced, wasm: traced })).failures[0], /^tracing changes ok/);
});

test("worlds that differ fail and show where, in plain and in traced runs", async () => {
  for (const [testCase, isHere] of [
    [one, () => true],
    [asking, () => true],
    [mutated, () => true],
    [one, isTraced],
  ]) {
    const more = (question, answer) =>
      isHere(question) ? { ...answer, outcome: answer.outcome.replace("}", ',"text":"x"}') } : answer;
    const { verdict, failures } = await verdictOn(testCase, { wasm: more });
    assert.equal(verdict, "failed");
    assert.match(failures.at(-1), /^the worlds differ.*\n {2}native: .*\n {2}wasm: .*"text":"x"/);
  }
});

test("times, memory and steps may differ", async () => {
  const measured = (_, answer) => ({
    ...answer,
    outcome: answer.outcome.replace('"steps":50', '"memory":7,"steps":51'),
  });
  const plain = (_, answer) => ({ ...answer, outcome: answer.outcome.replace('"steps":50', '"memory":9,"steps":50') });
  assert.equal((await verdictOn(one, { native: plain, wasm: measured })).verdict, "passed");
});

test("where the limit of memory ends one world the other may go on", async () => {
  const spent = (_, answer) => ({ ...answer, outcome: '{"ok":false,"diagnostics":[{"code":"limit-memory"}]}' });
  assert.equal((await verdictOn(mutated, { wasm: spent })).verdict, "passed");
});

test("a listed case that fails is counted as listed", async () => {
  assert.equal((await verdictOn(listed, { native: differing, wasm: differing })).verdict, "listed");
});

test("a listed case that passes fails until its line is removed", async () => {
  const { verdict, failures } = await verdictOn(listed);
  assert.equal(verdict, "failed");
  assert.deepEqual(failures, ["passes: remove its line from tests/conformance.txt"]);
});

test("a listed case may not crash", async () => {
  const died = () => ({ died: "SIGSEGV" });
  assert.equal((await verdictOn(listed, { native: died, wasm: died })).verdict, "failed");
});

test("a world that crashes fails and names the world", async () => {
  for (const testCase of [one, asking, mutated]) {
    const { verdict, failures } = await verdictOn(testCase, { native: () => ({ died: "SIGSEGV" }) });
    assert.equal(verdict, "failed");
    assert.deepEqual(failures, ["only in native: the engine died: SIGSEGV"]);
  }
});

test("a crash in a traced run alone fails", async () => {
  const died = (question, answer) => (isTraced(question) ? { died: "unreachable" } : answer);
  assert.deepEqual((await verdictOn(one, { wasm: died })).failures, ["only in wasm: the engine died: unreachable"]);
});

test("a second run that differs fails where it is in the share", async () => {
  const changing = (question, answer, count) => (question.case && count > 2 ? valued(answer, 2) : answer);
  assert.equal((await verdictOn(one, { native: changing })).verdict, "passed");
  const { failures } = await verdictOn(one, { native: changing, isDeep: true });
  assert.match(failures[0], /^only in native: a second run differs\n/);
});

test("a run with few steps may end early, but not silently or with another value", async () => {
  const ended = (diagnostics) => (question, answer) =>
    isStarved(question) && !isTraced(question)
      ? { ...answer, outcome: JSON.stringify({ ok: false, diagnostics }) }
      : answer;
  assert.equal((await verdictOn(one, { native: ended([{ code: "limit-steps" }]), isDeep: true })).verdict, "passed");
  const silent = await verdictOn(one, { native: ended([]), isDeep: true });
  assert.deepEqual(silent.failures, ["only in native: a run with a tenth of the steps failed without a reason"]);
  const other = (question, answer) => (isStarved(question) ? valued(answer, 2) : answer);
  const wrong = await verdictOn(one, { native: other, isDeep: true });
  assert.deepEqual(wrong.failures, ["only in native: a run with a tenth of the steps gave another value"]);
});

test("a limit without a place fails", async () => {
  const limited = (span) => (question, answer) => {
    if (!question.options?.includes('"depth":2')) return answer;
    const diagnostics = [{ code: "limit-depth", message: "Too deep.", ...span }];
    return { ...answer, outcome: JSON.stringify({ ok: false, diagnostics }) };
  };
  const nowhere = limited({});
  const { failures } = await verdictOn(one, { native: nowhere, wasm: nowhere, isDeep: true });
  assert.deepEqual(failures, ['a run under {"depth":2} has a limit without a place: Too deep.']);
  const placed = limited({ span: {} });
  assert.equal((await verdictOn(one, { native: placed, wasm: placed, isDeep: true })).verdict, "passed");
});
