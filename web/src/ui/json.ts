// JSON for readers: on several lines, with unchanged digits and order of keys.

import type { JsonNode } from "evalground";

function scalarJson(node: JsonNode): string {
  if (node.kind === "map") return "{}";
  if (node.kind === "list") return "[]";
  return node.kind === "string" ? JSON.stringify(node.text) : node.text;
}

/** A value as JSON with two spaces of indentation and no final line break. */
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
