// Runs the built benchmarks for scripts/bench and prints them as one table (processor times where a benchmark has
// them). Times are held against nothing: what must not grow is counted in instructions (scripts/operations.mjs).
// A benchmark is a program of Google Benchmark, or a Node script that prints the same JSON:
// {"benchmarks": [{"name": "load/5MB", "real_time": 12.5, "time_unit": "ms"}]}. With `"peer": true` it is the time of
// something else for the same work.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const milliseconds = { ns: 1e-6, us: 1e-3, ms: 1, s: 1e3 };
const names = process.argv.slice(2);

const sources = readdirSync("tests/bench")
  .filter((file) => /(_bench\.cpp|\.mjs)$/.test(file))
  .sort();
const results = new Map(); // `yaml_bench/load/5MB` → milliseconds
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
    results.set(`${program}/${name}${peer ? " (peer)" : ""}`, time * milliseconds[unit]);
  }
}

/** A time in the unit that leaves one to three digits before the point. */
function readable(time) {
  const [unit, scale] = Object.entries(milliseconds)
    .reverse()
    .find(([, each]) => time >= each) ?? ["ns", milliseconds.ns];
  return `${(time / scale).toPrecision(4)} ${unit}`;
}

for (const [name, time] of results) console.log(`${name.padEnd(60)} ${readable(time).padStart(10)}`);
