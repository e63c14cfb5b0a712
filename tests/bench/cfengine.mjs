// The policies of cfengine_bench.cpp as whole processes: `evalground eval`, and `cf-agent` where it is installed.
// Prints Google Benchmark's JSON, which scripts/bench reads, and on standard error how many times faster the first is.
//
// cf-agent starts with a validation of the policy in a second process (`cf-promises`), discovers the host, opens its
// databases and takes locks: what it needs for the smallest policy is that, not evaluation, and is shown too.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { command as own, Results } from "./common/measure.mjs";

const size = 10_000;
const benchmark = readFileSync("tests/bench/cfengine_bench.cpp", "utf8");
const policies = { smallest_policy: '  reports:\n    "hello";\n' };
for (const [, name, promises] of benchmark.matchAll(
  /void (\w+)\(benchmark::State& state\) {\s+run\(state, R"cf\(([\s\S]*?)\)cf"\);/g,
)) {
  policies[name] = promises;
}

const folder = mkdtempSync(join(tmpdir(), "evalground-cfengine-"));
const list = Array.from({ length: size }, (_, i) => `host${(i * 7919) % size}`);
const records = Object.fromEntries(Array.from({ length: size }, (_, i) => [`host${i}`, { port: i, name: `h${i}` }]));
writeFileSync(join(folder, "list.json"), JSON.stringify(list));
writeFileSync(join(folder, "records.json"), JSON.stringify(records));

const patience = 60_000; // milliseconds for one process

/**
 * The median time of a process in milliseconds, of as many runs as two seconds hold, and its last line; none:
 * impatient.
 */
function median(command, parameters, options) {
  const times = [];
  let last;
  for (const end = performance.now() + 2000; times.length < 1 || performance.now() < end; ) {
    const start = performance.now();
    const { stdout, stderr, status, error } = spawnSync(command, parameters, {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      timeout: patience,
      ...options,
    });
    times.push(performance.now() - start);
    if (error?.code === "ETIMEDOUT") return { time: patience };
    if (status !== 0) throw new Error(`${command}: ${stderr || stdout}`);
    last = stdout.trim().split("\n").at(-1).replace(/^R: /, "");
  }
  return { time: times.sort((a, b) => a - b)[times.length >> 1], last };
}

let agent;
try {
  agent = execFileSync("which", ["cf-agent"], { encoding: "utf8" }).trim();
} catch {
  console.error("cf-agent is not installed: only evalground is measured");
}
const results = new Results();
try {
  for (const [name, promises] of Object.entries(policies)) {
    const policy = `bundle agent main\n{\n  vars:\n    "dir" string => "$(this.promise_dirname)";\n${promises}}\n`;
    writeFileSync(join(folder, "main.cf"), policy, { mode: 0o600 });
    const inputs = ["main.cf", "list.json", "records.json"].flatMap((file) => ["--file", file]);
    const ours = median(resolve(own), ["eval", "--dialect", "cfengine", "--main", "main.cf", ...inputs], {
      cwd: folder,
    });
    results.add(`${name}/evalground`, ours.time);
    if (!agent) continue;
    const theirs = median(agent, ["-K", "-f", join(folder, "main.cf")], {});
    if (theirs.last !== undefined && theirs.last !== ours.last)
      throw new Error(`${name}: cf-agent says ${theirs.last}, evalground ${ours.last}`);
    results.addPeer(`${name}/cf-agent`, theirs.time);
    const least = theirs.last === undefined ? "more than " : "";
    const times = (theirs.time / ours.time).toFixed(0);
    console.error(
      `${name}: ${ours.time.toFixed(1)} ms, cf-agent ${least}${theirs.time.toFixed(0)} ms, ` +
        `${least}${times} times (goal: 50)`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
results.print();
