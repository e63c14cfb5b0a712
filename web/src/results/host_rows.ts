// The variables of a host. Each row has the value, the level and the file that won, and everything it overrides as
// further origins. So the thread and F4 lead from one definition to the next.
//
//   {"variables": {"port": {"value": 81, "level": "inventory_host", "from": "hosts.ini", "overrides": [{…}]}}}

import type { JsonNode, RunResult, Workspace } from "evalground";
import { own } from "../ui/own.ts";
import { type TextKey, text } from "../ui/text.ts";
import { copyOf, type LedgerRow } from "./rows.ts";

/** The part of an answer that a host's variables are read from. */
interface HostAnswer {
  readonly result: RunResult;
  readonly operation: Workspace["operation"];
  readonly root: () => JsonNode | null;
  readonly rows: () => readonly LedgerRow[];
}

/** What the engine's levels are called in the documentation of the language, with the group or role that they name. */
const levelWords: Readonly<Record<string, TextKey>> = {
  role_defaults: "host.level.roleDefaults",
  inventory_all: "host.level.groupListed",
  inventory_group: "host.level.groupListed",
  group_vars_all_inventory: "host.level.group",
  group_vars_all_play: "host.level.group",
  group_vars_inventory: "host.level.group",
  group_vars_play: "host.level.group",
  inventory_host: "host.level.hostListed",
  host_vars_inventory: "host.level.host",
  host_vars_play: "host.level.host",
  facts: "host.level.facts",
  play_vars: "host.level.play",
  vars_files: "host.level.varsFiles",
  role_entry_vars: "host.level.roleEntry",
  role_vars: "host.level.role",
  role_params: "host.level.roleParameters",
  extra_vars: "host.level.extra",
  magic: "host.level.magic",
};

/** Where a value was set: "group “web” – group_vars/web.yml". */
function placeOf(entry: JsonNode): string {
  const [level, group, role, from] = (["level", "group", "role", "from"] as const).map(
    (key) => entry.get(key)?.text ?? "",
  );
  const key = own(levelWords, level ?? "");
  const name = group || role || "all";
  // The words name the role, so its folder need not be repeated.
  const folder = role ? (from ?? "").lastIndexOf(`${role}/`) : -1;
  const file = role && folder >= 0 ? from?.slice(folder + role.length + 1) : from;
  return [key ? text(key, { name }) : level, file].filter((part) => part).join(" – ");
}

function levelsOf(entry: JsonNode): string[] {
  return [placeOf(entry), ...(entry.get("overrides")?.children ?? []).map(placeOf)];
}

/** The variables of a host in an answer, or null where it has none. */
export function hostVariables(answer: HostAnswer): readonly JsonNode[] | null {
  const variables = answer.operation === "host" ? answer.root()?.get("variables") : undefined;
  return variables?.kind === "map" ? variables.children : null;
}

/** The error of a variable: the diagnostic at the place where its value is written. */
function errorAt(row: LedgerRow, { result }: HostAnswer): LedgerRow["error"] {
  const span = row.origins[0]?.span;
  const isThere = (place: typeof span): boolean => place?.file === span?.file && place?.from === span?.from;
  return (span && result.diagnostics.find((each) => each.span && isThere(each.span))) ?? null;
}

/** A row for each variable, with those of its parts below it. */
export function hostRows(answer: HostAnswer): LedgerRow[] {
  const variables = hostVariables(answer) ?? [];
  const known = answer.rows();
  const starts = new Map(known.map((row, index) => [row.pointer, index]));
  const rows: LedgerRow[] = [];
  for (const [index, entry] of variables.entries()) {
    const name = String(entry.key);
    const value = entry.get("value") ?? entry.get("failed");
    const start = value && starts.get(value.pointer);
    const first = start === undefined ? undefined : known[start];
    if (start === undefined || !first) continue;
    const error = entry.get("failed") ? errorAt(first, answer) : null;
    const note = placeOf(entry) + (entry.get("merged") ? ` · ${text("host.merged")}` : "");
    const place = { position: index + 1, siblings: variables.length };
    rows.push({
      ...copyOf(first),
      ...place,
      key: name,
      level: 1,
      note,
      levels: levelsOf(entry),
      ...(entry.get("failed") && { node: null, type: "undefined", error, badges: ["error" as const] }),
    });
    for (let at = start + 1; at < known.length; at += 1) {
      const below = known[at] as LedgerRow;
      if (below.level <= first.level) break;
      rows.push({ ...copyOf(below), level: below.level - first.level + 1 });
    }
  }
  return rows;
}
