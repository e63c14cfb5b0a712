// Compares a result with a case's expectation, as far as the cases on these pages need it. `evalground cases` checks
// the same files by the full rules.

import { readJson, writeJson, type Case, type RunResult } from "evalground";
import { isSame } from "../../src/run/expectation.ts";

/** Whether two JSON texts have the same value. */
export function isSameJson(one: string, other: string): boolean {
  return isSame(readJson(one), readJson(other));
}

/** Whether a result meets an expectation. */
export function meets({ value, text, reports, outputs, sensitive, error }: Case["expect"], result: RunResult): boolean {
  if (error !== undefined) return !result.ok;
  if (!result.ok) return false;
  const json = (found: string | undefined, wanted: unknown): boolean =>
    found !== undefined && isSameJson(found, writeJson(wanted));
  return (
    (value === undefined || json(result.json, value)) &&
    (text === undefined || result.text === text) &&
    (reports === undefined || json(writeJson(result.reports ?? []), reports)) &&
    (outputs === undefined || json(result.outputsJson ?? result.json, outputs)) &&
    (sensitive === undefined || (result.sensitive ?? []).length > 0)
  );
}
