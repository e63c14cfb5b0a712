// Wants another value of each row of the results, natively and in WebAssembly, and applies every change that is found
// (docs/change.md). Each change must give the wanted value. A row that is written in a text must be changeable there.
// Prints a table of shares, then `N passed, N failed`.
//
// Usage: node tests/runner/changes.mjs [--rows N] [--recorded N] [--dialect NAME]… [--native] [--list] [FILE…]
//
//   FILE            only these case files; otherwise the examples of the galleries and the lessons
//   --rows N        at most so many rows of a case, all of them without it
//   --recorded N    also so many recorded cases (../shared/conformance, EVG_CONFORMANCE_DIR)
//   --dialect NAME  only cases of this dialect
//   --native        only natively
//   --list          also prints the rows that are written in a text and have no change there

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listCases, ownFiles, recordedFiles } from "./case_list.mjs";
import { applied, rowsOf, valueAt } from "./changed.mjs";
import { hashOf } from "./random.mjs";
import { nativeWorld, wasmWorld } from "./worlds.mjs";

const { values: chosen, positionals: files } = parseArgs({
  options: {
    rows: { type: "string", default: "1000" },
    recorded: { type: "string", default: "0" },
    dialect: { type: "string", multiple: true },
    native: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const mostRows = Number(chosen.rows);
const mostRecorded = Number(chosen.recorded);
/** Rows that are written in a text and have a change there, of 100. For the others no single change gives the wish. */
const leastThere = 70;

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function answered(world, question) {
  const { outcome, died } = await world.ask(question);
  if (died !== undefined) throw new Error(`the engine died: ${died}`);
  return JSON.parse(outcome);
}

const evaluated = (world, workspace, options = {}) =>
  answered(world, { workspace: JSON.stringify(workspace), options: JSON.stringify({ ...options, maskVaults: true }) });

/** What Unfurl makes of the document whose merges are resolved: the value there. Nothing where that fails. */
async function expandedValue(world, workspace, path) {
  const { ok, text } = await evaluated(world, { ...workspace, operation: "expand" });
  if (!ok || typeof text !== "string") return undefined;
  const { files = {}, main } = workspace;
  const name = main ?? Object.keys(files)[0];
  const expanded = files[name] === undefined ? { main: text } : { files: { ...files, [name]: text } };
  return valueAt(await evaluated(world, { ...workspace, ...expanded }), path);
}

/** What was found for a row: the `kinds` of candidates, `problems` when applying them, and `text` of the answer. */
async function examineRow(world, workspace, { path, now, to, isWritten }) {
  const found = { path, isWritten, kinds: [], problems: [], expanded: 0, text: "" };
  const answer = await answered(world, { change: JSON.stringify({ change: workspace, path, to, time_ms: 0 }) });
  if (!answer.ok) return { ...found, problems: [answer.diagnostics[0].message] };
  const expands = workspace.dialect === "unfurl" && workspace.expression === undefined;
  const isExpanded = expands && same(await expandedValue(world, workspace, path), now);
  for (const candidate of answer.candidates) {
    const changed = applied(workspace, candidate);
    const values = { applied: valueAt(await evaluated(world, changed), path) };
    if (isExpanded) values.expanded = await expandedValue(world, changed, path);
    for (const [how, value] of Object.entries(values))
      if (!same(value, answer.to)) found.problems.push(`${candidate.title}: ${how} it gives ${JSON.stringify(value)}`);
    found.kinds.push(candidate.kind);
    found.expanded += Number(isExpanded);
  }
  return { ...found, bound: answer.bound, text: JSON.stringify(answer.candidates) };
}

async function examineCase(world, { workspace: text }) {
  const workspace = JSON.parse(text);
  const outcome = await evaluated(world, workspace, { provenance: true });
  const rows = outcome.ok ? rowsOf(workspace, outcome).slice(0, mostRows) : [];
  const found = [];
  for (const row of rows) found.push(await examineRow(world, workspace, row));
  return found;
}

/** Case by case in parallel, in the order of the cases. */
async function examineAll(open, cases) {
  const results = [];
  const queue = cases.entries();
  const work = async () => {
    const world = open();
    for (const [index, one] of queue) {
      results[index] = await examineCase(world, one).catch(({ message }) => [
        { path: [], kinds: [], problems: [message], expanded: 0 },
      ]);
    }
    await world.close();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

/** Recorded cases with provenance, the same number of each dialect. */
async function recordedCases(reader, folder) {
  const { cases } = await listCases(
    reader,
    recordedFiles().map((name) => join(folder, name)),
    folder,
  );
  const byDialect = Map.groupBy(
    cases.filter(({ asks }) => !asks),
    ({ dialect }) => dialect,
  );
  const each = Math.ceil(mostRecorded / byDialect.size);
  const taken = [];
  for (const list of byDialect.values()) {
    let count = 0;
    for (const one of list.toSorted((a, b) => hashOf(a.id) - hashOf(b.id))) {
      if (count === each) break;
      const workspace = JSON.parse(one.workspace);
      const outcome = await evaluated(reader, workspace, { provenance: true });
      if (!outcome.ok || rowsOf(workspace, outcome).length === 0) continue;
      count += 1;
      taken.push(one);
    }
  }
  return taken;
}

const reader = nativeWorld();
const isExample = (file) => /\/(gallery|lessons)\//.test(file);
const { cases, problems } = await listCases(reader, files.length > 0 ? files : ownFiles().filter(isExample), "");
const failures = problems.map(({ id, text }) => `${id}: ${text}`);
const recorded = process.env.EVG_CONFORMANCE_DIR ?? "../shared/conformance";
if (mostRecorded > 0 && existsSync(recorded)) cases.push(...(await recordedCases(reader, recorded)));
await reader.close();
const isChosen = ({ dialect, asks }) => !asks && (chosen.dialect?.includes(dialect) ?? true);
const examined = cases.filter(isChosen);

const worlds = chosen.native ? { native: nativeWorld } : { native: nativeWorld, wasm: wasmWorld };
const results = {};
for (const [name, open] of Object.entries(worlds)) results[name] = await examineAll(open, examined);

/** The names of the columns, and which rows count there. */
const columns = {
  written: ({ isWritten }) => isWritten,
  there: ({ isWritten, kinds }) => isWritten && kinds.includes("origin"),
  first: ({ isWritten, kinds }) => isWritten && kinds[0] === "origin",
  other: ({ isWritten }) => !isWritten,
  changed: ({ isWritten, kinds }) => !isWritten && kinds.length > 0,
  override: ({ kinds }) => kinds.includes("override"),
  inverse: ({ kinds }) => kinds.includes("inverse") || kinds.includes("choice"),
  candidates: ({ kinds }) => kinds.length,
  expanded: ({ expanded }) => expanded,
  bound: ({ bound }) => bound !== undefined,
};

const sharesOf = (rows) =>
  Object.entries(columns).map(([, count]) => rows.reduce((sum, row) => sum + Number(count(row)), 0));

const tell = (cells) =>
  console.log(cells.map((cell, at) => String(cell)[at === 0 ? "padEnd" : "padStart"](12)).join(""));

const byDialect = new Map();
for (const [index, { id, dialect }] of examined.entries()) {
  const name = (path) => `${id} ${JSON.stringify(path)}`;
  const texts = Object.values(results).map((list) => JSON.stringify(list[index].map(({ text }) => text)));
  if (new Set(texts).size > 1) failures.push(`${id}: the worlds find different changes`);
  for (const [world, list] of Object.entries(results)) {
    for (const { path, problems } of list[index])
      failures.push(...problems.map((text) => `${name(path)} in ${world}: ${text}`));
  }
  const rows = results.native[index];
  byDialect.set(dialect, [...(byDialect.get(dialect) ?? []), ...rows]);
  for (const { path, isWritten, kinds } of chosen.list ? rows : [])
    if (isWritten && !kinds.includes("origin")) console.log(`not changed where it is written: ${name(path)}`);
}
tell(["", ...Object.keys(columns)]);
for (const [dialect, rows] of byDialect) {
  tell([dialect, ...sharesOf(rows)]);
  const [written, there] = sharesOf(rows);
  if (there * 100 < written * leastThere) failures.push(`${dialect}: too few changes where values are written`);
}
for (const text of failures) console.log(`FAIL ${text}`);
const count = [...byDialect.values()].flat().length * Object.keys(worlds).length;
console.log(`${Math.max(0, count - failures.length)} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
