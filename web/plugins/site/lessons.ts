// The lessons: pages of steps, each with an explanation, a task in a live embed, a hint and a solution. A lesson is a
// file of cases. Each case is the solution of a step; `start` is what the reader begins with.

import type { Case, DialectDescription, RunResult } from "evalground";
import { reservedHeight } from "../../src/ui/embed_height.ts";
import { filesOf, inOrder, readYaml } from "../dialects.ts";
import { meets } from "./expected.ts";
import { trail, type Page } from "./layout.ts";
import { code, h, paragraphs, sentence, type Markup, type Part } from "./markup.ts";
import { reserving } from "./reserve.ts";
import { expectation, expressionText, playgroundAddress, resultBlock, resultText, sourcesOf } from "./shown.ts";
import { siteWords } from "./words.ts";

interface StepCase extends Case {
  /** The explanation. */
  text: string;
  task: string;
  hint: string;
  /** What the reader begins with; it replaces parts of the solution. */
  start: Partial<Case>;
  /** Words that an answer must contain, so that typing the expected result is not accepted. */
  uses?: string[];
  /** Remarks on wrong answers that are close. Each gives the answer; it is recognised by its result. */
  remarks?: { answer: Partial<Case>; says: string }[];
}

export interface Lesson {
  dialect: string;
  slug: string;
  title: string;
  about: string;
  steps: StepCase[];
}

/** The lessons of a folder, in the order of their files. */
export function readLessons(): Lesson[] {
  return filesOf("lessons")
    .map((file) => {
      const { title, about, defaults, cases } = readYaml(file) as {
        title: string;
        about: string;
        defaults: Pick<Case, "dialect">;
        cases: StepCase[];
      };
      const slug = (file.split("/").pop() ?? "").replace(/^\d+-|\.yaml$/g, "");
      const steps = cases.map((each) => ({ ...defaults, ...each }));
      return { file, lesson: { dialect: defaults.dialect, slug, title, about, steps } };
    })
    .sort((one, other) =>
      inOrder({ file: one.file, dialect: one.lesson.dialect }, { file: other.file, dialect: other.lesson.dialect }),
    )
    .map(({ lesson }) => lesson);
}

export const lessonAddress = ({ dialect, slug }: Lesson): string => `/learn/${dialect}/${slug}/`;

function workspaceOf({ id: _, expect: _expect, start: _start, uses: _uses, ...step }: StepCase): Case {
  const { text: _text, task: _task, hint: _hint, remarks: _remarks, ...rest } = step;
  return rest as unknown as Case;
}

export const solutionOf = (step: StepCase): Case => workspaceOf(step);
export const startOf = (step: StepCase): Case => ({ ...workspaceOf(step), ...step.start });

/** Everything that a reader can write in a step. */
export function writtenIn({ files = {}, expression }: Case): string {
  return JSON.stringify([files, expression ?? ""]);
}

/** Whether a result and the text that produced it solve a step. `solved` is the result of the solution. */
export function answers({ uses = [] }: StepCase, written: string, result: RunResult, solved: RunResult): boolean {
  return expectation(result) === expectation(solved) && uses.every((word) => written.includes(word));
}

/** How an answer is recognised: by its result, or by the code of its first error. */
export function markOf(result: RunResult): string {
  return expectation(result) ?? result.diagnostics.find(({ severity }) => severity === "error")?.code ?? "";
}

/** A step's remarks, keyed by how their answers are recognised. */
async function remarksOf(
  step: StepCase,
  solved: RunResult,
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<[mark: string, says: string][]> {
  const remarks: [string, string][] = [];
  for (const { answer, says } of step.remarks ?? []) {
    const mark = markOf(await evaluate({ ...startOf(step), ...answer }));
    if (mark === markOf(solved) || remarks.some(([other]) => other === mark))
      throw new Error(`lessons: an answer that ${step.id} remarks on is told from no other: ${mark}`);
    remarks.push([mark, says]);
  }
  return remarks;
}

/** Inputs that the embed does not show, listed above it. */
function givens(workspace: Case): Part {
  return sourcesOf(workspace)
    .filter(({ label }) => /^(data|local|vars|inputs|attributes|classes|env|clock)$/.test(label))
    .map(({ label, text }) =>
      h("figure", { class: "source" }, h("figcaption", {}, label), code(text, { "aria-label": label })),
    );
}

function embed(step: StepCase, begun: RunResult, solved: RunResult): Markup {
  const start = startOf(step);
  const source = Object.values(start.files ?? {})[0];
  const shown = [
    "toolbar",
    ...(start.files ? ["source"] : []),
    ...(start.expression === undefined ? [] : ["expression"]),
  ];
  const [first] = sourcesOf(start);
  return h(
    "evalground-embed",
    {
      src: playgroundAddress({ ...start, title: step.title ?? "" }),
      editable: "all",
      expect: expectation(solved),
      show: [...shown, "results", "problems"].join(" "),
      view: solved.text === undefined ? undefined : "text",
      label: siteWords("lesson.try", { title: step.title ?? "" }),
      ...reserving(
        reservedHeight(
          { text: typeof source === "string" ? source : "", isData: false },
          start.expression === undefined ? "" : expressionText(start.expression),
          begun,
        ),
      ),
    },
    h("pre", {}, h("code", {}, first?.text ?? "")),
  );
}

function stepPart(
  step: StepCase,
  at: number,
  begun: RunResult,
  solved: RunResult,
  remarks: readonly (readonly [mark: string, says: string])[],
): Markup {
  const solution = solutionOf(step);
  const written = sourcesOf(solution).filter(
    ({ label }) => Object.hasOwn(solution.files ?? {}, label) || label === siteWords("site.expression"),
  );
  const start = sourcesOf(startOf(step));
  const changed = written.filter(
    ({ label, text }) => !start.some((each) => each.label === label && each.text === text),
  );
  return h(
    "section",
    {
      class: "step",
      id: `step-${at + 1}`,
      "data-step": step.id,
      "data-uses": step.uses?.join("\n"),
      "data-remarks": remarks.length > 0 && JSON.stringify(remarks),
      "data-solution": playgroundAddress(solution),
    },
    h("h2", {}, `${at + 1}. ${step.title ?? ""}`),
    paragraphs(step.text),
    givens(solution),
    h("div", { class: "task-box" }, h("p", {}, h("strong", {}, siteWords("lesson.task")), " ", sentence(step.task))),
    embed(step, begun, solved),
    h("p", { class: "verdict", role: "status" }),
    h("details", {}, h("summary", {}, siteWords("lesson.hint")), h("p", {}, sentence(step.hint))),
    h(
      "details",
      { class: "solution" },
      h("summary", {}, siteWords("lesson.solution")),
      changed.map(({ label, text }) =>
        h("figure", { class: "source" }, h("figcaption", {}, label), code(text, { "aria-label": label })),
      ),
      resultBlock(solved),
    ),
  );
}

async function lessonPage(
  lesson: Lesson,
  next: Lesson | undefined,
  name: string,
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<Page> {
  const steps: Markup[] = [];
  for (const [at, step] of lesson.steps.entries()) {
    const solved = await evaluate(solutionOf(step));
    if (!meets(step.expect, solved)) throw new Error(`lessons: the solution of ${step.id} gives ${resultText(solved)}`);
    const begun = await evaluate(startOf(step));
    if (answers(step, writtenIn(startOf(step)), begun, solved))
      throw new Error(`lessons: ${step.id} is solved before it begins`);
    steps.push(stepPart(step, at, begun, solved, await remarksOf(step, solved, evaluate)));
  }
  return {
    path: lessonAddress(lesson),
    title: `${lesson.title} – ${name}`,
    description: lesson.about,
    kind: "lesson",
    embeds: true,
    content: [
      trail([siteWords("site.learn"), "/learn/"], [name, `/learn/${lesson.dialect}/`], [lesson.title]),
      h("h1", {}, lesson.title),
      h("div", { class: "lead" }, paragraphs(lesson.about)),
      h("noscript", {}, h("p", {}, siteWords("lesson.noscript"))),
      steps,
      next &&
        h("p", { class: "next" }, siteWords("lesson.next"), " ", h("a", { href: lessonAddress(next) }, next.title)),
    ],
  };
}

function lessonList(lessons: readonly Lesson[]): Markup {
  return h(
    "ol",
    { class: "lessons" },
    lessons.map((lesson) =>
      h(
        "li",
        { "data-steps": lesson.steps.map(({ id }) => id).join("\n") },
        h("a", { href: lessonAddress(lesson) }, lesson.title),
        h("span", { class: "muted" }, ` ${siteWords("lesson.steps", { count: lesson.steps.length })}`),
        h("span", { class: "progress" }),
        h("p", {}, sentence(lesson.about)),
      ),
    ),
  );
}

/** All pages of the lessons. */
export async function lessonPages(
  lessons: readonly Lesson[],
  descriptions: readonly DialectDescription[],
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<Page[]> {
  const of = (id: string): Lesson[] => lessons.filter(({ dialect }) => dialect === id);
  const pages: Page[] = [
    {
      path: "/learn/",
      title: siteWords("lesson.all"),
      description: siteWords("lesson.description"),
      kind: "lesson",
      content: [
        h("h1", {}, siteWords("lesson.all")),
        h("p", { class: "lead" }, siteWords("lesson.description")),
        descriptions.map(({ id, name, about }) => [
          h("h2", {}, h("a", { href: `/learn/${id}/` }, name)),
          h("p", { class: "muted" }, `${about}.`),
          lessonList(of(id)),
        ]),
      ],
    },
  ];
  for (const { id, name, about } of descriptions) {
    const own = of(id);
    pages.push({
      path: `/learn/${id}/`,
      title: siteWords("lesson.of", { name }),
      description: `${about}.`,
      kind: "lesson",
      content: [
        trail([siteWords("site.learn"), "/learn/"], [name]),
        h("h1", {}, siteWords("lesson.of", { name })),
        h("p", { class: "lead" }, `${about}.`),
        lessonList(own),
        h(
          "p",
          {},
          h("a", { href: `/gallery/?language=${id}` }, siteWords("lesson.gallery", { name })),
          " · ",
          h("a", { href: `/reference/${id}/` }, siteWords("reference.of", { name })),
        ),
      ],
    });
    for (const [at, lesson] of own.entries()) pages.push(await lessonPage(lesson, own[at + 1], name, evaluate));
  }
  return pages;
}
