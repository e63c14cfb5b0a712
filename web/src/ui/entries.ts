// Maps of a workspace as lists of entries in order, whether they are objects or Maps.

import { JsonNode, toFaithful, type FileContent, type Workspace } from "evalground";

/** The engine's placeholder for a sensitive value, and for a written file that contains one. */
export const redacted = "<<REDACTED>>";

/** The entries of a map, in order; empty for other values. */
export function entriesOf<Value = unknown>(value: unknown): [string, Value][] {
  if (value instanceof JsonNode)
    return value.kind === "map" ? value.children.map((child) => [String(child.key), toFaithful(child) as Value]) : [];
  if (value instanceof Map) return [...(value as Map<string, Value>)];
  return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
}

/** A map with these entries that keeps their order. */
export function mapOf<Value>(
  entries: readonly (readonly [string, Value])[],
): Record<string, Value> | Map<string, Value> {
  const plain = Object.fromEntries(entries);
  const isInOrder = Object.keys(plain).every((key, place) => key === entries[place]?.[0]);
  return isInOrder ? plain : new Map(entries);
}

const read = new WeakMap<object, ReadonlyMap<string, FileContent>>();

/** The virtual files of a workspace, in order. */
export function filesOf({ files }: Pick<Workspace, "files">): ReadonlyMap<string, FileContent> {
  if (!files) return new Map();
  if (files instanceof Map) return files as ReadonlyMap<string, FileContent>;
  const known = read.get(files);
  if (known) return known;
  const found = new Map(entriesOf<FileContent>(files));
  read.set(files, found);
  return found;
}

/** The paths of the virtual files, in order. */
export function pathsOf(workspace: Pick<Workspace, "files">): string[] {
  return [...filesOf(workspace).keys()];
}

/** The draft without its cases, which are evaluated separately. This is what the engine receives. */
export function withoutCases(workspace: Workspace): Workspace {
  const { cases: _, ...evaluated } = workspace as Workspace & { cases?: unknown };
  return evaluated;
}

/** The maps of names to values that may contain confidential values. */
const givenKeys = ["env", "vars", "inputs"] as const;

/** The workspace with changed entries in these maps, and in those of its cases. */
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
