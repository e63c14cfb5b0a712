// Converts the values of inputs between the workspace, the form and YAML.

import { JsonNode, readJson, toFaithful, writeJson } from "evalground";
import { yamlScalar } from "../ui/yaml.ts";

/** The type of a row's value. */
export type ValueType = "string" | "number" | "boolean" | "null" | "yaml";

/** The type of field in which a value is edited. */
export function typeOf(value: unknown): ValueType {
  if (value === null || value === undefined) return "null";
  if (value instanceof JsonNode) return value.kind === "integer" || value.kind === "real" ? "number" : "yaml";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "yaml";
}

/** A number with its digits as written; null if the text is not a number. */
export function readNumber(written: string): unknown {
  const digits = written.trim().replace(/^\+/, "");
  try {
    const node = readJson(digits);
    return node.kind === "integer" || node.kind === "real" ? toFaithful(node) : null;
  } catch {
    return null;
  }
}

/** The text of a value that is not edited as YAML. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : value instanceof JsonNode ? value.text : String(value);
}

/** Converts a value to another type, and keeps as much of it as that type allows. */
export function converted(value: unknown, type: ValueType): unknown {
  const words =
    typeof value === "object" && value !== null && !(value instanceof JsonNode && value.children.length === 0)
      ? writeJson(value)
      : plainText(value);
  switch (type) {
    case "string":
      return words;
    case "number":
      return readNumber(words) ?? 0;
    case "boolean":
      return words === "true" || words === "1" || words === "yes";
    case "null":
      return null;
    case "yaml":
      return typeof value === "object" && value !== null ? value : words === "" ? {} : [value];
  }
}

/** The range of the value of a key in YAML: inside the quotes, if there are some. */
export function valueRange(yaml: string, key: string): [from: number, to: number] {
  const lead = [yamlScalar(key), key].map((name) => `${name}: `).find((each) => `\n${yaml}`.includes(`\n${each}`));
  if (lead === undefined) return [0, yaml.length];
  const from = `\n${yaml}`.lastIndexOf(`\n${lead}`) + lead.length;
  const end = yaml.indexOf("\n", from);
  const to = end < 0 ? yaml.length : end;
  return /^(["']).*\1$/.test(yaml.slice(from, to)) ? [from + 1, to - 1] : [from, to];
}
