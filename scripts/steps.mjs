// Runs steps of scripts/test (steps/list.mjs) in two slots and prints a summary. `scripts/test --help` explains the
// choice of steps. Each step's output goes to build/test/<step>.log and is shown when the step ends: all of it after a
// failure, else its last lines. At the end come a table, what was left out and why, and unstable browser tests.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chosenSteps } from "./steps/choose.mjs";
import { endAll, runStep } from "./steps/execute.mjs";
import { runGraph } from "./steps/graph.mjs";

const folder = "build/test";
const slots = 2;
const lastLines = 3;
const heartbeat = 60_000;

const chosen = chosenSteps(process.argv.slice(2));
if (!chosen.steps) {
  (chosen.code === 0 ? console.log : console.error)(chosen.text);
  process.exit(chosen.code);
}
if (chosen.text) console.log(chosen.text);

mkdirSync(folder, { recursive: true });
const summary = [];
const running = new Map();
const secondsSince = (start) => (Date.now() - start) / 1000;
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

process.on("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    console.log(`\nended by ${signal} while these ran: ${[...running.keys()].join(", ")}`);
    process.exit(130);
  });
}
setInterval(() => {
  const each = [...running].map(([name, start]) => `${name} ${clock(secondsSince(start))}`);
  console.log(`running: ${each.join(", ")}`);
}, heartbeat).unref();

/** Runs a step and shows its output. Returns whether it passed. */
async function run(step) {
  const log = `${folder}/${step.name}.log`;
  rmSync(log, { force: true });
  console.log(`== ${step.name}: started, output in ${log}`);
  const start = Date.now();
  running.set(step.name, start);
  const result = await runStep(step, log);
  running.delete(step.name);
  const seconds = secondsSince(start);
  const { passed, failed, reasons } = result;
  summary.push({ name: step.name, seconds, ...result });
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const shown = failed > 0 ? lines : lines.slice(-lastLines);
  const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : "done";
  console.log([`== ${step.name}: ${counts} in ${seconds.toFixed(1)} s`, ...shown, ...reasons].join("\n  "));
  return failed === 0;
}

await runGraph(chosen.steps, slots, run, ({ name }, cause) => {
  const reasons = [`not run, since ${cause} failed`];
  summary.push({ name, seconds: 0, passed: 0, failed: 0, reasons, leftOut: [], unstable: [] });
});

const all = (key) => summary.flatMap((step) => step[key]);
const total = (key) => summary.reduce((sum, step) => sum + step[key], 0);
writeFileSync(`${folder}/unstable.json`, `${JSON.stringify(all("unstable"), undefined, 2)}\n`);
console.log("\n== summary");
const order = chosen.steps.map(({ name }) => name);
summary.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
for (const { name, passed, failed, seconds, reasons } of summary) {
  const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  console.log(`${name.padEnd(14)} ${counts} ${seconds.toFixed(1).padStart(7)} s`);
  for (const reason of reasons) console.log(`               ${reason}`);
}
for (const what of all("leftOut")) console.log(`left out: ${what}`);
for (const test of all("unstable")) console.log(`unstable: ${test}`);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") === 0 ? 0 : 1;
