// Finds the catalogue entries that a case, or a sentence of a guide, is about.

import type { Case, CatalogueEntry, Workspace } from "evalground";
import { textOf, uses } from "./uses.ts";

type Named = Pick<CatalogueEntry, "dialect" | "kind" | "name" | "aliases">;

/** Kinds that form the structure of a document, and so occur in almost every case. */
const plumbing = /^(?:special-key|keyword|variable|directive|property|statement|stage)$/;
const isOperator = ({ kind, name }: Named): boolean => kind === "operator" && !/^@\w/.test(name);
const isCalled = (entry: Named): boolean => !plumbing.test(entry.kind) && !isOperator(entry);
/** An entry with several symbols stands for a family of operators, of which a case shows only one. */
const isOneSign = (entry: Named): boolean => isOperator(entry) && !entry.name.includes(" ");

/** The flavor of an entry, from the start of its kind: `ansible-2.21-filter` exists only in 2.21. */
function flavorOf(kind: string): readonly [flavor: string, reference: string] {
  const [, flavor = "", reference = ""] = /^(ansible)(?:-([\d.]+))?-/.exec(kind) ?? [];
  return [flavor, reference];
}

/** Whether a workspace can use an entry. */
function isOf({ options }: Workspace, { kind }: Named): boolean {
  const [flavor, reference] = flavorOf(kind);
  const given = (options ?? {}) as { flavor?: string; reference?: string };
  return (flavor === "" || flavor === given.flavor) && (reference === "" || reference === given.reference);
}

/** Of entries with the same name, the one of the flavor, which replaces the others; null if the names differ. */
function onlyOne<Kept extends Named>(found: readonly Kept[]): Kept | null {
  if (found.some(({ name }) => name !== found[0]?.name)) return null;
  const ranked = [...found].sort((one, other) => flavorOf(other.kind).join().localeCompare(flavorOf(one.kind).join()));
  const [best, second] = ranked;
  return best && second?.kind !== best.kind ? best : null;
}

/**
 * The entry that a case is about: the only function that it calls, else its only operator; null if there are several.
 */
export function subjectOf<Kept extends Named>(example: Case, entries: readonly Kept[]): Kept | null {
  const text = textOf(example);
  const used = entries.filter(
    (entry) => entry.dialect === example.dialect && isOf(example, entry) && uses(text, entry),
  );
  const called = used.filter(isCalled);
  return onlyOne(called.length > 0 ? called : used.filter(isOneSign));
}

/**
 * The entries that a sentence names in backticks, including forms such as `lookup: {…}` and `.all`. If there are calls
 * such as `mapdata("…")`, only these count, because the rest is their arguments and results.
 */
export function namedIn<Kept extends Named>(words: string, entries: readonly Kept[]): Kept[] {
  const quoted = words.split("`").filter((_, at) => at % 2 === 1);
  const calls = quoted.filter((each) => /^[\w.]+\(/.test(each));
  const names = new Set(
    (calls.length > 0 ? calls : quoted).flatMap((each) => [each, each.replace(/[(:].*$/s, "").trim()]),
  );
  return entries.filter(({ name, aliases = [] }) => [name, ...aliases].some((each) => names.has(each)));
}
