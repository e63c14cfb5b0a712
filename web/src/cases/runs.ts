// Runs of the cases of a draft, one after the other, as `evalground cases` would run them.

import type { EvaluateOptions, RunResult, Workspace } from "evalground";
import { type DraftCase, workspaceOfCase } from "../run/cases.ts";
import { type Difference, differencesOf, type Tested } from "../run/expectation.ts";
import { entriesOf, withoutCases } from "../ui/entries.ts";

/** What a case came to: a result with what differs, or the reason why there is none. */
export type CaseVerdict = { result: RunResult; differences: Difference[] } | { failure: string };

/** The runs of the cases, as far as they have come. */
export interface Runs {
  verdicts: ReadonlyMap<string, CaseVerdict>;
  /** The revision of the text that they are of. */
  revision: number;
  /** How many have ended of the run in progress, or null. */
  done: number | null;
}

export type Evaluate = (workspace: Workspace, options: EvaluateOptions) => Promise<RunResult>;

/** Whether a result that differs may do so only because the page hides what a vault holds. */
export function mayBeHidden({ secrets }: Workspace, { sensitive }: RunResult): boolean {
  return sensitive.length > 0 && entriesOf(secrets).length > 0;
}

/**
 * What differs between a result and what is expected of it. What a vault holds is hidden here, and is not by the
 * command: as there, a case may expect either. In the clear it is compared, and no more.
 */
export async function judged(
  tested: Tested,
  result: RunResult,
  evaluate: Evaluate,
  options: EvaluateOptions = {},
): Promise<Difference[]> {
  const differences = differencesOf(tested, result);
  if (differences.length === 0 || !mayBeHidden(tested, result)) return differences;
  const clear = await evaluate(withoutCases(tested), { ...options, maskVaults: false });
  return differencesOf(tested, clear).length === 0 ? [] : differences;
}

/** Whether a case came to what it expects. */
export function isPassed(verdict: CaseVerdict | undefined): boolean {
  return verdict !== undefined && "result" in verdict && verdict.differences.length === 0;
}

/**
 * Runs the cases and tells each verdict as it comes. An evaluation that ends without an answer is a verdict too; when
 * the signal ends them, the rest has none.
 */
export async function runCases(
  draft: Workspace,
  cases: readonly DraftCase[],
  {
    evaluate,
    signal,
    told,
  }: {
    evaluate: Evaluate;
    signal: AbortSignal;
    told: (id: string, verdict: CaseVerdict) => void;
  },
): Promise<void> {
  for (const one of cases) {
    if (signal.aborted) return;
    const workspace = workspaceOfCase(draft, one);
    try {
      const result = await evaluate(withoutCases(workspace), { signal });
      if (signal.aborted) return;
      const differences = await judged(workspace, result, evaluate, { signal });
      if (signal.aborted) return;
      told(one.id, { result, differences });
    } catch (reason) {
      if (signal.aborted) return;
      told(one.id, { failure: reason instanceof Error ? reason.message : String(reason) });
    }
  }
}
