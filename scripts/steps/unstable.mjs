// A browser test has three outcomes: passed, failed and unstable. A failed test is repeated alone five times. If it
// passes five times it is unstable: the run passes and lists it, but it must be fixed.

/** Number of repetitions of a failed test. */
export const repetitions = 5;
/** More unstable tests than this are a failure. */
const mostUnstable = 3;
/** With more failed tests than this the page itself is broken, so none is repeated. */
const mostAgain = 6;

/** The names of the tests in Playwright's JSON report: `{passed, failed, skipped}`. */
export function readReport(report) {
  const found = { passed: [], failed: [], skipped: [] };
  const walk = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      const name = [...titles, spec.title].join(" › ");
      for (const { status, results } of spec.tests) {
        // A test that never started because its worker ended counts as failed.
        if (status === "unexpected" || results.length === 0) found.failed.push(name);
        else found[status === "skipped" ? "skipped" : "passed"].push(name);
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...titles, inner.title]);
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  return found;
}

/**
 * Which of the failed tests are unstable. `passesAgain(name)` repeats one alone, and returns whether it always passed.
 */
export async function judge(failed, passesAgain) {
  const unstable = [];
  if (failed.length <= mostAgain) {
    for (const name of failed) if (await passesAgain(name)) unstable.push(name);
  }
  if (unstable.length > mostUnstable) return { failed, unstable: [] };
  return { failed: failed.filter((name) => !unstable.includes(name)), unstable };
}
