// Workspaces that were kept as cases.

import type { Case, Workspace } from "evalground";

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
