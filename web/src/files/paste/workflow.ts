// A workflow of Mistral, or of StackStorm's Orquesta. Its expressions can be evaluated, the workflow itself cannot. So
// it becomes the data that its expressions read, with the first of them, and the others as earlier expressions.

import { type JsonNode, readJson, toFaithful, type Workspace, writeJson } from "evalground";
import { mapOf } from "../../ui/entries.ts";
import { text } from "../../ui/text.ts";
import type { Form } from "./form.ts";

/** Maximum number of expressions that are taken from a workflow. */
const mostExpressions = 50;

const between = /<%-?\s*([\s\S]+?)\s*-?%>/g;

/** The expressions in the texts of a value, without duplicates and in their order. */
function expressionsIn(root: JsonNode): string[] {
  const found = new Set<string>();
  // An explicit stack, because a hostile document may be arbitrarily deep.
  const ahead = [root];
  for (let node = ahead.pop(); node && found.size < mostExpressions; node = ahead.pop()) {
    if (node.kind === "string")
      for (const [, expression = ""] of node.text.matchAll(between)) found.add(`<% ${expression} %>`);
    // Conditions of transitions are keys: `- next_task: <% … %>`, or the reverse.
    else ahead.push(...[...node.children].reverse());
  }
  return [...found].slice(0, mostExpressions);
}

/** The workflows of a document with their names: several with Mistral, the document itself with Orquesta. */
function workflowsIn(root: JsonNode): [string, JsonNode][] {
  if (root.get("tasks")?.kind === "map") return [["", root]];
  return root.children.flatMap((each): [string, JsonNode][] =>
    each.kind === "map" && each.get("tasks")?.kind === "map" ? [[String(each.key), each]] : [],
  );
}

/** The names that a workflow declares, with their values as far as these are not computed: `- name` or `- name: 1`. */
function declared(node: JsonNode | undefined): [string, unknown][] {
  if (node?.kind === "list")
    return node.children.flatMap((each) => (each.kind === "string" ? [[each.text, null]] : declared(each)));
  if (node?.kind !== "map") return [];
  return node.children.map((each) => {
    const isComputed = each.kind === "string" && each.text.includes("<%");
    return [String(each.key), isComputed ? null : toFaithful(each)];
  });
}

/** A workflow with expressions between `<%` and `%>`. */
export const workflowDefinition: Form = async (pasted, { dialect, read }) => {
  const root = await read(pasted);
  const [[name, workflow] = ["", null]] = root ? workflowsIn(root) : [];
  if (!root || !workflow) return null;
  const expressions = expressionsIn(workflow);
  if (expressions.length === 0) return null;
  const context = new Map([...declared(workflow.get("input")), ...declared(workflow.get("vars"))]);
  const data = toFaithful(readJson(writeJson(mapOf([...context]))));
  // Orquesta's expressions read the context by `ctx()`, Mistral's by `$`.
  const readsContext = expressions.some((each) => /\bctx\(/.test(each));
  const inputs = { functions: { "ctx()": data } } as Workspace["inputs"];
  const [first = ""] = expressions;
  return {
    workspace: { dialect, data, expression: first, ...(readsContext && inputs && { inputs }) },
    title: name || root.get("description")?.text.split("\n")[0]?.slice(0, 60) || text("paste.workflowDefinition"),
    said: text("paste.workflowExpressions", { count: expressions.length }),
    expressions: [...expressions.slice(1).reverse(), first],
  };
};
