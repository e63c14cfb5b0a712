// A @filter and @map chain over 100,000 objects against jq doing the same: whole processes, and what is left of them
// when a process that only reads the same objects is taken off. Also the chain on the shipped wasm module.
// Prints Google Benchmark's JSON, which scripts/bench reads. Without jq only the engine is measured.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, compare, evaluate, Results, startModule } from "./common/measure.mjs";

const items = Array.from({ length: 100_000 }, (_, i) => ({
  name: `item-${i}`,
  n: i,
  labels: { app: i % 2 ? "db" : "web" },
}));
const chain = { "@map": ["$$.name", { "@filter": [{ "@gt": ["$$.n", 50_000] }, "$.items"] }] };
const workspace = (expression) => JSON.stringify({ dialect: "dcontroller", expression, data: { items } });

const folder = mkdtempSync(join(tmpdir(), "evalground-"));
const file = (name, text) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** The median time of a process in milliseconds, over at least two seconds. */
function median(call) {
  call();
  const times = [];
  for (const end = performance.now() + 2000; times.length < 5 || performance.now() < end; ) {
    const start = performance.now();
    call();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function run(program, parameters, lines) {
  const { stdout, status, error } = spawnSync(program, parameters, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw error ?? new Error(`${program} ended with code ${status}`);
  if (JSON.parse(stdout).length !== lines) throw new Error(`${program} gave something else`);
}

const results = new Results();

/** Whole processes, and what is left of their time when that of one which only reads is taken off. */
function measure(name, isPeer, runOnce) {
  const whole = results.add(
    `${name}/whole_process`,
    median(() => runOnce(true)),
    isPeer,
  );
  results.add(`${name}/evaluation`, Math.max(whole - median(() => runOnce(false)), 0.001), isPeer);
}

try {
  const data = file("data.json", JSON.stringify({ items }));
  const evaluated = file("chain.json", workspace(chain));
  const read = file("read.json", workspace([]));
  measure("evalground", false, (isWhole) =>
    run(command, ["eval", isWhole ? evaluated : read, "--format", "json"], isWhole ? 49_999 : 0),
  );
  if (spawnSync("jq", ["--version"]).status === 0) {
    measure("jq", true, (isWhole) =>
      run("jq", ["-c", isWhole ? "[.items[] | select(.n > 50000) | .name]" : "[]", data], isWhole ? 49_999 : 0),
    );
    for (const part of ["whole_process", "evaluation"]) {
      compare(part, results.time(`evalground/${part}`), "jq", results.time(`jq/${part}`));
    }
  } else {
    console.error("there is no jq to compare with");
  }
  const module = await startModule();
  const text = workspace(chain);
  results.add(
    "wasm/whole_call",
    median(() => evaluate(module, text)),
  );
} finally {
  rmSync(folder, { recursive: true });
}
results.print();
