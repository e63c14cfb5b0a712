// Runs the commands of a step and writes their output to a log.
import { spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { leftOut, unstable } from "./counts.mjs";

const running = new Set();

/** Ends all running commands and their child processes. */
export function endAll() {
  for (const child of running) {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch (error) {
      if (error.code !== "ESRCH") throw error; // it has ended already
    }
  }
}

/** Runs a shell command and appends its output to a log. Returns the output without colours, and the exit code. */
function execute(command, log) {
  const start = fstatSync(log).size;
  return new Promise((resolve) => {
    // env is sourced each time, because the setup may just have installed Node or a browser.
    const child = spawn("sh", ["-c", `. scripts/env; ${command}`], {
      stdio: ["ignore", log, log],
      env: { ...process.env, UBSAN_OPTIONS: "print_stacktrace=1" },
      detached: true, // a process group of its own, so that it can be ended as a whole
    });
    running.add(child);
    child.on("close", (code) => {
      running.delete(child);
      const bytes = Buffer.alloc(fstatSync(log).size - start);
      readSync(log, bytes, 0, bytes.length, start);
      resolve({ output: bytes.toString().replace(/\x1b\[[0-9;]*m/g, ""), code: code ?? 1 });
    });
  });
}

/**
 * Runs the commands `{run, count}` of a step and adds up their counts. `reasons` has what the counts do not show. The
 * log has the whole output.
 */
export async function runStep({ commands }, logFile) {
  const total = { passed: 0, failed: 0, reasons: [], leftOut: [], unstable: [] };
  const log = openSync(logFile, "a+");
  for (const { run, count } of commands) {
    writeSync(log, `$ ${run}\n`);
    const { output, code } = await execute(run, log);
    const counted = count?.(output, code);
    total.passed += counted?.passed ?? 0;
    total.failed += counted?.failed ?? 0;
    total.leftOut.push(...leftOut(output), ...(counted?.leftOut ?? []));
    total.unstable.push(...unstable(output));
    if (code !== 0 && !counted?.failed) {
      total.failed += 1;
      total.reasons.push(`${run} ended with code ${code}`);
    } else if (count && !counted) {
      total.failed += 1;
      total.reasons.push(`${run} did not say how many passed`);
    }
    if (code !== 0 && !count) break; // the following commands need it
  }
  closeSync(log);
  return total;
}
