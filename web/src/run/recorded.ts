// The trace of the last run. Nothing is recorded unless it is asked for: then the same workspace is evaluated again, by
// the clock and the seed of that run, so that what is shown is what happened.

import type { Engine, RunResult, TraceStep } from "evalground";
import { runLimits } from "./limits.ts";
import { engineReady } from "./ready.ts";
import type { State, Store } from "../store.ts";
import { withoutCases } from "../ui/entries.ts";

type Evaluate = Engine["evaluate"];

const evaluateByEngine: Evaluate = async (workspace, options) => (await engineReady()).evaluate(workspace, options);

/** What stands for a value that is sensitive. */
const redaction = "<<REDACTED>>";

/** A value of which something sensitive was made is as sensitive: the parts of a secret are not shown either. */
export function masked(steps: readonly TraceStep[]): TraceStep[] {
  const hidden = new Set<number>();
  return steps.map((step) => {
    const isHidden = step.value === redaction || (step.parent !== undefined && hidden.has(step.parent));
    if (isHidden) hidden.add(step.id);
    return isHidden && step.value !== undefined ? { ...step, value: redaction } : step;
  });
}

/** The recordings of the runs that are still on the page. */
const recordings = new WeakMap<RunResult, Promise<TraceStep[] | null>>();

/** The lines that runs had no use for, by the runs that are still on the page. */
const coverages = new WeakMap<RunResult, Promise<NonNullable<RunResult["coverage"]> | null>>();

/** The last run once more, by its own clock and seed. */
function repeated({ workspace, settings }: Readonly<State>, { stats: { clock, seed } }: RunResult) {
  const { timeMs, limits, ...asked } = runLimits({ ...workspace, ...(clock && { clock }), seed }, settings.limits, {
    factor: 1,
    cautious: false,
  });
  return { workspace: withoutCases(asked.workspace), options: { timeMs, limits } };
}

/** Of each file the lines that the last run had no use for; null where `recorded` gives null. */
export function covered(
  { state }: Pick<Store, "state">,
  evaluate: Evaluate = evaluateByEngine,
): Promise<NonNullable<RunResult["coverage"]> | null> {
  const { result, revision, resultRevision } = state;
  if (!result || revision !== resultRevision) return Promise.resolve(null);
  const known = coverages.get(result);
  if (known) return known;
  const { workspace, options } = repeated(state, result);
  const made = evaluate(workspace, { ...options, coverage: true })
    .then(({ coverage }) => coverage ?? null)
    .catch(() => null);
  coverages.set(result, made);
  return made;
}

/**
 * What an expression comes to beside the last run: by the same clock, seed and inputs. Null where that run is not of
 * the text; rejected where there is no answer.
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
 * The steps of the last run; null while the results are not those of the text, and when the run cannot be repeated. A
 * run that took longer than `longest` milliseconds is not repeated.
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
  const made = evaluate(workspace, { ...options, trace: true })
    .then(({ trace }) => (trace ? masked(trace) : null))
    .catch(() => null);
  recordings.set(result, made);
  return made;
}
