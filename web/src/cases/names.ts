// The names of cases.

import type { DraftCase } from "../run/cases.ts";
import { words } from "../ui/cases_words.ts";

/** What is wrong with the name of a new case, or null. */
export function nameProblem(typed: string, cases: readonly DraftCase[]): string | null {
  const name = typed.trim();
  if (name === "") return words("cases.idEmpty");
  return cases.some(({ id }) => id === name) ? words("cases.idTaken", { name }) : null;
}
