// Workspaces without content: there is nothing to evaluate and nothing to lose.

import type { Workspace } from "evalground";
import { entriesOf, filesOf } from "./entries.ts";

/** No file has text, and there is no expression or other input for an evaluation. */
export function isBlank(workspace: Workspace): boolean {
  return (
    workspace.expression === undefined &&
    (workspace.main === undefined || filesOf(workspace).has(workspace.main)) &&
    [...filesOf(workspace).values()].every((content) => typeof content === "string" && !/\S/.test(content))
  );
}

/** Nothing is lost if the draft is replaced: it is blank and has no inputs. */
export function isUntouched(workspace: Workspace): boolean {
  const inputs = [workspace.data, workspace.vars, workspace.inputs, workspace.env, workspace.secrets, workspace.local];
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === null || (typeof value === "object" && entriesOf(value).length === 0);
  return isBlank(workspace) && inputs.every((value) => isEmpty(value) && !Array.isArray(value));
}
