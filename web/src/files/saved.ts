// Workspaces as files hold them: one by itself, a case, a list of saved drafts, or a file of cases with what all of
// them have in common.

import { readJson, toFaithful, type Workspace } from "evalground";
import { draftOfCases } from "../run/cases.ts";
import { entriesOf } from "../ui/entries.ts";

/** Cases of a file beyond which the others are left out. */
const mostCases = 500;

/** A workspace as a file holds it; what it expects stays with it, what is said of it does not. */
interface Saved extends Workspace {
  id?: string;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asSaved(members: Record<string, unknown>): Saved {
  const { ask, expect, tags: _tags, difficulty: _difficulty, ...workspace } = members;
  // What language services are asked expects another kind of answer, and an empty map expects nothing.
  const isExpected = ask === undefined && entriesOf(expect).length > 0;
  return { ...(workspace as unknown as Saved), ...(isExpected && { expect: expect as NonNullable<Saved["expect"]> }) };
}

function savedWorkspaces(json: string): { all: Saved[]; areCases: boolean } {
  const value = toFaithful(readJson(json));
  const isList = Array.isArray(value);
  if (!isList && !isMap(value)) throw new Error("it holds no map");
  const whole = isMap(value) ? new Map(entriesOf(value)) : new Map<string, unknown>();
  const cases = isList ? value : whole.get("cases");
  // A draft has its cases beside what it is itself.
  const areCases = Array.isArray(cases) && !isList && !whole.has("dialect");
  const defaults = Object.fromEntries(entriesOf(whole.get("defaults")));
  const all: unknown[] = areCases || isList ? (cases as unknown[]) : [value];
  const found = all
    .filter(isMap)
    .map((each) => asSaved({ ...defaults, ...Object.fromEntries(entriesOf(each)) }))
    .filter(({ dialect }) => typeof dialect === "string");
  return { all: found, areCases };
}

/**
 * The drafts that a file holds: a case file is one, whose cases are beside it. Throws with the reason when it is no
 * file of workspaces at all.
 */
export function readWorkspaces(json: string): Workspace[] {
  const { all, areCases } = savedWorkspaces(json);
  if (areCases) {
    const draft = draftOfCases(all.slice(0, mostCases));
    return draft ? [draft] : [];
  }
  return all.map(
    ({ id: _id, source: _source, note: _note, ...workspace }: Saved & { source?: string; note?: string }) => workspace,
  );
}
