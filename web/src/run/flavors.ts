// A name that the language does not know, but a flavor of it does: the repair that takes the document for that flavor.

import type { Diagnostic, RunResult, Workspace } from "evalground";
import { choiceOf, choicesOf, dialectFacts, optionsFor } from "../ui/dialects.ts";
import { entriesOf, filesOf } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";

/** A name of the catalogue, and the choices of the switch that know it. */
interface KnownName {
  name: string;
  choice: string;
}

/** The words at the place of a diagnostic. */
function wordsAt({ span }: Diagnostic, workspace: Workspace): string {
  if (!span) return "";
  const content = span.file === expressionFile ? workspace.expression : filesOf(workspace).get(span.file);
  return typeof content === "string" ? content.slice(span.from, span.to).trim() : "";
}

/** The answer with these repairs; `known` are the names of the dialect, fetched only when one is unknown. */
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
  // The answer is not shown yet: nobody has seen it without them.
  result.diagnostics = diagnostics;
  return result;
}
