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
// The two code blocks become the element's children and are highlighted like all others. Readers without JavaScript see
// these.

import { Examples, isMarked, isOutput, readMeta, type FenceInfo } from "./fence.js";

/** The part of a Markdown node (mdast) that is used here. */
interface MarkdownNode {
  type: string;
  lang?: string | null;
  meta?: string | null;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName?: string; hProperties?: Record<string, string> };
}

/** What a node says after its backticks; null if it is no fence. */
function infoOf(node: MarkdownNode | undefined): FenceInfo | null {
  if (node?.type !== "code") return null;
  return { language: (node.lang ?? "").toLowerCase(), attributes: readMeta(node.meta ?? "") };
}

function embedOf(code: MarkdownNode, output: MarkdownNode | null, hProperties: Record<string, string>): MarkdownNode {
  const shown: MarkdownNode[] = output
    ? [{ type: "evalgroundOutput", children: [output], data: { hName: "output", hProperties: { slot: "fallback" } } }]
    : [];
  return { type: "evalgroundEmbed", children: [code, ...shown], data: { hName: "evalground-embed", hProperties } };
}

function replaceFences(parent: MarkdownNode, examples: Examples): void {
  const children = parent.children ?? [];
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at]!;
    const info = infoOf(child);
    if (!info || !isMarked(info)) {
      replaceFences(child, examples);
      continue;
    }
    const attributes = examples.attributesOf(info, child.value ?? "");
    if (!attributes) continue;
    const next = infoOf(children[at + 1]);
    const output = next && isOutput(next) ? children[at + 1]! : null;
    children.splice(at, output ? 2 : 1, embedOf(child, output, attributes));
  }
}

/** The plugin. It changes the tree in place. Throws if a marked fence does not say what it is. */
export default function remarkEvalground(): (tree: MarkdownNode) => void {
  return (tree) => replaceFences(tree, new Examples());
}
