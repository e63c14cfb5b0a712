// The trace of the last run. Nothing is recorded unless it is asked for: then the same workspace is evaluated again, by
// the clock and the seed of that run, so that what is shown is what happened.

import type { Engine, RunResult, TraceStep } from "evalground";
import { runLimits } from "./limits.ts";
import { engineReady } from "./ready.ts";
import type { Store } from "../store.ts";

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

/**
 * The steps of the last run; null while the results are not those of the text, and when the run cannot be repeated. A
 * run that took longer than `longest` milliseconds is not repeated.
 */
export function recorded(
  { state }: Pick<Store, "state">,
  longest = Infinity,
  evaluate: Evaluate = evaluateByEngine,
): Promise<TraceStep[] | null> {
  const { workspace, result, revision, resultRevision, settings } = state;
  if (!result || revision !== resultRevision) return Promise.resolve(null);
  const known = recordings.get(result);
  if (known) return known;
  if (result.stats.ms > longest) return Promise.resolve(null);
  const { clock, seed } = result.stats;
  const again = runLimits({ ...workspace, ...(clock && { clock }), seed }, settings.limits, {
    factor: 1,
    cautious: false,
  });
  const made = evaluate(again.workspace, { timeMs: again.timeMs, limits: again.limits, trace: true })
    .then(({ trace }) => (trace ? masked(trace) : null))
    .catch(() => null);
  recordings.set(result, made);
  return made;
}
