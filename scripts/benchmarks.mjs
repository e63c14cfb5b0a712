// Runs the built benchmarks for scripts/bench, prints them as one table (processor times where a benchmark has them),
// and compares with the baseline when asked.
// A benchmark is a program of Google Benchmark, or a Node script that prints the same JSON:
// {"benchmarks": [{"name": "load/5MB", "real_time": 12.5, "time_unit": "ms"}]}. With `"peer": true` it is the time of
// something else for the same work: shown, but no part of the baseline.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const baselineFile = "tests/bench/baseline.json";
const milliseconds = { ns: 1e-6, us: 1e-3, ms: 1, s: 1e3 };
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const compares = process.argv.includes("--compare");

const sources = readdirSync("tests/bench")
  .filter((file) => /(_bench\.cpp|\.mjs)$/.test(file))
  .sort();
const results = new Map(); // `yaml_bench/load/5MB` → milliseconds
const peers = new Set(); // the names of those of peers
for (const source of sources) {
  const program = source.replace(/\.(cpp|mjs)$/, "");
  if (names.length > 0 && !names.includes(program.replace(/_bench$/, ""))) continue;
  const [command, ...parameters] = source.endsWith(".cpp")
    ? [`build/bench/tests/bench/${program}`, "--benchmark_format=json"]
    : ["node", `tests/bench/${source}`];
  const { stdout, status, error } = spawnSync(command, parameters, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw error ?? new Error(`${command} ended with code ${status}`);
  for (const { name, real_time: wall, cpu_time: time = wall, time_unit: unit, peer } of JSON.parse(stdout).benchmarks) {
    results.set(`${program}/${name}`, time * milliseconds[unit]);
    if (peer) peers.add(`${program}/${name}`);
  }
}

/** A time in the unit that leaves one to three digits before the point. */
function readable(time) {
  const [unit, scale] = Object.entries(milliseconds)
    .reverse()
    .find(([, each]) => time >= each) ?? ["ns", milliseconds.ns];
  return `${(time / scale).toPrecision(4)} ${unit}`;
}

const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, "utf8")) : {};
let slower = 0;
for (const [name, time] of results) {
  const ratio = time / baseline[name];
  const isSlower = compares && ratio > 1.1;
  if (isSlower) slower += 1;
  const change = Number.isNaN(ratio) ? "" : `${((ratio - 1) * 100).toFixed(0).padStart(5)} %`;
  console.log(`${name.padEnd(60)} ${readable(time).padStart(10)} ${change}${isSlower ? "  slower" : ""}`);
}
if (process.argv.includes("--baseline")) {
  const rounded = [...results]
    .filter(([name]) => !peers.has(name))
    .map(([name, time]) => [name, Number(time.toPrecision(4))]);
  writeFileSync(baselineFile, `${JSON.stringify({ ...baseline, ...Object.fromEntries(rounded) }, undefined, 2)}\n`);
}
if (compares) {
  console.log(`${results.size - peers.size} benchmarks, ${slower} more than 10 % slower than ${baselineFile}`);
  process.exitCode = slower === 0 ? 0 : 1;
}
