// Evaluates cases in each world and judges the results: whether each is as expected, whether a run with everything on
// gives the same, and whether the worlds agree.
//
// A case is `{id, workspace, text, asks, isListed}`, with texts in JSON. `text` is the whole case, `asks` means that it
// is a request for language services, `isListed` that it is known to fail. A workspace without `text` has no
// expectation, and is only compared.

import { createHash } from "node:crypto";

const everything = { trace: true, provenance: true, outline: true, tokens: true, coverage: true, graph: true };
/** For randomly changed workspaces, which may run long. */
const limits = { steps: 200_000, memory: 64 << 20, output: 4 << 20 };

/** The questions for each world about a case: see tests/runner/outcomes.cpp. */
function questionsOf({ workspace, text, asks }) {
  if (text === undefined) return { plain: { workspace, options: JSON.stringify({ ...everything, limits }) } };
  if (asks) return { plain: { case: text } };
  return {
    plain: { workspace, options: "{}", case: text },
    full: { workspace, options: JSON.stringify(everything) },
  };
}

/**
 * An outcome without times, memory and steps. Memory depends on the size of a pointer, and the worlds' standard
 * libraries use different numbers of comparisons for sorting.
 */
const comparable = (outcome) => outcome.replace(/"(ms|totalMs|memory|steps|seed)":[-+.e\d]+|"clock":"[^"]*"/g, "");
const digest = (outcome) => createHash("sha1").update(comparable(outcome)).digest("base64url").slice(0, 16);

/** If the memory limit ends one of two worlds, the other may have ended elsewhere or not at all. */
const spentMemory = (outcome) => outcome.includes('"code":"limit-memory"');

/** The text around the first difference of two texts, one line each. */
function firstDifference(names, texts) {
  const [a, b] = texts;
  let start = 0;
  while (a[start] === b[start] && start < a.length) start += 1;
  start = Math.max(0, start - 60);
  return names.map((name, index) => `  ${name}: ${texts[index].slice(start, start + 300)}`).join("\n");
}

/** Members that tracing adds to: values of stages, and places that only a run with provenance knows exactly. */
const growing = new Set(["stages", "diagnostics", "stats"]);

/** The members of a plain outcome that a run with everything on changes. */
function changedMembers(plain, full) {
  const text = (outcome, key) => comparable(JSON.stringify(outcome[key]) ?? "(absent)");
  return Object.keys(plain)
    .filter((key) => !growing.has(key) && text(plain, key) !== text(full, key))
    .map((key) => `${key}\n${firstDifference(["plain", "traced"], [text(plain, key), text(full, key)])}`);
}

/** The problem of an outcome with a tenth of the steps; "" without a problem. */
function starvedProblem(plain, starved) {
  if (!starved.ok) return starved.diagnostics?.length || starved.pending?.length ? "" : "failed without a reason";
  return JSON.stringify(starved.value) === JSON.stringify(plain.value) ? "" : "gave another value";
}

/** The answer to a question. Throws if the world died. */
async function answered(world, question) {
  const answer = await world.ask(question);
  if (answer.died !== undefined) throw new Error(`the engine died: ${answer.died}`);
  return answer;
}

/** Limits that end a run early, for a run with that consumption. */
const scarce = ({ steps, memory }) => [
  { steps: Math.floor(steps / 10) },
  { steps: 1 },
  { depth: 2 },
  { memory: Math.floor(memory / 2) },
  { output: 1 },
];

/** The exceeded limits of an outcome that have no place. */
const placeless = ({ diagnostics = [] }) =>
  diagnostics.filter(({ code, span }) => code?.startsWith("limit-") && span === undefined);

/**
 * Evaluates a case again with a tenth of the steps, and with everything on under each of the limits that are `scarce`.
 * `plain` is its previous outcome. Yields problems.
 */
async function* further(world, one, plain) {
  const again = await answered(world, questionsOf(one).plain);
  const [first, second] = [plain, again].map(({ outcome }) => comparable(outcome));
  if (first !== second) yield `a second run differs\n${firstDifference(["first", "second"], [first, second])}`;
  if (one.asks) return;
  const outcome = JSON.parse(plain.outcome);
  const options = JSON.stringify({ limits: { steps: Math.floor(outcome.stats.steps / 10) } });
  const starved = await answered(world, { workspace: one.workspace, options });
  const problem = starvedProblem(outcome, JSON.parse(starved.outcome));
  if (problem) yield `a run with a tenth of the steps ${problem}`;
  for (const limits of scarce(outcome.stats)) {
    const options = JSON.stringify({ ...everything, limits });
    const ended = await answered(world, { workspace: one.workspace, options });
    for (const { message } of placeless(JSON.parse(ended.outcome)))
      yield `a run under ${JSON.stringify(limits)} has a limit without a place: ${message}`;
  }
}

/**
 * The findings of one world for a case: the `difference` from the expectation, further `problems`, and the hashes of
 * its outcomes. `isDeep`: it is also evaluated again and under small limits.
 */
export async function examine(world, one, isDeep) {
  const questions = questionsOf(one);
  const finding = { difference: "", problems: [] };
  try {
    const plain = await answered(world, questions.plain);
    finding.difference = plain.difference ?? "";
    finding.plain = digest(plain.outcome);
    finding.spentMemory = spentMemory(plain.outcome);
    if (questions.full) {
      const full = await answered(world, questions.full);
      finding.full = digest(full.outcome);
      finding.spentMemory ||= spentMemory(full.outcome);
      const changed = changedMembers(JSON.parse(plain.outcome), JSON.parse(full.outcome));
      finding.problems.push(...changed.map((text) => `tracing changes ${text}`));
    }
    if (isDeep && one.text !== undefined)
      for await (const problem of further(world, one, plain)) finding.problems.push(problem);
  } catch (error) {
    finding.problems.push(error.message);
  }
  return finding;
}

/** Texts that name worlds, each once, with the worlds that report it unless all do. */
function byText(texts, count) {
  const worlds = new Map();
  for (const [world, text] of texts) worlds.set(text, [...(worlds.get(text) ?? []), world]);
  return [...worlds].map(([text, names]) => (names.length === count ? text : `only in ${names.join(", ")}: ${text}`));
}

/**
 * The verdict on the findings of the worlds, by their names: `{verdict: "passed" | "failed" | "listed", failures,
 * parted}`. `parted` is the question that the worlds answer differently, if there is one.
 */
export function judge(one, findings) {
  const all = Object.entries(findings);
  const differences = all.filter(([, { difference }]) => difference).map(([world, each]) => [world, each.difference]);
  const problems = all.flatMap(([world, each]) => each.problems.map((text) => [world, text]));
  const failures = byText(problems, all.length);
  if (!one.isListed) failures.unshift(...byText(differences, all.length));
  else if (differences.length === 0 && problems.length === 0)
    failures.push("passes: remove its line from tests/conformance.txt");
  const [, first] = all[0];
  const differs = (kind) => all.every(([, each]) => each[kind]) && all.some(([, each]) => each[kind] !== first[kind]);
  const spent = all.some(([, each]) => each.spentMemory);
  const parted = spent ? undefined : ["plain", "full"].find(differs);
  const hasFailed = failures.length > 0 || parted !== undefined;
  return { verdict: hasFailed ? "failed" : one.isListed ? "listed" : "passed", failures, parted };
}

/**
 * Evaluates all cases in all worlds in parallel. `worlds` is `{open, lanes}` by name, where `open()` returns a world of
 * worlds.mjs and `lanes` is the number of them. `isDeep(id)` says which cases are examined deeply. `tell(index,
 * verdict, findings)` is called for each case when all worlds have answered.
 */
export async function evaluateAll(cases, worlds, isDeep, tell) {
  const names = Object.keys(worlds);
  const findings = cases.map(() => ({}));
  const opened = [];
  const open = (name) => {
    opened.push(worlds[name].open());
    return opened.at(-1);
  };
  // Separate worlds find the differences, because the others only answer one question at a time.
  let explainers;
  let turn = Promise.resolve();
  const explain = async (one, kind) => {
    explainers ??= names.map(open);
    turn = turn.then(() => Promise.all(explainers.map((world) => world.ask(questionsOf(one)[kind]))));
    const texts = (await turn).map(({ outcome, died }) => (died === undefined ? comparable(outcome) : died));
    return `the worlds differ${kind === "full" ? " with everything on" : ""}\n${firstDifference(names, texts)}`;
  };
  const work = async (name, queue) => {
    const world = open(name);
    for (const [index, one] of queue) {
      findings[index][name] = await examine(world, one, isDeep(one.id));
      if (names.some((each) => !findings[index][each])) continue;
      const verdict = judge(one, findings[index]);
      if (verdict.parted) verdict.failures.push(await explain(one, verdict.parted));
      tell(index, verdict, findings[index]);
    }
  };
  await Promise.all(
    names.flatMap((name) => {
      const queue = cases.entries(); // shared by the lanes of a world
      return Array.from({ length: worlds[name].lanes }, () => work(name, queue));
    }),
  );
  await Promise.all(opened.map((world) => world.close()));
}
