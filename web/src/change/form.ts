// A form below the results that asks the engine for changes: its field, the progress of the search, the candidates,
// their preview and Apply. What is asked, and how the answer is shown, is in panel.ts and why.ts.
//
// An answer counts for the text that was asked about: if the workspace changes meanwhile, it is asked again, and
// nothing is applied before that.

import type { ChangeCandidate, ChangeResult, Engine, Search as SearchOptions, WhyResult, Workspace } from "evalground";
import { askEngine, failureKind } from "../run/ready.ts";
import type { FormPlace, Store } from "../store.ts";
import { button, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { filesOf, withoutCases } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { editOf, readable, textOf, undoOf } from "./apply.ts";
import { Candidates } from "./candidates.ts";
import { type Progress, Search } from "./search.ts";
import "./change.css";

/** Pause in typing after which the search begins, in milliseconds. */
const pause = 700;
/** Bounds of a longer search, for which the user asks. */
const longer: SearchOptions = { trials: 400, timeMs: 15_000 };

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** What the shown candidates were found for. */
interface Asked {
  workspace: Workspace;
  revision: number;
  typed: string;
}

/** What to send for the typed text, or what is wrong with it; null: nothing. */
export type Prepared<Result> =
  | { ask: (engine: Engine, workspace: Workspace, how: SearchOptions) => Promise<Result> }
  | { problem: string }
  | null;

/** Parts of the form that differ. */
interface Parts {
  heading: string;
  label: string;
  submit: string;
  note: string;
  close: string;
  /** Said while a search takes long. */
  running: string;
  /** Values are hidden in previews. */
  isSecret: boolean;
}

export abstract class SearchForm<Result extends ChangeResult | WhyResult> {
  protected readonly status = element("p", { role: "status", class: "change-status" });
  protected readonly candidates: Candidates;
  /** Whether the user waits for the answer, and the focus goes to it. */
  protected isAwaited = false;
  private readonly problem = element("p", { class: "field-problem", id: freshId("problem"), role: "alert" });
  private readonly stop: HTMLButtonElement;
  private readonly more: HTMLButtonElement;
  private readonly apply: HTMLButtonElement;
  private readonly search = new Search<Result>((progress) => this.follow(progress));
  private readonly endings: (() => void)[] = [];
  /** The file that was open before the previews. */
  private readonly openedFrom: string | null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private asked: Asked | null = null;
  private chosen: ChangeCandidate | null = null;

  /** `ended` is called when the form closes. */
  constructor(
    protected readonly store: Store,
    protected readonly place: FormPlace,
    protected readonly field: Field,
    private readonly parts: Parts,
    private readonly ended: () => void,
  ) {
    this.openedFrom = store.state.activeFile;
    this.candidates = new Candidates(parts.isSecret, {
      choose: (one) => this.choose(one),
      apply: () => this.applyChosen(),
    });
    const press = (label: string, act: () => void, look = ""): HTMLButtonElement =>
      button({ label, words: true, class: look, press: act });
    this.stop = press(text("change.cancel"), () => this.cancel());
    this.more = press(text("change.longer"), () => void this.find(longer), "quiet");
    this.apply = press(text("change.apply"), () => this.applyChosen(), "primary");
    for (const hidden of [this.stop, this.more, this.apply]) hidden.hidden = true;
  }

  /** What to ask for the typed text. */
  protected abstract prepare(typed: string): Promise<Prepared<Result>>;

  /** Shows an answer about a workspace, with its candidates. */
  protected abstract show(result: Result, workspace: Workspace): void;

  /** Removes what show() has drawn. */
  protected abstract clear(): void;

  /** What Apply has done, for the notice with Undo. */
  protected abstract doneText(candidate: ChangeCandidate): string;

  /** Closes the form. Nothing was changed. */
  close(): void {
    const { store, openedFrom } = this;
    const previewed = this.chosen?.edits[0]?.file;
    this.end();
    if (previewed !== undefined && previewed !== openedFrom && store.state.activeFile === previewed)
      store.openFile(openedFrom);
    this.place.focus();
  }

  /** Removes the form without moving the focus. */
  end(): void {
    clearTimeout(this.waiting);
    this.search.cancel();
    for (const ending of this.endings.splice(0)) ending();
    this.store.perform("preview", null);
    const { root } = this.place;
    root.hidden = true;
    fill(root);
    this.ended();
  }

  /** Draws the form around the element that shows answers, and takes the focus. */
  protected open(answer: HTMLElement): void {
    const { field, parts, place, problem } = this;
    const [heading, note] = [freshId("change"), freshId("note")];
    field.setAttribute("aria-describedby", `${note} ${problem.id}`);
    const form = element(
      "form",
      { class: "change-form" },
      element("label", { for: field.id }, parts.label),
      field,
      element("button", { type: "submit", class: "button" }, parts.submit),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.findNow();
    });
    const dialog = element(
      "div",
      { role: "dialog", class: "change", "aria-labelledby": heading },
      element(
        "div",
        { class: "change-head" },
        element("h3", { id: heading, dir: "auto" }, parts.heading),
        button({ label: parts.close, icon: "close", class: "quiet small", press: () => this.close() }),
      ),
      form,
      problem,
      element("p", { class: "muted change-note", id: note }, parts.note),
      element("div", { class: "change-meter" }, this.status, this.stop, this.more),
      answer,
      element("div", { class: "dialog-actions change-actions" }, this.apply),
    );
    this.setEmpty(false);
    fill(place.root, dialog);
    place.root.hidden = false;
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target === field) this.findNow();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.listen();
    place.resized();
    field.focus();
    field.select();
  }

  /** Shows where the value comes from, below the form. */
  protected setEmpty(isEmpty: boolean): void {
    setAttribute(this.place.root, "data-empty", isEmpty);
  }

  protected findNow(): void {
    this.isAwaited = true;
    void this.find();
  }

  private listen(): void {
    const { field, store } = this;
    field.addEventListener("input", () => {
      this.forget();
      this.findSoon();
    });
    const end = store.watch(["revision", "draft"], ({ draft, revision }, before) => {
      if (draft !== before.draft) return this.end();
      if (this.asked === null || revision === this.asked.revision) return;
      this.forget();
      this.status.textContent = text("change.outdated");
      this.findSoon();
    });
    this.endings.push(end);
  }

  private findSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.find(), pause);
  }

  /** Drops the answer: it is of another text or another question. */
  private forget(): void {
    this.search.cancel();
    this.asked = null;
    this.chosen = null;
    this.isAwaited = false;
    this.candidates.clear();
    this.clear();
    this.apply.hidden = true;
    this.more.hidden = true;
    this.status.textContent = "";
    this.setProblem("");
    this.setEmpty(false);
    this.store.perform("preview", null);
  }

  private setProblem(problem: string): void {
    this.problem.textContent = problem;
    setAttribute(this.field, "aria-invalid", problem !== "" ? "true" : null);
  }

  private async find(bounds: SearchOptions = {}): Promise<void> {
    clearTimeout(this.waiting);
    const { field, isAwaited, store } = this;
    const typed = field.value;
    this.forget();
    this.isAwaited = isAwaited;
    const prepared = await this.prepare(typed);
    if (field.value !== typed || !field.isConnected || prepared === null) return;
    if ("problem" in prepared) return this.setProblem(prepared.problem);
    const { workspace, revision, engine } = store.state;
    this.asked = { workspace, revision, typed };
    if (engine === "loading") this.status.textContent = text("change.loading");
    await this.search.ask((signal) =>
      askEngine((ready) => prepared.ask(ready, withoutCases(workspace), { signal, ...bounds })),
    );
  }

  private cancel(): void {
    const hadFocus = document.activeElement === this.stop;
    this.forget();
    this.status.textContent = text("change.canceled");
    if (hadFocus) this.field.focus();
  }

  private follow(progress: Progress<Result>): void {
    const { state } = progress;
    const isLong = state === "running" && progress.isLong;
    this.stop.hidden = !isLong;
    if (isLong) this.status.textContent = this.parts.running;
    if (state === "failed") this.status.textContent = this.failureText(progress.reason);
    if (state === "done") this.take(progress.result);
  }

  private failureText(reason: unknown): string {
    const kind = failureKind(reason);
    if (kind === "crashed") return text("change.crashed");
    return kind === "late"
      ? text("change.late")
      : text("change.failed", { reason: reason instanceof Error ? reason.message : String(reason) });
  }

  private take(result: Result): void {
    const { asked, candidates, field, place } = this;
    if (!asked) return;
    if (!result.ok) {
      this.status.textContent = result.diagnostics[0]?.message ?? "";
      return;
    }
    const isInField = document.activeElement === field;
    this.more.hidden = result.bound === undefined;
    this.show(result, asked.workspace);
    candidates.chooseFirst();
    this.apply.hidden = candidates.isEmpty;
    place.resized();
    if (this.isAwaited && isInField) candidates.focus();
    this.isAwaited = false;
  }

  /** Shows the edits of a candidate in the editor, where there is room for both. */
  private choose(candidate: ChangeCandidate): void {
    const { parts, store } = this;
    this.chosen = candidate;
    const [first] = candidate.edits;
    if (store.state.layout === "narrow" || parts.isSecret || !first) return store.perform("preview", null);
    const { file } = first;
    if (filesOf(store.state.workspace).has(file) && file !== store.state.activeFile) store.openFile(file);
    const before = textOf(store.state.workspace, file);
    if (before === null) return store.perform("preview", null);
    const edits = candidate.edits.filter((edit) => edit.file === file).map((edit) => readable(before, edit));
    store.perform("preview", { file, edits });
  }

  private applyChosen(): void {
    const { asked, chosen, field, openedFrom, place, store } = this;
    if (!asked || !chosen) return;
    if (store.state.revision !== asked.revision || field.value !== asked.typed) return this.findNow();
    const { workspace: before, layout } = store.state;
    const edit = editOf(before, chosen);
    this.end();
    store.edit(edit);
    const file = chosen.edits[0]?.file;
    if (file !== undefined && file !== expressionFile && layout !== "narrow") store.openFile(file);
    place.focus();
    offerUndo(this.doneText(chosen), () => {
      const undo = undoOf(before, edit, store.state.workspace);
      const { activeFile } = store.state;
      if (undo.files && activeFile !== null && !filesOf({ files: undo.files }).has(activeFile))
        store.openFile(openedFrom);
      store.edit(undo);
    });
  }
}
