// Where in the inputs a value was given: the entry that an origin, or what a value was computed from, names.

import type { Origin, Workspace } from "evalground";
import type { InputEntry, Store } from "../store.ts";
import { dataPath } from "../ui/data_paths.ts";
import { dialectFacts, type InputTab, type MapKey } from "../ui/dialects.ts";
import { entriesOf } from "../ui/entries.ts";
import { engineText, text } from "../ui/text.ts";
import { winning } from "./rows.ts";

/** The maps of the workspace that each kind of origin comes from. */
const keysOf: Partial<Record<Origin["via"], readonly MapKey[]>> = {
  input: ["inputs", "vars"],
  env: ["env"],
  secret: ["secrets"],
  var: ["vars"],
};

/** The first step of a path such as `servers[0].name` or `$servers.name`. */
const firstStep = /^\$?([\p{L}_][\p{L}\p{N}_]*)/u;

const optionPrefix = "options.";

/** The entry of one of these maps that a path begins at, or null. */
function entryOf(path: string, keys: readonly MapKey[], workspace: Workspace): InputEntry | null {
  const names = [path, firstStep.exec(path)?.[1]];
  for (const tab of keys) {
    const known = entriesOf(workspace[tab]).map(([name]) => name);
    const name = names.find((each) => each !== undefined && known.includes(each));
    if (name !== undefined) return { tab, name };
  }
  return null;
}

/** The entry that an origin names; null if it comes from a document, or from data that is shown as text. */
export function entryGiven({ via, name = "", span }: Origin, workspace: Workspace): InputEntry | null {
  if (span || dataPath(name) !== null) return null;
  if (via === "input" && name.startsWith(optionPrefix)) return { tab: "limits", name: name.slice(optionPrefix.length) };
  return entryOf(name, keysOf[via] ?? [], workspace);
}

/** The entry that an expression read by this name, or null. */
export function entryRead(read: string, workspace: Workspace): InputEntry | null {
  return dataPath(read) === null ? entryOf(read, ["vars", "inputs"], workspace) : null;
}

/**
 * The entries that gave a value, directly or to the expression that computed it, without duplicates. Empty on a page
 * without inputs, such as an embed.
 */
export function entriesGiven(origins: readonly Origin[], store: Store): InputEntry[] {
  if (!store.handles("openInput")) return [];
  const { workspace } = store.state;
  const all = winning(origins).flatMap((origin) => [
    entryGiven(origin, workspace),
    ...(origin.reads ?? []).map((read) => entryRead(read, workspace)),
  ]);
  const found = new Map(all.flatMap((each) => (each ? [[`${each.tab} ${each.name}`, each] as const] : [])));
  return [...found.values()];
}

/** The label of a tab of the inputs, as its dialect calls it. */
export function tabText(tab: InputTab, dialect: string): string {
  if (tab === "limits") return text("inputs.limits");
  const label = dialectFacts(dialect).inputs.find(({ key }) => key === tab)?.label;
  return label === undefined ? tab : engineText(label);
}
