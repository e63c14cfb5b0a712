// Tests the parsing of test runners' output.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countCases, countCtest, countNodeTests, countUnittest, countVitest, leftOut } from "./counts.mjs";

test("CTest's log: tests of GoogleTest, other programs, and what was left out", () => {
  const log = `Start testing: Nov 26 16:00
1/3 Testing: cli_test
Output:
[ RUN      ] Outside.Python
/src/tests/unit/cli/outside_test.cpp:37: Skipped
there is no python3

[  SKIPPED ] Outside.Python (0 ms)
[  PASSED  ] 40 tests.
[  SKIPPED ] 1 test, listed below:
Test Passed.
2/3 Testing: heat_test
Output:
[  PASSED  ] 7 tests.
[  FAILED  ] 2 tests, listed below:
Test Failed.
3/3 Testing: layers
Output:
Test Passed.
`;
  assert.deepEqual(countCtest(log), {
    passed: 48,
    failed: 2,
    leftOut: ["Outside.Python: there is no python3"],
  });
});

test("a program's closing line counts, and one without it does not", () => {
  assert.deepEqual(countCases("FAIL a\n12 passed, 1 failed\n"), { passed: 12, failed: 1 });
  assert.equal(countCases("12 passed, 1 failed\nSegmentation fault\n"), undefined);
});

test("Python's, Node's and Vitest's words", () => {
  assert.deepEqual(countUnittest("Ran 5 tests in 1s\n\nFAILED (failures=1, errors=1)\n", 1), { passed: 3, failed: 2 });
  assert.deepEqual(countUnittest("left out: Ansible's plugin: no ansible\n", 0), { passed: 0, failed: 0 });
  assert.deepEqual(countNodeTests("ℹ tests 3\nℹ pass 2\nℹ fail 1\n"), { passed: 2, failed: 1 });
  const twice = " Tests  3 passed (3)\n\n Tests  1 failed | 2 passed (3)\n";
  assert.deepEqual(countVitest(twice), { passed: 5, failed: 1 });
});

test("what is left out is said with its reason", () => {
  const output = "left out: Firefox: none is installed\n1 passed\nleft out: site of hugo: hugo is not installed\n";
  assert.deepEqual(leftOut(output), ["Firefox: none is installed", "site of hugo: hugo is not installed"]);
});
