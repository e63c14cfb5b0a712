// `.evalground.yaml`: a workspace without its files. Its values apply to the draft; for missing keys the layout of the
// folder decides. A value that the user changed in the page stays when the settings change on disk.

import { type JsonNode, readJson, type Workspace, writeJson } from "evalground";
import { repositoryFrom, workspaceFrom } from "../files/arrival.ts";
import { repositoryChoice } from "../files/guesses.ts";
import { dialectFacts, dialects } from "../ui/dialects.ts";
import { entriesOf, filesOf, mapOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import type { Files } from "./agreement.ts";

/** The settings by keys of a workspace. */
export type Settings = ReadonlyMap<string, unknown>;

type Kind = "text" | "integer" | "list" | "map";

/**
 * Keys that are used, and the kinds of their values; null: any. Other keys belong to snapshots, or the draft has them
 * already: its files and its title.
 */
const kinds = new Map<string, Kind | null>([
  ["dialect", "text"],
  ["operation", "text"],
  ["main", "text"],
  ["expression", null],
  ["resource", "text"],
  ["data", null],
  ["local", null],
  ["vars", "map"],
  ["inputs", "map"],
  ["attributes", "map"],
  ["classes", "list"],
  ["env", "map"],
  ["secrets", "map"],
  ["clock", "text"],
  ["seed", "integer"],
  ["limits", "map"],
  ["changes", "list"],
  ["options", "map"],
  ["expect", "map"],
] satisfies [keyof Workspace, Kind | null][]);

/** The result of parsing `.evalground.yaml`: the settings, or the error as a sentence. */
export type SettingsRead = { settings: Settings } | { mistake: string };

/** The settings in a JSON text. Null values are dropped, except for keys of any kind. */
export function settingsFrom(json: string): Settings {
  const given = entriesOf(readJson(json));
  return new Map(given.filter(([key, value]) => kinds.has(key) && (value !== null || kinds.get(key) === null)));
}

const kindOf = (node: JsonNode): string => (node.kind === "string" ? "text" : node.kind);

/** The settings in a JSON text, or the first error. This ensures that no value of a wrong kind reaches a workspace. */
export function checkedSettings(json: string): SettingsRead {
  const root = readJson(json);
  if (root.kind === "null") return { settings: new Map() };
  if (root.kind !== "map") return { mistake: text("settings.noMap") };
  for (const node of root.children) {
    const key = String(node.key);
    const kind = kinds.get(key);
    if (kind && node.kind !== "null" && kindOf(node) !== kind)
      return { mistake: text("settings.kind", { key, kind: text(`settings.type.${kind}`) }) };
  }
  const settings = settingsFrom(json);
  const dialect = settings.get("dialect");
  if (dialect === undefined || dialects.some(({ id }) => id === dialect)) return { settings };
  const names = dialects.map(({ id }) => id).join(", ");
  return { mistake: text("settings.dialect", { dialect: String(dialect), names }) };
}

/** The settings as stored in a draft's record, without the values of secrets. */
export function recordedSettings(settings: Settings): string {
  const kept = [...settings].map(([key, value]): [string, unknown] =>
    key === "secrets" ? [key, mapOf(entriesOf(value).map(([name]) => [name, null]))] : [key, value],
  );
  return writeJson(mapOf(kept));
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : writeJson(one) === writeJson(other);

const nodeOf = (value: unknown): JsonNode | null => (value === undefined ? null : readJson(writeJson(value)));

/**
 * The value of a key after the settings changed from `before` to `after`. Maps are merged by entry, other values as a
 * whole. Values that the draft has changed are kept. A withheld secret takes the value of the settings.
 */
function merged(now: unknown, before: unknown, after: unknown): unknown {
  const isMap = (value: unknown): boolean => value === undefined || nodeOf(value)?.kind === "map";
  if (now === undefined || ![now, before, after].every(isMap)) return isSame(now, before) ? after : now;
  const entries = (value: unknown): Map<string, unknown> => new Map(entriesOf(value));
  const own = entries(now);
  const old = entries(before);
  const fresh = entries(after);
  const result = new Map<string, unknown>();
  for (const name of new Set([...own.keys(), ...fresh.keys()])) {
    const value = own.get(name);
    const stays = value !== null && !isSame(value, old.get(name));
    const next = stays ? value : fresh.get(name);
    if (next !== undefined) result.set(name, next);
    else if (value === null && !old.has(name)) result.set(name, null);
  }
  return result.size === 0 && after === undefined ? undefined : mapOf([...result]);
}

/** The changes to a workspace when the settings change; empty if there are none. */
export function settingsChanges(workspace: Workspace, before: Settings, after: Settings): Partial<Workspace> {
  const changes = new Map<string, unknown>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (key === "main" && !filesOf(workspace).has(String(after.get(key)))) continue;
    if (key === "dialect" && !after.has(key)) continue;
    const now = workspace[key as keyof Workspace];
    const isWithheld = key === "secrets" && entriesOf(now).some(([, value]) => value === null);
    if (isSame(before.get(key), after.get(key)) && !isWithheld) continue;
    const next = merged(now, before.get(key), after.get(key));
    if (!isSame(now, next)) changes.set(key, next);
  }
  return Object.fromEntries(changes);
}

/** The main document of a folder whose settings name the language. */
function mainIn(files: Files, dialect: string, recognized: Workspace): string | undefined {
  if (recognized.dialect === dialect) return recognized.main;
  const { file, extensions } = dialectFacts(dialect);
  return [...files.keys()].find(
    (path) => path.endsWith(file.path) || extensions.some((ending) => path.endsWith(`.${ending}`)),
  );
}

/** The draft of a folder: by its settings, or recognised by its layout. `open` is the previous draft. */
export function workspaceOfFolder(files: Files, settings: Settings, open: Workspace): Workspace {
  const choice = repositoryChoice(files.keys());
  const recognized = choice ? repositoryFrom(files, choice) : workspaceFrom(files, open);
  const { dialect: said, main: named, ...given } = Object.fromEntries(settings) as Partial<Workspace>;
  const dialect = said ?? recognized.dialect;
  const main = named !== undefined && files.has(named) ? named : mainIn(files, dialect, recognized);
  const options = new Map([...entriesOf(recognized.options), ...entriesOf(given.options)]);
  return {
    ...(said === undefined && recognized),
    ...given,
    ...(said === undefined &&
      options.size > 0 && { options: mapOf([...options]) as NonNullable<Workspace["options"]> }),
    dialect,
    files: mapOf([...files]),
    ...(main !== undefined && files.size > 1 && { main }),
  };
}
