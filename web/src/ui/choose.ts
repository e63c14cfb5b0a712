// The workspace as it is once another language is chosen for it.

import type { Workspace } from "evalground";
import { type Choice, choiceOf, dialectFacts, optionsFor } from "./dialects.ts";
import { isUntouched } from "./blank.ts";
import { filesOf } from "./entries.ts";

/** What a new draft of a choice consists of: an empty document, or nothing where an expression is the document. */
export function blankWorkspace(choice: Choice): Workspace {
  const { file } = dialectFacts(choice.dialect);
  const options = optionsFor({ dialect: choice.dialect }, choice);
  return {
    dialect: choice.dialect,
    ...(options && { options }),
    ...(file.language !== "expression" && { files: { [file.path]: "" } }),
  };
}

/** Keys of the workspace that become others by a choice; an undefined one goes. */
type Changes = Partial<Workspace>;

/**
 * The changes by which a workspace is taken for a choice. All text stays; only the one file of a draft that was just
 * begun is renamed to what the language calls it, and a lone expression stands where expressions do.
 */
export function chosen(workspace: Workspace, choice: Choice): Changes {
  const { dialect } = choice;
  const plain: Changes = { dialect, options: optionsFor(workspace, choice), operation: undefined };
  if (isUntouched(workspace)) return { ...plain, files: blankWorkspace(choice).files, main: undefined };
  const [[path, content] = ["", ""], ...others] = filesOf(workspace);
  const { file: before } = dialectFacts(choiceOf(workspace).dialect);
  const { file } = dialectFacts(dialect);
  if (others.length > 0 || path !== before.path || path === file.path || typeof content !== "string") return plain;
  if (file.language === "expression" && workspace.expression === undefined)
    return { ...plain, files: undefined, main: undefined, expression: content.trim() };
  return { ...plain, files: { [file.path]: content }, main: undefined };
}

/**
 * Whether a text came at once in the place of another, as a paste over everything does: hardly anything of the text
 * before is left in it.
 */
export function cameAtOnce(before: string, now: string): boolean {
  const shorter = Math.min(before.length, now.length);
  let kept = 0;
  while (kept < shorter && before[kept] === now[kept]) kept += 1;
  let end = 0;
  while (end < shorter - kept && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  kept = before.slice(0, kept).trim().length + before.slice(before.length - end).trim().length;
  return now.length - kept >= fewestAtOnce && kept <= before.trim().length / 5;
}

/** Letters that arrive at once and are not typed. */
const fewestAtOnce = 12;
