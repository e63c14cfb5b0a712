// The results pane: the views of the last answer, the chosen row, and the way from a value to its source and back. This
// file puts the parts together. What is shown and chosen is in model.ts; how it is drawn is in views/.

import type { State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/clipboard.ts";
import { isBlank } from "../ui/blank.ts";
import { button, byId, element, fill, setAttribute } from "../ui/dom.ts";
import { menuButton, openMenu } from "../ui/menu.ts";
import { repositoryOf } from "../ui/repository.ts";
import { type Tabs, tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { Detail } from "./detail.ts";
import { showMore } from "./more.ts";
import { showFailure } from "./failure.ts";
import type { LedgerActions } from "./ledger.ts";
import { ResultsModel } from "./model.ts";
import { lineRow, pathText, type LedgerRow } from "./rows.ts";
import { Stages } from "./stages.ts";
import { tellingRow } from "./welcome.ts";
import type { RowForm } from "./wanted.ts";
import { plainText } from "./values.ts";
import { keys } from "./views/keys.ts";
import { clearPrinted } from "./views/printed.ts";
import type { Drawn, View } from "./views/view.ts";

/** Loaded when a menu is first opened. */
const menus = () => import("./menus.ts");

/** Mounts the views, with their tabs and the copy menu. */
export function mountResults(store: Store): void {
  new Results(byId("results-head"), byId("results-body"), store).watch();
}

class Results {
  private readonly body: HTMLElement;
  private readonly store: Store;
  private readonly model: ResultsModel;
  private readonly write;
  private readonly problem = element("div", { class: "result-problem" });
  private readonly pending = element("div", { class: "result-pending" });
  private readonly more = element("div", { class: "notice result-more", "data-kind": "info" });
  private readonly place = element("div", { class: "result-view", id: "result-view", role: "tabpanel" });
  private readonly subject = element("div", { class: "result-subject" });
  private readonly stages = new Stages(() => this.showAnswer());
  /** Holds the form for another value of a row, or the reasons why it has none. */
  private readonly form = element("div", { class: "result-change", hidden: true });
  private readonly viewTabs: Tabs;
  private readonly blanks: HTMLElement;
  private readonly detail: Detail;
  private readonly frame: HTMLElement;
  private readonly actions: LedgerActions;
  /** The current view, and what it has drawn. */
  private shown: View | null = null;
  private drawn: Drawn = {};
  private showsBlanks = false;
  /** The scroll position of the view in pixels, tracked because reading scrollTop would force a layout. */
  private scrolled = 0;
  private placing = false;
  /** The details of a choice were just shown, and may have covered it. */
  private isFreshChoice = false;

  constructor(head: HTMLElement, body: HTMLElement, store: Store) {
    this.body = body;
    this.store = store;
    this.model = new ResultsModel(store);
    this.write = store.writer("results");
    this.detail = new Detail(store, {
      choose: (row) => {
        this.model.showRows();
        this.drawn.ledger?.choose(row.pointer, true);
        this.choose(row);
      },
      goToSource: () => this.goToSource(),
      openMenu: (row, anchor) => this.openRowMenu(row, anchor),
      change: (row) => void this.openForm("change", row),
      canChange: (row) => this.model.canChange(row),
      why: (row) => void this.openForm("why", row),
      canAskWhy: (row) => this.model.canAskWhy(row),
      revealed: (row) => this.model.revealed(row),
      close: () => this.closeDetail(),
    });
    this.actions = this.ledgerActions();
    this.viewTabs = tabs({
      label: text("view.label"),
      activation: "manual",
      choose: (id) => this.model.chooseView(id),
    });
    this.blanks = button({
      label: text("results.blanks"),
      icon: "blanks",
      class: "quiet",
      attributes: { "aria-pressed": "false" },
      press: () => {
        this.showsBlanks = !this.showsBlanks;
        setAttribute(this.blanks, "aria-pressed", String(this.showsBlanks));
        this.showView(true);
      },
    });
    const copy = menuButton({
      label: text("copy.view"),
      icon: "copy",
      class: "quiet",
      items: async () => (await menus()).copyMenu(this.model, store, this.drawn),
    });
    head.append(this.viewTabs.root, element("div", { class: "pane-tools" }, this.blanks, copy));
    this.frame = element(
      "div",
      { class: "result-frame" },
      this.subject,
      this.problem,
      this.pending,
      this.stages.root,
      this.more,
      this.place,
      this.form,
      this.detail.root,
    );
  }

  /** Follows answers, views, revealed values and the selection in other panes. */
  watch(): void {
    const { store, model } = this;
    store.watch(["workspace"], ({ workspace }, before) => {
      if (!model.answer && isBlank(workspace) !== isBlank(before.workspace)) this.showView(true);
    });
    store.watch(["lastGood", "draft"], (state, before) => {
      const { lastGood } = state;
      if (lastGood || before.lastGood || store.state.example === null) this.attach();
      this.stages.show(lastGood?.stages ?? []);
      this.showAnswer();
      if (lastGood && (!before.lastGood || state === before)) this.showThread();
    });
    store.watch(["workspace", "pinned"], ({ workspace, pinned }, before) => {
      if (pinned !== before.pinned || workspace.expect !== before.workspace.expect) this.showAnswer();
    });
    this.followOthers();
    store.watch(["view", "workspace"], ({ view, workspace }, before) => {
      if (view !== before.view || workspace.dialect !== before.workspace.dialect) this.showView(false);
    });
    store.watch(["freshness", "result", "engine"], (state, before) => {
      if (state.freshness === "error" || state.engine === "unsupported") this.attach();
      const isOther = state.engine !== before.engine || state.result !== before.result;
      const turns = (state.freshness === "running") !== (before.freshness === "running");
      if (!model.answer && (isOther || turns)) this.showView(true);
      this.showProblem();
    });
    store.watch(["revealed"], ({ revealed }, before) => {
      if (revealed === before.revealed) return;
      this.drawn.ledger?.renewAll();
      this.detail.show(model.chosen, model.answer);
      announce(revealed ? text("results.revealed") : text("results.hiddenAgain"));
    });
    store.watch(["selection"], (state) => this.followSelection(state));
    store.watch(["hovered", "selection", "layout", "pane"], () => this.placeRow());
    store.handle("changeSelected", () => {
      if (model.choice) void this.openForm("change", model.choice);
      else announce(text("change.unselected"));
    });
    store.handle("askWhySelected", () => {
      if (model.chosen && model.canAskWhy(model.chosen)) void this.openForm("why", model.chosen);
      else announce(text("why.unselected"));
    });
    store.handle("askWhy", (asked) => {
      this.attach();
      store.perform("openPane", { pane: "results", focus: false });
      store.perform("showWhy", { ...asked, root: this.form, resized: () => {} });
    });
    store.handle("openView", (id) => this.write({ view: id }));
    // A small screen shows one pane. The user wants to see what is run.
    store.handle("run", () => {
      if (store.state.layout === "narrow") store.perform("openPane", { pane: "results", focus: false });
    });
    store.handle("openPane", ({ pane, focus }) => {
      if (pane === "results" && focus) this.focusResult();
    });
    this.place.addEventListener("scroll", () => (this.scrolled = this.place.scrollTop), { passive: true });
    addEventListener("resize", () => this.placeRow());
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Loads rarely needed parts when a draft first needs them: pending requests and the chooser of a host. */
  private followOthers(): void {
    const { store, pending, subject } = this;
    const once = (isWanted: (state: Readonly<State>) => boolean, mount: () => Promise<void>): void => {
      let isMounted = false;
      store.watch(["workspace", "result"], (state) => {
        if (isMounted || !isWanted(state)) return;
        isMounted = true;
        void mount();
      });
    };
    once(
      ({ result }) =>
        !!result?.pending?.length || !!result?.diagnostics.some(({ code }) => code === "python-unavailable"),
      async () => (await import("./pending.ts")).mountPending(pending, store),
    );
    subject.hidden = true;
    once(
      ({ workspace }) => repositoryOf(workspace) !== null,
      async () => (await import("./subject.ts")).mountSubject(subject, store),
    );
  }

  /** The actions of a view's rows. */
  private ledgerActions(): LedgerActions {
    const { model, store } = this;
    return {
      choose: (row) => {
        this.choose(row);
        this.isFreshChoice = true;
      },
      hover: (row) => model.hover(row),
      goToSource: () => this.goToSource(),
      openMenu: (row, anchor) => this.openRowMenu(row, anchor),
      copy: (row) => {
        const node = model.copied(row);
        void copyText(node ? plainText(node) : (row.error?.message ?? ""));
      },
      change: (row) => void this.openForm("change", row),
      why: (row) => void this.openForm("why", row),
      reveal: (row) => store.perform("reveal", row.path),
      hide: () => store.perform("hide"),
      revealed: (row) => model.revealed(row),
      moved: () => this.placeRow(),
    };
  }

  /** Replaces the prerendered example with the live view. The example stays until something else is to be shown. */
  private attach(): void {
    if (!this.frame.isConnected) fill(this.body, this.frame);
  }

  /** Shows the last answer, or its state after the chosen stage. */
  private showAnswer(): void {
    const { model } = this;
    const hadChosen = model.chosen !== null;
    model.take(this.store.state.lastGood, this.stages.chosen(), this.stages.step());
    if (hadChosen || !this.detail.root.hidden) this.detail.show(model.chosen, model.answer);
    this.showView(true);
  }

  /** Shows the chosen view. If it is shown already, it is drawn again only with `anew`. */
  private showView(anew: boolean): void {
    const { model, place } = this;
    const view = model.view();
    const offered = model.offered();
    const views = (offered.length > 0 ? offered : [keys]).map(({ id, label }) => ({ id, label }));
    this.write({ views });
    this.viewTabs.show(
      views.map((each) => ({ ...each, controls: place.id })),
      view.id,
    );
    const isSame = view === this.shown;
    if (isSame && !anew) return;
    showMore(this.more, model.answer, view, this.store);
    const before = this.shown;
    this.shown = view;
    if (before?.isOfLastRun !== view.isOfLastRun) this.showProblem();
    setAttribute(place, "aria-label", view.label);
    setAttribute(place, "data-view", view.id);
    setAttribute(place, "tabindex", view.takesFocus ? null : 0);
    this.blanks.hidden = !view.hasBlanks;
    if (!isSame) this.drawn = {};
    place.onkeydown = null;
    clearPrinted();
    if (!model.answer || offered.length === 0) {
      this.drawn = {};
      if (isBlank(this.store.state.workspace)) void this.invite();
      else fill(place, element("p", { class: "result-empty" }, this.emptyText()));
      return;
    }
    const scrolled = isSame ? this.scrolled : 0;
    const { answer } = model;
    view.draw(answer, {
      root: place,
      drawn: this.drawn,
      store: this.store,
      actions: this.actions,
      showsBlanks: this.showsBlanks,
      goTo: (origins, span, line, path) => {
        const row = lineRow(origins, line, path);
        model.showLine(row, span);
        this.detail.show(row, answer);
        this.isFreshChoice = true;
      },
      isCurrent: () => model.answer === answer && this.shown === view,
    });
    if (view.hasOrigins && model.chosen) this.drawn.ledger?.choose(model.chosen.pointer, false);
    // Setting scrollTop forces a layout, so do it only if there is a position to keep or reset.
    if (!isSame || scrolled > 0) place.scrollTop = scrolled;
    this.placeRow();
  }

  /** Focuses what the arrow keys move in: the text, or the row in the tab order. */
  private focusResult(): void {
    const { place } = this;
    (place.hasAttribute("tabindex") ? place : place.querySelector<HTMLElement>('[tabindex="0"]'))?.focus();
  }

  private async invite(): Promise<void> {
    const { invitation } = await import("./invitation.ts");
    if (!this.model.answer && isBlank(this.store.state.workspace)) fill(this.place, invitation(this.store));
  }

  /** A newly opened example shows what the page is for: a value, connected to where it came from. */
  private showThread(): void {
    const { example, edited, selection, activeFile } = this.store.state;
    if (example === null || edited || selection !== null || !this.shown?.hasOrigins || !this.model.answer) return;
    const row = tellingRow(this.model.answer.rows(), activeFile);
    if (!row) return;
    this.drawn.ledger?.choose(row.pointer, false);
    this.choose(row);
  }

  /** Shows above the view why the last run failed. */
  private showProblem(): void {
    const { model, store } = this;
    showFailure(this.problem, store.state, store, model.answer !== null && !model.view().isOfLastRun);
  }

  private emptyText(): string {
    const { engine, result, freshness } = this.store.state;
    // The notice above explains it.
    if (engine === "unsupported") return "";
    if (this.model.answer) return text("results.nothing");
    if (freshness === "running") return text("run.running");
    return result ? text("results.noneEarlier") : text("results.none");
  }

  private choose(row: LedgerRow | null): void {
    this.model.choose(row);
    this.detail.show(row, this.model.answer);
  }

  private closeDetail(): void {
    const pointer = this.model.chosen?.pointer;
    this.choose(null);
    this.drawn.ledger?.choose(null, false);
    if (pointer === undefined) this.place.focus();
    else this.drawn.ledger?.focus();
  }

  private openRowMenu(row: LedgerRow, anchor: HTMLElement): void {
    const goToSource = (): void => {
      this.drawn.ledger?.choose(row.pointer, false);
      this.choose(row);
      this.goToSource();
    };
    void menus().then(({ rowMenu }) => {
      const items = rowMenu(row, this.model, this.store, {
        goToSource,
        change: () => void this.openForm("change", row),
        why: () => void this.openForm("why", row),
      });
      openMenu(anchor, text("results.rowMenu", { path: pathText(row.path) }), items);
    });
  }

  /** Opens a form about a row or line. The row stays in sight, and takes the focus back. */
  private async openForm(form: RowForm, row: LedgerRow): Promise<void> {
    const { line, pointer } = row;
    const choose = (focus: boolean): void => {
      if (!line) this.drawn.ledger?.choose(pointer, focus);
      else if (focus) this.place.focus();
    };
    const place = { root: this.form, focus: () => choose(true), resized: () => choose(false) };
    const { openForm } = await menus();
    if (!line && this.model.chosen?.pointer !== pointer) this.choose(row);
    openForm(form, row, this.model, this.store, place);
  }

  private goToSource(): void {
    const visit = this.model.visitSource();
    if (!visit) return announce(text("origin.unknown"));
    const { where, number, count } = visit;
    announce(text("origin.visited", { place: where, number, count }));
  }

  private backToValue(): void {
    const { chosen } = this.model;
    this.store.perform("openPane", { pane: "results", focus: false });
    if (!chosen) return this.place.focus();
    this.model.showRows();
    this.drawn.ledger?.choose(chosen.pointer, true);
  }

  /** Marks the rows produced by the selection in another pane, and clears the choice here. */
  private followSelection({ selection }: Readonly<State>): void {
    const { model } = this;
    const { ledger } = this.drawn;
    if (selection?.from === "results" || !model.answer) return;
    this.drawn.printed?.mark(selection?.span ?? null);
    if (selection && (model.chosen || !this.detail.root.hidden)) {
      model.forget();
      ledger?.choose(null, false);
      this.detail.show(null, null);
    }
    if (this.shown?.hasOrigins) ledger?.mark(model.rowsOfSelection());
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.store.state.revealed) this.store.perform("hide");
    if (event.ctrlKey || event.metaKey || event.altKey || !this.model.hasChoice) return;
    // Rows handle Enter and F2 themselves. The place has the focus if it shows a text.
    if (event.key === "F2" && event.target === this.place && this.model.choice) {
      event.preventDefault();
      void this.openForm("change", this.model.choice);
    } else if (event.key === "F4" || (event.key === "Enter" && event.target === this.place)) {
      event.preventDefault();
      if (event.shiftKey) this.backToValue();
      else this.goToSource();
    }
  }

  /** Publishes where the thread ends: the vertical position of the hovered or chosen row. */
  private placeRow(): void {
    if (this.placing) return;
    this.placing = true;
    requestAnimationFrame(() => {
      this.placing = false;
      const { chosen } = this.model;
      if (chosen && this.drawn.ledger?.isCut(chosen.pointer)) this.detail.showCutValue();
      if (this.isFreshChoice) {
        if (chosen) this.drawn.ledger?.choose(chosen.pointer, false);
        this.drawn.printed?.keepInSight();
      }
      this.isFreshChoice = false;
      const pointer = this.model.threadRow();
      const row = pointer === null ? undefined : this.drawn.ledger?.elementOf(pointer);
      let middle: number | null = null;
      if (row) {
        const box = row.getBoundingClientRect();
        const frame = this.place.getBoundingClientRect();
        middle = Math.min(frame.bottom, Math.max(frame.top, (box.top + box.bottom) / 2));
      }
      if (middle !== this.store.state.rowPlace) this.write({ rowPlace: middle });
    });
  }
}
