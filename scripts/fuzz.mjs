// The actions of scripts/fuzz on all targets.
// Usage: node scripts/fuzz.mjs --minutes N | --minimize [TARGET] | --ledger  [--sanitize]
//
//   --minutes N  fuzzes all targets in turn for N minutes, including building. The ledger in the build folder has for
//                each target its last commit, and the seconds, inputs and findings of all runs. The next run continues
//                where this one ended.
//   --minimize   adds new inputs to the corpus, as few as reach the same code: see `mostAdded`
import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** Maximum bytes of all inputs in the repository, and of those that --minimize adds to a target, smallest first. */
export const mostBytes = 2_000_000;
const mostAdded = 50_000;
const shortest = 60; // seconds; a shorter run would mostly read the known inputs
const counted = ["seconds", "inputs", "findings"]; // added up over all runs of a target
const grace = 2; // seconds that a program may take to end before it is killed

/** The targets, those with the shortest total time first. Ties keep the order of the list. */
export function inTurn(targets, ledger) {
  const seconds = (target) => ledger[target]?.seconds ?? 0;
  return [...targets].sort((a, b) => seconds(a) - seconds(b));
}

/** The seconds for each target, so that all get a turn if there is enough time. */
export function sliceOf(seconds, count) {
  return Math.min(Math.ceil(seconds), Math.max(shortest, Math.floor(seconds / count)));
}

/** Runs a program and its children for a limited time. Returns its exit code. */
function run(seconds, log, program, ...parameters) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: ["ignore", log, log], detached: true });
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== "ESRCH") throw error; // it has ended already
      }
    };
    const interrupted = () => {
      stop("SIGKILL");
      process.exit(130);
    };
    process.on("SIGINT", interrupted);
    const timers = [setTimeout(stop, seconds * 1000, "SIGTERM"), setTimeout(stop, (seconds + grace) * 1000, "SIGKILL")];
    child.on("close", (code) => {
      for (const timer of timers) clearTimeout(timer);
      process.off("SIGINT", interrupted);
      resolve(code ?? 1);
    });
  });
}

const readLedger = (folder) =>
  existsSync(`${folder}/ledger.json`) ? JSON.parse(readFileSync(`${folder}/ledger.json`, "utf8")) : {};

/** Adds the run of a target to the ledger, which is written atomically. */
function enter(folder, target, commit, run) {
  const ledger = readLedger(folder);
  const sums = counted.map((key) => [key, (ledger[target]?.[key] ?? 0) + run[key]]);
  ledger[target] = { commit, ...Object.fromEntries(sums) };
  writeFileSync(`${folder}/ledger.json.new`, `${JSON.stringify(ledger, undefined, 2)}\n`);
  renameSync(`${folder}/ledger.json.new`, `${folder}/ledger.json`);
}

const findingsOf = (target) => {
  const files = existsSync("build/fuzz/findings") ? readdirSync("build/fuzz/findings") : [];
  return files.filter((file) => file.startsWith(`${target}-`)).length;
};

function printLedger(targets, folder) {
  const ledger = readLedger(folder);
  const rows = inTurn(targets, ledger).map((target) => {
    const { commit = "-", ...sums } = ledger[target] ?? {};
    return [target, commit, ...counted.map((key) => String(sums[key] ?? 0))];
  });
  for (const [target, commit, ...sums] of [["target", "commit", ...counted], ...rows])
    console.log([target.padEnd(16), commit.padEnd(10), ...sums.map((sum) => sum.padStart(10))].join(" "));
}

/** The number of inputs in libFuzzer's statistics, from a position in a log. */
export function inputsIn(log) {
  const counts = log.matchAll(/^stat::number_of_executed_units: *(\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Builds a target and fuzzes it for some seconds; 0 only builds it. */
const fuzzOne = (most, log, target, seconds, options) =>
  run(most, log, "scripts/fuzz", target, String(seconds), ...options);

function openLog(folder) {
  mkdirSync(folder, { recursive: true });
  return openSync(`${folder}/log`, "w");
}

async function fuzz(targets, minutes, folder, options) {
  const end = Date.now() + minutes * 60_000 - grace * 1000;
  const left = () => Math.max(0, (end - Date.now()) / 1000);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const slice = sliceOf(minutes * 60, targets.length);
  const log = openLog(folder);
  let found = 0;
  const sound = new Set(targets); // after a finding a target is not run again, since it would soon find the same
  while (left() > 0 && sound.size > 0) {
    const [target] = inTurn(sound, readLedger(folder));
    const begin = Date.now();
    const code = await fuzzOne(left(), log, target, 0, options);
    if (left() === 0) {
      console.log(`${target}: the time was up before it was built; the next run goes on with it`);
      break;
    }
    if (code !== 0) throw new Error(`${target} does not build: see ${folder}/log`);
    const before = findingsOf(target);
    const start = Date.now();
    const logged = statSync(`${folder}/log`).size;
    await fuzzOne(left(), log, target, Math.ceil(Math.min(slice, left())), options);
    const seconds = Math.max(1, Math.round((Date.now() - start) / 1000));
    const inputs = inputsIn(readFileSync(`${folder}/log`).subarray(logged).toString());
    const findings = findingsOf(target) - before;
    found += findings;
    if (findings > 0) sound.delete(target);
    enter(folder, target, commit, { seconds, inputs, findings });
    const built = Math.round((start - begin) / 1000);
    console.log(`${target}: ${seconds} s, ${inputs} inputs, ${findings} findings; built in ${built} s`);
  }
  process.exitCode = found === 0 ? 0 : 1;
}

/** The corpus folder of each target that has one. */
export function corpora() {
  const dialects = readdirSync("engine/dialects").map((name) => `engine/dialects/${name}/fuzz/corpus`);
  const folders = ["tests/fuzz/corpus", ...dialects].filter((folder) => existsSync(folder));
  return new Map(folders.flatMap((folder) => readdirSync(folder).map((target) => [target, `${folder}/${target}`])));
}

/** The files of a folder sorted by size and name: `{name, bytes}`. */
function bySize(folder) {
  const files = readdirSync(folder).map((name) => ({ name, bytes: statSync(`${folder}/${name}`).size }));
  return files.sort((a, b) => a.bytes - b.bytes || (a.name < b.name ? -1 : 1));
}

async function minimize(targets, folder, options) {
  const log = openLog(folder);
  for (const target of targets) {
    const kept = corpora().get(target) ?? `tests/fuzz/corpus/${target}`;
    const [learned, chosen] = [`build/fuzz/corpus/${target}`, `${folder}/chosen`];
    if (!existsSync(learned)) continue;
    if ((await fuzzOne(600, log, target, 0, options)) !== 0) throw new Error(`${target} does not build`);
    rmSync(chosen, { recursive: true, force: true });
    mkdirSync(chosen, { recursive: true });
    for (const { name } of bySize(kept)) copyFileSync(`${kept}/${name}`, `${chosen}/${name}`);
    const program = `${folder}/tests/fuzz/${target}_fuzz`;
    // Start from the existing corpus, so that only inputs that reach other code are added.
    await run(300, log, program, "-set_cover_merge=1", "-max_len=4096", "-timeout=5", chosen, learned);
    let added = 0;
    let count = 0;
    for (const { name, bytes } of bySize(chosen)) {
      if (existsSync(`${kept}/${name}`) || added + bytes > mostAdded) continue;
      copyFileSync(`${chosen}/${name}`, `${kept}/${name}`);
      added += bytes;
      count += 1;
    }
    console.log(`${target}: ${count} of ${readdirSync(learned).length} inputs added, ${added} bytes`);
  }
}

async function main() {
  const { values: chosen, positionals: named } = parseArgs({
    options: {
      minutes: { type: "string" },
      minimize: { type: "boolean" },
      ledger: { type: "boolean" },
      sanitize: { type: "boolean" },
    },
    allowPositionals: true,
  });
  const targets = execFileSync("scripts/fuzz", { encoding: "utf8" }).trim().split("\n");
  const folder = chosen.sanitize ? "build/sanitize" : "build/fuzz";
  const options = chosen.sanitize ? ["--sanitize"] : [];
  if (chosen.ledger) printLedger(targets, folder);
  else if (chosen.minimize) await minimize(named.length > 0 ? named : targets, folder, options);
  else if (Number(chosen.minutes) > 0) await fuzz(targets, Number(chosen.minutes), folder, options);
  else throw new Error("--minutes takes a number above 0");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error) => {
    console.error(`scripts/fuzz: ${error.message}`);
    process.exitCode = 2;
  });
}
