// Runs browser tests, and those that fail again (unstable.mjs). Closes with `N passed, N failed`; before that a line
// `unstable: <test>` for each.
// Usage: node scripts/steps/browser.mjs NAME [ARGUMENT OF PLAYWRIGHT…]
//   NAME: of the folders for what it writes, e2e/results/NAME and build/test/NAME
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judge, readReport, repetitions } from "./unstable.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [name, ...given] = process.argv.slice(2);
const folder = `${root}build/test/${name}`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Runs Playwright, which shows what it does: the names of its tests by outcome. */
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
// Playwright fails without a failed test where it cannot begin: its server does not start, a file does not load.
const broken = first.status !== 0 && first.failed.length === 0 ? 1 : 0;
if (broken) console.log(`Playwright ended with code ${first.status}`);
const failed = judged.failed.length + broken;
console.log(`${first.passed.length + judged.unstable.length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
