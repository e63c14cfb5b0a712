// The verdict on a result in a few words.

import type { RunResult } from "evalground";
import { differencesOf, type Tested } from "../run/expectation.ts";
import type { State } from "../store.ts";
import { text } from "../ui/text.ts";
import { countDifferences } from "./compare.ts";

export interface Verdict {
  isMet: boolean;
  /** "As expected", "Differs in 3 places". */
  said: string;
}

/** The verdict on a result of a workspace that expects something. */
export function verdictOn(tested: Tested, result: RunResult): Verdict {
  const { expect = {} } = tested;
  if (differencesOf(tested, result).length === 0)
    return { isMet: true, said: text(Object.keys(expect).join() === "sensitive" ? "verdict.hidden" : "verdict.met") };
  if (expect.error && result.ok) return { isMet: false, said: text("verdict.notFailed") };
  if (!expect.error && !result.ok) return { isMet: false, said: text("verdict.failed") };
  const count = countDifferences(expect, result);
  return { isMet: false, said: count > 0 ? text("verdict.differs", { count }) : text("verdict.other") };
}

/** Whether the results are up to date. */
export function isOfText({ result, revision, resultRevision }: Readonly<State>): boolean {
  return result !== null && revision === resultRevision;
}
