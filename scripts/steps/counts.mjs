// Parses the output of test runners: `{passed, failed}`, or undefined if the output has no counts.

/** For a program that is a single test. */
export function countOne(_, code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The sum of the first groups of all matches. */
function sum(text, expression) {
  return [...text.matchAll(expression)].reduce((total, match) => total + Number(match[1]), 0);
}

/**
 * From CTest's log. GoogleTest programs count their tests, any other program counts as one. CTest shows only the output
 * of failed programs, so skipped GoogleTest tests are read from the log as well.
 */
export function countCtest(log) {
  const skipped = [...log.matchAll(/: Skipped\n(.+)\n+\[ {2}SKIPPED \] (\S+)/g)];
  const total = { passed: 0, failed: 0, leftOut: skipped.map(([, reason, test]) => `${test}: ${reason}`) };
  for (const part of log.split(/^\d+\/\d+ Testing: /m).slice(1)) {
    const ok = /^Test (?:Passed\.|Pass Reason:)$/m.test(part); // a pass reason is the output that the test expects
    const passed = sum(part, /^\[ {2}PASSED {2}\] (\d+) tests?/gm);
    const failed = sum(part, /^\[ {2}FAILED {2}\] (\d+) tests?, listed below/gm);
    total.passed += passed || (ok && !failed ? 1 : 0);
    total.failed += failed || (ok ? 0 : 1);
  }
  return total;
}

/** From the last line of the project's own programs. */
export function countCases(output) {
  const match = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined;
}

/** From Python's unittest. A file that reports why it is skipped has no counts. */
export function countUnittest(output, code) {
  if (leftOut(output).length > 0) return { passed: 0, failed: 0 };
  const ran = Number(/^Ran (\d+) tests?/m.exec(output)?.[1] ?? Number.NaN);
  if (Number.isNaN(ran)) return undefined;
  const failed = sum(output, /(?:failures|errors)=(\d+)/g);
  return { passed: ran - failed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** From Node's test runner. */
export function countNodeTests(output) {
  const count = (word) => Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(output)?.[1] ?? Number.NaN);
  const [passed, failed] = [count("pass"), count("fail")];
  return Number.isNaN(passed + failed) ? undefined : { passed, failed };
}

/** From Vitest, which may have run several times. */
export function countVitest(output) {
  const lines = output.match(/^ *Tests .*$/gm)?.join("\n");
  return lines && { passed: sum(lines, /(\d+) passed/g), failed: sum(lines, /(\d+) failed/g) };
}

/** What a program left out and why, from its lines `left out: <what>: <reason>`. */
export function leftOut(output) {
  return [...output.matchAll(/^left out: (.+)$/gm)].map(([, what]) => what);
}

/** Browser tests that failed and then passed five repetitions (unstable.mjs). */
export function unstable(output) {
  return [...output.matchAll(/^unstable: (.+)$/gm)].map(([, test]) => test);
}
