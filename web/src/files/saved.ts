// Workspaces as files hold them: one by itself, a case, a list of saved drafts, or a file of cases with what all of
// them have in common.

import { type Case, readJson, toFaithful, type Workspace } from "evalground";
import { entriesOf } from "./entries.ts";

/** A workspace without what makes an example a case, ready to be a draft. */
export function workspaceOf(example: Case): Workspace {
  const {
    id: _id,
    expect: _expect,
    source: _source,
    note: _note,
    exact: _exact,
    tags: _tags,
    difficulty: _difficulty,
    ...workspace
  } = example;
  return workspace;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every workspace that a file holds; throws with the reason when it is no file of workspaces at all. */
export function readWorkspaces(json: string): Workspace[] {
  const value = toFaithful(readJson(json));
  const isList = Array.isArray(value);
  if (!isList && !isMap(value)) throw new Error("it holds no map");
  const whole = isMap(value) ? new Map(entriesOf(value)) : new Map<string, unknown>();
  const cases = isList ? value : whole.get("cases");
  const defaults = Object.fromEntries(entriesOf(whole.get("defaults")));
  const all: unknown[] = Array.isArray(cases) ? cases : [value];
  return all
    .filter(isMap)
    .map((each) => workspaceOf({ ...defaults, ...Object.fromEntries(entriesOf(each)) } as unknown as Case))
    .filter(({ dialect }) => typeof dialect === "string");
}

/** Reads a workspace, or a case, that was saved as JSON; throws with the reason when it is none. */
export function readWorkspace(json: string): Workspace {
  const workspaces = readWorkspaces(json);
  const [first] = workspaces;
  if (!first) throw new Error("it names no dialect");
  return first;
}
