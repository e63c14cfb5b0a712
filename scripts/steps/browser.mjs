// Runs browser tests, and repeats failed ones (unstable.mjs). Ends with `N passed, N failed`, preceded by a line
// `unstable: <test>` for each unstable test.
// Usage: node scripts/steps/browser.mjs NAME [ARGUMENT OF PLAYWRIGHT…]
//   NAME: names the output folders e2e/results/NAME and build/test/NAME
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judge, readReport, repetitions } from "./unstable.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [name, ...given] = process.argv.slice(2);
const folder = `${root}build/test/${name}`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Runs Playwright with visible output. Returns the names of its tests by outcome. */
function play(run, parameters) {
  const file = `${folder}/${run}.json`;
  const all = ["test", "--reporter", "list,json", "--output", `results/${name}/${run}`, ...parameters];
  const { status } = spawnSync("node_modules/.bin/playwright", all, {
    cwd: `${root}e2e`,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  if (!existsSync(file)) return { passed: [], failed: [], status };
  return { ...readReport(JSON.parse(readFileSync(file, "utf8"))), status };
}

const first = play("all", given);
let runs = 0;
const judged = await judge(first.failed, (test) => {
  runs += 1;
  console.log(`\nagain, ${repetitions} times alone: ${test}`);
  const list = `${folder}/again-${runs}.txt`;
  writeFileSync(list, `${test}\n`);
  const parameters = ["--test-list", list, "--repeat-each", String(repetitions), "--workers", "1", "-x"];
  const { passed, failed } = play(`again-${runs}`, parameters);
  return passed.length === repetitions && failed.length === 0;
});
for (const test of judged.failed) console.log(`failed: ${test}`);
for (const test of judged.unstable) console.log(`unstable: ${test}`);
// Playwright can fail without a failed test if it cannot start: its server does not start, or a file does not load.
const broken = first.status !== 0 && first.failed.length === 0 ? 1 : 0;
if (broken) console.log(`Playwright ended with code ${first.status}`);
const failed = judged.failed.length + broken;
console.log(`${first.passed.length + judged.unstable.length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
