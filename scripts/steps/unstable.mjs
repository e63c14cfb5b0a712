// Three outcomes of a browser test: passed, failed, and unstable. A test that failed runs again alone, five times. Five
// passes make it unstable: the run passes and names it. It has to be mended all the same.

/** How often a failed test runs again. */
export const repetitions = 5;
/** More unstable tests than this are no accident. */
const mostUnstable = 3;
/** More failed tests than this are a fault of the page: none runs again. */
const mostAgain = 6;

/** Names of the tests of Playwright's JSON report: `{passed, failed, skipped}`. */
export function readReport(report) {
  const found = { passed: [], failed: [], skipped: [] };
  const walk = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      const name = [...titles, spec.title].join(" › ");
      for (const { status, results } of spec.tests) {
        // What never began, since a worker ended, is as bad as what failed.
        if (status === "unexpected" || results.length === 0) found.failed.push(name);
        else found[status === "skipped" ? "skipped" : "passed"].push(name);
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...titles, inner.title]);
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  return found;
}

/** Which of the failed tests are unstable; `passesAgain(name)` runs one alone, and says whether it passed each time. */
export async function judge(failed, passesAgain) {
  const unstable = [];
  if (failed.length <= mostAgain) {
    for (const name of failed) if (await passesAgain(name)) unstable.push(name);
  }
  if (unstable.length > mostUnstable) return { failed, unstable: [] };
  return { failed: failed.filter((name) => !unstable.includes(name)), unstable };
}
