// Common tasks in all languages side by side. The cells are the cases of one file.

import { readFileSync } from "node:fs";
import type { Case, DialectDescription, RunResult } from "evalground";
import { parse } from "yaml";
import { meets } from "./expected.ts";
import type { Page } from "./layout.ts";
import { code, h, sentence, slug, type Markup } from "./markup.ts";
import { expressionText, openLink, resultText, sourcesOf } from "./shown.ts";
import { siteWords } from "./words.ts";

interface Task {
  id: string;
  title: string;
  group: string;
  /** For languages that cannot do it, the reason by dialect id. */
  cannot?: Record<string, string>;
}

export interface Phrases {
  tasks: Task[];
  cases: Case[];
}

export function readPhrases(file: string): Phrases {
  return parse(readFileSync(file, "utf8"), { intAsBigInt: false }) as Phrases;
}

/** The code to show: the expression, or else the document. */
function phraseOf(workspace: Case): string {
  const { expression, files = {}, main } = workspace;
  if (expression !== undefined) return expressionText(expression);
  const [content] = Object.values(files as Record<string, unknown>);
  return typeof content === "string" ? content : (main ?? "");
}

function cell(task: Task, phrase: Case, result: RunResult, language: string): Markup {
  const { id: _, expect: _expected, note, ...workspace } = phrase as Case & { note?: string };
  const written = phraseOf(phrase);
  const around = sourcesOf(workspace).filter(({ text }) => text !== written && text.trim() !== "{}");
  return h(
    "div",
    { class: "phrase", "data-dialect": phrase.dialect },
    h("h4", {}, language),
    code(written, { "aria-label": siteWords("phrases.in", { language }) }),
    h(
      "p",
      { class: "comes-to" },
      h("span", { class: "muted" }, siteWords("phrases.comesTo")),
      " ",
      h("code", { dir: "auto" }, resultText(result).trim()),
    ),
    note && h("p", { class: "note" }, sentence(note)),
    h(
      "details",
      {},
      h("summary", {}, siteWords("phrases.whole"), h("span", { class: "spoken" }, ` (${task.title}, ${language})`)),
      around.map(({ label, text }) =>
        h("figure", { class: "source" }, h("figcaption", {}, label), code(text, { "aria-label": label })),
      ),
      openLink(workspace as Case, siteWords("site.open"), `(${task.title}, ${language})`),
    ),
  );
}

function emptyCell(reason: string, dialect: string, language: string): Markup {
  return h(
    "div",
    { class: "phrase cannot", "data-dialect": dialect },
    h("h4", {}, language),
    h("p", {}, h("strong", {}, siteWords("phrases.cannot")), " ", sentence(reason)),
  );
}

/** The page of phrases. */
export async function phrasesPage(
  { tasks, cases }: Phrases,
  descriptions: readonly DialectDescription[],
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<Page> {
  const groups = new Map<string, Markup[]>();
  for (const task of tasks) {
    const cells: Markup[] = [];
    for (const { id, name } of descriptions) {
      const phrase = cases.find((each) => each.id === `${task.id}/${id}`);
      const reason = task.cannot?.[id];
      if ((phrase === undefined) === (reason === undefined))
        throw new Error(`phrases: ${task.id} needs either a case or a reason for ${id}`);
      if (reason !== undefined) cells.push(emptyCell(reason, id, name));
      if (!phrase) continue;
      const result = await evaluate(phrase);
      if (!meets(phrase.expect, result)) throw new Error(`phrases: ${phrase.id} gives ${resultText(result)}`);
      cells.push(cell(task, phrase, result, name));
    }
    const part = h(
      "section",
      { class: "task", id: task.id },
      h("h3", {}, h("a", { class: "anchor", href: `#${task.id}` }, task.title)),
      h("div", { class: "phrases" }, cells),
    );
    groups.set(task.group, [...(groups.get(task.group) ?? []), part]);
  }
  return {
    path: "/phrases/",
    title: siteWords("phrases.title"),
    description: siteWords("phrases.description", { count: tasks.length }),
    kind: "phrases",
    content: [
      h("h1", {}, siteWords("phrases.title")),
      h("p", { class: "lead" }, siteWords("phrases.description", { count: tasks.length })),
      h("div", { id: "languages", hidden: true }),
      h(
        "nav",
        { class: "groups", "aria-label": siteWords("phrases.groups") },
        h(
          "ul",
          {},
          [...groups.keys()].map((group) =>
            h("li", {}, h("a", { href: `#group-${slug(group).toLowerCase()}` }, group)),
          ),
        ),
      ),
      [...groups].map(([group, parts]) =>
        h("section", { class: "group", id: `group-${slug(group).toLowerCase()}` }, h("h2", {}, group), parts),
      ),
    ],
  };
}
