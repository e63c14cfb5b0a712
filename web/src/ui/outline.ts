// The inputs that a document declares, from the resource tree.

import type { OutlineNode, Workspace } from "evalground";
import { changedEach, entriesOf, mapOf } from "./entries.ts";

/** The parameters that the document declares, by name. */
export function parametersOf(outline: readonly OutlineNode[]): Map<string, OutlineNode> {
  const found = new Map<string, OutlineNode>();
  // An explicit stack, because a hostile outline may be arbitrarily deep.
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.kind === "parameter") found.set(node.name, node);
    if (node.children) ahead.push(...[...node.children].reverse());
  }
  return found;
}

/** The declaration of a parameter in words: its type, default and constraints. */
export function declaration({ type, note }: Pick<OutlineNode, "type" | "note">): string {
  return [type, note].filter((part) => part).join(" · ");
}

/** Names of inputs that are set and that the document declares as secret. They may be nested in a map of inputs. */
export function secretInputs(workspace: Workspace, outline: readonly OutlineNode[]): string[] {
  const declared = parametersOf(outline);
  const found = new Set<string>();
  const visit = (inputs: unknown): void => {
    for (const [name, value] of entriesOf(inputs)) {
      if (declared.get(name)?.sensitive) found.add(name);
      visit(value);
    }
  };
  visit(workspace.inputs);
  return [...found];
}

/** The workspace without the inputs of these names, also in its cases. */
export function withoutInputs(workspace: Workspace, names: readonly string[]): Workspace {
  if (names.length === 0) return workspace;
  // As in Heat environments: `{parameters: {password: …}}`.
  const kept = (entries: [string, unknown][]): [string, unknown][] =>
    entries
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => [name, entriesOf(value).length > 0 ? mapOf(kept(entriesOf(value))) : value]);
  return changedEach(workspace, (key, entries) => (key === "inputs" ? kept(entries) : entries));
}
