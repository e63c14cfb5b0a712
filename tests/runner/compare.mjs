// Holds the two worlds against each other: every case, and mutated ones, must give the same outcome natively and in
// WebAssembly, byte for byte but for times, for memory, which differs with the size of a pointer, and for steps, as the
// two standard libraries sort by different numbers of comparisons. Closes with `N passed, N failed`.
// Usage: node tests/runner/compare.mjs [--seed N] [--mutated N] [--only PROGRAM] FILE…
//   files of cases; 20,000 mutated by default
//   --only PROGRAM   tests/outcomes of another build, alone: it must answer, which one with sanitizers does not always

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mutate } from "./mutate.mjs";
import { randomFrom } from "./random.mjs";
import { nativeWorld, wasmWorld } from "./worlds.mjs";

const { values: chosen, positionals: files } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    mutated: { type: "string", default: "20000" },
    only: { type: "string" },
  },
  allowPositionals: true,
});

// Chance and time are the only things that may differ from run to run.
const fixed = { clock: "2026-01-02T03:04:05Z", seed: 1 };

/** YAML without them, with them: only the engine reads YAML. */
function fixedYaml(text) {
  const missing = Object.entries(fixed).filter(([key]) => !new RegExp(`^${key}:`, "m").test(text));
  return missing.map(([key, value]) => `${key}: ${value}\n`).join("") + text;
}

/** Workspaces with `id`; those that YAML writes as text. */
function workspacesOf(file) {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".json")) return [{ id: file, text: fixedYaml(text) }];
  // Numbers that Python writes and JSON does not have stand only in what a case expects.
  const content = JSON.parse(text.replace(/(?<=[[:,]\s*)-?(?:Infinity|NaN)(?=\s*[\],}])/g, "null"));
  return (content.cases ?? [content]).map((each) => ({ id: file, ...content.defaults, ...each }));
}

const options = JSON.stringify({
  provenance: true,
  outline: true,
  tokens: true,
  limits: { steps: 200_000, memory: 64 << 20, output: 4 << 20 },
});
const textOf = (workspace) => workspace.text ?? JSON.stringify({ ...fixed, ...workspace });
const comparable = (outcome) => outcome?.replace(/"(ms|totalMs|memory|steps|seed)":[-+.e\d]+|"clock":"[^"]*"/g, "");
/** Where the limit of memory ends one of them, only the point differs. */
const spentMemory = ({ outcome }) => outcome?.includes('"code":"limit-memory"');

const native = nativeWorld(chosen.only);
const wasm = chosen.only ? undefined : wasmWorld();
let passed = 0;
let failed = 0;

async function compare(id, workspace) {
  const here = native.evaluate(workspace, options);
  const there = wasm?.evaluate(workspace, options) ?? here;
  judge(id, workspace, await here, await there);
}

function judge(id, workspace, here, there) {
  const isEqual = here.outcome !== undefined && comparable(here.outcome) === comparable(there.outcome);
  if (isEqual || (here.outcome && there.outcome && (spentMemory(here) || spentMemory(there)))) {
    passed += 1;
    return;
  }
  failed += 1;
  console.log(`FAIL ${id}\n  workspace: ${workspace.slice(0, 2000)}`);
  const [a, b] = [comparable(here.outcome) ?? here.died, comparable(there.outcome) ?? there.died];
  let start = 0;
  while (a[start] === b[start] && start < a.length) start += 1;
  start = Math.max(0, start - 60);
  console.log(`  native: ${a.slice(start, start + 300)}\n  wasm:   ${b.slice(start, start + 300)}`);
}

const workspaces = files.flatMap(workspacesOf);
for (const workspace of workspaces) await compare(workspace.id, textOf(workspace));

const random = randomFrom(Number(chosen.seed));
const seeds = workspaces.filter((workspace) => workspace.text === undefined);
for (let count = 0; count < Number(chosen.mutated); count += 1) {
  const workspace = mutate(random.pick(seeds), seeds, random);
  await compare(`mutated ${chosen.seed}/${count} of ${workspace.id}`, textOf(workspace));
}
await Promise.all([native.close(), wasm?.close()]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
