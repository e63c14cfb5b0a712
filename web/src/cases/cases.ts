// What a draft is expected to give, and its cases: the bar above the results, the list of the cases, and the actions on
// them. Loaded when one of these is first used.

import type { EvaluateOptions, Expectation, RunResult, Workspace } from "evalground";
import { text } from "../ui/text.ts";
import "./cases.css";
import {
  caseFile,
  caseOf,
  casesOf,
  changedCases,
  type DraftCase,
  freeId,
  isShown,
  joining,
  openedCase,
  workspaceOfCase,
} from "../run/cases.ts";
import { expectationOf, partOf, type Tested } from "../run/expectation.ts";
import { runLimits } from "../run/limits.ts";
import { engineReady } from "../run/ready.ts";
import type { CasesAction, ComparedPlace, ExpectedPart, State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { askText } from "../ui/dialog.ts";
import { download } from "../ui/download.ts";
import { entriesOf, mapOf, withoutCases } from "../ui/entries.ts";
import type { MenuItem } from "../ui/menu.ts";
import { Search } from "../run/secrets.ts";
import { withoutInputs } from "../ui/outline.ts";
import { own } from "../ui/own.ts";
import { offerUndo } from "../ui/toast.ts";
import { expressionOfPart } from "../ui/way.ts";
import { CasesBar } from "./bar.ts";
import { Comparison, othersOf, pinButton } from "./compare.ts";
import { addFromFile } from "./import.ts";
import { nameProblem } from "./names.ts";
import { type Evaluate, judged, mayBeHidden, runCases, type Runs } from "./runs.ts";
import { isOfText } from "./verdict.ts";

/** Cases are rerun automatically only if together they take less than this, in milliseconds. */
const runsByItself = 1500;

class Cases {
  private runs: Runs = { verdicts: new Map(), revision: -1, done: null };
  private running: AbortController | null = null;
  private tookMs = 0;
  private readonly metHidden = new WeakMap<Workspace, boolean>();
  private readonly bar: CasesBar;
  private readonly comparison: Comparison;

  constructor(private readonly store: Store) {
    this.bar = new CasesBar(store, this);
    this.comparison = new Comparison(store, () => [pinButton(store)]);
    store.watch(["draft"], ({ draft }, before) => {
      if (draft === before.draft) return;
      this.running?.abort();
      this.tookMs = 0;
      this.show({ verdicts: new Map(), revision: -1, done: null });
      this.bar.close();
    });
    store.watch(["result"], ({ result }, before) => {
      if (result && result !== before.result && this.bar.isOpen && this.tookMs <= runsByItself) this.run();
    });
  }

  /** Performs an action of the menu or the palette. */
  perform(action: CasesAction): void {
    const { store } = this;
    const actions: Record<CasesAction, () => void> = {
      expect: () => this.expect(),
      remove: () => this.removeExpectation(),
      keep: () => this.keep(),
      open: () => this.bar.open(),
      run: () => {
        this.bar.open();
        this.run();
      },
      import: () => addFromFile(store.state.workspace.dialect, (name, found) => this.take(name, found)),
      export: () => this.export(),
      pin: () => this.pin(store.state.lastGood),
      unpin: () => this.pin(null),
      compare: () => this.compare(),
    };
    actions[action]();
  }

  /** The entries of the menu above the results. */
  menu(): MenuItem[] {
    const { state } = this.store;
    const { workspace, pinned, dimsUnused, settings, result } = state;
    const cases = casesOf(workspace);
    const has = workspace.expect !== undefined;
    const item = (label: string, action: CasesAction, more: Partial<MenuItem> = {}): MenuItem => ({
      label,
      ...more,
      choose: () => this.perform(action),
    });
    const fits = expectable(state) !== null;
    const assist = (action: "coverage" | "inlay", checked: boolean, apart = false): MenuItem => ({
      label: text(`view.${action}`),
      checked,
      apart,
      choose: () => this.store.perform("assist", action),
    });
    return [
      item(text(result?.ok === false ? "expect.error" : "expect.this"), "expect", {
        icon: "check",
        disabled: !fits,
        ...(has && { note: text("expect.updateNote") }),
      }),
      ...(has ? [item(`${text("expect.remove")}: ${text("bar.label").toLowerCase()}`, "remove")] : []),
      item(text("cases.keep"), "keep", { note: text("cases.keepNote"), disabled: !fits, apart: true }),
      ...(cases.length > 0 ? [item(text("cases.run", { count: cases.length }), "run", { icon: "run" })] : []),
      item(text("cases.import"), "import", { icon: "upload" }),
      ...(cases.length > 0 || has
        ? [item(text("cases.export"), "export", { icon: "file", note: text("cases.exportNote") })]
        : []),
      item(text("compare.pin"), "pin", { icon: "star", disabled: !state.lastGood, apart: true }),
      ...(pinned ? [item(text("compare.unpin"), "unpin")] : []),
      item(text("compare.open"), "compare", { disabled: othersOf(state, null).length === 0 }),
      assist("coverage", dimsUnused, true),
      assist("inlay", settings.inlay),
    ];
  }

  /** Draws the difference between two results. */
  drawDiff(place: ComparedPlace): void {
    this.comparison.draw(place);
  }

  /** Shows how the result differs from what is expected, or from another result. */
  compare(): void {
    if (this.store.state.workspace.expect) this.comparison.choose("expected");
    this.store.perform("openView", "diff");
    this.store.perform("openPane", { pane: "results", focus: false });
  }

  /** Expects the last result. If a case is shown, its expectation changes as well. */
  expect(): void {
    const expected = expectable(this.store.state);
    if (!expected) return announce(text(isOfText(this.store.state) ? "expect.nothing" : "expect.stale"));
    this.setExpectation(expected);
  }

  /**
   * Expects a part of the last result: as an entry of the expectation if the language has names for it, else as a new
   * case.
   */
  expectPart({ path, part }: ExpectedPart): void {
    const { state } = this.store;
    const { workspace, result } = state;
    if (!result || !isOfText(state)) return announce(text("expect.stale"));
    const [top] = path;
    if (part && top !== undefined) {
      const value = partOf(result, part)?.get(String(top));
      if (!value) return announce(text("expect.nothing"));
      const others = entriesOf(workspace.expect?.[part]).filter(([name]) => name !== String(top));
      const { [part]: _, ...kept } = workspace.expect ?? {};
      return this.setExpectation({ ...kept, [part]: mapOf([...others, [String(top), value]]) });
    }
    if (path.length === 0) return this.expect();
    let value = partOf(result, "value");
    for (const step of path) value = value?.children.find(({ key }) => key === step) ?? null;
    const expression = expressionOfPart(workspace, path, partOf(result, "matches")?.children.length ?? 1);
    if (!value || expression === null) return announce(text("expect.noPart"));
    const id = freeId(path.join("."), casesOf(workspace));
    const one = { ...caseOf(workspace, id), expression, expect: { value } } as DraftCase;
    // A longer expression may give another value in some languages. Then such a case makes no sense.
    void this.isMet(workspaceOfCase(workspace, one)).then((isMet) => {
      if (this.store.state.workspace !== workspace) return;
      if (isMet) this.add(one);
      else announce(text("expect.noPart"));
    });
  }

  /**
   * Whether a result differs only in redacted values. This is found out asynchronously; the bar is then drawn again.
   */
  isMetHidden(tested: Workspace, result: RunResult): boolean {
    if (!mayBeHidden(tested, result)) return false;
    const known = this.metHidden.get(tested);
    if (known !== undefined) return known;
    this.metHidden.set(tested, false);
    void this.isMet(tested).then((isMet) => {
      this.metHidden.set(tested, isMet);
      if (isMet) this.bar.showRuns(this.runs);
    });
    return false;
  }

  /** Saves the current inputs as a case, with their result. */
  keep(): void {
    const { state } = this.store;
    const { workspace } = state;
    const expect = workspace.expect ?? expectable(state);
    if (!expect) return announce(text(isOfText(state) ? "expect.nothing" : "expect.stale"));
    const cases = casesOf(workspace);
    askText(
      text("cases.keep"),
      text("cases.idTitle"),
      freeId(text("cases.first"), cases),
      (typed) => nameProblem(typed, cases),
      (typed) => {
        if (!workspace.expect) this.store.edit({ expect });
        this.add(caseOf(this.store.state.workspace, typed.trim()));
      },
    );
  }

  /** Shows a case: its inputs replace the draft's. Can be undone. */
  openCase(one: DraftCase): void {
    const { store } = this;
    const { workspace } = store.state;
    if (isShown(workspace, one)) return;
    const change = openedCase(workspace, one);
    const back = Object.fromEntries(
      Object.keys(change).map((key) => [key, own(workspace as unknown as Record<string, unknown>, key)]),
    );
    store.edit(change);
    offerUndo(text("cases.opened", { name: one.id }), () => store.edit(back));
  }

  /** Replaces a case, or removes it. */
  replaceCase(id: string, one: DraftCase | null): void {
    const { store } = this;
    const before = casesOf(store.state.workspace);
    store.edit(changedCases(before.flatMap((each) => (each.id === id ? (one ? [one] : []) : [each]))));
    if (!one) offerUndo(text("cases.removed", { name: id }), () => store.edit(changedCases(before)));
    else if (this.runs.verdicts.size > 0) this.run([one]);
  }

  /** Makes a case expect its last result. */
  updateCase(one: DraftCase): void {
    const verdict = this.runs.verdicts.get(one.id);
    const expect = verdict && "result" in verdict ? expectationFrom(verdict.result) : null;
    if (!expect) return announce(text("expect.nothing"));
    const { workspace } = this.store.state;
    if (isShown(workspace, one)) this.store.edit({ expect });
    this.replaceCase(one.id, { ...one, expect });
  }

  /** Runs all cases, or some of them. */
  run(some?: readonly DraftCase[]): void {
    const { store } = this;
    this.running?.abort();
    const control = new AbortController();
    this.running = control;
    const { workspace, revision } = store.state;
    const cases = some ?? casesOf(workspace);
    if (cases.length === 0) return;
    const verdicts = new Map(this.runs.verdicts);
    const startedAt = performance.now();
    let done = 0;
    this.show({ ...this.runs, done });
    void runCases(workspace, cases, {
      evaluate: (asked, options) => this.evaluate(asked, options),
      signal: control.signal,
      told: (id, verdict) => {
        done += 1;
        verdicts.set(id, verdict);
        this.show({ verdicts: new Map(verdicts), revision: this.runs.revision, done });
      },
    }).then(() => {
      if (control.signal.aborted) return;
      if (!some) this.tookMs = performance.now() - startedAt;
      this.show({ verdicts, revision: some ? this.runs.revision : revision, done: null });
    });
  }

  private async evaluate(asked: Workspace, options: EvaluateOptions): Promise<RunResult> {
    const { limits: own } = this.store.state.settings;
    const { timeMs, limits, workspace } = runLimits(asked, own, { factor: 1, cautious: false });
    return (await engineReady()).evaluate(workspace, { maskVaults: true, ...options, timeMs, limits });
  }

  /** Whether a workspace evaluates to what it expects. */
  private async isMet(tested: Tested): Promise<boolean> {
    const evaluate: Evaluate = (asked, options) => this.evaluate(asked, options);
    return (await judged(tested, await evaluate(withoutCases(tested), {}), evaluate)).length === 0;
  }

  private show(runs: Runs): void {
    this.runs = runs;
    this.bar.showRuns(runs);
  }

  private setExpectation(expect: Expectation): void {
    const { store } = this;
    const { workspace } = store.state;
    const shown = casesOf(workspace).find((one) => isShown(workspace, one));
    const before = { expect: workspace.expect, cases: (workspace as { cases?: unknown }).cases };
    store.edit({
      expect,
      ...(shown && changedCases(casesOf(workspace).map((one) => (one.id === shown.id ? { ...one, expect } : one)))),
    });
    offerUndo(text("expect.done"), () => store.edit(before as Partial<Workspace>));
  }

  private removeExpectation(): void {
    const { store } = this;
    const { expect } = store.state.workspace;
    store.edit({ expect: undefined });
    offerUndo(text("expect.removed"), () => store.edit({ expect }));
  }

  private add(one: DraftCase): void {
    const { store } = this;
    const cases = casesOf(store.state.workspace);
    store.edit(changedCases([...cases, one]));
    announce(text("cases.kept", { name: one.id }));
    this.bar.open();
    this.run();
  }

  private take(name: string, found: readonly DraftCase[]): void {
    const { store } = this;
    if (found.length === 0) return announce(text("cases.noneInFile", { name }));
    const cases = casesOf(store.state.workspace);
    const before = changedCases(cases);
    const all = [...cases];
    for (const one of found) all.push({ ...joining(store.state.workspace, one), id: freeId(one.id, all) });
    store.edit(changedCases(all));
    offerUndo(text("cases.imported", { count: found.length }), () => store.edit(before));
    this.bar.open();
    this.run();
  }

  private async export(): Promise<void> {
    const { workspace, title, engineVersion } = this.store.state;
    const name = title.replace(/[^\p{L}\p{N}._-]+/gu, "-").toLowerCase() || "evalground";
    const { inputs, placed } = await Search.of(workspace);
    const given = withoutInputs({ ...placed, secrets: withheldSecrets(placed) }, inputs);
    const cases = casesOf(given);
    const all = cases.length > 0 ? cases : [caseOf(given, name)];
    download(`${name}-cases.json`, caseFile(given, all, `playground ${engineVersion}`), "application/json");
  }

  private pin(result: RunResult | null): void {
    this.store.writer("cases")({ pinned: result && { result, at: Date.now() } });
    announce(text(result ? "compare.pinned.done" : "compare.unpinned"));
  }
}

/** The names of the secrets, without their values. */
function withheldSecrets({ secrets }: Workspace): NonNullable<Workspace["secrets"]> {
  return mapOf(entriesOf(secrets).map(([name]) => [name, null]));
}

/** What can be expected of a result, or null. */
function expectationFrom(result: RunResult): Expectation | null {
  const expected = expectationOf(result);
  return expected && (Object.fromEntries(expected) as Expectation);
}

/** What can be expected of the last run, or null. */
function expectable(state: Readonly<State>): Expectation | null {
  return state.result && isOfText(state) ? expectationFrom(state.result) : null;
}

const made = new WeakMap<Store, Cases>();

/** The cases of the page's draft. */
export function casesOn(store: Store): Cases {
  const known = made.get(store) ?? new Cases(store);
  made.set(store, known);
  return known;
}
