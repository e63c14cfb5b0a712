// Recognises the form of a pasted text by the marks in the dialects' descriptions, and makes the workspace.

import type { Store } from "../../store.ts";
import { isUntouched } from "../../ui/blank.ts";
import { type Choice, choices, optionsFor } from "../../ui/dialects.ts";
import * as ansible from "./ansible.ts";
import * as failures from "./ansible_errors.ts";
import { environment } from "./environment.ts";
import { cleaned, type Form, type Read, readYaml, type Taken } from "./form.ts";
import * as others from "./others.ts";
import { workflowDefinition } from "./workflow.ts";

const forms: Readonly<Record<string, Form>> = {
  "ansible-failure": failures.failure,
  "ansible-error": failures.error,
  "ansible-hostvars": ansible.hostvars,
  "ansible-facts": ansible.facts,
  "ansible-inventory": ansible.inventory,
  "ansible-host": ansible.hostVariables,
  "kubernetes-objects": others.kubernetes,
  "heat-stack": others.stack,
  "heat-environment": environment,
  "cfengine-state": others.agentState,
  "cfengine-json": others.parsedPolicy,
  "cfengine-data": others.agentData,
  "workflow-context": others.workflow,
  "workflow-definition": workflowDefinition,
  "openstack-list": others.list,
};

/** Longer texts are always treated as documents. */
const longest = 8 * 1024 * 1024;

/** The forms that a text may have, in the order in which they are tried, with the language of each. */
export function formsOf(text: string): { form: string; choice: Choice }[] {
  if (text.length > longest) return [];
  return choices.flatMap((choice) =>
    choice.intakes
      .filter(({ form, pattern }) => form in forms && new RegExp(pattern, "mu").test(text))
      .map(({ form }) => ({ form, choice })),
  );
}

/** The workspace for a text, pasted or from a file of this name; null if it is an ordinary document. */
export async function taken(
  pasted: string,
  { state }: Store,
  path?: string,
  read: Read = readYaml,
): Promise<Taken | null> {
  const text = cleaned(pasted);
  for (const { form, choice } of formsOf(text)) {
    try {
      const options = optionsFor({ dialect: choice.dialect }, choice);
      const { workspace: open, title, example, edited } = state;
      const isOwn = !((example !== null && !edited) || isUntouched(open));
      const found = await forms[form]?.(text, {
        ...{ read, dialect: choice.dialect, options, open, title, isOwn },
        ...(path !== undefined && { path }),
      });
      if (found) return found;
    } catch {
      // It starts like this form but is cut off. Another form may match.
    }
  }
  return null;
}
