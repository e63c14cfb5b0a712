// Candidates as lists from which one is chosen, each with what else it changes. The chosen one shows its edits.

import type { ChangeCandidate, Workspace } from "evalground";
import { changedLines } from "../results/diff.ts";
import { type Child, element, fill, freshId } from "../ui/dom.ts";
import { fileText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { changedTexts, keysOf, partOf } from "./apply.ts";
import { othersOf, placeName, shortValue } from "./words.ts";

/** Maximum number of other changes that are listed for a candidate. */
const mostOthers = 100;

/** A value before and after. */
function beforeAndAfter(before: unknown, after: unknown): Child[] {
  return [
    element("del", { dir: "auto" }, shortValue(before)),
    element("span", { "aria-hidden": "true" }, " → "),
    element("ins", { dir: "auto" }, shortValue(after)),
  ];
}

/** What a candidate would do to the texts and values of the workspace. Of a secret only the place is shown. */
function previewParts(workspace: Workspace, candidate: ChangeCandidate, isSecret: boolean): Child[] {
  const texts = changedTexts(workspace, candidate).map(({ file, before, after, isNew }) => {
    const label = text(isNew ? "change.new" : "change.preview", { file: fileText(file) });
    const shown = isSecret ? element("p", {}, text("change.hidden")) : changedLines(before, after, label);
    return element("div", { class: "change-lines", role: "region", tabindex: "0", "aria-label": label }, shown);
  });
  const values = candidate.changes.map(({ path, value }) => {
    const [key = "", ...rest] = keysOf(path);
    const before = partOf(workspace[key as keyof Workspace], rest);
    return element(
      "p",
      { class: "change-value code" },
      element("span", { dir: "auto" }, `${[key, ...rest].join(".")}: `),
      ...(isSecret ? [text("results.hidden")] : beforeAndAfter(before, value)),
    );
  });
  return [...texts, ...values];
}

/** The other values that a candidate changes, in a part that can be opened; null if it changes none. */
function othersPart(candidate: ChangeCandidate, id: string): HTMLElement | null {
  const others = othersOf(candidate);
  if (others.length === 0) return null;
  const rest = others.length - mostOthers;
  return element(
    "details",
    { class: "change-others" },
    element("summary", { id }, text("change.others", { count: others.length })),
    element(
      "ul",
      {},
      ...others
        .slice(0, mostOthers)
        .map(({ path, before, after }) =>
          element(
            "li",
            { class: "code" },
            element("span", { dir: "auto" }, `${placeName(path)}: `),
            ...beforeAndAfter(before, after),
          ),
        ),
      rest > 0 && element("li", { class: "muted" }, text("change.moreOthers", { count: rest })),
    ),
  );
}

/** Actions of the list that its form carries out. */
interface Actions {
  choose: (candidate: ChangeCandidate) => void;
  /** Enter on a candidate. */
  apply: () => void;
}

/** A candidate in the list, and the element for its edits. */
interface Row {
  candidate: ChangeCandidate;
  workspace: Workspace;
  input: HTMLInputElement;
  detail: HTMLElement;
}

/** Candidates in one or more lists. At most one of all is chosen. */
export class Candidates {
  /** The place of a single list. */
  readonly root = element("fieldset", { class: "change-candidates", hidden: true });
  private name = freshId("candidate");
  private rows: Row[] = [];

  constructor(
    private readonly isSecret: boolean,
    private readonly actions: Actions,
  ) {}

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  /** Lists candidates for a workspace in a fieldset. */
  add(list: HTMLElement, legend: string, candidates: readonly ChangeCandidate[], workspace: Workspace): void {
    list.hidden = candidates.length === 0;
    fill(list, element("legend", {}, legend), ...candidates.map((candidate) => this.addRow(candidate, workspace)));
  }

  chooseFirst(): void {
    const [first] = this.rows;
    if (!first) return;
    first.input.checked = true;
    this.choose(first);
  }

  /** Forgets all lists. */
  clear(): void {
    this.name = freshId("candidate");
    this.rows = [];
    this.root.hidden = true;
    fill(this.root);
  }

  /** Focuses the chosen candidate. */
  focus(): void {
    this.rows.find(({ input }) => input.checked)?.input.focus();
  }

  private addRow(candidate: ChangeCandidate, workspace: Workspace): HTMLElement {
    const described = freshId("others");
    const others = othersPart(candidate, described);
    const input = element("input", {
      type: "radio",
      name: this.name,
      "aria-describedby": others ? described : undefined,
    });
    const row = { candidate, workspace, input, detail: element("div", { class: "change-preview" }) };
    this.rows.push(row);
    input.addEventListener("change", () => this.choose(row));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.actions.apply();
    });
    const words = element(
      "span",
      { class: "change-words" },
      element("span", { class: "change-title", dir: "auto" }, candidate.title),
      " ",
      element("span", { class: "muted", dir: "auto" }, candidate.reason),
      !others && " ",
      !others && element("span", { class: "muted" }, text("change.alone")),
    );
    return element("div", { class: "change-candidate" }, element("label", {}, input, words), others, row.detail);
  }

  private choose(row: Row): void {
    for (const { detail } of this.rows) fill(detail);
    fill(row.detail, ...previewParts(row.workspace, row.candidate, this.isSecret));
    this.actions.choose(row.candidate);
  }
}
