// The gallery: a page for each example, and an index page.

import type { Case, CatalogueEntry, DialectDescription, RunResult } from "evalground";
import { writeJson } from "evalground";
import type { TextKey } from "../../src/ui/text.ts";
import { choiceOf, firstSentence, readExamples } from "../examples.ts";
import { trail, type Page } from "./layout.ts";
import { h, paragraphs, type Markup } from "./markup.ts";
import { openLink, resultBlock, sourceBlocks, workspaceOf } from "./shown.ts";
import { textOf, uses } from "./uses.ts";
import { siteWords } from "./words.ts";

export interface GalleryExample {
  case: Case;
  /** The last part of its address: the file name without its number. */
  slug: string;
  /** The dialect or flavor that it belongs to. */
  choice: string;
}

/** The examples of all dialects. */
export function readGallery(descriptions: readonly DialectDescription[]): GalleryExample[] {
  return readExamples().map(({ file, case: example }) => {
    const slug = /([^/]+)\.yaml$/.exec(file)?.[1]?.replace(/^\d+-/, "") ?? "";
    return { case: example, slug, choice: choiceOf(example, descriptions) };
  });
}

export function exampleAddress({ case: { dialect }, slug }: GalleryExample): string {
  return `/gallery/${dialect}/${slug}/`;
}

/** The address of the list of a language's examples. The last part of a flavor's choice is its name. */
const languageAddress = (choice: string): string => `/gallery/${choice.split("/").at(-1)}/`;

/** The address of an example's workspace as a JSON file. */
const workspaceAddress = (example: GalleryExample): string => `${exampleAddress(example)}workspace.json`;

/** The workspace files of all examples. */
export function workspaceFiles(examples: readonly GalleryExample[]): { path: string; content: string }[] {
  return examples.map((example) => ({
    path: workspaceAddress(example),
    content: `${writeJson(workspaceOf(example.case))}\n`,
  }));
}

/** The catalogue groups of each dialect that none of its examples uses. */
export function unusedGroups(
  entries: readonly Pick<CatalogueEntry, "dialect" | "group" | "kind" | "name">[],
  examples: readonly GalleryExample[],
): string[] {
  const texts = new Map<string, string[]>();
  for (const { case: each } of examples) texts.set(each.dialect, [...(texts.get(each.dialect) ?? []), textOf(each)]);
  const groups = new Map<string, boolean>();
  for (const entry of entries) {
    const group = `${entry.dialect}: ${entry.group}`;
    const isUsed = (groups.get(group) ?? false) || (texts.get(entry.dialect) ?? []).some((text) => uses(text, entry));
    groups.set(group, isUsed);
  }
  return [...groups].filter(([, isUsed]) => !isUsed).map(([group]) => group);
}

/** The name of a dialect or flavor. */
export function choiceName(choice: string, descriptions: readonly DialectDescription[]): string {
  const [dialect, flavor] = choice.split("/");
  const description = descriptions.find(({ id }) => id === dialect);
  return description?.flavors?.find(({ id }) => id === flavor)?.name ?? description?.name ?? choice;
}

const levelWords = (level = "intermediate"): string => siteWords(`level.${level}` as TextKey);

function examplePage(
  example: GalleryExample,
  next: GalleryExample | undefined,
  result: RunResult,
  descriptions: readonly DialectDescription[],
): Page {
  const { title = example.slug, description = "", tags = [], difficulty } = example.case;
  const language = choiceName(example.choice, descriptions);
  const workspace = workspaceOf(example.case);
  return {
    path: exampleAddress(example),
    title: `${title} – ${language}`,
    description: firstSentence(description),
    kind: "gallery",
    content: [
      trail([siteWords("site.gallery"), "/gallery/"], [language, languageAddress(example.choice)], [title]),
      h("h1", { dir: "auto" }, title),
      h(
        "p",
        { class: "tags" },
        h("span", { class: "level" }, levelWords(difficulty)),
        tags.map((tag) => [" ", h("span", { class: "tag" }, tag)]),
      ),
      h("div", { class: "lead", dir: "auto" }, paragraphs(description)),
      h("p", { class: "actions" }, openLink(workspace, siteWords("site.openThis"))),
      h("div", { class: "beside" }, h("div", {}, sourceBlocks(workspace)), h("div", {}, resultBlock(result))),
      h(
        "p",
        { class: "used" },
        siteWords("gallery.inShell"),
        " ",
        h("a", { href: workspaceAddress(example) }, "workspace.json"),
        " ",
        h("code", { dir: "ltr" }, "evalground eval workspace.json"),
      ),
      next &&
        h(
          "p",
          { class: "next" },
          siteWords("gallery.next"),
          " ",
          h("a", { href: exampleAddress(next) }, next.case.title ?? next.slug),
        ),
    ],
  };
}

function card(example: GalleryExample, descriptions: readonly DialectDescription[]): Markup {
  const { title = example.slug, description = "", tags = [], difficulty = "intermediate" } = example.case;
  return h(
    "li",
    {
      class: "card",
      "data-language": example.choice,
      "data-level": difficulty,
      "data-tags": tags.join("\n"),
    },
    h("h3", { dir: "auto" }, h("a", { href: exampleAddress(example) }, title)),
    h("p", { class: "muted" }, `${choiceName(example.choice, descriptions)} · ${levelWords(difficulty)}`),
    h("p", { dir: "auto" }, firstSentence(description)),
    h(
      "p",
      { class: "tags" },
      tags.map((tag, at) => [at > 0 && " ", h("span", { class: "tag" }, tag)]),
    ),
  );
}

/** The dialects and flavors that have examples, in the order of the descriptions. */
function choicesOf(examples: readonly GalleryExample[], descriptions: readonly DialectDescription[]): string[] {
  const choices = [...new Set(examples.map(({ choice }) => choice))];
  return descriptions.flatMap(({ id }) => choices.filter((choice) => choice.split("/")[0] === id).sort());
}

/** The cards of a dialect or flavor below its name, which the filters of the page read. */
function cards(
  choice: string,
  examples: readonly GalleryExample[],
  descriptions: readonly DialectDescription[],
  heading: (name: string) => Markup | string = (name) => name,
): Markup {
  const name = choiceName(choice, descriptions);
  return h(
    "section",
    { class: "cards", "data-name": name, "data-choice": choice },
    h("h2", {}, heading(name)),
    h(
      "ul",
      {},
      examples.filter((each) => each.choice === choice).map((each) => card(each, descriptions)),
    ),
  );
}

/** The place of the filters, which need the script. */
const filters = (): Markup => h("div", { id: "filters", hidden: true });

/** The examples of a language, with those of its flavors. */
export function languagePage(
  choice: string,
  examples: readonly GalleryExample[],
  descriptions: readonly DialectDescription[],
): Page {
  const name = choiceName(choice, descriptions);
  const choices = choicesOf(examples, descriptions).filter((each) => each === choice || each.startsWith(`${choice}/`));
  const count = examples.filter((each) => choices.includes(each.choice)).length;
  return {
    path: languageAddress(choice),
    title: siteWords("gallery.of", { name }),
    description: siteWords("gallery.ofDescription", { name, count }),
    kind: "gallery",
    content: [
      trail([siteWords("site.gallery"), "/gallery/"], [name]),
      h("h1", {}, siteWords("gallery.of", { name })),
      h("p", { class: "lead" }, siteWords("gallery.ofDescription", { name, count })),
      filters(),
      choices.map((each) => cards(each, examples, descriptions)),
    ],
  };
}

function listPage(examples: readonly GalleryExample[], descriptions: readonly DialectDescription[]): Page {
  return {
    path: "/gallery/",
    title: siteWords("site.gallery"),
    description: siteWords("gallery.description", { count: examples.length }),
    kind: "gallery",
    content: [
      h("h1", {}, siteWords("site.gallery")),
      h("p", { class: "lead" }, siteWords("gallery.description", { count: examples.length })),
      filters(),
      choicesOf(examples, descriptions).map((choice) =>
        cards(choice, examples, descriptions, (name) => h("a", { href: languageAddress(choice) }, name)),
      ),
    ],
  };
}

/** All pages of the gallery. */
export async function galleryPages(
  examples: readonly GalleryExample[],
  descriptions: readonly DialectDescription[],
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<Page[]> {
  const pages = [
    listPage(examples, descriptions),
    ...choicesOf(examples, descriptions).map((choice) => languagePage(choice, examples, descriptions)),
  ];
  for (const [at, example] of examples.entries()) {
    const next = examples[at + 1];
    const isSame = next?.case.dialect === example.case.dialect;
    pages.push(
      examplePage(example, isSame ? next : undefined, await evaluate(workspaceOf(example.case)), descriptions),
    );
  }
  return pages;
}
