// Tests the arguments of scripts/test.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenSteps, usage } from "./choose.mjs";
import { sanitizedSteps, steps } from "./list.mjs";

const names = (...parameters) => chosenSteps(parameters).steps.map(({ name }) => name);

test("steps only name steps", () => {
  for (const list of [steps, sanitizedSteps]) {
    const known = list.map(({ name }) => name);
    assert.equal(new Set(known).size, known.length);
    for (const { name, after = [], replaces } of list) {
      for (const other of [...after, ...(replaces ? [replaces] : [])])
        assert.ok(known.includes(other), `${name}: ${other}`);
    }
  }
});

test("the help names every step", () => {
  for (const { name, about } of [...steps, ...sanitizedSteps])
    assert.ok(usage.includes(`  ${name.padEnd(14)} ${about}`), name);
});

test("a step brings the builds that it needs, and the set-up of all", () => {
  assert.deepEqual(names("web"), ["setup", "build-wasm", "build-web", "web"]);
  assert.equal(chosenSteps(["web"]).steps[0].commands[0].run, "scripts/setup wasm web");
  assert.deepEqual(names("layers"), ["layers"]);
});

test("what a step can do without is set up by the step itself", () => {
  const step = chosenSteps(["firefox"]).steps.at(-1);
  assert.equal(step.commands[0].run, "scripts/setup firefox");
});

test("longer steps run by their name or with --all", () => {
  assert.ok(!names().includes("firefox"));
  assert.ok(names("firefox").includes("firefox"));
  assert.ok(names("--all").includes("firefox"));
  assert.ok(!names("--all").includes("cases"), "cases-all has them");
});

test("unknown words are refused", () => {
  for (const wrong of [["nope"], ["--nope"], ["--dialect", "nope"], ["--changed", "nope"]])
    assert.equal(chosenSteps(wrong).code, 2, wrong.join(" "));
});
