// Tests the order in which steps run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runGraph } from "./graph.mjs";

/** Runs nodes that end at the times in `ends`, and lists the events. */
async function run(nodes, failing = []) {
  const events = [];
  let clock = 0;
  const waiting = [];
  const done = runGraph(
    nodes,
    2,
    (node) => {
      events.push(`${clock} ${node.name}`);
      return new Promise((resolve) => {
        waiting.push({ at: clock + node.takes, end: () => resolve(!failing.includes(node.name)) });
      });
    },
    (node, cause) => events.push(`${clock} ${node.name} skipped for ${cause}`),
  );
  while (waiting.length > 0) {
    waiting.sort((a, b) => a.at - b.at);
    const { at, end } = waiting.shift();
    clock = at;
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  return events;
}

test("small nodes share the slots, and a large one has them alone", async () => {
  const nodes = [
    { name: "a", slots: 1, takes: 3 },
    { name: "large", slots: 2, takes: 1 },
    { name: "b", slots: 1, takes: 1 },
    { name: "c", slots: 1, takes: 1 },
  ];
  assert.deepEqual(await run(nodes), ["0 a", "0 b", "1 c", "3 large"]);
});

test("a node waits for those that it comes after, but not for those that do not run", async () => {
  const nodes = [
    { name: "second", slots: 1, takes: 1, after: ["first", "elsewhere"] },
    { name: "first", slots: 2, takes: 2 },
  ];
  assert.deepEqual(await run(nodes), ["0 first", "2 second"]);
});

test("what comes after a failure is skipped, and so is what comes after that; the rest runs", async () => {
  const nodes = [
    { name: "report", slots: 1, takes: 1, after: ["tests"] },
    { name: "build", slots: 2, takes: 1 },
    { name: "tests", slots: 1, takes: 1, after: ["build"] },
    { name: "lint", slots: 1, takes: 1 },
  ];
  const events = ["0 build", "1 tests skipped for build", "1 report skipped for tests", "1 lint"];
  assert.deepEqual(await run(nodes, ["build"]), events);
});
