// Inputs that a page gives as YAML in the attributes of an embed. Only the engine reads YAML, by the rules of each key.

import { readJson, toFaithful, type Workspace } from "evalground";
import { OptionError, type Unread } from "evalground/embed";
import type { ReadTyped } from "../run/reading.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";

/** Reads the texts. Throws an OptionError for the first one that is not YAML. */
export async function readGiven(
  { dialect, options }: Workspace,
  unread: Unread,
  parse: ReadTyped,
): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  // The options come first, since they change how the other texts are read.
  const texts = [...unread].sort(([one], [other]) => Number(other === "options") - Number(one === "options"));
  for (const [key, written] of texts) {
    const own = merged(options, values.get("options")) as Workspace["options"];
    const { json, diagnostics } = await parse(written, { key, dialect, ...(own && { options: own }) });
    if (json === undefined) throw new OptionError(`${key} is neither JSON nor YAML: ${diagnostics[0]?.message ?? ""}`);
    values.set(key, toFaithful(readJson(json)));
  }
  return values;
}

/** Keys that the workspace may have already: variables of the embed it depends on, options that make the dialect. */
const layered = new Set(["vars", "options"]);

/** A workspace with these values. */
export function withValues(workspace: Workspace, values: ReadonlyMap<string, unknown>): Workspace {
  const before = new Map(Object.entries(workspace));
  const added = [...values].map(([key, value]) => [key, layered.has(key) ? merged(before.get(key), value) : value]);
  return { ...workspace, ...Object.fromEntries(added) } as Workspace;
}

function merged(below: unknown, above: unknown): unknown {
  const entries = [...entriesOf(below), ...entriesOf(above)];
  return entries.length > 0 ? mapOf(entries) : above;
}
