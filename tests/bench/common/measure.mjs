// What the benchmark scripts share: the module, its time for a call, and the form in which scripts/bench reads times.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import createModule from "../../../build/wasm/evalground.mjs";

/** The command, where benchmarks were built or the native build stands. */
export const command =
  ["build/bench/evalground", "build/native/evalground"].find((path) => existsSync(path)) ?? "evalground";
/** Debian's Python, which sees Debian's packages. */
export const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

export const wasmBinary = readFileSync(new URL("../../../build/wasm/evalground.wasm", import.meta.url));

/** The shipped module, started. */
export function startModule() {
  return createModule({ wasmBinary });
}

/** Evaluates a workspace and gives the outcome's text; throws unless it is good. */
export function evaluate(module, workspace, options = "") {
  const outcome = module.evaluate(workspace, options, null);
  if (!outcome.startsWith('{"ok":true')) throw new Error(outcome.slice(0, 300));
  return outcome;
}

/**
 * The median time of a call in milliseconds, over at least `least` milliseconds and five samples, each of as many calls
 * as a few milliseconds hold. Processor time, which other work on the machine changes less.
 */
export function median(call, least = 1000) {
  return medians([call], least)[0];
}

/** The same of several calls that take turns, so that a machine that changes its speed changes all of them. */
export function medians(calls, least = 1000) {
  const sample = (call, count) => {
    const start = process.cpuUsage();
    for (let i = 0; i < count; ++i) call();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / count;
  };
  const measured = calls.map((call) => ({
    call,
    count: Math.ceil(5 / Math.max(Math.min(sample(call, 1), sample(call, 1)), 0.005)),
    times: [],
  }));
  for (
    const end = performance.now() + calls.length * least;
    measured[0].times.length < 5 || performance.now() < end;
  ) {
    for (const { call, count, times } of measured) times.push(sample(call, count));
  }
  return measured.map(({ times }) => times.sort((a, b) => a - b)[times.length >> 1]);
}

/** Results in the form of Google Benchmark. One of a peer is told apart: the baseline does not hold it. */
export class Results {
  benchmarks = [];

  add(name, time, isPeer = false) {
    this.benchmarks.push({ name, real_time: time, time_unit: "ms", ...(isPeer && { peer: true }) });
    return time;
  }

  addPeer(name, time) {
    return this.add(name, time, true);
  }

  time(name) {
    return this.benchmarks.find((one) => one.name === name)?.real_time;
  }

  print() {
    console.log(JSON.stringify({ benchmarks: this.benchmarks }));
  }
}

/** Says on standard error how many times as fast one time is as another. */
export function compare(what, own, peer, theirs, goal = "") {
  if (own === undefined || theirs === undefined) return;
  const times = theirs / own;
  const shown = times >= 10 ? times.toFixed(0) : times.toFixed(2);
  const aim = goal && ` (goal: ${goal})`;
  console.error(`${what}: ${own.toPrecision(3)} ms, ${peer} ${theirs.toPrecision(3)} ms: ${shown} times as fast${aim}`);
}

/** The processor times of a native benchmark program in milliseconds, by name; empty when it is not built. */
export function nativeTimes(program, filter = ".") {
  const path = `build/bench/tests/bench/${program}`;
  if (!existsSync(path)) return new Map();
  const { stdout, status } = spawnSync(path, ["--benchmark_format=json", `--benchmark_filter=${filter}`], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${path} ended with code ${status}`);
  const scale = { ns: 1e-6, us: 1e-3, ms: 1, s: 1e3 };
  return new Map(
    JSON.parse(stdout).benchmarks.map(({ name, cpu_time: time, time_unit: unit }) => [name, time * scale[unit]]),
  );
}

/** What a Python script of peers/ prints as JSON; nothing, said on standard error, when Python has not its package. */
export function pythonPeer(script, package_, input) {
  if (spawnSync(python, ["-c", `import ${package_}`]).status !== 0) {
    console.error(`Python has no ${package_} to compare with`);
    return undefined;
  }
  const { stdout, stderr, status } = spawnSync(python, [`tests/bench/peers/${script}`], {
    input: JSON.stringify(input ?? null),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return JSON.parse(stdout);
}
