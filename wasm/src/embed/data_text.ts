// The text of an embed's data, where it is shown and where its editor begins.

import { type JsonNode, writeJson } from "../reader.js";

/** The longest line that a list or a map takes, in characters. */
const longest = 60;

/** A value as JSON. Each list and map is on one line if it fits. */
export function dataText(node: JsonNode): string {
  return `${laidOut(node, longest, "", "")}\n`;
}

function laidOut(node: JsonNode, width: number, indent: string, key: string): string {
  if (node.children.length === 0) return key + writeJson(node);
  const isMap = node.kind === "map";
  const [open, close] = isMap ? "{}" : "[]";
  const parts = (most: number, inner: string): string[] =>
    node.children.map((child) => laidOut(child, most, inner, isMap ? `${JSON.stringify(child.key)}: ` : ""));
  const line = `${key}${open}${parts(Infinity, "").join(", ")}${close}`;
  if (indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  return `${key}${open}\n${inner}${parts(width, inner).join(`,\n${inner}`)}\n${indent}${close}`;
}
