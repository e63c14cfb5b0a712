// Output of other tools: Kubernetes objects, OpenStack stacks and lists, CFEngine state, contexts of workflows.

import { type FileContent, type JsonNode, readJson, toFaithful, type Workspace, writeJson } from "evalground";
import { entriesOf, filesOf, mapOf } from "../../ui/entries.ts";
import { prettyJson } from "../../ui/json.ts";
import { text } from "../../ui/text.ts";
import { valueToYaml } from "../../ui/yaml.ts";
import { type Form, type Given, jsonAt } from "./form.ts";

type Inputs = NonNullable<Workspace["inputs"]>;

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
export const kubernetes: Form = async (pasted, { dialect, read, open, isOwn }) => {
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
    return { workspace: { ...open, data }, title: open.title ?? "", said };
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

/** A placeholder template for inputs without a template. It declares the parameters and outputs them. */
function standIn(inputs: readonly (readonly [string, unknown])[]): string {
  const parameters = mapOf(inputs.map(([name, value]) => [name, { type: typeOf(value) }] as const));
  const outputs = mapOf(inputs.map(([name]) => [name, { value: { get_param: name } }] as const));
  return valueToYaml({ heat_template_version: "wallaby", parameters, outputs });
}

function typeOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "json";
}

function stackWorkspace(
  inputs: [string, unknown][],
  others: [string, string][],
  { dialect, open, isOwn }: Given,
): Pick<Workspace, "dialect" | "files" | "inputs"> {
  const isStack = isOwn && open.dialect === dialect;
  const files = isStack ? [...filesOf(open)] : [["main.yaml", standIn(inputs)] as const];
  const all = new Map([...files, ...others]);
  return { ...(isStack && open), dialect, files: mapOf([...all]), inputs: mapOf(inputs) as Inputs };
}

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

/** The input that lists environment files. */
const filesKey = "environment_files";
const environmentKeys = [
  "parameters",
  "parameter_defaults",
  "resource_registry",
  "encrypted_param_names",
  "event_sinks",
];

/** The name with the first number that is free. */
function freePath(files: ReadonlyMap<string, FileContent>, name: string, ending: string): string {
  let path = name + ending;
  for (let number = 2; files.has(path); number += 1) path = `${name}-${number}${ending}`;
  return path;
}

/** A Heat environment. One with only parameters becomes inputs; any other is kept as a file. */
export const environment: Form = async (pasted, given) => {
  const root = await given.read(pasted);
  if (root?.kind !== "map" || root.children.some(({ key }) => !environmentKeys.includes(String(key)))) return null;
  const { dialect, open, isOwn } = given;
  const inputs = new Map<string, unknown>();
  for (const key of ["parameter_defaults", "parameters"])
    for (const each of root.get(key)?.children ?? []) inputs.set(String(each.key), toFaithful(each));
  const said = text("paste.environment", { count: inputs.size });
  const title = text("paste.environmentTitle");
  const isStack = isOwn && open.dialect === dialect;
  if (root.children.every(({ key }) => key === "parameters") || (!root.get("resource_registry") && !isStack))
    return { workspace: stackWorkspace([...inputs], [], given), title, said };
  const files = isStack ? filesOf(open) : new Map([["main.yaml", standIn([...inputs])] as const]);
  const path = freePath(files, "environment", ".yaml");
  // The environment's values win over those that were set before.
  const kept = isStack ? entriesOf(open.inputs).filter(([name]) => !inputs.has(name) && name !== filesKey) : [];
  const known = isStack
    ? entriesOf(open.inputs)
        .filter(([name]) => name === filesKey)
        .flatMap(([, each]) => each)
    : [];
  return {
    workspace: {
      ...(isStack && open),
      dialect,
      files: mapOf([...files, [path, pasted] as const]),
      inputs: mapOf([...kept, [filesKey, known.length === 0 ? path : [...known, path]]]) as Inputs,
    },
    title: isStack ? (open.title ?? title) : title,
    said: isStack ? text("paste.environmentFile", { count: inputs.size, path }) : said,
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
