// Measures the engine's operations (tests/bench/operations) with build/native/tests/bench/operations.
// Usage: node scripts/operations.mjs instructions [--accept] [NAME…]
//        node scripts/operations.mjs growth [NAME…]             NAME: yaql for all of YAQL, yaql/order for one
//
// instructions: counts by Callgrind, which are the same on every machine with the same compiler and libraries. Fails if
// one is more than 3 % above tests/bench/baseline.json, and says which. --accept updates the baseline.
//
// growth: processor times at sizes 1,000, 10,000 and 100,000, and the exponent of each step, which is 1 for linear
// growth. If it is above 1.1, the instructions of the first step are counted as well, since slower memory costs time
// without being more work. Fails if the exponent of the instructions is above 1.1 as well, or that of the time above
// 1.6, which memory cannot explain.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const program = "build/native/tests/bench/operations";
const baselineFile = "tests/bench/baseline.json";
const tolerance = 1.03;
const sizes = [1_000, 10_000, 100_000];
const steepest = 1.1;
const steepestTime = 1.6;
const timeoutMs = 60_000; // milliseconds for one size; longer operations are left out

/**
 * Runs a program with only `variables` in its environment, because the environment shifts the stack and so addresses.
 */
function execute(command, parameters, variables = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { env: { PATH: process.env.PATH, ...variables } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim() || `code ${code}`))));
  });
}

/** The instructions of one run of an operation, without its preparation. */
async function count(name, size) {
  // Restrict the C library's memory functions to those of every x86-64, because the choice depends on the processor.
  const tunables = "glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-ERMS,-FSRM";
  const parameters = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=measured", program];
  const output = await execute("valgrind", [...parameters, "run", name, String(size)], { GLIBC_TUNABLES: tunables });
  return Number(/Collected : (\d+)/.exec(output)[1]);
}

/** Calls a function for each item, in parallel on all processors. */
async function forEach(list, act) {
  const rest = [...list];
  const work = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compareInstructions(described, chosen, accepts) {
  const world = { compiler: described.compiler, library: described.library, architecture: process.arch };
  let baseline = { instructions: {} };
  try {
    baseline = JSON.parse(readFileSync(baselineFile, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT" || !accepts) throw error;
  }
  const differing = Object.keys(world).filter((key) => world[key] !== baseline[key]);
  if (differing.length > 0 && !accepts) {
    const words = differing.map((key) => `${key} ${world[key]}, not ${baseline[key]}`).join("; ");
    console.log(`left out: instructions: they depend on the compiler and the library, and here is ${words}`);
    console.log("0 passed, 0 failed");
    return;
  }

  const counted = chosen.filter(({ size }) => size > 0);
  const now = {};
  await forEach(counted, async ({ name, size }) => {
    now[name] = await count(name, size);
  });
  const failed = [];
  for (const { name } of counted) {
    const before = baseline.instructions[name];
    const ratio = now[name] / before;
    const change = before === undefined ? "new" : `${((ratio - 1) * 100).toFixed(1)} %`;
    const isWorse = !accepts && !(ratio <= tolerance);
    if (isWorse) failed.push(name);
    const shown = now[name].toLocaleString("en").padStart(14);
    console.log(`${name.padEnd(28)} ${shown} ${change.padStart(8)}${isWorse ? "  more" : ""}`);
  }
  if (accepts) {
    const known = described.operations.filter(({ size }) => size > 0).map(({ name }) => name);
    const instructions = Object.fromEntries(
      known.map((name) => [name, now[name] ?? baseline.instructions[name]]).filter(([, value]) => value),
    );
    writeFileSync(baselineFile, `${JSON.stringify({ ...world, instructions }, undefined, 2)}\n`);
  } else if (failed.length > 0) {
    console.log(`More than 3 % above ${baselineFile}: ${failed.join(", ")}.`);
    console.log(`If that is the price of something: scripts/bench instructions --accept ${failed.join(" ")}`);
    process.exitCode = 1;
  }
  console.log(`${counted.length - (accepts ? 0 : failed.length)} passed, ${accepts ? 0 : failed.length} failed`);
}

/** The exponent of growth for one step of sizes: log10 of the ratio. */
const exponent = (smaller, larger) => Math.log10(larger / smaller);

async function showGrowth(chosen) {
  let passed = 0;
  const failed = [];
  for (const { name } of chosen.filter(({ grows }) => grows)) {
    const times = [];
    for (const size of sizes) {
      const last = times.at(-1) ?? 0;
      if (last * 100 > timeoutMs) break; // it would exceed the limit if it were quadratic
      try {
        times.push(Number(await execute(program, ["time", name, String(size)])));
      } catch (error) {
        console.log(`${name} at ${size}: ${error.message.slice(0, 200)}`); // exceeds what an outcome can hold
        break;
      }
    }
    const steps = times.slice(1).map((time, at) => exponent(times[at], time));
    let line = `${name.padEnd(24)}${times.map((time) => `${time.toFixed(2).padStart(10)} ms`).join("")}`;
    line += `  ${steps.map((step) => step.toFixed(2)).join(" ")}`;
    let isSteep = steps.length === 0 || Math.max(...steps) > steepest;
    if (isSteep && steps.length > 0) {
      const step = exponent(await count(name, sizes[0]), await count(name, sizes[1]));
      isSteep = step > steepest || Math.max(...steps) > steepestTime;
      line += `, instructions ${step.toFixed(2)}${isSteep ? "  steep" : ""}`;
    }
    console.log(line);
    if (isSteep) failed.push(name);
    else passed += 1;
  }
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const [verb, ...rest] = process.argv.slice(2);
const names = rest.filter((word) => !word.startsWith("--"));
const described = JSON.parse(await execute(program, ["list"]));
const isNamed = (one) => names.some((name) => one.name === name || one.name.startsWith(`${name}/`));
const chosen = described.operations.filter((one) => names.length === 0 || isNamed(one));
if (verb === "growth") await showGrowth(chosen);
else await compareInstructions(described, chosen, rest.includes("--accept"));
