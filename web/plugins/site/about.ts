// The page that explains the project to newcomers. Its numbers are counted at build time.

import { readFileSync } from "node:fs";
import type { Case, DialectDescription, RunResult } from "evalground";
import { reservedHeight } from "../../src/ui/embed_height.ts";
import type { TextKey } from "../../src/ui/text.ts";
import { exampleAddress, type GalleryExample } from "./gallery.ts";
import type { Page } from "./layout.ts";
import { code, h, sentence, type Markup } from "./markup.ts";
import { reserving } from "./reserve.ts";
import { expressionText, playgroundAddress, resultText, sourcesOf, workspaceOf } from "./shown.ts";
import { siteWords } from "./words.ts";

/** The cases that check a dialect. */
export interface Fidelity {
  dialect: string;
  /** Cases recorded from the reference implementation, and its own tests. */
  recorded: number;
  /** The name of the reference implementation. */
  reference: string;
  /** Cases written in this repository. */
  own: number;
}

/** Counts the cases. The numbers of recorded cases come from the table in the contributors' guide. */
export function countCases(cases: readonly Case[], guide: string): Fidelity[] {
  const own = new Map<string, number>();
  for (const { dialect } of cases) own.set(dialect, (own.get(dialect) ?? 0) + 1);
  const rows = readFileSync(guide, "utf8").matchAll(/^\| (\w+) \| [\d,]+ \| ([\d,]+) \| (.*) \|$/gm);
  return [...rows].map(([, dialect = "", cases = "", reference = ""]) => ({
    dialect,
    recorded: Number(cases.replaceAll(",", "")),
    reference,
    own: own.get(dialect) ?? 0,
  }));
}

/** Number of live examples, each from a different dialect. */
const liveCount = 3;

/** The code on the page, copied from the documents. */
export interface Snippets {
  element: string;
  package: string;
  command: string;
}

/** The first code block of a language after a heading, or in the document if there is no heading. */
export function blockOf(markdown: string, language: string, heading = ""): string {
  const part = heading === "" ? markdown : (markdown.split(`\n## ${heading}\n`)[1] ?? "");
  const found = new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, "ms").exec(part)?.[1];
  if (found === undefined) throw new Error(`about: no block of ${language} behind "${heading}"`);
  return found;
}

export function readSnippets(documents: string): Snippets {
  const read = (file: string): string => readFileSync(`${documents}/${file}`, "utf8");
  return {
    element: blockOf(read("docs/embed.md"), "html"),
    package: blockOf(read("README.md"), "js", "The package"),
    command: blockOf(read("README.md"), "sh", "The command"),
  };
}

function liveExample(example: GalleryExample, result: RunResult, language: string): Markup {
  const workspace = workspaceOf(example.case);
  const hasText = workspace.files !== undefined || workspace.main !== undefined;
  const { stacked } = reservedHeight(
    { text: hasText ? (sourcesOf(workspace)[0]?.text ?? "") : "", isData: false },
    workspace.expression === undefined ? "" : expressionText(workspace.expression),
    result,
  );
  return h(
    "section",
    { class: "live" },
    h("h3", {}, h("a", { href: exampleAddress(example) }, language)),
    h(
      "evalground-embed",
      {
        src: playgroundAddress(workspace),
        editable: "all",
        show: [
          "toolbar",
          ...(hasText ? ["source"] : []),
          ...(workspace.expression === undefined ? [] : ["expression"]),
          ...["results", "problems"],
        ].join(" "),
        label: siteWords("about.example", { language }),
        // The columns of this page are too narrow for results beside the text.
        ...reserving({ stacked, beside: stacked }),
      },
      h("pre", {}, h("code", {}, sourcesOf(workspace)[0]?.text ?? "")),
      h("output", { slot: "fallback" }, h("pre", {}, resultText(result))),
    ),
  );
}

/** The page for a newcomer. */
export async function aboutPage(
  descriptions: readonly DialectDescription[],
  gallery: readonly GalleryExample[],
  fidelity: readonly Fidelity[],
  snippets: Snippets,
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<Page> {
  const live: Markup[] = [];
  for (const { id, name } of descriptions) {
    const example = gallery.find((each) => each.case.dialect === id && each.slug === "first-steps");
    if (example && live.length < liveCount) live.push(liveExample(example, await evaluate(example.case), name));
  }
  const total = fidelity.reduce((sum, { recorded }) => sum + recorded, 0);
  const own = fidelity.reduce((sum, each) => sum + each.own, 0);
  const block = (title: TextKey, words: TextKey, text: string): Markup =>
    h(
      "section",
      {},
      h("h3", {}, siteWords(title)),
      h("p", {}, sentence(siteWords(words))),
      code(text, { "aria-label": siteWords(title) }, true),
    );
  return {
    path: "/about/",
    title: siteWords("about.title"),
    description: siteWords("about.description"),
    kind: "about",
    embeds: true,
    content: [
      h("h1", {}, siteWords("about.title")),
      h("p", { class: "lead" }, siteWords("about.what")),
      h("p", {}, siteWords("about.who")),
      h("p", {}, h("strong", {}, siteWords("about.privacy"))),
      h(
        "p",
        { class: "actions" },
        h("a", { href: "/" }, siteWords("about.start")),
        " · ",
        h("a", { href: "/learn/" }, siteWords("about.learn")),
      ),
      h("h2", {}, siteWords("about.try")),
      h("div", { class: "lives" }, live),
      h("h2", {}, siteWords("about.languages")),
      h(
        "dl",
        { class: "facts wide" },
        descriptions.map(({ id, name, about }) =>
          h("div", {}, h("dt", {}, h("a", { href: `/learn/${id}/` }, name)), h("dd", {}, `${about}.`)),
        ),
      ),
      h("h2", {}, siteWords("about.use")),
      block("about.embed", "about.embedWords", snippets.element),
      block("about.package", "about.packageWords", snippets.package),
      block("about.command", "about.commandWords", snippets.command),
      h("h2", {}, siteWords("about.fidelity")),
      h("p", {}, siteWords("about.fidelityWords", { total, own })),
      h(
        "div",
        { class: "table", tabindex: 0, role: "region", "aria-label": siteWords("about.fidelity") },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              (["about.language", "about.recorded", "about.own", "about.reference"] as const).map((key) =>
                h("th", { scope: "col" }, siteWords(key)),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            fidelity.map(({ dialect, recorded, own: cases, reference }) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, descriptions.find(({ id }) => id === dialect)?.name ?? dialect),
                h("td", {}, recorded.toLocaleString("en")),
                h("td", {}, cases.toLocaleString("en")),
                h("td", {}, reference),
              ),
            ),
          ),
        ),
      ),
    ],
  };
}
