// What views ask about the last run: its trace, its graph and its unused lines. Runs record nothing unless a view asks.
// Then the same workspace is evaluated again with the clock and the seed of that run, so that the answer is about what
// happened in it.

import type { Engine, RunResult, TraceStep } from "evalground";
import { runLimits } from "./limits.ts";
import { engineReady } from "./ready.ts";
import type { State, Store } from "../store.ts";
import { withoutCases } from "../ui/entries.ts";

type Evaluate = Engine["evaluate"];

const evaluateByEngine: Evaluate = async (workspace, options) => (await engineReady()).evaluate(workspace, options);

/** What is shown in place of a sensitive value. */
const redaction = "<<REDACTED>>";

/** Masks values that were computed from a sensitive value too, since they may contain parts of the secret. */
export function masked(steps: readonly TraceStep[]): TraceStep[] {
  const hidden = new Set<number>();
  return steps.map((step) => {
    const isHidden = step.value === redaction || (step.parent !== undefined && hidden.has(step.parent));
    if (isHidden) hidden.add(step.id);
    return isHidden && step.value !== undefined ? { ...step, value: redaction } : step;
  });
}

/** The traces of runs whose results are still on the page. */
const recordings = new WeakMap<RunResult, Promise<TraceStep[] | null>>();

/** Parts of a result that runs report only if asked. */
type Report = "coverage" | "graph";
type Reported<Key extends Report> = Promise<NonNullable<RunResult[Key]> | null>;

/** The reports of runs whose results are still on the page. */
const reports = {
  coverage: new WeakMap<RunResult, Reported<"coverage">>(),
  graph: new WeakMap<RunResult, Reported<"graph">>(),
};

/** Evaluates the last run again, with its clock and seed. */
function repeated({ workspace, settings }: Readonly<State>, { stats: { clock, seed } }: RunResult) {
  const { timeMs, limits, ...asked } = runLimits({ ...workspace, ...(clock && { clock }), seed }, settings.limits, {
    factor: 1,
    cautious: false,
  });
  return { workspace: withoutCases(asked.workspace), options: { timeMs, limits } };
}

/** A report of the last run; null in the cases in which `recorded` gives null. */
function reported<Key extends Report>(key: Key, { state }: Pick<Store, "state">, evaluate: Evaluate): Reported<Key> {
  const { result, revision, resultRevision } = state;
  if (!result || revision !== resultRevision) return Promise.resolve(null);
  const all = reports[key] as unknown as WeakMap<RunResult, Reported<Key>>;
  const known = all.get(result);
  if (known) return known;
  const { workspace, options } = repeated(state, result);
  const made = evaluate(workspace, { ...options, [key]: true })
    .then((repeat) => repeat[key] ?? null)
    .catch(() => null) as Reported<Key>;
  all.set(result, made);
  return made;
}

/** The lines of each file that the last run did not use. */
export function covered(
  store: Pick<Store, "state">,
  evaluate: Evaluate = evaluateByEngine,
): Promise<NonNullable<RunResult["coverage"]> | null> {
  return reported("coverage", store, evaluate);
}

/** What the document of the last run consists of and what refers to what. */
export function graphed(
  store: Pick<Store, "state">,
  evaluate: Evaluate = evaluateByEngine,
): Promise<NonNullable<RunResult["graph"]> | null> {
  return reported("graph", store, evaluate);
}

/**
 * Evaluates an expression against the last run, with the same clock, seed and inputs. Null if that run is out of date.
 * Rejects if there is no answer.
 */
export async function evaluatedBeside(
  { state }: Pick<Store, "state">,
  expression: string,
  evaluate: Evaluate = evaluateByEngine,
): Promise<RunResult | null> {
  const { result, revision, resultRevision } = state;
  if (!result || revision !== resultRevision) return null;
  const { workspace, options } = repeated(state, result);
  return evaluate({ ...workspace, expression }, { ...options, maskVaults: true });
}

/**
 * The steps of the last run. Null while the results are out of date, and if the run cannot be repeated. Runs that took
 * more than `longest` milliseconds are not repeated.
 */
export function recorded(
  { state }: Pick<Store, "state">,
  longest = Infinity,
  evaluate: Evaluate = evaluateByEngine,
): Promise<TraceStep[] | null> {
  const { result, revision, resultRevision } = state;
  if (!result || revision !== resultRevision) return Promise.resolve(null);
  const known = recordings.get(result);
  if (known) return known;
  if (result.stats.ms > longest) return Promise.resolve(null);
  const { workspace, options } = repeated(state, result);
  // The provenance names the parts of the data that variables stand for.
  const made = evaluate(workspace, { ...options, trace: true, provenance: true })
    .then(({ trace }) => (trace ? masked(trace) : null))
    .catch(() => null);
  recordings.set(result, made);
  return made;
}
