// Evaluates each case of the project natively and in WebAssembly, plain and with everything on. Judges whether it gives
// the expected result, whether tracing changes nothing and whether the worlds agree. Mutated cases are compared between
// the worlds. Prints `FAIL <id>` and the differences, indented. Ends with `N passed, N failed`.
//
// Usage: node tests/runner/pass.mjs [--all] [--dialect NAME]… [--turn N] [--build FOLDER] [FILE…]
//
//   FILE            only these case files, without mutated cases
//   --dialect NAME  only cases of this dialect
//   --all           every case is evaluated again and under small limits, and 20,000 mutated ones are compared.
//                   Otherwise a tenth of the cases is, and 5,000 mutated ones and a tenth of the others are
//   --turn N        which tenth; by default from the number of commits, so that it changes but is fixed for a commit
//   --build FOLDER  only the native world of another build, such as build/sanitize
//
// Recorded cases are in ../shared/conformance (EVG_CONFORMANCE_DIR names another folder). Without it they are skipped.
// build/test/pass.jsonl has a line per case: id, verdict, and the hashes of the outcomes in each world.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { listCases } from "./case_list.mjs";
import { evaluateAll } from "./judge.mjs";
import { mutants } from "./mutate.mjs";
import { hashOf } from "./random.mjs";
import { nativeWorld, wasmWorld } from "./worlds.mjs";

const { values: chosen, positionals: files } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    dialect: { type: "string", multiple: true },
    turn: { type: "string" },
    build: { type: "string" },
  },
  allowPositionals: true,
});
const list = "build/test/pass.jsonl";
const shares = 10;
const alwaysMutated = 5_000;
const mostMutated = 20_000;

const patienceWithSanitizers = 300_000; // milliseconds
const openNative = () =>
  chosen.build ? nativeWorld(`${chosen.build}/tests/outcomes`, patienceWithSanitizers) : nativeWorld();
// The native world takes less than half of the time. The lanes of the other keep the cores busy when it is done.
const worlds = chosen.build
  ? { native: { open: openNative, lanes: availableParallelism() } }
  : { native: { open: openNative, lanes: 1 }, wasm: { open: wasmWorld, lanes: availableParallelism() } };

const recorded = process.env.EVG_CONFORMANCE_DIR ?? "../shared/conformance";
if (!existsSync(recorded)) console.log(`left out: recorded cases: ${recorded} is not there`);

const commits = () => spawnSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }).stdout;
const turn = Number(chosen.turn ?? commits() ?? 0);
const takesAll = chosen.all || files.length > 0;
const inShare = (id) => takesAll || (hashOf(id) + turn) % shares === 0;

const reader = openNative();
const { cases, problems } = await listCases(reader, files, recorded);
await reader.close();
const isChosen = ({ dialect }) => chosen.dialect === undefined || chosen.dialect.includes(dialect);
const expecting = cases.filter(isChosen);
if (expecting.length === 0 && problems.length === 0) {
  console.error(`pass.mjs: there is no case of ${chosen.dialect ?? "these files"}`);
  process.exit(2);
}
const numbers = Array.from({ length: files.length > 0 ? 0 : mostMutated }, (_, number) => number);
const mutated = mutants(
  expecting.filter(({ asks }) => !asks).map(({ workspace }) => JSON.parse(workspace)),
  numbers.filter((number) => number < alwaysMutated || inShare(`mutated ${number}`)),
);
const all = [...expecting, ...mutated];

const share = takesAll
  ? "all"
  : `share ${turn % shares} of ${shares}: ${expecting.filter(({ id }) => inShare(id)).length}`;
console.log(`${expecting.length} cases, ${share} again and starved, ${mutated.length} mutated`);

const rows = [];
const counts = { passed: 0, failed: 0, listed: 0 };
const isTerminal = process.stdout.isTTY;
const fail = (id, text) => {
  if (isTerminal) process.stdout.write("\r\x1b[K");
  console.log(`FAIL ${id}\n${text.trimEnd().replace(/^(?=.)/gm, "  ")}`);
};
const progress = isTerminal
  ? setInterval(() => {
      const judged = counts.passed + counts.failed + counts.listed;
      process.stdout.write(`\r\x1b[K${judged} of ${all.length}, ${counts.failed} failed`);
    }, 2000)
  : undefined;
for (const { id, text } of problems) {
  counts.failed += 1;
  fail(id, text);
}
await evaluateAll(all, worlds, inShare, (index, { verdict, failures }, findings) => {
  const { id } = all[index];
  counts[verdict] += 1;
  if (verdict === "failed") fail(id, failures.join("\n"));
  const hashes = Object.entries(findings).map(([name, { plain, full }]) => [name, { plain, full }]);
  rows[index] = JSON.stringify({ id, verdict, ...Object.fromEntries(hashes) });
});
clearInterval(progress);
if (isTerminal) process.stdout.write("\r\x1b[K");

mkdirSync("build/test", { recursive: true });
writeFileSync(list, `${rows.join("\n")}\n`);
if (counts.listed > 0) console.log(`${counts.listed} failed as listed`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
