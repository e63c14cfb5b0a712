// Quick fix for a name that the dialect does not know but one of its flavors does: switch to that flavor.

import type { Diagnostic, RunResult, Workspace } from "evalground";
import { choiceOf, choicesOf, dialectFacts, optionsFor } from "../ui/dialects.ts";
import { entriesOf, filesOf } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";

/** A name of the catalogue, and the values of the option that enable it. */
interface KnownName {
  name: string;
  choice: string;
}

/** The source text at a diagnostic. */
function wordsAt({ span }: Diagnostic, workspace: Workspace): string {
  if (!span) return "";
  const content = span.file === expressionFile ? workspace.expression : filesOf(workspace).get(span.file);
  return typeof content === "string" ? content.slice(span.from, span.to).trim() : "";
}

/** Adds these fixes to the result. `known` loads the names of the dialect, and is called only if a name is unknown. */
export async function withFlavors(
  result: RunResult,
  workspace: Workspace,
  known: (dialect: string) => Promise<readonly KnownName[]>,
): Promise<RunResult> {
  const flavors = choicesOf(dialectFacts(workspace.dialect)).slice(1);
  const isUnknown = ({ code }: Diagnostic): boolean => code.startsWith("unknown-");
  if (flavors.length === 0 || !result.diagnostics.some(isUnknown)) return result;
  const current = choiceOf(workspace).id;
  const names = await known(workspace.dialect);
  const diagnostics = result.diagnostics.map((problem) => {
    const words = isUnknown(problem) ? wordsAt(problem, workspace) : "";
    const flavor = flavors.find(
      ({ id }) => id !== current && names.some(({ name, choice }) => name === words && choice === id),
    );
    if (!flavor) return problem;
    const options = Object.fromEntries(entriesOf(optionsFor({ dialect: flavor.dialect }, flavor)));
    const fix = { title: text("problems.flavor", { dialect: flavor.name }), edits: [], options };
    return { ...problem, fixes: [fix as NonNullable<Diagnostic["fixes"]>[number], ...(problem.fixes ?? [])] };
  });
  // The result can be changed in place: it has not been shown yet.
  result.diagnostics = diagnostics;
  return result;
}
