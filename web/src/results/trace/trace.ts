// The trace view: the tree of steps with their values, and the stepper, which marks each step's source.

import type { Span } from "evalground";
import type { Store } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { button, type Child, element, fill, freshId, icon, setAttribute } from "../../ui/dom.ts";
import { placeText } from "../../ui/places.ts";
import { formatNumber, text, type TextKey } from "../../ui/text.ts";
import { VirtualRows } from "../../ui/virtual.ts";
import { recorded } from "../../run/recorded.ts";
import { type TraceFilter, TraceModel, type TraceNode, type TraceRow } from "./model.ts";

const filters: readonly TraceFilter[] = ["all", "errors", "slowest"];

/** Records the trace of the last run and shows it. */
export async function showTrace(root: HTMLElement, store: Store, isCurrent: () => boolean): Promise<void> {
  fill(root, element("p", { class: "result-empty", role: "status" }, text("trace.recording")));
  const steps = await recorded(store);
  if (!isCurrent()) return;
  if (!steps || steps.length === 0) {
    fill(root, element("p", { class: "result-empty" }, text(steps ? "trace.none" : "trace.stale")));
    return;
  }
  new TraceView(root, store, new TraceModel(steps)).draw();
}

class TraceView {
  private readonly tree = element("div", { role: "tree", class: "trace-tree", "aria-label": text("trace.label") });
  private readonly scroller = element("div", { class: "trace-scroller" }, this.tree);
  private readonly position = element("output", { class: "trace-position" });
  private readonly slider = element("input", { type: "range", min: 1, step: 1, "aria-label": text("trace.slider") });
  private readonly detail = element("p", { class: "trace-detail", "aria-live": "polite", dir: "auto" });
  private readonly none = element("p", { class: "result-empty", hidden: true }, text("trace.noneFound"));
  private readonly virtual: VirtualRows;
  private rows: TraceRow[] = [];
  /** Index of the row in the tab order. */
  private active = 0;
  /** Index of the marked step in the stepper's order. */
  private at: number;

  constructor(
    private readonly root: HTMLElement,
    private readonly store: Store,
    private readonly model: TraceModel,
  ) {
    this.at = model.order.length - 1;
    this.slider.max = String(model.order.length);
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value) - 1));
    this.tree.addEventListener("keydown", (event) => this.key(event));
    this.virtual = new VirtualRows({
      scroller: this.scroller,
      body: this.tree,
      row: (index) => this.row(index),
      wholeUpTo: 200,
    });
  }

  draw(): void {
    const { model } = this;
    const step = (label: TextKey, words: TextKey, to: () => number): HTMLElement =>
      button({ label: text(label), words: text(words), class: "quiet small", press: () => this.goTo(to()) });
    const last = model.order.length - 1;
    const stepper = element(
      "div",
      { class: "trace-stepper", role: "group", "aria-label": text("trace.stepper") },
      step("trace.first", "trace.word.first", () => 0),
      step("trace.previous", "trace.word.previous", () => this.at - 1),
      step("trace.next", "trace.word.next", () => this.at + 1),
      step("trace.last", "trace.word.last", () => last),
      this.slider,
      this.position,
    );
    stepper.addEventListener("keydown", (event) => {
      if (event.target === this.slider || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
      event.preventDefault();
      this.goTo(this.at + (event.key === "ArrowLeft" ? -1 : 1));
    });
    const filter = element(
      "select",
      { "aria-label": text("trace.filter") },
      ...filters.map((value) => element("option", { value }, text(`trace.filter.${value}`))),
    );
    filter.addEventListener("change", () => {
      model.filter = filter.value as TraceFilter;
      this.show();
    });
    const search = element("input", {
      type: "search",
      "aria-label": text("trace.search"),
      placeholder: text("trace.search"),
      spellcheck: "false",
      dir: "auto",
    });
    search.addEventListener("input", () => {
      model.search = search.value;
      this.show();
    });
    fill(
      this.root,
      element(
        "div",
        { class: "trace" },
        element(
          "div",
          { class: "trace-tools" },
          stepper,
          filter,
          search,
          button({
            label: text("trace.copy"),
            icon: "copy",
            class: "quiet",
            press: () => void copyText(model.text()),
          }),
        ),
        this.detail,
        model.dropped > 0 &&
          element("p", { class: "muted trace-note" }, text("trace.dropped", { count: formatNumber(model.dropped) })),
        this.none,
        this.scroller,
      ),
    );
    this.show();
    this.showStep();
  }

  private show(): void {
    this.rows = this.model.rows();
    this.active = Math.max(0, Math.min(this.active, this.rows.length - 1));
    this.none.hidden = this.rows.length > 0;
    this.tree.hidden = this.rows.length === 0;
    this.virtual.show(this.rows.length, this.active);
  }

  private row(index: number): HTMLElement {
    const { node, level, place, siblings } = this.rows[index] as TraceRow;
    const { step, rounds, totalMs, children } = node;
    const { what, text: code = "", name, value = "", error, cached, span } = step;
    const isOpen = this.model.open.has(node.id);
    const isTree = this.model.filter === "all" && this.model.search.trim() === "";
    const mayOpen = isTree && children.length > 0;
    const outcome: Child =
      rounds !== undefined
        ? element("span", { class: "muted" }, text("trace.rounds", { count: rounds }))
        : error !== undefined
          ? element("span", { class: "trace-error" }, icon("error"), text("trace.failed"))
          : element("code", { class: "trace-value", dir: "auto" }, value);
    const row = element(
      "div",
      {
        role: "treeitem",
        class: "trace-row",
        id: freshId("step"),
        "aria-level": level,
        "aria-posinset": place,
        "aria-setsize": siblings,
        "aria-expanded": mayOpen ? String(isOpen) : undefined,
        "aria-current": this.model.order[this.at] === node ? "step" : undefined,
        tabindex: index === this.active ? 0 : -1,
        on: {
          click: () => {
            if (mayOpen && index === this.active) this.toggle(node);
            this.activate(index);
            this.mark(node);
          },
        },
      },
      element("span", { class: "trace-twisty", "aria-hidden": "true" }, mayOpen ? (isOpen ? "▾" : "▸") : ""),
      element("span", { class: "trace-what muted" }, what),
      element("code", { class: "trace-text", dir: "auto" }, code),
      rounds === undefined && name !== undefined && element("code", { class: "trace-name", dir: "auto" }, name),
      outcome,
      cached && element("span", { class: "trace-cached", title: text("trace.cached") }, "↻"),
      element("span", { class: "trace-time muted" }, text("trace.time", { time: timeText(totalMs) })),
      span && element("span", { class: "trace-place place" }, placeText(span)),
    );
    row.style.setProperty("--level", String(Math.min(level, 20)));
    return row;
  }

  private activate(index: number): void {
    const before = this.active;
    this.active = index;
    this.virtual.keep(index);
    this.virtual.renew(before);
    this.virtual.renew(index);
    this.virtual.reveal(index);
    this.virtual.at(index)?.focus({ preventScroll: true });
  }

  private toggle(node: TraceNode): void {
    if (!this.model.open.delete(node.id)) this.model.open.add(node.id);
    this.show();
  }

  /** Marks the source of a node and moves the stepper to it. */
  private mark(node: TraceNode): void {
    const at = this.model.order.indexOf(node);
    if (at >= 0) this.goTo(at, false);
    else this.showSource(node.step.span, false);
  }

  private goTo(place: number, scrolls = true): void {
    const { model } = this;
    const at = Math.max(0, Math.min(model.order.length - 1, place));
    const node = model.order[at];
    if (!node) return;
    this.at = at;
    if (scrolls) {
      model.reveal(node);
      this.show();
      const index = this.rows.findIndex((row) => row.node === node);
      if (index >= 0) {
        this.active = index;
        this.virtual.show(this.rows.length, index);
        this.virtual.reveal(index);
      }
    } else {
      for (const [index, row] of this.virtual.entries())
        setAttribute(row, "aria-current", this.rows[index]?.node === node ? "step" : null);
    }
    this.showStep();
    this.showSource(node.step.span, false);
  }

  private showSource(span: Span | undefined, focus: boolean): void {
    const write = this.store.writer("selection");
    write({ marks: span ? [{ span, as: "winning" }] : [], selection: span ? { from: "results", span } : null });
    if (span) this.store.perform("show", { span, focus });
  }

  /** Shows the number, the text and the value of the current step. */
  private showStep(): void {
    const { order } = this.model;
    const node = order[this.at];
    if (!node) return;
    this.slider.value = String(this.at + 1);
    const position = text("trace.position", { number: this.at + 1, count: order.length });
    this.position.textContent = position;
    setAttribute(this.slider, "aria-valuetext", position);
    const { text: code = "", what, name, value = "", error } = node.step;
    fill(
      this.detail,
      element("code", {}, code === "" ? what : code),
      name !== undefined && element("code", { class: "trace-name" }, ` ${name}`),
      " → ",
      error === undefined ? element("code", { class: "trace-value" }, value) : text("trace.failed"),
    );
  }

  private key(event: KeyboardEvent): void {
    const row = this.rows[this.active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = row;
    const isOpen = this.model.open.has(node.id);
    const isTree = this.model.filter === "all" && this.model.search.trim() === "";
    const parent = this.model.parentOf(node);
    switch (event.key) {
      case "ArrowDown":
        this.activate(Math.min(this.active + 1, this.rows.length - 1));
        break;
      case "ArrowUp":
        this.activate(Math.max(this.active - 1, 0));
        break;
      case "Home":
        this.activate(0);
        break;
      case "End":
        this.activate(this.rows.length - 1);
        break;
      case "ArrowRight":
        if (isTree && node.children.length > 0 && !isOpen) {
          this.toggle(node);
          this.activate(this.active);
        } else if (isTree && isOpen) this.activate(Math.min(this.active + 1, this.rows.length - 1));
        break;
      case "ArrowLeft":
        if (isTree && isOpen && node.children.length > 0) {
          this.toggle(node);
          this.activate(this.active);
        } else if (isTree && parent) {
          this.activate(
            Math.max(
              0,
              this.rows.findIndex((other) => other.node === parent),
            ),
          );
        }
        break;
      case " ":
        this.mark(node);
        break;
      case "Enter":
        this.mark(node);
        this.showSource(node.step.span, true);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** A time in milliseconds, with sensible precision. */
function timeText(milliseconds: number): string {
  return formatNumber(Number(milliseconds.toPrecision(2)));
}
