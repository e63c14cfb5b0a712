// The bar above the results: whether the result is as expected and the cases pass, with a list of the cases below.

import type { RunResult, Workspace } from "evalground";
import { caseOf, casesOf, type DraftCase, isShown } from "../run/cases.ts";
import type { CasesAction, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { askText } from "../ui/dialog.ts";
import { button, byId, element, fill, freshId, icon, setAttribute } from "../ui/dom.ts";
import { menuButton } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { countDifferences } from "./compare.ts";
import { nameProblem } from "./names.ts";
import { type CaseVerdict, isPassed, type Runs } from "./runs.ts";
import { isOfText, type Verdict, verdictOn } from "./verdict.ts";

/** Longest description of a case's inputs, in characters. */
const longestGiven = 80;

/** What a case evaluates, on one line: its expression, or its inputs. */
export function givenOf({ expression, resource, inputs, vars, classes, data }: DraftCase): string {
  const parts: string[] = [];
  if (resource) parts.push(resource);
  if (expression !== undefined) parts.push(typeof expression === "string" ? expression : valueToYaml(expression));
  for (const given of [inputs, vars, classes, ...(expression === undefined ? [data] : [])])
    if (given !== undefined) parts.push(valueToYaml(given));
  const line = parts
    .map((part) => part.trim().replace(/\s*\n\s*/g, ", "))
    .filter((part) => part !== "" && part !== "{}" && part !== "[]")
    .join(" · ");
  if (line === "") return text("cases.whole");
  return line.length > longestGiven ? `${line.slice(0, longestGiven - 1)}…` : line;
}

/** The commands of the bar for the expectation and the cases. */
interface CasesCommands {
  perform(action: CasesAction): void;
  expect(): void;
  compare(): void;
  run(): void;
  openCase(one: DraftCase): void;
  updateCase(one: DraftCase): void;
  replaceCase(id: string, one: DraftCase | null): void;
  /** Whether a result differs only in redacted values, as far as that is known. */
  isMetHidden(tested: Workspace, result: RunResult): boolean;
}

export class CasesBar {
  isOpen = false;
  private readonly root = element("div", { class: "cases-bar", role: "group", "aria-label": text("bar.label") });
  private readonly verdict = element("span", { class: "cases-verdict" });
  private readonly tools = element("span", { class: "cases-tools" });
  private readonly list = element("div", { class: "cases-list", id: freshId("cases"), role: "group" });
  private readonly toggle: HTMLButtonElement;
  private runs: Runs = { verdicts: new Map(), revision: -1, done: null };
  private wasMet: boolean | null = null;
  private isDue = false;

  constructor(
    private readonly store: Store,
    private readonly cases: CasesCommands,
  ) {
    this.toggle = button({
      label: "",
      words: true,
      class: "quiet small cases-toggle",
      attributes: { "aria-expanded": "false", "aria-controls": this.list.id },
      press: () => (this.isOpen ? this.close() : this.open()),
    });
    this.toggle.append(icon("chevron"));
    fill(this.root, this.verdict, this.tools, this.toggle);
    this.list.hidden = true;
    this.list.setAttribute("aria-label", text("cases.list"));
    byId("results-body").before(this.root, this.list);
    // One action changes several of these keys in turn.
    store.watch(["workspace", "result", "revision", "freshness"], () => {
      if (this.isDue) return;
      this.isDue = true;
      queueMicrotask(() => {
        this.isDue = false;
        this.draw();
      });
    });
  }

  /** Shows the list of the cases, and runs those that were not run since the last edit. */
  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    const { revision } = this.store.state;
    this.draw();
    if (this.runs.revision !== revision && this.runs.done === null) this.cases.run();
  }

  close(): void {
    this.isOpen = false;
    this.draw();
  }

  /** Shows the current verdicts of the cases. */
  showRuns(runs: Runs): void {
    this.runs = runs;
    this.draw();
  }

  private draw(): void {
    const { workspace } = this.store.state;
    const cases = casesOf(workspace);
    this.root.hidden = workspace.expect === undefined && cases.length === 0;
    this.drawVerdict();
    this.toggle.hidden = cases.length === 0;
    const label = this.toggle.querySelector(".words");
    if (label) label.textContent = this.countsOf(cases);
    setAttribute(this.toggle, "aria-expanded", String(this.isOpen));
    this.list.hidden = !this.isOpen || cases.length === 0;
    if (!this.list.hidden) this.drawList(cases);
  }

  private drawVerdict(): void {
    const { state } = this.store;
    const { workspace, result } = state;
    const { verdict, tools } = this;
    const isThere = workspace.expect !== undefined;
    verdict.hidden = tools.hidden = !isThere;
    if (!isThere || !result) {
      this.wasMet = null;
      if (isThere) this.say(null, text("verdict.stale"));
      return;
    }
    // While the user is typing, the last verdict stays. Outdated results have none.
    if (!isOfText(state)) {
      if (state.freshness === "stopped" || !state.live) this.say(null, text("verdict.stale"));
      return;
    }
    const { isMet, said } = this.verdictOn(workspace, result);
    this.say(isMet, said);
    if (this.wasMet !== null && this.wasMet !== isMet) announce(said);
    this.wasMet = isMet;
  }

  private verdictOn(workspace: Workspace, result: RunResult): Verdict {
    const shown = verdictOn(workspace, result);
    const isMetHidden = !shown.isMet && this.cases.isMetHidden(workspace, result);
    return isMetHidden ? { isMet: true, said: text("verdict.met") } : shown;
  }

  private say(isMet: boolean | null, said: string): void {
    const { verdict, tools, cases, store } = this;
    const shown = casesOf(store.state.workspace).find((one) => isShown(store.state.workspace, one));
    const name = shown ? `${text("verdict.of", { name: shown.id })} ` : "";
    const whole = `${name}${said}`;
    if (verdict.textContent === whole && verdict.dataset["met"] === String(isMet)) return;
    verdict.dataset["met"] = String(isMet);
    fill(verdict, isMet === null ? null : icon(isMet ? "check" : "error"), element("span", { dir: "auto" }, whole));
    const had = tools.contains(document.activeElement);
    const act = (label: string, title: string, press: () => void): HTMLElement =>
      button({ label, words: true, class: "quiet small", attributes: { title }, press });
    fill(
      tools,
      isMet === false && act(text("expect.show"), text("expect.show"), () => cases.compare()),
      isMet === false && act(text("expect.update"), text("expect.updateNote"), () => cases.expect()),
      act(text("expect.remove"), text("expect.removeNote"), () => cases.perform("remove")),
    );
    if (had) tools.querySelector("button")?.focus();
  }

  private countsOf(cases: readonly DraftCase[]): string {
    const { verdicts, revision, done } = this.runs;
    const count = cases.length;
    if (done !== null) return text("cases.running", { place: Math.min(done + 1, count), count });
    const known = cases.filter(({ id }) => verdicts.has(id));
    if (known.length === 0) return text("cases.title", { count });
    const passed = cases.filter(({ id }) => isPassed(verdicts.get(id))).length;
    const counts = text("cases.counts", { passed, count });
    return revision === this.store.state.revision ? counts : `${counts} (${text("cases.stale")})`;
  }

  private drawList(cases: readonly DraftCase[]): void {
    const { store } = this;
    const focused = this.list.querySelector<HTMLElement>(":focus")?.dataset["part"];
    const { workspace } = store.state;
    const rows = cases.map((one) => this.row(one, isShown(workspace, one)));
    const act = (
      label: string,
      sign: "run" | "add" | "upload" | "file",
      part: string,
      press: () => void,
    ): HTMLElement =>
      button({ label, words: true, icon: sign, class: "small", attributes: { "data-part": part }, press });
    fill(
      this.list,
      element(
        "div",
        { class: "cases-actions" },
        act(text("cases.run", { count: cases.length }), "run", "run", () => this.cases.run()),
        act(text("cases.keep"), "add", "keep", () => this.cases.perform("keep")),
        act(text("cases.import"), "upload", "import", () => this.cases.perform("import")),
        act(text("cases.export"), "file", "export", () => this.cases.perform("export")),
      ),
      element(
        "table",
        { class: "cases-table" },
        element("caption", { class: "spoken" }, text("cases.list")),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("th", { scope: "col" }, text("cases.case")),
            element("th", { scope: "col" }, text("cases.verdict")),
            element("th", { scope: "col", class: "cases-given" }, text("cases.given")),
            element("td", {}),
          ),
        ),
        element("tbody", {}, ...rows),
      ),
    );
    if (focused !== undefined) this.list.querySelector<HTMLElement>(`[data-part="${CSS.escape(focused)}"]`)?.focus();
  }

  private row(one: DraftCase, isCurrent: boolean): HTMLElement {
    const verdict = this.runs.verdicts.get(one.id);
    const open = button({
      label: one.id,
      words: true,
      class: "quiet small cases-open",
      attributes: {
        "data-part": `open ${one.id}`,
        "aria-current": isCurrent ? "true" : undefined,
        "aria-label": text("cases.open", { name: one.id }),
        dir: "auto",
      },
      press: () => this.cases.openCase(one),
    });
    const passed = isPassed(verdict);
    return element(
      "tr",
      { "data-passed": verdict ? String(passed) : "unknown" },
      element("th", { scope: "row" }, open),
      element(
        "td",
        { class: "cases-verdict", "data-met": verdict ? String(passed) : "null" },
        verdict && icon(passed ? "check" : "error"),
        element("span", { dir: "auto" }, verdictText(one, verdict)),
      ),
      element("td", { class: "cases-given muted code", dir: "auto" }, givenOf(one)),
      element("td", {}, this.rowMenu(one, verdict)),
    );
  }

  private rowMenu(one: DraftCase, verdict: CaseVerdict | undefined): HTMLElement {
    const { cases, store } = this;
    return menuButton({
      label: text("cases.rowMenu", { name: one.id }),
      icon: "dots",
      class: "quiet small",
      attributes: { "data-part": `menu ${one.id}` },
      items: () => [
        {
          label: text("cases.updateOne"),
          icon: "check",
          disabled: !verdict || !("result" in verdict) || isPassed(verdict),
          choose: () => cases.updateCase(one),
        },
        {
          label: text("cases.replaceOne"),
          choose: () => {
            const now = caseOf(store.state.workspace, one.id);
            cases.replaceCase(one.id, {
              ...now,
              ...(now.expect === undefined && one.expect && { expect: one.expect }),
            });
          },
        },
        {
          label: text("cases.rename"),
          choose: () => {
            const others = casesOf(store.state.workspace).filter(({ id }) => id !== one.id);
            askText(
              text("cases.rename"),
              text("cases.id"),
              one.id,
              (typed) => nameProblem(typed, others),
              (typed) => cases.replaceCase(one.id, { ...one, id: typed.trim() }),
            );
          },
        },
        { label: text("cases.removeOne"), icon: "bin", apart: true, choose: () => cases.replaceCase(one.id, null) },
      ],
    });
  }
}

function verdictText(one: DraftCase, verdict: CaseVerdict | undefined): string {
  if (!verdict) return text("cases.notRun");
  if ("failure" in verdict) return text("cases.engineFailed", { reason: verdict.failure });
  const { result, differences } = verdict;
  if (differences.length === 0) return text("cases.passes");
  if (one.expect && !one.expect.error && !result.ok) {
    const failed = result.diagnostics.find(({ severity }) => severity === "error");
    return failed ? `${text("verdict.failed")}: ${failed.message}` : text("verdict.failed");
  }
  const count = one.expect ? countDifferences(one.expect, result) : 0;
  return count > 0 ? text("verdict.differs", { count }) : text("verdict.other");
}
