// The trace of the last run. Nothing is recorded unless it is asked for: then the same workspace is evaluated again, by
// the clock and the seed of that run, so that what is shown is what happened.

import type { Engine, RunResult, TraceStep } from "evalground";
import { runLimits } from "./limits.ts";
import { engineReady } from "./ready.ts";
import type { Store } from "../store.ts";

type Evaluate = Engine["evaluate"];

const evaluateByEngine: Evaluate = async (workspace, options) => (await engineReady()).evaluate(workspace, options);

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
  if (result.trace) return Promise.resolve(result.trace);
  const known = recordings.get(result);
  if (known) return known;
  if (result.stats.ms > longest) return Promise.resolve(null);
  const { clock, seed } = result.stats;
  const again = runLimits({ ...workspace, ...(clock && { clock }), seed }, settings.limits, {
    factor: 1,
    cautious: false,
  });
  const made = evaluate(again.workspace, { timeMs: again.timeMs, limits: again.limits, trace: true })
    .then(({ trace }) => trace ?? null)
    .catch(() => null);
  recordings.set(result, made);
  return made;
}
