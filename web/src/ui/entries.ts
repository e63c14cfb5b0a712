// Maps of a workspace as lists of entries: their order counts, whatever they are made of.

import { JsonNode, toFaithful, type FileContent, type Workspace } from "evalground";

/** Stands in an answer for a sensitive value, and for a written file that holds one. */
export const redacted = "<<REDACTED>>";

/** The keys of a map in order, with their values; none of what is no map. */
export function entriesOf<Value = unknown>(value: unknown): [string, Value][] {
  if (value instanceof JsonNode)
    return value.kind === "map" ? value.children.map((child) => [String(child.key), toFaithful(child) as Value]) : [];
  if (value instanceof Map) return [...(value as Map<string, Value>)];
  return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
}

/** A map of these entries that keeps their order. */
export function mapOf<Value>(
  entries: readonly (readonly [string, Value])[],
): Record<string, Value> | Map<string, Value> {
  const plain = Object.fromEntries(entries);
  const isInOrder = Object.keys(plain).every((key, place) => key === entries[place]?.[0]);
  return isInOrder ? plain : new Map(entries);
}

const read = new WeakMap<object, ReadonlyMap<string, FileContent>>();

/** The virtual files of a workspace, in their order. */
export function filesOf({ files }: Pick<Workspace, "files">): ReadonlyMap<string, FileContent> {
  if (!files) return new Map();
  if (files instanceof Map) return files as ReadonlyMap<string, FileContent>;
  const known = read.get(files);
  if (known) return known;
  const found = new Map(entriesOf<FileContent>(files));
  read.set(files, found);
  return found;
}

/** The paths of the virtual files, in their order. */
export function pathsOf(workspace: Pick<Workspace, "files">): string[] {
  return [...filesOf(workspace).keys()];
}

/** What the engine evaluates of a draft: all but its cases, each of which is evaluated by itself. */
export function withoutCases(workspace: Workspace): Workspace {
  const { cases: _, ...evaluated } = workspace as Workspace & { cases?: unknown };
  return evaluated;
}

/** The maps of names to values in which something may be that is not to be given away. */
const givenKeys = ["env", "vars", "inputs"] as const;

/** The workspace with other entries in the maps that it is given, and in those of its cases. */
export function changedEach(
  workspace: Workspace,
  change: (key: (typeof givenKeys)[number], entries: [string, unknown][]) => (readonly [string, unknown])[],
): Workspace {
  const changed = (each: object): object => {
    const members = new Map(entriesOf(each));
    for (const key of givenKeys) {
      const given = members.get(key);
      if (given) members.set(key, mapOf(change(key, entriesOf(given))));
    }
    return Object.fromEntries(members);
  };
  const { cases } = workspace as { cases?: unknown };
  const whole = changed(workspace) as Workspace;
  return Array.isArray(cases) ? ({ ...whole, cases: cases.map(changed) } as Workspace) : whole;
}
