// The function reference: a page for each dialect with a section for each catalogue entry, and a page that searches all
// of them. The catalogue is the only source. Every value shown was evaluated in this build.

import type { Case, CatalogueEntry, DialectDescription, RunResult, Workspace } from "evalground";
import { readJson } from "evalground";
import { signatureText } from "../../src/ui/signature.ts";
import type { TextKey } from "../../src/ui/text.ts";
import { isSameJson } from "./expected.ts";
import { anchorsOf, referenceAddress } from "./anchors.ts";
import { differenceItem, entriesOf, verifyDifferences, type Difference } from "./differences.ts";
import { exampleAddress, type GalleryExample } from "./gallery.ts";
import { trail, type Page } from "./layout.ts";
import { code, h, sentence, slug, type Markup, type Part } from "./markup.ts";
import { refusalList, refusalsOf, type Refusal } from "./refusals.ts";
import { openLink, resultBlock, resultText, sourcesOf } from "./shown.ts";
import { textOf, uses } from "./uses.ts";
import { siteWords } from "./words.ts";

export interface CatalogueExample {
  workspace: Workspace;
  result: string;
}
export type Entry = Omit<CatalogueEntry, "examples"> & { examples: CatalogueExample[] };
export type Evaluate = (workspace: Workspace) => Promise<RunResult>;

/** Further material about the entries of a dialect, beside their own examples. */
export interface Sources {
  gallery: readonly GalleryExample[];
  cases: readonly Case[];
  differences: readonly Difference[];
}

/** Further material about one entry. */
interface Beside {
  used: readonly GalleryExample[];
  refusals: readonly Refusal[];
  differences: readonly Difference[];
}

/** Maximum number of gallery pages linked from a section. */
const mostUses = 5;

/** Whether an example gave the result in the catalogue: JSON, or `error`. */
export function isAsRecorded(result: RunResult, recorded: string): boolean {
  if (!result.ok) return recorded === "error";
  if (recorded === "error") return false;
  const wanted = readJson(recorded);
  if (result.text !== undefined && wanted.kind === "string") return result.text === wanted.text;
  const json = result.json ?? result.outputsJson;
  return json !== undefined && isSameJson(json, recorded);
}

function parameterRows({ signatures }: Entry): Part {
  const params = signatures.flatMap((signature) => signature.params);
  const known = new Set<string>();
  const rows = params.filter(({ name, type }) => {
    const key = `${name} ${type}`;
    return !known.has(key) && known.add(key);
  });
  if (rows.length === 0) return null;
  return h(
    "dl",
    { class: "parameters" },
    rows.map((param) => {
      const { name, type, optional } = param;
      const usual = (param as { default?: string }).default;
      return h(
        "div",
        {},
        h("dt", {}, h("code", { dir: "ltr" }, name)),
        h(
          "dd",
          {},
          h("span", { dir: "ltr" }, type),
          optional && `, ${usual === undefined ? siteWords("reference.optional") : ""}`,
          usual !== undefined && [siteWords("reference.default"), " ", h("code", { dir: "ltr" }, usual)],
        ),
      );
    }),
  );
}

function facts({ since, until, changed, aliases = [], effects = [] }: Entry): Part {
  const rows: [TextKey, Part][] = [];
  if (aliases.length > 0)
    rows.push(["reference.aliases", aliases.map((name, at) => [at > 0 && ", ", h("code", {}, name)])]);
  if (since) rows.push(["reference.since", since]);
  if (changed) rows.push(["reference.changed", changed]);
  if (until) rows.push(["reference.until", until]);
  if (effects.length > 0)
    rows.push(["reference.effects", effects.map((effect) => siteWords(`effect.${effect}` as TextKey)).join(" ")]);
  if (rows.length === 0) return null;
  return h(
    "dl",
    { class: "facts" },
    rows.map(([key, words]) => h("div", {}, h("dt", {}, siteWords(key)), h("dd", {}, words))),
  );
}

function exampleBlock({ workspace }: CatalogueExample, result: RunResult, name: string): Markup {
  const sources = sourcesOf(workspace);
  return h(
    "div",
    { class: "example" },
    h(
      "div",
      { class: "example-source" },
      sources.map(({ label, text }) =>
        h("figure", { class: "source" }, h("figcaption", {}, label), code(text, { "aria-label": label })),
      ),
    ),
    resultBlock(result),
    openLink(workspace, siteWords("site.open"), siteWords("reference.exampleOf", { name })),
  );
}

function entryPart(entry: Entry, anchor: string, results: readonly RunResult[], beside: Beside): Markup {
  const { name, kind, summary, details, examples } = entry;
  const { used, refusals, differences } = beside;
  return h(
    "section",
    { class: "entry", id: anchor },
    h(
      "h3",
      {},
      h("a", { class: "anchor", href: `#${anchor}` }, h("span", { dir: "ltr" }, name)),
      " ",
      h("span", { class: "kind" }, kind),
    ),
    entry.signatures.length > 0 &&
      entry.signatures.map((signature) =>
        h("p", { class: "signature", dir: "ltr" }, h("code", {}, signatureText(name, signature))),
      ),
    h("p", {}, sentence(summary)),
    details && h("p", {}, sentence(details)),
    parameterRows(entry),
    facts(entry),
    examples.map((example, at) => exampleBlock(example, results[at] as RunResult, name)),
    refusals.length > 0 && [h("h4", {}, siteWords("reference.errors")), refusalList(refusals, name)],
    differences.length > 0 && [
      h("h4", {}, siteWords("reference.differs")),
      h("ul", { class: "differences" }, differences.map(differenceItem)),
    ],
    used.length > 0 &&
      h(
        "p",
        { class: "used" },
        siteWords("reference.used"),
        " ",
        used
          .slice(0, mostUses)
          .map((each, at) => [at > 0 && ", ", h("a", { href: exampleAddress(each) }, each.case.title ?? each.case.id)]),
      ),
  );
}

/** All differences, listed after the entries, because some concern the language and not a single entry. */
function differencesPart(differences: readonly Difference[]): Part {
  if (differences.length === 0) return null;
  return h(
    "section",
    { class: "group", id: "differences" },
    h("h2", {}, siteWords("reference.differences")),
    h("p", {}, siteWords("reference.differencesWords")),
    h("ul", { class: "differences" }, differences.map(differenceItem)),
  );
}

/** The groups of a dialect's entries, in the order of the catalogue. */
export function groupsOf<Grouped extends { group: string }>(entries: readonly Grouped[]): Map<string, Grouped[]> {
  const groups = new Map<string, Grouped[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}

async function dialectPage(
  description: DialectDescription,
  entries: readonly Entry[],
  evaluate: Evaluate,
  { gallery, cases, differences }: Sources,
  index: string,
): Promise<Page> {
  const { id, name, about } = description;
  await verifyDifferences(differences, evaluate);
  const refusals = await refusalsOf(entries, cases, evaluate);
  const differing = differences.map((each) => ({ each, of: entriesOf(each, entries) }));
  const besideOf = (entry: Entry): Beside => ({
    used: gallery.filter((each) => each.case.dialect === id && uses(textOf(each.case), entry)),
    refusals: refusals.get(entry) ?? [],
    differences: differing.filter(({ of }) => of.has(entry)).map(({ each }) => each),
  });
  const anchors = new Map(anchorsOf(entries).map((anchor, at) => [entries[at], anchor]));
  const groups = groupsOf(entries);
  const groupParts: Markup[] = [];
  for (const [group, members] of groups) {
    const parts: Markup[] = [];
    for (const entry of members) {
      const results: RunResult[] = [];
      for (const { workspace, result: recorded } of entry.examples) {
        const result = await evaluate(workspace);
        if (!isAsRecorded(result, recorded))
          throw new Error(
            `reference: an example of ${id}/${entry.name} gives ${resultText(result)}, recorded is ${recorded}`,
          );
        results.push(result);
      }
      if (results.length === 0) throw new Error(`reference: ${id}/${entry.name} has no example`);
      parts.push(entryPart(entry, anchors.get(entry) as string, results, besideOf(entry)));
    }
    groupParts.push(
      h("section", { class: "group", id: `group-${slug(group).toLowerCase()}` }, h("h2", {}, group), parts),
    );
  }
  return {
    path: `/reference/${id}/`,
    title: siteWords("reference.of", { name }),
    description: siteWords("reference.description", { name, about, count: entries.length }),
    kind: "reference",
    content: [
      trail([siteWords("site.reference"), "/reference/"], [name]),
      h("h1", {}, siteWords("reference.of", { name })),
      h("p", { class: "lead" }, `${about}.`),
      h("p", { class: "muted" }, siteWords("reference.verified", { count: entries.length })),
      h("div", { id: "search", "data-index": index, "data-dialect": id, hidden: true }),
      h(
        "nav",
        { class: "groups", "aria-label": siteWords("reference.groups") },
        h(
          "ul",
          {},
          [...groups].map(([group, members]) =>
            h(
              "li",
              {},
              h("a", { href: `#group-${slug(group).toLowerCase()}` }, group),
              h("span", { class: "muted" }, ` ${members.length}`),
            ),
          ),
          differences.length > 0 && h("li", {}, h("a", { href: "#differences" }, siteWords("reference.differences"))),
        ),
      ),
      groupParts,
      differencesPart(differences),
    ],
  };
}

/** The search index: dialect, name, kind, summary and anchor of every entry, as arrays. */
export function searchIndex(entries: readonly Entry[], descriptions: readonly DialectDescription[]): string {
  return JSON.stringify(
    descriptions.map(({ id, name }) => {
      const own = entries.filter(({ dialect }) => dialect === id);
      const anchors = anchorsOf(own);
      return [
        id,
        name,
        own.map((entry, at) => [entry.name, entry.kind, entry.summary, anchors[at], (entry.aliases ?? []).join(" ")]),
      ];
    }),
  );
}

function indexPage(entries: readonly Entry[], descriptions: readonly DialectDescription[], index: string): Page {
  return {
    path: "/reference/",
    title: siteWords("site.reference"),
    description: siteWords("reference.indexDescription", { count: entries.length }),
    kind: "reference",
    content: [
      h("h1", {}, siteWords("site.reference")),
      h("p", { class: "lead" }, siteWords("reference.indexDescription", { count: entries.length })),
      h("div", { id: "search", "data-index": index, hidden: true }),
      descriptions.map(({ id, name, about }) => {
        const own = entries.filter(({ dialect }) => dialect === id);
        const anchors = new Map(anchorsOf(own).map((anchor, at) => [own[at], anchor]));
        return h(
          "section",
          { class: "index" },
          h("h2", {}, h("a", { href: `/reference/${id}/` }, name)),
          h("p", { class: "muted" }, `${about}.`),
          [...groupsOf(own)].map(([group, members]) =>
            h(
              "details",
              { open: true },
              h("summary", {}, group, h("span", { class: "muted" }, ` ${members.length}`)),
              h(
                "ul",
                { class: "names" },
                members.map((entry) =>
                  h(
                    "li",
                    {},
                    h("a", { href: referenceAddress(id, anchors.get(entry) as string), dir: "ltr" }, entry.name),
                  ),
                ),
              ),
            ),
          ),
        );
      }),
    ],
  };
}

/** All pages of the reference. `index` is the address of the search index. */
export async function referencePages(
  entries: readonly Entry[],
  descriptions: readonly DialectDescription[],
  evaluate: Evaluate,
  sourcesFor: (description: DialectDescription) => Sources,
  index: string,
): Promise<Page[]> {
  const pages = [indexPage(entries, descriptions, index)];
  for (const description of descriptions) {
    const own = entries.filter(({ dialect }) => dialect === description.id);
    pages.push(await dialectPage(description, own, evaluate, sourcesFor(description), index));
  }
  return pages;
}
