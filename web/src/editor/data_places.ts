// Converts between paths in a value and positions in the YAML or JSON text of that value:
//   servers:            path ["servers"]
//     - name: a         path ["servers", 0, "name"]
//
// It uses the editor's own syntax tree. A path ends at an alias: the position is that of the alias. Several documents
// form a list, so the first step of the path is the number of the document.

import { ensureSyntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import type { Path } from "evalground";

/** Longest wait for the syntax tree, in milliseconds. */
const longestReading = 100;
/** Longest text that is searched, in characters, so that moving the caret is not delayed. */
const largest = 1024 * 1024;

function treeOf(state: EditorState): Tree | null {
  return state.doc.length > largest ? null : ensureSyntaxTree(state, state.doc.length, longestReading);
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const containers = new Set(["BlockMapping", "FlowMapping", "BlockSequence", "FlowSequence"]);

/** The map or list that a node holds, without its anchor and tag. */
function containerIn(node: SyntaxNode): SyntaxNode | null {
  if (containers.has(node.name)) return node;
  for (const child of childrenOf(node)) {
    if (child.name === "Key") continue;
    const found = child.name === "Tagged" || child.name === "Anchored" ? containerIn(child) : child;
    if (found && containers.has(found.name)) return found;
  }
  return null;
}

/** A key of a map or an item of a list, with the node of its value. */
interface Entry {
  key: string | number;
  node: SyntaxNode;
}

function keyText(pair: SyntaxNode, state: EditorState): string {
  const key = pair.getChild("Key") ?? pair.firstChild;
  const words = key ? state.sliceDoc(key.from, key.to).trim() : "";
  if (words.startsWith('"')) {
    try {
      return String(JSON.parse(words));
    } catch {
      return words.slice(1, -1);
    }
  }
  return words.startsWith("'") ? words.slice(1, -1).replaceAll("''", "'") : words;
}

function entriesIn(container: SyntaxNode, state: EditorState): Entry[] {
  if (container.name.endsWith("Mapping")) {
    return container.getChildren("Pair").map((node) => ({ key: keyText(node, state), node }));
  }
  const isMark = ({ name }: SyntaxNode): boolean => /^[[\],]$|Comment/.test(name);
  const items =
    container.name === "BlockSequence"
      ? container.getChildren("Item")
      : childrenOf(container).filter((node) => !isMark(node));
  return items.map((node, key) => ({ key, node }));
}

/** The documents of a text. If there are several, the value is their list. */
function documentsIn(tree: Tree): SyntaxNode[] {
  return tree.topNode.getChildren("Document");
}

/** The range of the part at a path, or of the innermost existing part on the way to it; null if there is none. */
export function rangeOf(state: EditorState, path: Path): { from: number; to: number } | null {
  const tree = treeOf(state);
  if (!tree) return null;
  const documents = documentsIn(tree);
  const rest = [...path];
  let node: SyntaxNode | undefined = documents.length > 1 ? documents[Number(rest.shift() ?? 0)] : documents[0];
  let found: SyntaxNode | null = null;
  for (const part of rest) {
    const container: SyntaxNode | null = node ? containerIn(node) : null;
    node = container ? entriesIn(container, state).find(({ key }) => String(key) === String(part))?.node : undefined;
    if (!node) break;
    found = node;
  }
  return found && { from: found.from, to: found.to };
}

/** The path of the innermost part at an offset. */
export function pathAt(state: EditorState, offset: number): Path {
  const tree = treeOf(state);
  if (!tree) return [];
  const holds = ({ from, to }: SyntaxNode): boolean => from <= offset && to >= offset;
  const documents = documentsIn(tree);
  const at = documents.findIndex(holds);
  const path: Path = documents.length > 1 && at >= 0 ? [at] : [];
  let node = documents[at];
  while (node) {
    const container = containerIn(node);
    const entry = container ? entriesIn(container, state).find(({ node: own }) => holds(own)) : undefined;
    if (!entry) break;
    path.push(entry.key);
    node = entry.node;
  }
  return path;
}
