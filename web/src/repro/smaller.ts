// The smaller workspace and the draft: which differences may be shown, and how it replaces the draft.

import type { Workspace } from "evalground";
import { readJson, writeJson } from "evalground";
import { entriesOf, filesOf, mapOf, pathsOf } from "../ui/entries.ts";
import { valueToYaml } from "../ui/yaml.ts";

/** A text before and after; if it was removed, there is no text after. */
interface TextChange {
  path: string;
  before: string;
  after: string;
}

/** A shorter secret may occur in names by chance, so it is not masked. */
const leastHidden = 4;

/** Everything except the files, without hidden values. */
function settingsText(workspace: Workspace, hidden: readonly string[]): string {
  const { files: _, inputs, secrets, ...others } = workspace;
  const shown: Record<string, unknown> = { ...others };
  if (inputs) shown.inputs = mapOf(entriesOf(inputs).filter(([name]) => !hidden.includes(name)));
  if (secrets) shown.secrets = mapOf(entriesOf(secrets).map(([name]) => [name, null]));
  return valueToYaml(readJson(writeJson(shown)));
}

/** The paths of the remaining files by their former paths. `named` has them in the order of `reduced`. */
function newPaths(reduced: Workspace, named: Workspace): Map<string, string> {
  const fresh = pathsOf(named);
  return new Map(pathsOf(reduced).map((path, place) => [path, fresh[place] ?? path]));
}

/**
 * The differing texts between a workspace and its reduced form. `reduced` has the original names, `named` the new ones;
 * `settings` is the name for everything except files. Secrets and secret inputs are left out.
 */
export function changedTexts(
  before: Workspace,
  { reduced, named }: { reduced: Workspace; named: Workspace },
  settings: string,
  hidden: { before: readonly string[]; after: readonly string[] },
): TextChange[] {
  const paths = newPaths(reduced, named);
  const changes: TextChange[] = [];
  for (const [path, content] of filesOf(before)) {
    const now = paths.get(path);
    const text = now === undefined ? undefined : filesOf(named).get(now);
    if (typeof content !== "string" || typeof text !== "string" || (text === content && now === path)) continue;
    changes.push({ path: now === path ? path : `${path} → ${now}`, before: content, after: text });
  }
  const [was, is] = [settingsText(before, hidden.before), settingsText(named, hidden.after)];
  if (was !== is) changes.push({ path: settings, before: was, after: is });
  return changes;
}

/** The paths of the removed files. */
export function goneFiles(before: Workspace, reduced: Workspace): string[] {
  return pathsOf(before).filter((path) => !filesOf(reduced).has(path));
}

/** The new workspace with the draft's secrets restored. */
export function withSecretsOf(before: Workspace, after: Workspace): Workspace {
  const known = new Map(entriesOf<string | null>(before.secrets));
  if (!after.secrets) return after;
  return {
    ...after,
    secrets: mapOf(entriesOf<string | null>(after.secrets).map(([name]) => [name, known.get(name) ?? null])),
  };
}

/** The changes of keys from one workspace to another; undefined removes the key. */
export function editBetween(before: Workspace, after: Workspace): Partial<Workspace> {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), ...after };
}

/** The table of names, without those that occur in secrets. */
export function shownNames(
  names: readonly (readonly [string, string])[],
  workspace: Workspace,
  secretInputs: readonly string[],
): (readonly [string, string])[] {
  const secrets: string[] = [];
  const add = (value: unknown): void => {
    secrets.push(typeof value === "string" ? value : writeJson(value ?? null));
  };
  for (const [name, value] of entriesOf(workspace.inputs)) if (secretInputs.includes(name)) add(value);
  for (const [, value] of entriesOf(workspace.secrets)) if (value !== null) add(value);
  const holds = (text: string, part: string): boolean => part.length >= leastHidden && text.includes(part);
  return names.filter(([name]) => !secrets.some((secret) => secret.includes(name) || holds(name, secret)));
}
