// The inputs that a document declares, as the resource tree lists them.

import type { OutlineNode, Workspace } from "evalground";
import { changedEach, entriesOf, mapOf } from "./entries.ts";

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

/** Names of inputs that are given and secret, as the document declares them. They may stand in a map of inputs. */
export function secretInputs(workspace: Workspace, outline: readonly OutlineNode[]): string[] {
  const declared = parametersOf(outline);
  const found = new Set<string>();
  const look = (inputs: unknown): void => {
    for (const [name, value] of entriesOf(inputs)) {
      if (declared.get(name)?.sensitive) found.add(name);
      look(value);
    }
  };
  look(workspace.inputs);
  return [...found];
}

/** The workspace without inputs of these names, in its cases neither. */
export function withoutInputs(workspace: Workspace, names: readonly string[]): Workspace {
  if (names.length === 0) return workspace;
  // As in the environments of Heat: `{parameters: {password: …}}`.
  const kept = (entries: [string, unknown][]): [string, unknown][] =>
    entries
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => [name, entriesOf(value).length > 0 ? mapOf(kept(entriesOf(value))) : value]);
  return changedEach(workspace, (key, entries) => (key === "inputs" ? kept(entries) : entries));
}
