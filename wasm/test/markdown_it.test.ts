import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import markdownItEvalground from "../src/markdown_it.js";

const rendered = (text: string) => new MarkdownIt().use(markdownItEvalground).render(text);

test("a marked fence becomes the element around it and its output", () => {
  const text = [
    '```yaql {.evalground data="[1, 2]"}',
    "$.sum()",
    "```",
    "",
    "```json {.evalground-output}",
    "3",
    "```",
  ].map((line) => `  ${line}\n`);
  expect(rendered(`- item\n\n${text.join("")}`)).toBe(
    [
      '<ul>\n<li>\n<p>item</p>\n<evalground-embed dialect="yaql" expression="$.sum()" data="[1, 2]">',
      '<pre><code class="language-yaql">$.sum()',
      '</code></pre>\n<output slot="fallback"><pre><code class="language-json">3',
      "</code></pre>\n</output>\n</evalground-embed>\n</li>\n</ul>\n",
    ].join("\n"),
  );
});

test("no source ends the element or becomes markup", () => {
  const page = rendered('```jinja evalground\n"></evalground-embed><img src=x onerror=alert(1)>\n```\n');
  expect(page).not.toContain("<img");
  expect(page.match(/<\/evalground-embed>/g)).toHaveLength(1);
});

test("leaves other fences unchanged", () => {
  const text = "```yaql\n1\n```\n\n```output\n2\n```\n";
  expect(rendered(text)).toBe(new MarkdownIt().render(text));
});

test("reads a fence before another plugin makes attributes from its braces", () => {
  const taken: string[] = [];
  const braces = (md: Parameters<typeof markdownItEvalground>[0]): void =>
    md.core.ruler.after("inline", "braces", ({ tokens }) => {
      for (const token of tokens)
        token.info = token.info.replace(/\{.*\}/, (found) => {
          taken.push(found);
          return "";
        });
    });
  const parts = "```json {.evalground key=data}\n[1]\n```\n\n";
  const text = `${parts}\`\`\`yaql {.evalground .full}\n$\n\`\`\`\n\n\`\`\`json {.evalground-output}\n[1]\n\`\`\`\n`;
  const page = new MarkdownIt().use(braces).use(markdownItEvalground).render(text);
  expect(page).toContain('<evalground-embed data="[1]" dialect="yaql" expression="$">');
  expect(taken).toEqual(["{ .full}"]);
});
