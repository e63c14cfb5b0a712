// Workspaces in files: a single workspace, a case, a list of saved drafts, or a case file with defaults for all its
// cases.

import { readJson, toFaithful, type Workspace } from "evalground";
import { draftOfCases } from "../run/cases.ts";
import { entriesOf } from "../ui/entries.ts";

/** Maximum number of cases of a file. Further cases are dropped. */
const mostCases = 500;

/** A workspace as stored in a file. Its expectation is kept, other metadata is not. */
interface Saved extends Workspace {
  id?: string;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asSaved(members: Record<string, unknown>): Saved {
  const { ask, expect, tags: _tags, difficulty: _difficulty, ...workspace } = members;
  // Cases of language services expect another kind of answer. An empty map expects nothing.
  const isExpected = ask === undefined && entriesOf(expect).length > 0;
  return { ...(workspace as unknown as Saved), ...(isExpected && { expect: expect as NonNullable<Saved["expect"]> }) };
}

function savedWorkspaces(json: string): { all: Saved[]; areCases: boolean } {
  const value = toFaithful(readJson(json));
  const isList = Array.isArray(value);
  if (!isList && !isMap(value)) throw new Error("it holds no map");
  const whole = isMap(value) ? new Map(entriesOf(value)) : new Map<string, unknown>();
  const cases = isList ? value : whole.get("cases");
  // A saved draft has its cases as a member beside its own keys.
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
 * The drafts in a file. A case file is one draft, with all of its cases. Throws with the reason if it is not a file of
 * workspaces.
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
