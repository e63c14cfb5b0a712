// Output of other tools: Kubernetes objects, OpenStack stacks and lists, CFEngine state, contexts of workflows.

import { type FileContent, type JsonNode, readJson, toFaithful, writeJson } from "evalground";
import { filesOf, mapOf } from "../../ui/entries.ts";
import { prettyJson } from "../../ui/json.ts";
import { text } from "../../ui/text.ts";
import { stackWorkspace } from "./environment.ts";
import { type Form, type Given, jsonAt } from "./form.ts";

function jsonOf(pasted: string): JsonNode | null {
  const begin = pasted.search(/[[{]/);
  const json = begin < 0 ? null : jsonAt(pasted, begin);
  try {
    return json === null ? null : readJson(json);
  } catch {
    return null;
  }
}

/** An object without the fields that only controllers write. */
function withoutManaged(node: JsonNode): unknown {
  const members = node.children.map((child) => {
    if (child.key !== "metadata" || child.kind !== "map") return [String(child.key), child] as const;
    const kept = child.children.filter(({ key }) => key !== "managedFields").map((each) => [String(each.key), each]);
    return ["metadata", new Map(kept as [string, JsonNode][])] as const;
  });
  return new Map<string, unknown>(members);
}

/** `kubectl get … -o yaml`, a list or several documents. */
export const kubernetes: Form = async (pasted, { dialect, read, open, isOwn, title }) => {
  const documents = pasted.split(/^---.*$/m).filter((part) => part.trim() !== "");
  const roots = pasted.trimStart().startsWith("{") ? [jsonOf(pasted)] : await Promise.all(documents.map(read));
  const objects = roots.flatMap((root) => {
    if (!root) return [];
    const items = root.get("kind")?.text.endsWith("List") ? root.get("items") : undefined;
    return items?.kind === "list" ? items.children : [root];
  });
  const isObject = (node: JsonNode): boolean => node.get("kind") !== undefined && node.get("apiVersion") !== undefined;
  const isListed = roots.some((root) => root?.get("items") !== undefined);
  if (objects.length === 0 || !objects.every(isObject) || (objects.length === 1 && !isListed)) return null;
  const said = text("paste.kubernetes", { count: objects.length });
  // The user's own pipeline gets them as a list.
  if (isOwn && open.dialect === dialect && open.expression === undefined) {
    const data = toFaithful(readJson(writeJson(objects.map(withoutManaged))));
    return { workspace: { ...open, data }, title, said };
  }
  const kinds = new Map<string, unknown[]>();
  for (const each of objects) {
    const kind = each.get("kind")?.text ?? "";
    kinds.set(kind, [...(kinds.get(kind) ?? []), withoutManaged(each)]);
  }
  const data = objects.length === 1 ? withoutManaged(objects[0] as JsonNode) : kinds;
  return {
    workspace: { dialect, data: toFaithful(readJson(writeJson(data))), expression: "$." },
    title: [...kinds.keys()].join(", "),
    said,
  };
};

/** `openstack stack show -f json` */
export const stack: Form = async (pasted, given) => {
  const root = jsonOf(pasted);
  const parameters = root?.get("parameters");
  if (!root?.get("stack_name") || root.kind !== "map") return null;
  const inputs = (parameters?.children ?? [])
    .filter(({ key }) => !String(key).startsWith("OS::"))
    .map((each): [string, unknown] => [String(each.key), toFaithful(each)]);
  const outputs = root.get("outputs");
  const others: [string, string][] = outputs ? [["outputs.json", `${prettyJson(outputs)}\n`]] : [];
  const name = root.get("stack_name")?.text ?? "";
  return {
    workspace: stackWorkspace(inputs, others, given),
    title: name,
    said: text("paste.stack", { name, count: inputs.length }),
  };
};

const emptyPolicy = 'bundle agent main\n{\n  reports:\n    "";\n}\n';

/** The policy to continue with: the open one, or an empty one. */
function policy({ dialect, open }: Given): [string, FileContent][] {
  return open.dialect === dialect ? [...filesOf(open)] : [["main.cf", emptyPolicy]];
}

/** The tables of `cf-promises --show-vars` and `--show-classes`. */
export const agentState: Form = async (pasted, given) => {
  const classes = [...pasted.matchAll(/^(\S+)\s+.*\bhardclass\b.*$/gm)].map(([, name = ""]) => name);
  const files = new Map([...policy(given), ["expected.txt", pasted] as const]);
  return {
    workspace: {
      ...(given.open.dialect === given.dialect && given.open),
      dialect: given.dialect,
      files: mapOf([...files]),
      ...(classes.length > 0 && { classes: [...new Set(classes)] }),
    },
    title: text("paste.agentTitle"),
    said: text("paste.agent", { count: classes.length }),
  };
};

/** `datastate()` as JSON: classes, and the variables of each bundle. */
export const agentData: Form = async (pasted, given) => {
  const root = jsonOf(pasted);
  const defined = root?.get("classes");
  if (!root || !defined) return null;
  const names =
    defined.kind === "list"
      ? defined.children.map((each) => each.text)
      : defined.children.map(({ key }) => String(key));
  const files = new Map([...policy(given), ["expected.json", `${prettyJson(root)}\n`] as const]);
  return {
    workspace: {
      ...(given.open.dialect === given.dialect && given.open),
      dialect: given.dialect,
      files: mapOf([...files]),
      classes: names,
    },
    title: text("paste.agentTitle"),
    said: text("paste.agent", { count: names.length }),
  };
};

/** `cf-promises -p json-full`: a parsed policy. Its source is what can be evaluated. */
export const parsedPolicy: Form = async (pasted, given) => {
  if (!jsonOf(pasted)?.get("bundles")) return null;
  const files = new Map([...policy(given), ["policy.json", pasted] as const]);
  return {
    workspace: { dialect: given.dialect, files: mapOf([...files]) },
    title: text("paste.policyTitle"),
    said: text("paste.policy"),
  };
};

function asData(pasted: string, dialect: string, said: string, title: string): Awaited<ReturnType<Form>> {
  const root = jsonOf(pasted);
  if (!root) return null;
  return { workspace: { dialect, data: toFaithful(root), expression: "$" }, title, said };
}

/** The context of a workflow of Mistral or StackStorm. */
export const workflow: Form = async (pasted, { dialect }) =>
  asData(pasted, dialect, text("paste.workflow"), text("paste.workflowTitle"));

/** `openstack … list -f json` */
export const list: Form = async (pasted, { dialect }) =>
  asData(pasted, dialect, text("paste.list"), text("paste.listTitle"));
