// The inputs that a document declares, as the resource tree lists them.

import type { OutlineNode, Workspace } from "evalground";
import { changedEach, entriesOf } from "./entries.ts";

/** The parameters that the document declares, by name. */
export function parametersOf(outline: readonly OutlineNode[]): Map<string, OutlineNode> {
  const found = new Map<string, OutlineNode>();
  // A stack of its own, because a hostile outline is as deep as it likes.
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.kind === "parameter") found.set(node.name, node);
    if (node.children) ahead.push(...[...node.children].reverse());
  }
  return found;
}

/** The declaration of a parameter in words: its type, then its default and constraints. */
export function declaration({ type, note }: Pick<OutlineNode, "type" | "note">): string {
  return [type, note].filter((part) => part).join(" · ");
}

/** Names of inputs that are given and secret, as the document declares them. */
export function secretInputs(workspace: Workspace, outline: readonly OutlineNode[]): string[] {
  const declared = parametersOf(outline);
  return entriesOf(workspace.inputs).flatMap(([name]) => (declared.get(name)?.sensitive ? [name] : []));
}

/** The workspace without inputs of these names, in its cases neither. */
export function withoutInputs(workspace: Workspace, names: readonly string[]): Workspace {
  if (names.length === 0) return workspace;
  return changedEach(workspace, (key, entries) =>
    key === "inputs" ? entries.filter(([name]) => !names.includes(name)) : entries,
  );
}
