// What a result must be for a case to pass, and how a result differs from it. The rules are those of `evalground cases`
// (tests/cases/README.md), so that the page and the command reach the same verdict.

import { type JsonNode, readJson, type RunResult, type Workspace, writeJson } from "evalground";
import { entriesOf, filesOf } from "../ui/entries.ts";
import { own } from "../ui/own.ts";

/** One difference between expected and actual; null stands for a missing value. */
export interface Difference {
  /** The key of `expect`, followed by a colon and the entry where it has entries. */
  what: string;
  expected: JsonNode;
  actual: JsonNode | null;
}

/** A workspace with its expected result. With `exact`, 1 and 1.0 differ. */
export type Tested = Workspace & { exact?: boolean };

const nodeOf = (value: unknown): JsonNode => readJson(writeJson(value));

const isNumber = ({ kind }: JsonNode): boolean => kind === "integer" || kind === "real";

/**
 * Compares values. The order of map keys does not matter. An integer equals a real of the same number unless `exact`.
 */
export function isSame(expected: JsonNode, actual: JsonNode, exact = false): boolean {
  if (isNumber(expected) && isNumber(actual)) {
    if (exact && expected.kind !== actual.kind) return false;
    if (expected.kind === "integer" && actual.kind === "integer") return BigInt(expected.text) === BigInt(actual.text);
    return Number(expected.text) === Number(actual.text);
  }
  if (expected.kind !== actual.kind || expected.children.length !== actual.children.length) return false;
  if (expected.kind === "map")
    return expected.children.every((child) => {
      const found = actual.get(String(child.key));
      return found !== undefined && isSame(child, found, exact);
    });
  if (expected.kind === "list")
    return expected.children.every((child, at) => isSame(child, actual.children[at] as JsonNode, exact));
  return expected.text === actual.text;
}

/** The messages of all errors and pending requests, one a line. */
export function errorsOf({ diagnostics, pending = [] }: RunResult): string {
  const lines = diagnostics
    .filter(({ severity }) => severity === "error")
    .flatMap(({ message, related = [] }) => [message, ...related.map((note) => `  ${note.message}`)]);
  return [...lines, ...pending.map(({ service, file }) => `needs ${service} ${file}`)].join("\n");
}

/** Lowers ASCII letters only, as the command does when it compares messages. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The part of a result that a key of `expect` describes. */
export function partOf(result: RunResult, key: string): JsonNode | null {
  const texts = {
    value: result.json,
    matches: result.matchesJson,
    variables: result.variablesJson,
    outputs: result.outputsJson,
  };
  const json = own<string | undefined>(texts, key);
  if (json !== undefined) return readJson(json);
  const { text, reports, classes, files } = result;
  const plain = own<unknown>({ text, reports, classes, files }, key);
  return plain === undefined ? null : nodeOf(plain);
}

function differencesOfError(expected: JsonNode, result: RunResult): Difference[] {
  if (result.ok) return [{ what: "error", expected, actual: partOf(result, "value") }];
  const fragment = expected.kind === "map" ? expected.get("contains") : undefined;
  const messages = errorsOf(result);
  if (!fragment || lower(messages).includes(lower(fragment.text))) return [];
  return [{ what: "error", expected: fragment, actual: nodeOf(messages) }];
}

function differencesOfClasses(expected: JsonNode, actual: JsonNode | null): Difference[] {
  const defined = new Set((actual?.children ?? []).map(({ text }) => text));
  return expected.children.flatMap((one): Difference[] => {
    const isWanted = !one.text.startsWith("!");
    const name = isWanted ? one.text : one.text.slice(1);
    return defined.has(name) === isWanted ? [] : [{ what: `classes: ${one.text}`, expected: one, actual: null }];
  });
}

/** Checks that each entry of `expected` is present and equal. Additional entries are ignored. */
function differencesOfEntries(key: string, expected: JsonNode, actual: JsonNode | null, exact: boolean): Difference[] {
  return expected.children.flatMap((entry): Difference[] => {
    const found = actual?.get(String(entry.key)) ?? null;
    return found && isSame(entry, found, exact)
      ? []
      : [{ what: `${key}: ${entry.key}`, expected: entry, actual: found }];
  });
}

/** The differences between a result and what its workspace expects; empty if it is as expected. */
export function differencesOf({ expect, exact = false, ...workspace }: Tested, result: RunResult): Difference[] {
  const wanted = nodeOf(expect ?? {});
  if (wanted.kind !== "map" || wanted.children.length === 0)
    return [{ what: "expect", expected: wanted, actual: partOf(result, "value") }];
  const error = wanted.get("error");
  if (!error && !result.ok) return [{ what: "error", expected: wanted, actual: nodeOf(errorsOf(result)) }];
  return wanted.children.flatMap((expected): Difference[] => {
    const key = String(expected.key);
    const actual = partOf(result, key);
    switch (key) {
      case "error":
        return differencesOfError(expected, result);
      case "value":
      case "matches":
      case "reports":
        return actual && isSame(expected, actual, exact) ? [] : [{ what: key, expected, actual }];
      case "text":
        return actual && isSame(expected, actual, true) ? [] : [{ what: key, expected, actual }];
      case "classes":
        return differencesOfClasses(expected, actual);
      case "variables":
      case "outputs":
        return differencesOfEntries(key, expected, actual, exact);
      case "sensitive": {
        const isSensitive = result.sensitive.length > 0;
        return (expected.text === "true") === isSensitive ? [] : [{ what: key, expected, actual: nodeOf(isSensitive) }];
      }
      case "files": {
        const given = new Map<string, unknown>([...filesOf(workspace as Workspace), ...entriesOf(result.files)]);
        return differencesOfEntries(key, expected, nodeOf(given), true);
      }
      default:
        return [{ what: key, expected, actual: null }];
    }
  });
}

/** A result in the form that cases expect; null if it has nothing to compare. */
export function expectationOf(result: RunResult): Map<string, unknown> | null {
  const failed = result.diagnostics.find(({ severity }) => severity === "error");
  if (!result.ok) return failed ? new Map([["error", { contains: failed.message }]]) : null;
  // The page only has the redacted value, while the engine compares the real one. A case must not expect the redaction.
  if (result.sensitive.length > 0) return new Map([["sensitive", true]]);
  if (result.text !== undefined) return new Map([["text", result.text]]);
  const { json, outputsJson, reports } = result;
  if (json !== undefined) return new Map([["value", readJson(json)]]);
  if (outputsJson !== undefined) return new Map([["outputs", readJson(outputsJson)]]);
  return reports ? new Map([["reports", reports]]) : null;
}
