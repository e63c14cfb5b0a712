// Whether a result is what an embed's `expect` says: an equal value, whatever the order of keys, or the same text.

import { readJson, type JsonNode, type RunResult } from "evalground";

function isSame(one: JsonNode, other: JsonNode): boolean {
  const isNumber = ({ kind }: JsonNode): boolean => kind === "integer" || kind === "real";
  if (isNumber(one) && isNumber(other)) {
    // Compare integers exactly, however large.
    if (one.kind === "integer" && other.kind === "integer") return BigInt(one.text) === BigInt(other.text);
    return Number(one.text) === Number(other.text);
  }
  if (one.kind !== other.kind || one.children.length !== other.children.length) return false;
  if (one.kind === "map")
    return one.children.every((child) => {
      const found = other.get(String(child.key));
      return found !== undefined && isSame(child, found);
    });
  if (one.kind === "list") return one.children.every((child, at) => isSame(child, other.children[at] as JsonNode));
  return one.text === other.text;
}

/** `expected` is JSON. A string also matches the text that a template wrote. */
export function isAsExpected(result: RunResult, expected: string): boolean {
  const wanted = readJson(expected);
  if (!result.ok) return false;
  if (result.text !== undefined && wanted.kind === "string")
    return result.text.replace(/\n$/, "") === wanted.text.replace(/\n$/, "");
  const json = result.json ?? result.outputsJson;
  return json !== undefined && isSame(readJson(json), wanted);
}
