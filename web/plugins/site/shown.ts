// What pages show of a workspace and of what it came to.

import { encodeLink, readJson, writeJson, type Case, type JsonNode, type RunResult, type Workspace } from "evalground";
import { Document, stringify, visit, type Node } from "yaml";
import { code, h, type Markup, type Part } from "./markup.ts";
import { siteWords } from "./words.ts";

/** What is evaluated of a case: all but what it is called, what it must come to, and whom it is for. */
export function workspaceOf(example: Case): Case {
  const { id: _, expect: _expect, exact: _exact, note: _note, source: _source, ...rest } = example;
  const { tags: _tags, difficulty: _difficulty, ...workspace } = rest;
  return workspace as Case;
}

/** Longest line that a value stands on. */
const longestLine = 60;
/** The same with the blanks before it. */
const widestLine = 80;

/** A value as JSON, broken into lines where it is too long for one. */
export function prettyJson(node: JsonNode, indent = ""): string {
  const flat = writeJson(node);
  if ((node.kind !== "map" && node.kind !== "list") || node.children.length === 0) return flat;
  const spaced = flatJson(node);
  if (indent.length + spaced.length <= longestLine) return spaced;
  const inner = `${indent}  `;
  const lines = node.children.map((child) => {
    const key = node.kind === "map" ? `${JSON.stringify(String(child.key))}: ` : "";
    return `${inner}${key}${prettyJson(child, inner)}`;
  });
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function flatJson(node: JsonNode): string {
  if (node.kind === "list") return `[${node.children.map(flatJson).join(", ")}]`;
  if (node.kind !== "map") return writeJson(node);
  return `{${node.children.map((child) => `${JSON.stringify(String(child.key))}: ${flatJson(child)}`).join(", ")}}`;
}

/** What an evaluation came to, as text. */
export function resultText(result: RunResult): string {
  if (!result.ok) return result.diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
  if (result.text !== undefined) return result.text;
  const json = result.json ?? result.outputsJson;
  return json === undefined ? "" : prettyJson(readJson(json));
}

/** What an embed expects of a result that is like this one; undefined for an error. */
export function expectation(result: RunResult): string | undefined {
  if (!result.ok) return undefined;
  return result.text === undefined ? (result.json ?? result.outputsJson) : JSON.stringify(result.text);
}

export function resultBlock(result: RunResult, label = siteWords("site.result")): Markup {
  const text = resultText(result);
  return h(
    "figure",
    { class: result.ok ? "result" : "result failed" },
    h("figcaption", {}, result.ok ? label : siteWords("site.error")),
    text === ""
      ? h("p", { class: "muted" }, siteWords("site.empty"))
      : code(text, { "aria-label": label }, !result.ok || result.text !== undefined),
  );
}

const inputKeys = ["data", "local", "vars", "inputs", "attributes", "classes", "env", "secrets", "options"] as const;
const lineKeys = ["operation", "resource", "clock", "seed"] as const;

/** An expression as its language writes it, which is YAML where it is no text. */
export function expressionText(expression: unknown): string {
  return typeof expression === "string" ? expression : yaml(expression);
}

const onOneLine = (value: unknown): string =>
  stringify(value, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false }).trimEnd();

function hasAliases(node: Node): boolean {
  let isFound = false;
  visit(node, {
    Alias() {
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}

/** A value as YAML; maps and lists that fit on a line stand on one. */
function yaml(value: unknown): string {
  const flat = onOneLine(value);
  if (flat.length <= longestLine) return flat;
  const document = new Document(value);
  visit(document, {
    Collection(_, node) {
      if (hasAliases(node) || onOneLine(node.toJS(document)).length > longestLine) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: widestLine, flowCollectionPadding: false }).replace(/\n$/, "");
}

/** The texts of a workspace, each with its name: files, expression, inputs. */
export function sourcesOf(workspace: Workspace): { label: string; text: string }[] {
  const given = workspace as unknown as Record<string, unknown>;
  const files = Object.entries((workspace.files ?? {}) as Record<string, unknown>).map(([label, content]) => ({
    label,
    text: typeof content === "string" ? content : siteWords("site.binary"),
  }));
  const { main, expression } = workspace;
  const isDocument = typeof main === "string" && !files.some(({ label }) => label === main) && main.trim() !== "";
  return [
    ...(isDocument ? [{ label: siteWords("site.document"), text: main }] : []),
    ...files,
    ...(expression === undefined ? [] : [{ label: siteWords("site.expression"), text: expressionText(expression) }]),
    ...inputKeys
      .filter((key) => given[key] !== undefined)
      .map((key) => ({ label: key, text: typeof given[key] === "string" ? String(given[key]) : yaml(given[key]) })),
    ...lineKeys
      .filter((key) => given[key] !== undefined && given[key] !== "evaluate")
      .map((key) => ({ label: key, text: String(given[key]) })),
  ];
}

export function sourceBlocks(workspace: Workspace): Part {
  return sourcesOf(workspace).map(({ label, text }) =>
    h(
      "figure",
      { class: "source" },
      h("figcaption", { dir: "auto" }, label),
      text.trim() === "" ? h("p", { class: "muted" }, siteWords("site.empty")) : code(text, { "aria-label": label }),
    ),
  );
}

/** The address by which the playground opens a workspace. */
export function playgroundAddress(workspace: Workspace): string {
  return `/#${encodeLink(workspace)}`;
}

export function openLink(workspace: Workspace, words = siteWords("site.open"), about = ""): Markup {
  return h(
    "a",
    { class: "open", href: playgroundAddress(workspace) },
    words,
    about !== "" && h("span", { class: "spoken" }, ` ${about}`),
  );
}
