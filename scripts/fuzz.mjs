// Fuzzes all targets in turn for so many minutes, building included, and keeps a ledger, so that the next run goes on
// where this one ended.
// Usage: node scripts/fuzz.mjs --minutes N | --ledger
//
// build/fuzz/ledger.json has for each target its last commit, and the seconds and findings of all runs.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const ledgerFile = "build/fuzz/ledger.json";
const shortest = 60; // seconds: less is spent on reading what earlier runs have learned
const grace = 2; // seconds that a program has to end before it is killed

/** The targets, those that ran least first; where they ran equally long, in the order that they are listed in. */
export function inTurn(targets, ledger) {
  const seconds = (target) => ledger[target]?.seconds ?? 0;
  return [...targets].sort((a, b) => seconds(a) - seconds(b));
}

/** The seconds that each target gets of those that are left: all get their turn where that is long enough. */
export function sliceOf(seconds, count) {
  return Math.min(Math.ceil(seconds), Math.max(shortest, Math.floor(seconds / count)));
}

/** Runs scripts/fuzz, for so many seconds at most, with all that it starts: gives its exit code. */
function run(seconds, log, ...parameters) {
  return new Promise((resolve) => {
    const child = spawn("scripts/fuzz", parameters, { stdio: ["ignore", log, log], detached: true });
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== "ESRCH") throw error; // it has just ended
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

const readLedger = () => (existsSync(ledgerFile) ? JSON.parse(readFileSync(ledgerFile, "utf8")) : {});
const findingsOf = (target) => {
  const files = existsSync("build/fuzz/findings") ? readdirSync("build/fuzz/findings") : [];
  return files.filter((file) => file.startsWith(`${target}-`)).length;
};

function printLedger(targets) {
  const ledger = readLedger();
  const rows = inTurn(targets, ledger).map((target) => {
    const { commit = "-", seconds = 0, findings = 0 } = ledger[target] ?? {};
    return [target, commit, String(seconds), String(findings)];
  });
  for (const [target, commit, seconds, findings] of [["target", "commit", "seconds", "findings"], ...rows])
    console.log(`${target.padEnd(16)} ${commit.padEnd(10)} ${seconds.padStart(8)} ${findings.padStart(8)}`);
}

async function fuzz(targets, minutes) {
  const end = Date.now() + minutes * 60_000 - grace * 1000;
  const left = () => Math.max(0, (end - Date.now()) / 1000);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const slice = sliceOf(minutes * 60, targets.length);
  mkdirSync("build/fuzz", { recursive: true });
  const log = openSync("build/fuzz/log", "w");
  let found = 0;
  while (left() > 0) {
    const [target] = inTurn(targets, readLedger());
    const code = await run(left(), log, target, "0");
    if (left() === 0) {
      console.log(`${target}: the time was up before it was built; the next run goes on with it`);
      break;
    }
    if (code !== 0) throw new Error(`${target} does not build: see build/fuzz/log`);
    const before = findingsOf(target);
    const start = Date.now();
    await run(left(), log, target, String(Math.ceil(Math.min(slice, left()))));
    const seconds = Math.round((Date.now() - start) / 1000);
    const findings = findingsOf(target) - before;
    found += findings;
    const ledger = readLedger();
    const sum = (key, value) => (ledger[target]?.[key] ?? 0) + value;
    ledger[target] = { commit, seconds: sum("seconds", Math.max(1, seconds)), findings: sum("findings", findings) };
    writeFileSync(`${ledgerFile}.new`, `${JSON.stringify(ledger, undefined, 2)}\n`);
    renameSync(`${ledgerFile}.new`, ledgerFile); // whole or not at all
    console.log(`${target}: ${seconds} s, ${findings} findings`);
  }
  process.exitCode = found === 0 ? 0 : 1;
}

async function main() {
  const { values: chosen } = parseArgs({ options: { minutes: { type: "string" }, ledger: { type: "boolean" } } });
  const targets = execFileSync("scripts/fuzz", { encoding: "utf8" }).trim().split("\n");
  if (chosen.ledger) printLedger(targets);
  else if (Number(chosen.minutes) > 0) await fuzz(targets, Number(chosen.minutes));
  else throw new Error("--minutes takes a number above 0");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error) => {
    console.error(`scripts/fuzz: ${error.message}`);
    process.exitCode = 2;
  });
}
