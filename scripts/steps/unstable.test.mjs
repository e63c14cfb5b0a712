// Tests the classification of failed browser tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, readReport } from "./unstable.mjs";

const tests = (count) => Array.from({ length: count }, (_, at) => `a.spec.ts › test ${at}`);

test("what passes when it runs alone is unstable, and what does not has failed", async () => {
  const judged = await judge(tests(3), async (name) => name !== "a.spec.ts › test 1");
  assert.deepEqual(judged, {
    failed: ["a.spec.ts › test 1"],
    unstable: ["a.spec.ts › test 0", "a.spec.ts › test 2"],
  });
});

test("three may be unstable, four have failed", async () => {
  assert.deepEqual(await judge(tests(3), async () => true), { failed: [], unstable: tests(3) });
  assert.deepEqual(await judge(tests(4), async () => true), { failed: tests(4), unstable: [] });
});

test("more than six failures are not run again", async () => {
  const again = [];
  const judged = await judge(tests(7), async (name) => again.push(name));
  assert.deepEqual({ judged, again }, { judged: { failed: tests(7), unstable: [] }, again: [] });
});

test("a report is read: describe blocks, skipped tests, tests that never began", () => {
  const spec = (title, status, results = [{}]) => ({ title, tests: [{ status, results }] });
  const report = {
    suites: [
      {
        title: "a.spec.ts",
        specs: [spec("one", "expected"), spec("two", "unexpected"), spec("three", "skipped", [])],
        suites: [{ title: "inside", specs: [spec("four", "skipped"), spec("five", "unexpected")] }],
      },
    ],
  };
  assert.deepEqual(readReport(report), {
    passed: ["a.spec.ts › one"],
    failed: ["a.spec.ts › two", "a.spec.ts › three", "a.spec.ts › inside › five"],
    skipped: ["a.spec.ts › inside › four"],
  });
});
