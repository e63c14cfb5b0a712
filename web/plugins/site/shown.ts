// How pages show a workspace and its result.

import { encodeLink, readJson, writeJson, type Case, type JsonNode, type RunResult, type Workspace } from "evalground";
import { Document, stringify, visit, type Node } from "yaml";
import { code, h, type Markup, type Part } from "./markup.ts";
import { siteWords } from "./words.ts";

/** The evaluated part of a case: without its name, its expectation and its tags. */
export function workspaceOf(example: Case): Case {
  const { id: _, expect: _expect, exact: _exact, note: _note, source: _source, ...rest } = example;
  const { tags: _tags, difficulty: _difficulty, ...workspace } = rest;
  return workspace as Case;
}

/** Longest value on a single line. */
const longestLine = 60;
/** The same including indentation. */
const widestLine = 80;

/** A value as JSON, split into lines if it is too long for one. */
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

/** The result of an evaluation as text. */
export function resultText(result: RunResult): string {
  if (!result.ok) return result.diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
  if (result.text !== undefined) return result.text;
  const json = result.json ?? result.outputsJson;
  return json === undefined ? "" : prettyJson(readJson(json));
}

/** The expectation for an embed whose result should equal this one; undefined for an error. */
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

/** An expression in its language's notation. If it is not a string, it is YAML. */
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

/** A value as YAML. Maps and lists that fit on a line are written on one. */
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

/** The texts of a workspace with labels: files, expression, inputs. */
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

/** The address that opens a workspace in the playground. */
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
