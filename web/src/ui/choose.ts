// The changes to a workspace when the user chooses another language.

import type { Workspace } from "evalground";
import { type Choice, choiceOf, dialectFacts, optionsFor } from "./dialects.ts";
import { isUntouched } from "./blank.ts";
import { entriesOf, filesOf } from "./entries.ts";
import { expressionOptions, optionsOf, typedExpression } from "./options.ts";

/** The content of a new draft: an empty document, or nothing if the language evaluates expressions. */
export function blankWorkspace(choice: Choice): Workspace {
  const { file } = dialectFacts(choice.dialect);
  const options = optionsFor({ dialect: choice.dialect }, choice);
  return {
    dialect: choice.dialect,
    ...(options && { options }),
    ...(file.language !== "expression" && { files: { [file.path]: "" } }),
  };
}

/** The options after a switch. How the expression is evaluated is a matter of each language. */
function switchedOptions(workspace: Workspace, choice: Choice): Workspace["options"] {
  const { dialect } = choice;
  const options = optionsFor(workspace, choice);
  if (dialect === workspace.dialect) return options;
  const former = expressionOptions(workspace.dialect).map(({ facts }) => facts.name);
  const kept = optionsOf(entriesOf(options).filter(([name]) => !former.includes(name)));
  const { expression } = workspace;
  if (expression === undefined) return kept;
  const typed = typedExpression({ dialect, options: kept, expression: undefined }, expression);
  return "options" in typed ? typed.options : kept;
}

/** Keys of the workspace to change; an undefined value removes the key. */
type Changes = Partial<Workspace>;

/** A text on one line without what is around it; a longer one unchanged, because it may come back as a document. */
function asExpression(content: string): string {
  const words = content.trim();
  return words.includes("\n") ? content : words;
}

/**
 * The changes that switch a workspace to a choice. All text is kept. Only the single file of a new draft is renamed as
 * is usual in the language. If it is the only text, it moves to the expression line in a language of expressions, and
 * back to a file in others.
 */
export function chosen(workspace: Workspace, choice: Choice): Changes {
  const { dialect } = choice;
  const plain: Changes = { dialect, options: switchedOptions(workspace, choice), operation: undefined };
  if (isUntouched(workspace)) return { ...plain, files: blankWorkspace(choice).files, main: undefined };
  const [[path, content] = ["", ""], ...others] = filesOf(workspace);
  const { file: before } = dialectFacts(choiceOf(workspace).dialect);
  const { file } = dialectFacts(dialect);
  const { expression } = workspace;
  const isLone = path === "" && typeof expression === "string" && before.language === "expression";
  if (isLone && file.language !== "expression") {
    const options = switchedOptions({ ...workspace, expression: undefined }, choice);
    return { ...plain, options, files: { [file.path]: expression }, main: undefined, expression: undefined };
  }
  if (others.length > 0 || path !== before.path || path === file.path || typeof content !== "string") return plain;
  if (file.language === "expression" && workspace.expression === undefined)
    return { ...plain, files: undefined, main: undefined, expression: asExpression(content) };
  return { ...plain, files: { [file.path]: content }, main: undefined };
}

/** Whether a text replaced another at once, as when pasting over everything: almost nothing of the old text is left. */
export function cameAtOnce(before: string, now: string): boolean {
  const shorter = Math.min(before.length, now.length);
  let kept = 0;
  while (kept < shorter && before[kept] === now[kept]) kept += 1;
  let end = 0;
  while (end < shorter - kept && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  kept = before.slice(0, kept).trim().length + before.slice(before.length - end).trim().length;
  return now.length - kept >= fewestAtOnce && kept <= before.trim().length / 5;
}

/** Minimum number of characters that count as pasted, not typed, and that name a draft. */
export const fewestAtOnce = 12;
