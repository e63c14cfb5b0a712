// The form below the results that changes a value: what it should be, the places that give it, and Apply.
//
// The search begins with Enter, or when the typing pauses. Its answer counts for the text that was asked about: if the
// workspace changes meanwhile, it is asked again, and nothing is applied before that.

import type { ChangeCandidate, ChangeResult, Workspace } from "evalground";
import { askEngine, failureKind } from "../run/ready.ts";
import { readTyped } from "../run/reading.ts";
import type { Store, WantedChange } from "../store.ts";
import { button, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { filesOf, withoutCases } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { editOf, readable, textOf, undoOf } from "./apply.ts";
import { Candidates } from "./candidates.ts";
import { type Progress, Search } from "./search.ts";
import { type Entry, entryFor, readWanted } from "./wanted.ts";
import { summaryOf } from "./words.ts";
import "./change.css";

/** Pause in typing after which the search begins, in milliseconds. */
const pause = 700;
/** Bounds of a longer search, for which the user asks. */
const longer = { trials: 400, timeMs: 15_000 };

/** What the shown candidates were found for. */
interface Asked {
  workspace: Workspace;
  revision: number;
  typed: string;
}

function fieldFor({ kind, isLong, now }: Entry): HTMLInputElement | HTMLTextAreaElement {
  const attributes = { id: freshId("wanted"), dir: "auto", spellcheck: "false", autocomplete: "off" };
  const made = isLong
    ? element("textarea", { ...attributes, class: "field-text", rows: Math.min(8, now.split("\n").length + 1) })
    : element("input", { ...attributes, class: "code", type: kind === "secret" ? "password" : "text" });
  made.value = now;
  return made;
}

export class ChangePanel {
  private readonly entry: Entry;
  private readonly field: HTMLInputElement | HTMLTextAreaElement;
  private readonly problem = element("p", { class: "field-problem", id: freshId("problem"), role: "alert" });
  private readonly status = element("p", { role: "status", class: "change-status" });
  private readonly stop: HTMLButtonElement;
  private readonly more: HTMLButtonElement;
  private readonly apply: HTMLButtonElement;
  private readonly candidates: Candidates;
  private readonly search = new Search((progress) => this.follow(progress));
  private readonly endings: (() => void)[] = [];
  /** The file that was open before the previews. */
  private readonly openedFrom: string | null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private asked: Asked | null = null;
  private chosen: ChangeCandidate | null = null;
  /** Whether the user waits for the candidates, and the focus goes to them. */
  private isAwaited = false;

  /** Draws the form into its place and takes the focus. `ended` is called when the form closes. */
  constructor(
    private readonly store: Store,
    private readonly wanted: WantedChange,
    private readonly ended: () => void,
  ) {
    this.entry = entryFor(wanted.value);
    this.field = fieldFor(this.entry);
    this.openedFrom = store.state.activeFile;
    this.candidates = new Candidates({ choose: (one) => this.choose(one), apply: () => this.applyChosen() });
    const press = (label: string, act: () => void, look = ""): HTMLButtonElement =>
      button({ label, words: true, class: look, press: act });
    this.stop = press(text("change.cancel"), () => this.cancel());
    this.more = press(text("change.longer"), () => void this.find(longer), "quiet");
    this.apply = press(text("change.apply"), () => this.applyChosen(), "primary");
    for (const hidden of [this.stop, this.more, this.apply]) hidden.hidden = true;
    this.draw();
    this.listen();
    wanted.resized();
    this.field.focus();
    this.field.select();
  }

  /** Closes the form. Nothing was changed. */
  close(): void {
    const { store, openedFrom } = this;
    const previewed = this.chosen?.edits[0]?.file;
    this.end();
    if (previewed !== undefined && previewed !== openedFrom && store.state.activeFile === previewed)
      store.openFile(openedFrom);
    this.wanted.focus();
  }

  /** Removes the form without moving the focus. */
  end(): void {
    clearTimeout(this.waiting);
    this.search.cancel();
    for (const ending of this.endings.splice(0)) ending();
    this.store.perform("preview", null);
    const { root } = this.wanted;
    root.hidden = true;
    fill(root);
    this.ended();
  }

  private draw(): void {
    const { entry, field, problem, wanted } = this;
    const [heading, note] = [freshId("change"), freshId("note")];
    field.setAttribute("aria-describedby", `${note} ${problem.id}`);
    const form = element(
      "form",
      { class: "change-form" },
      element("label", { for: field.id }, text("change.wanted")),
      field,
      element("button", { type: "submit", class: "button" }, text("change.search")),
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
        element("h3", { id: heading, dir: "auto" }, text("change.title", { name: wanted.name })),
        button({ label: text("change.close"), icon: "close", class: "quiet small", press: () => this.close() }),
      ),
      form,
      problem,
      element(
        "p",
        { class: "muted change-note", id: note },
        text(entry.kind === "secret" ? "change.secretNote" : "change.note"),
      ),
      element("div", { class: "change-meter" }, this.status, this.stop, this.more),
      this.candidates.root,
      element("div", { class: "dialog-actions change-actions" }, this.apply),
    );
    setAttribute(wanted.root, "data-empty", null);
    fill(wanted.root, dialog);
    wanted.root.hidden = false;
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target === field) this.findNow();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
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

  private findNow(): void {
    this.isAwaited = true;
    void this.find();
  }

  /** Drops the candidates: they are of another text or another wish. */
  private forget(): void {
    this.search.cancel();
    this.asked = null;
    this.chosen = null;
    this.isAwaited = false;
    this.candidates.clear();
    this.apply.hidden = true;
    this.more.hidden = true;
    this.status.textContent = "";
    this.setProblem("");
    setAttribute(this.wanted.root, "data-empty", null);
    this.store.perform("preview", null);
  }

  private setProblem(problem: string): void {
    this.problem.textContent = problem;
    setAttribute(this.field, "aria-invalid", problem !== "" ? "true" : null);
  }

  private async find(bounds: { trials?: number; timeMs?: number } = {}): Promise<void> {
    clearTimeout(this.waiting);
    const { entry, field, isAwaited, store } = this;
    const typed = field.value;
    const isSame = entry.kind !== "secret" && typed === entry.now;
    if (isSame && !isAwaited) return;
    this.forget();
    this.isAwaited = isAwaited;
    const wish = isSame ? { problem: text("change.unchanged") } : await readWanted(entry, typed, readTyped);
    if (field.value !== typed || !field.isConnected) return;
    if ("problem" in wish) return this.setProblem(wish.problem);
    const { workspace, revision, engine } = store.state;
    this.asked = { workspace, revision, typed };
    if (engine === "loading") this.status.textContent = text("change.loading");
    await this.search.ask((signal) =>
      askEngine((ready) =>
        ready.change(withoutCases(workspace), { path: this.wanted.path, to: wish.value, signal, ...bounds }),
      ),
    );
  }

  private cancel(): void {
    const hadFocus = document.activeElement === this.stop;
    this.forget();
    this.status.textContent = text("change.canceled");
    if (hadFocus) this.field.focus();
  }

  private follow(progress: Progress): void {
    const { state } = progress;
    const isLong = state === "running" && progress.isLong;
    this.stop.hidden = !isLong;
    if (isLong) this.status.textContent = text("change.running");
    if (state === "failed") this.status.textContent = this.failureText(progress.reason);
    if (state === "done") this.show(progress.result);
  }

  private failureText(reason: unknown): string {
    const kind = failureKind(reason);
    if (kind === "crashed") return text("change.crashed");
    return kind === "late"
      ? text("change.late")
      : text("change.failed", { reason: reason instanceof Error ? reason.message : String(reason) });
  }

  private show(result: ChangeResult): void {
    const { asked, candidates, entry, field, wanted } = this;
    if (!asked) return;
    if (!result.ok) {
      this.status.textContent = result.diagnostics[0]?.message ?? "";
      return;
    }
    const isEmpty = result.candidates.length === 0;
    const isInField = document.activeElement === field;
    this.status.textContent = summaryOf(result);
    this.more.hidden = result.bound === undefined;
    this.apply.hidden = isEmpty;
    setAttribute(wanted.root, "data-empty", isEmpty);
    candidates.show(result, asked.workspace, entry.kind === "secret");
    wanted.resized();
    if (this.isAwaited && isInField) candidates.focus();
    this.isAwaited = false;
  }

  /** Shows the edits of a candidate in the editor, where there is room for both. */
  private choose(candidate: ChangeCandidate): void {
    const { entry, store } = this;
    this.chosen = candidate;
    const [first] = candidate.edits;
    if (store.state.layout === "narrow" || entry.kind === "secret" || !first) return store.perform("preview", null);
    const { file } = first;
    if (filesOf(store.state.workspace).has(file) && file !== store.state.activeFile) store.openFile(file);
    const before = textOf(store.state.workspace, file);
    if (before === null) return store.perform("preview", null);
    const edits = candidate.edits.filter((edit) => edit.file === file).map((edit) => readable(before, edit));
    store.perform("preview", { file, edits });
  }

  private applyChosen(): void {
    const { asked, chosen, field, openedFrom, store, wanted } = this;
    if (!asked || !chosen) return;
    if (store.state.revision !== asked.revision || field.value !== asked.typed) return this.findNow();
    const { workspace: before, layout } = store.state;
    const edit = editOf(before, chosen);
    this.end();
    store.edit(edit);
    const file = chosen.edits[0]?.file;
    if (file !== undefined && file !== expressionFile && layout !== "narrow") store.openFile(file);
    wanted.focus();
    offerUndo(text("change.done", { name: wanted.name }), () => {
      const undo = undoOf(before, edit, store.state.workspace);
      const { activeFile } = store.state;
      if (undo.files && activeFile !== null && !filesOf({ files: undo.files }).has(activeFile))
        store.openFile(openedFrom);
      store.edit(undo);
    });
  }
}
