// The cases of one draft: expressions and inputs beside the draft's own, each with the result it expects. The draft
// keeps them under the key `cases`, which the engine never sees.
//
// A case holds everything a run is given besides the document. The document (files, main, dialect), the secrets and the
// limits come from the draft. So editing the document affects every case, and editing the draft's inputs affects none.
// In a saved case file, what all cases have in common becomes the defaults:
//
//   {"defaults": {"dialect": …, "files": …}, "cases": [{"id": "small", "inputs": {"size": 1}, "expect": {…}}, …]}

import { type Case, JsonNode, readJson, toFaithful, type Workspace, writeJson } from "evalground";
import { prettyJson } from "../ui/json.ts";
import { entriesOf, withoutCases } from "../ui/entries.ts";

/** A case of a draft: an id, what it is given, and what it expects. */
export type DraftCase = Partial<Workspace> & Pick<Case, "id"> & Partial<Pick<Case, "exact" | "source" | "note">>;

/** Keys that each case has for itself. */
const ownKeys = [
  "operation",
  "expression",
  "resource",
  "data",
  "local",
  "vars",
  "inputs",
  "attributes",
  "classes",
  "env",
  "clock",
  "seed",
  "changes",
  "options",
  "exact",
  "expect",
] as const satisfies readonly (keyof Workspace | "exact")[];

const isOwn = (key: string): boolean => (ownKeys as readonly string[]).includes(key);

/** The cases of a draft. Entries that are not cases, which a link from outside may hold, are left out. */
export function casesOf(workspace: Workspace): DraftCase[] {
  const { cases } = workspace as { cases?: unknown };
  const list = cases instanceof JsonNode ? toFaithful(cases) : cases;
  if (!Array.isArray(list)) return [];
  return list
    .map((each) => Object.fromEntries(entriesOf(each)) as unknown as DraftCase)
    .filter(({ id }) => typeof id === "string");
}

/** The change to a workspace that stores these cases. */
export function changedCases(cases: readonly DraftCase[]): Partial<Workspace> {
  return { cases: cases.length > 0 ? cases : undefined } as Partial<Workspace>;
}

/** The draft's current inputs and expectation, as a case. */
export function caseOf(workspace: Workspace, id: string): DraftCase {
  return { id, ...Object.fromEntries(Object.entries(workspace).filter(([key]) => isOwn(key))) };
}

/** The workspace of a case: the draft's document with the case's own inputs. */
export function workspaceOfCase(
  draft: Workspace,
  { id: _id, source: _source, note: _note, ...own }: DraftCase,
): Workspace {
  const shared = Object.entries(withoutCases(draft)).filter(([key]) => !isOwn(key));
  return { ...(Object.fromEntries(shared) as unknown as Workspace), ...own };
}

/** The change that makes a draft show a case. */
export function openedCase(draft: Workspace, one: DraftCase): Partial<Workspace> {
  const nothing = Object.fromEntries(
    Object.keys(draft)
      .filter(isOwn)
      .map((key) => [key, undefined]),
  );
  const { cases: _, ...shown } = { ...workspaceOfCase(draft, one), cases: undefined };
  return { ...nothing, ...shown };
}

/** Whether a draft shows a case: its inputs and its expectation are the case's. */
export function isShown(draft: Workspace, one: DraftCase): boolean {
  const { id: _id, source: _source, note: _note, ...own } = one;
  const { id: _own, ...mine } = caseOf(draft, "");
  const written = (value: object): string =>
    writeJson(new Map(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))));
  return written(mine) === written(own);
}

/** A case without the values that it shares with the draft. */
export function joining(draft: Workspace, one: DraftCase): DraftCase {
  const had = new Map<string, unknown>(Object.entries(draft));
  const isKnown = ([key, value]: [string, unknown]): boolean =>
    !isOwn(key) && had.has(key) && writeJson(had.get(key)) === writeJson(value);
  return Object.fromEntries(Object.entries(one).filter((entry) => !isKnown(entry))) as DraftCase;
}

/** An id that no case has: the name, with a number appended if it is taken. */
export function freeId(name: string, cases: readonly DraftCase[]): string {
  const taken = new Set(cases.map(({ id }) => id));
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`;
  return id;
}

/** The text of a case file. What all cases have in common is written once, under `defaults`. */
export function caseFile(draft: Workspace, cases: readonly DraftCase[], source: string): string {
  const whole = cases.map((one) => ({
    id: one.id,
    members: new Map<string, unknown>(
      Object.entries(workspaceOfCase(draft, one)).filter(([, value]) => value !== undefined),
    ),
    given: { ...(one.note !== undefined && { note: one.note }), source: one.source ?? source },
  }));
  const [first] = whole;
  const common = [...(first?.members ?? [])].filter(
    ([key, value]) =>
      key !== "expect" &&
      whole.every(({ members }) => members.has(key) && writeJson(members.get(key)) === writeJson(value)),
  );
  const shared = new Set(common.map(([key]) => key));
  const listed = whole.map(
    ({ id, members, given }) =>
      new Map([["id", id], ...[...members].filter(([key]) => !shared.has(key)), ...Object.entries(given)]),
  );
  const file = new Map<string, unknown>([
    ["defaults", new Map(common)],
    ["cases", listed],
  ]);
  return `${prettyJson(readJson(writeJson(file)))}\n`;
}

/** The draft for the cases of a file: the first case is shown, and all of them are kept beside it. */
export function draftOfCases(all: readonly (Workspace & { id?: string })[]): Workspace | null {
  const [first] = all;
  if (!first) return null;
  const { id: _id, source: _source, note: _note, ...shown } = first as typeof first & Partial<DraftCase>;
  const cases: DraftCase[] = [];
  for (const one of all) {
    const own = joining(shown, one as DraftCase);
    cases.push({ ...own, id: freeId(one.id ?? `case-${cases.length + 1}`, cases) });
  }
  return all.length > 1 ? { ...shown, ...changedCases(cases) } : shown;
}
