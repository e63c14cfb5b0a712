// A plugin for markdown-it, and therefore for VitePress and Eleventy. Marked fences become <evalground-embed>.
//
//   ```yaql {.evalground data="[1, 2, 3]"}     md.use(markdownItEvalground)
//   $.where($ > 1)
//   ```
//
//   ```json {.evalground-output}
//   [2, 3]
//   ```
//
// The two fences become the element's children and are highlighted like all others. Readers without JavaScript see
// these.

import { Examples, isMarked, isOutput, readInfo, withoutMarks } from "./fence.js";

/** The part of a token of markdown-it that is used here. */
interface Token {
  type: string;
  info: string;
  content: string;
  block: boolean;
}

/** The part of markdown-it that is used here. */
interface MarkdownIt {
  core: {
    ruler: { after(other: string, name: string, rule: (state: { tokens: Token[]; Token: TokenMaker }) => void): void };
  };
}
type TokenMaker = new (type: string, tag: string, nesting: 0) => Token;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const opening = (attributes: Record<string, string>): string =>
  `<evalground-embed${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("")}>`;

/**
 * The plugin. Throws if a marked fence does not say what it is. It runs before plugins that make attributes of a block
 * from the braces of a fence, as VitePress has one, and removes from the fence what it has read: a block with the mark
 * inside of the element would be a second example.
 */
export default function markdownItEvalground(md: MarkdownIt): void {
  md.core.ruler.after("block", "evalground", ({ tokens, Token }) => {
    const examples = new Examples();
    const markup = (content: string): Token => Object.assign(new Token("html_block", "", 0), { content, block: true });
    for (let at = 0; at < tokens.length; at += 1) {
      const fence = tokens[at]!;
      const info = readInfo(fence.info);
      if (fence.type !== "fence" || !isMarked(info)) continue;
      const attributes = examples.attributesOf(info, fence.content.replace(/\n$/, ""));
      fence.info = withoutMarks(fence.info);
      if (!attributes) continue;
      const next = tokens[at + 1];
      const output = next?.type === "fence" && isOutput(readInfo(next.info)) ? next : undefined;
      if (output) output.info = withoutMarks(output.info);
      const shown = output ? [markup('<output slot="fallback">'), output, markup("</output>\n")] : [];
      const element = [markup(`${opening(attributes)}\n`), fence, ...shown, markup("</evalground-embed>\n")];
      tokens.splice(at, output ? 2 : 1, ...element);
      at += element.length - 1;
    }
  });
}
