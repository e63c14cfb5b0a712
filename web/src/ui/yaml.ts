// Writes JSON values as YAML for reading and editing: block style, exact numbers, and quotes only where needed.

import { JsonNode, readJson, writeJson } from "evalground";

/** Plain scalars that YAML 1.1 or 1.2 does not read as strings: numbers, special words and dates. */
const notText = [
  /^[-+]?(?:\.?\d[\d_]*(?:[.:]\d*)*(?:[eE][-+]?\d+)?|\.inf|\.nan|0[xob][\da-f_]+)$/i,
  /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i,
  /^\d{4}-\d\d?-\d\d?.*$/,
];
/** What a plain scalar must not start with, contain or end with. */
const needsQuotes = /^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|^$|[\s]$|[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;
const plainStart = /^[-?:][^\s]/;

/** A string as a one-line YAML scalar. */
export function yamlScalar(value: string): string {
  const isPlain =
    !notText.some((form) => form.test(value)) &&
    (!needsQuotes.test(value) || (plainStart.test(value) && !/: |:$| #|\s$/.test(value) && !value.startsWith("---")));
  return isPlain ? value : JSON.stringify(value);
}

/** Whether a multi-line string can be written as a block scalar unchanged. */
function isBlockText(value: string): boolean {
  return (
    /^[^\s].*\n/.test(value) && !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|[ \t]\n|\n\n$/.test(value)
  );
}

function writeNode(node: JsonNode, indent: string, out: string[], lead: string): void {
  if (node.kind === "list" && node.children.length > 0) {
    for (const [index, child] of node.children.entries()) {
      writeNode(child, `${indent}  `, out, index === 0 && lead.endsWith("- ") ? `${lead}- ` : `${indent}- `);
    }
    return;
  }
  if (node.kind === "map" && node.children.length > 0) {
    for (const [index, child] of node.children.entries()) {
      const start = index === 0 && lead.endsWith("- ") ? lead : indent;
      const key = yamlScalar(String(child.key));
      const nested = (child.kind === "map" || child.kind === "list") && child.children.length > 0;
      if (nested) {
        out.push(`${start}${key}:`);
        writeNode(child, `${indent}  `, out, `${indent}  `);
      } else writeNode(child, `${indent}  `, out, `${start}${key}: `);
    }
    return;
  }
  if (node.kind === "string" && isBlockText(node.text)) {
    out.push(`${lead}|${node.text.endsWith("\n") ? "" : "-"}`);
    const lines = node.text.replace(/\n$/, "").split("\n");
    for (const line of lines) out.push(line === "" ? "" : `${indent}${line}`);
    return;
  }
  const scalar =
    node.kind === "string"
      ? yamlScalar(node.text)
      : node.kind === "list"
        ? "[]"
        : node.kind === "map"
          ? "{}"
          : node.text;
  out.push(`${lead}${scalar === "NaN" ? ".nan" : scalar.replace(/Infinity$/, ".inf")}`);
}

/** A value as YAML, ending with a line break. */
export function toYaml(node: JsonNode): string {
  const out: string[] = [];
  writeNode(node, "", out, "");
  return `${out.join("\n")}\n`;
}

/** Any value that a workspace may hold, as YAML. */
export function valueToYaml(value: unknown): string {
  return toYaml(value instanceof JsonNode ? value : readJson(writeJson(value)));
}
