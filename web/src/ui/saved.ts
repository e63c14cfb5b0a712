// Turns examples and cases into drafts.

import type { Case, Workspace } from "evalground";

/** The workspace of an example without the keys that make it a case. */
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
