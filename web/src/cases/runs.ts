// Runs the cases of a draft one after the other, as `evalground cases` would.

import type { EvaluateOptions, RunResult, Workspace } from "evalground";
import { type DraftCase, workspaceOfCase } from "../run/cases.ts";
import { type Difference, differencesOf, type Tested } from "../run/expectation.ts";
import { entriesOf, withoutCases } from "../ui/entries.ts";

/** The verdict on a case: a result with its differences, or the reason why there is none. */
export type CaseVerdict = { result: RunResult; differences: Difference[] } | { failure: string };

/** The progress of running the cases. */
export interface Runs {
  verdicts: ReadonlyMap<string, CaseVerdict>;
  /** The revision of the text that was run. */
  revision: number;
  /** Number of finished cases of the run in progress, or null. */
  done: number | null;
}

export type Evaluate = (workspace: Workspace, options: EvaluateOptions) => Promise<RunResult>;

/** Whether a difference may be due only to vault contents that the page redacts. */
export function mayBeHidden({ secrets }: Workspace, { sensitive }: RunResult): boolean {
  return sensitive.length > 0 && entriesOf(secrets).length > 0;
}

/**
 * The differences between a result and what is expected of it. The page redacts vault contents, the command does not.
 * So a case may expect either. The clear values are only compared here, and never shown.
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

/** Whether a case gave what it expects. */
export function isPassed(verdict: CaseVerdict | undefined): boolean {
  return verdict !== undefined && "result" in verdict && verdict.differences.length === 0;
}

/**
 * Runs the cases and reports each verdict as it is reached. A run without an answer has a verdict as well. When the
 * signal aborts, the remaining cases have none.
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
