// The explanations of all problems, from docs/problems.md. Editors and the list of problems link here by code. The
// Markdown subset of that file is supported: headings, paragraphs, anchors, fences, code and emphasis.

import { readFileSync } from "node:fs";
import type { Workspace } from "evalground";
import { parse } from "yaml";
import { trail, type Page } from "./layout.ts";
import { code, h, type Markup, type Part } from "./markup.ts";
import { openLink } from "./shown.ts";
import { siteWords } from "./words.ts";

/** The code, emphasis and anchors of a paragraph. */
function inline(words: string): Part {
  return words.split(/(`[^`]+`|<a id="[\w-]+"><\/a>|\*[^*]+\*)/).map((piece) => {
    const [, anchor] = /^<a id="([\w-]+)">/.exec(piece) ?? [];
    if (anchor) return h("span", { id: anchor, class: "anchor" });
    if (/^`.+`$/.test(piece)) return h("code", { dir: "ltr" }, piece.slice(1, -1));
    if (/^\*.+\*$/.test(piece)) return h("em", {}, piece.slice(1, -1));
    return piece;
  });
}

function example(text: string): Part {
  return [code(text), openLink(parse(text) as Workspace)];
}

/** The content of the page: the sections of the file. The first is its title. */
export function problemsContent(source: string): Markup[] {
  const pieces = source.trim().split(/^(```[^\n]*\n[\s\S]*?^```$)/m);
  return pieces.flatMap((piece): Markup[] => {
    const [, info, text = ""] = /^```([^\n]*)\n([\s\S]*?)^```$/m.exec(piece) ?? [];
    if (info !== undefined) return [h("div", {}, info === "output" ? code(text, {}, true) : example(text))];
    return piece
      .trim()
      .split(/\n\s*\n/)
      .filter((block) => block !== "")
      .map((block) => {
        const [, signs, heading = ""] = /^(#+) (.*)$/.exec(block) ?? [];
        if (signs) return h(`h${signs.length}`, {}, inline(heading));
        return h("p", {}, inline(block.replace(/\s*\n\s*/g, " ")));
      });
  });
}

export function problemsPage(file: string): Page {
  const content = problemsContent(readFileSync(file, "utf8"));
  return {
    path: "/docs/problems/",
    title: siteWords("problems.title"),
    description: siteWords("problems.description"),
    content: [trail([siteWords("site.playground"), "/"], [siteWords("problems.title")]), content],
  };
}
