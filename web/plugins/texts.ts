// Replaces message keys by their messages (src/ui/messages.ts): "key" in scripts, {{key}} in the HTML. So scripts do
// not carry the catalogue or its keys, and each file of the build has only the messages of its own code.
//
//   text("draft.untitled")       text("Untitled")
//   text(`saved.${state}`)       text({ saved: "Saved", … }[state] ?? "")

import type { Plugin } from "vite";
import { messages } from "../src/ui/messages.ts";
import { pseudo } from "../src/ui/text.ts";
import { escapeHtml } from "./html.ts";

const catalogue: ReadonlyMap<string, string> = new Map(Object.entries(messages));

/** A node of a parsed script, in ESTree form. */
interface Node {
  type: string;
  start: number;
  end: number;
}

interface Replacement {
  start: number;
  end: number;
  code: string;
  /** The keys whose messages it contains. */
  keys: string[];
}

/** A lookup by key, in the page's scripts or in the plugins that create pages. */
const lookup = /^(text|siteWords)\(/;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The keys that a template may produce: the text that fills its placeholder, with the message. */
function familyOf(before: string, after: string): [string, string][] {
  return [...catalogue]
    .filter(([key]) => key.startsWith(before) && key.endsWith(after) && key.length > before.length + after.length)
    .map(([key, message]): [string, string] => [key.slice(before.length, key.length - after.length), message])
    .filter(([filling]) => !filling.includes("."));
}

/** The keys in a script, with the code that replaces each. */
export function keysIn(code: string, ast: Node): Replacement[] {
  const found: Replacement[] = [];
  const refuse = (node: Node, why: string): never => {
    throw new Error(`${code.slice(node.start, node.end)}: ${why}`);
  };
  const template = (node: Node, isLookup: boolean): void => {
    const { quasis, expressions } = node as unknown as { quasis: { value: { cooked: string } }[]; expressions: Node[] };
    const [before = "", after = ""] = quasis.map(({ value }) => value.cooked);
    const [hole] = expressions;
    // A key begins with a word and a dot.
    if (!hole || !/^[a-zA-Z]+\./.test(before)) return;
    const family = familyOf(before, after);
    if (family.length === 0)
      return isLookup ? refuse(node, "the catalogue has no key that begins like this") : undefined;
    if (!isLookup) return refuse(node, "write a key with a hole directly in text(…)");
    if (expressions.length > 1) refuse(node, "a key has one hole at most");
    if (keysIn(code, hole).length > 0) refuse(node, "the hole holds a key: look that up first");
    found.push({
      start: node.start,
      end: node.end,
      code: `(${JSON.stringify(Object.fromEntries(family))}[${code.slice(hole.start, hole.end)}]??"")`,
      keys: family.map(([filling]) => `${before}${filling}${after}`),
    });
  };
  /** `isLookup`: the node is the argument of a lookup, or a branch of its argument. */
  const visit = (node: Node, isLookup: boolean): void => {
    if (node.type === "Literal") {
      const { value } = node as Node & { value: unknown };
      const message = typeof value === "string" ? catalogue.get(value) : undefined;
      if (message === undefined) return;
      found.push({ start: node.start, end: node.end, code: JSON.stringify(message), keys: [value as string] });
    } else if (node.type === "TemplateLiteral") template(node, isLookup);
    else if (node.type === "Property" || node.type === "PropertyDefinition") {
      const { key, computed } = node as Node & { key: Node; computed: boolean };
      if (!computed && catalogue.has(String((key as Node & { value?: unknown }).value)))
        refuse(key, "a key of the catalogue cannot name a property, since its message would: make it a value");
    }
    const isCall = node.type === "CallExpression" && lookup.test(code.slice(node.start, node.start + 10));
    const passes = /^(Conditional|Logical|TSAs)Expression$/.test(node.type);
    for (const child of childrenOf(node)) {
      const isKey = isCall && child === (node as Node & { arguments: Node[] }).arguments[0];
      visit(child, isKey || (isLookup && passes));
    }
  };
  visit(ast, false);
  return found.sort((one, other) => one.start - other.start);
}

/** A script with its messages inserted. */
function withMessages(code: string, ast: Node): string {
  let result = code;
  for (const { start, end, code: message } of keysIn(code, ast).reverse())
    result = result.slice(0, start) + message + result.slice(end);
  return result;
}

/** The messages in the HTML pages. `isPseudo` replaces them with the pseudo-translation. */
export function texts(isPseudo: boolean): Plugin {
  return {
    name: "texts",
    transform: {
      filter: { id: { include: /\/web\/src\/.*\.ts$/, exclude: /\/src\/ui\/messages\b/ } },
      handler(code) {
        return { code: withMessages(code, this.parse(code)), map: null };
      },
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => {
          const words = catalogue.get(key);
          if (words === undefined) throw new Error(`no text for ${key}`);
          return escapeHtml(isPseudo ? pseudo(words) : words);
        }),
    },
  };
}
