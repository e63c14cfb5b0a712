// The keys of an environment, which are settings and no parameters.

import type { Workspace } from "evalground";
import { choiceOf } from "./dialects.ts";

/** The form of environments in the descriptions of languages. */
export const environmentForm = "heat-environment";
/** The input that lists environment files. */
export const filesKey = "environment_files";

export const environmentKeys: readonly string[] = [
  "parameters",
  "parameter_defaults",
  "resource_registry",
  "encrypted_param_names",
  "event_sinks",
  "parameter_merge_strategies",
];

/** Whether an input of a workspace belongs to an environment. Only some languages have environments. */
export function isEnvironmentKey(name: string, workspace: Workspace): boolean {
  const isKey = name === filesKey || environmentKeys.includes(name);
  return isKey && choiceOf(workspace).intakes.some(({ form }) => form === environmentForm);
}
