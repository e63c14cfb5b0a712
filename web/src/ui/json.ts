// JSON for people to read: over several lines, with digits and the order of keys as they are.

import type { JsonNode } from "evalground";

function scalarJson(node: JsonNode): string {
  if (node.kind === "map") return "{}";
  if (node.kind === "list") return "[]";
  return node.kind === "string" ? JSON.stringify(node.text) : node.text;
}

/** A value as JSON over several lines, indented by two spaces, without a line break at its end. */
export function prettyJson(node: JsonNode): string {
  const out: string[] = [];
  const write = (value: JsonNode, indent: string, lead: string, tail: string): void => {
    if (value.children.length === 0) {
      out.push(`${lead}${scalarJson(value)}${tail}`);
      return;
    }
    const isMap = value.kind === "map";
    out.push(`${lead}${isMap ? "{" : "["}`);
    const last = value.children.length - 1;
    for (const [index, child] of value.children.entries()) {
      const inner = `${indent}  `;
      write(child, inner, isMap ? `${inner}${JSON.stringify(String(child.key))}: ` : inner, index < last ? "," : "");
    }
    out.push(`${indent}${isMap ? "}" : "]"}${tail}`);
  };
  write(node, "", "", "");
  return out.join("\n");
}
