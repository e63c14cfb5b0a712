// The names of cases.

import type { DraftCase } from "../run/cases.ts";
import { text } from "../ui/text.ts";

/** The problem with the name of a new case, or null. */
export function nameProblem(typed: string, cases: readonly DraftCase[]): string | null {
  const name = typed.trim();
  if (name === "") return text("cases.idEmpty");
  return cases.some(({ id }) => id === name) ? text("cases.idTaken", { name }) : null;
}
