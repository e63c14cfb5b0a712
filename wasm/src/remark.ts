// A plugin for remark, and therefore for Docusaurus, Astro and Starlight. Marked fences become <evalground-embed>.
//
//   ```yaql evalground data="[1, 2, 3]"     remarkPlugins: [remarkEvalground]
//   $.where($ > 1)
//   ```
//
//   ```json evalground-output
//   [2, 3]
//   ```
//
// The element receives the workspace as a link, so the tree contains no HTML and works for Markdown and MDX. The two
// code blocks become the element's children and are highlighted like all others. Readers without JavaScript see these.

import { encodeLink } from "./links.js";
import { blockLanguages } from "./languages.js";
import { readJson, type JsonNode } from "./reader.js";
import type { Workspace } from "./types.js";

/** The part of a Markdown node (mdast) that is used here. */
interface MarkdownNode {
  type: string;
  lang?: string | null;
  meta?: string | null;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName?: string; hProperties?: Record<string, string> };
}

const texts = ["operation", "expression", "resource", "clock"] as const;
const inputs = "data local vars inputs attributes classes env options limits seed".split(" ");
const passed = "id editable show hide view lines run loading height max-height theme depends label title".split(" ");

/** Parses the text after a fence's language: names, with or without a value. */
export function readMeta(meta: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const [, name = "", double, single, bare] of meta.matchAll(
    /\.?([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s}]*)))?/g,
  ))
    words.set(name.replace(/^data-(?=.)/, ""), double ?? single ?? bare ?? "");
  return words;
}

function jsonValue(name: string, text: string): JsonNode {
  try {
    return readJson(text);
  } catch (error) {
    throw new Error(`evalground: ${name} of a fence is not JSON: ${(error as Error).message}`);
  }
}

/** The workspace of a marked fence; null if its language belongs to no dialect. */
export function workspaceOfFence(node: MarkdownNode): Workspace | null {
  const words = readMeta(node.meta ?? "");
  const named = words.get("dialect") ?? (node.lang ?? "").toLowerCase();
  const found = blockLanguages.get(named);
  if (!found) return null;
  const workspace: Record<string, unknown> = { dialect: found.dialect };
  for (const name of texts) if (words.has(name)) workspace[name] = words.get(name);
  for (const name of inputs) {
    const text = words.get(name);
    if (text !== undefined) workspace[name] = jsonValue(name, text);
  }
  const text = node.value ?? "";
  if (found.file === undefined) {
    workspace["expression"] = text;
  } else {
    const path = words.get("file") ?? found.file;
    workspace["files"] = { [path]: `${text}\n` };
    workspace["main"] = path;
  }
  return workspace as unknown as Workspace;
}

function isMarked(node: MarkdownNode | undefined, mark: string): boolean {
  return node?.type === "code" && (node.lang === mark || readMeta(node.meta ?? "").has(mark));
}

function embedOf(code: MarkdownNode, output: MarkdownNode | undefined): MarkdownNode | null {
  const workspace = workspaceOfFence(code);
  if (!workspace) return null;
  const words = readMeta(code.meta ?? "");
  const hProperties: Record<string, string> = { src: `#${encodeLink(workspace)}` };
  for (const name of passed) if (words.has(name)) hProperties[name] = words.get(name)!;
  const shown: MarkdownNode[] = output
    ? [{ type: "evalgroundOutput", children: [output], data: { hName: "output", hProperties: { slot: "fallback" } } }]
    : [];
  return { type: "evalgroundEmbed", children: [code, ...shown], data: { hName: "evalground-embed", hProperties } };
}

function replaceFences(parent: MarkdownNode): void {
  const children = parent.children ?? [];
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at]!;
    if (!isMarked(child, "evalground")) {
      replaceFences(child);
      continue;
    }
    const next = children[at + 1];
    const hasOutput = isMarked(next, "evalground-output") || isMarked(next, "output");
    const embed = embedOf(child, hasOutput ? next : undefined);
    if (embed) children.splice(at, hasOutput ? 2 : 1, embed);
  }
}

/** The plugin. It changes the tree in place. Throws if an option of a fence is not valid JSON. */
export default function remarkEvalground(): (tree: MarkdownNode) => void {
  return replaceFences;
}
