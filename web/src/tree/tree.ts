// The resource tree, which shows the structure of the document as the engine understands it, following the ARIA tree
// pattern. This file draws it and handles events. What is open, chosen and visible is in model.ts.

import type { OutlineNode } from "evalground";
import type { Selection, Store } from "../store.ts";
import { announceQuietly } from "../ui/announce.ts";
import { button, byId, element, fill, icon, setAttribute } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { describedStep } from "../ui/long.ts";
import { menuButton, openMenu } from "../ui/menu.ts";
import { engineText, formatNumber, text } from "../ui/text.ts";
import { VirtualRows } from "../ui/virtual.ts";
import { menuOf } from "./menu.ts";
import { resultOf, type Step, TreeModel } from "./model.ts";
import type { TreeRow } from "./nodes.ts";
import { isCurrentResource, makeCurrent } from "./resource.ts";
import { signOf, usualSigns } from "./status.ts";

/** Up to this many rows the whole tree is in the DOM. */
const wholeUpTo = 500;

/** Debounce before the tree follows the caret, in milliseconds. */
const followAfter = 100;

/** Mounts the tree with its filter. */
export function mountTree(store: Store): void {
  new Tree(byId("resources-head"), byId("resources-body"), store).watch();
}

class Tree {
  private readonly store: Store;
  private readonly body: HTMLElement;
  private readonly model = new TreeModel();
  private readonly filter = element("input", {
    type: "search",
    class: "tree-filter",
    "aria-label": text("tree.filter"),
    spellcheck: "false",
    autocomplete: "off",
  });
  private readonly stale = element("p", { class: "tree-stale" }, text("tree.stale"));
  private readonly empty = element("p", { class: "result-empty" });
  private readonly more = element("div", { class: "notice", "data-kind": "info", hidden: true });
  private readonly tree: HTMLElement;
  private readonly virtual: VirtualRows;
  private readonly select;

  constructor(head: HTMLElement, body: HTMLElement, store: Store) {
    this.store = store;
    this.body = body;
    this.select = store.writer("selection");
    const items = element("div", { role: "presentation" });
    this.tree = element("div", { role: "tree", class: "tree", "aria-label": text("pane.resources") }, items);
    const label = element("label", { class: "tree-filter-label" }, text("tree.filterLabel"), this.filter);
    this.virtual = new VirtualRows({
      scroller: body,
      body: items,
      row: (index) => this.drawRow(index),
      signature: (index) => this.signature(index),
      wholeUpTo,
    });
    head.append(element("div", { class: "pane-tools tree-tools" }, label, this.filterHelp()));
    this.listen();
  }

  /** Follows the outline, the problems, the current resource, the selection and the caret. */
  watch(): void {
    const { store, model } = this;
    store.watch(["outline", "result", "draft", "paused"], (state, before) => {
      const { outline, outlineStale, result, workspace, draft } = state;
      if (draft !== before.draft) model.forget();
      // Keep the prerendered tree until the engine has produced one.
      const { example, edited, paused } = state;
      const isPrerendered = example !== null && !edited && !paused;
      if (outline.length > 0 || result || before.result || workspace !== before.workspace || !isPrerendered)
        this.attach();
      if (outline !== before.outline || model.isEmpty) model.takeOutline(outline);
      // The problems of a text that does not parse have other positions than the tree of an earlier one.
      model.takeProblems(outlineStale ? [] : (result?.diagnostics ?? []), filesOf(workspace));
      this.followCaret();
      this.arrange();
    });
    store.watch(["outlineStale", "outline", "result"], ({ outlineStale, outline }) => {
      this.stale.hidden = !outlineStale || outline.length === 0;
      this.stale.textContent = text(this.reachedLimit ? "tree.staleLimit" : "tree.stale");
      setAttribute(this.body, "data-stale", outlineStale);
    });
    store.watch(["result", "outline"], ({ result, outline }) => {
      // A failing run shows the tree of an earlier one.
      if (result?.outline === outline) this.showMore(result.counts?.nodes ?? 0);
    });
    store.watch(["workspace"], ({ workspace }) => {
      setAttribute(this.tree, "aria-label", engineText(dialectFacts(workspace.dialect).tree));
    });
    store.watch(["workspace"], ({ workspace }, before) => {
      if (workspace.resource === before.workspace.resource) return;
      for (const [index] of [...this.virtual.entries()]) this.virtual.renew(index);
    });
    store.watch(["selection"], ({ selection }) => {
      if (selection?.from === "resources" || model.selected === null) return;
      model.selected = null;
      this.markSelected();
    });
    let following: ReturnType<typeof setTimeout> | undefined;
    store.watch(["caret"], () => {
      clearTimeout(following);
      following = setTimeout(() => this.followCaret(), followAfter);
    });
  }

  /** The syntax of the filter. Pressing an example tries it. */
  private filterHelp(): HTMLElement {
    const examples: [typed: string, note: string][] = [
      ["", text("tree.filterName")],
      ["type:", text("tree.filterType")],
      ["status:", text("tree.filterStatus")],
      ["error", text("tree.filterError")],
    ];
    return menuButton({
      label: text("tree.filterHelp"),
      icon: "help",
      class: "quiet small",
      items: () =>
        examples.map(([typed, note]) => ({
          label: typed === "" ? text("tree.filterAny") : typed,
          note,
          choose: () => {
            this.filter.value = typed;
            this.arrange();
            this.filter.focus();
          },
        })),
    });
  }

  private attach(): void {
    if (!this.tree.isConnected) fill(this.body, this.stale, this.more, this.empty, this.tree);
  }

  /** Says how many nodes the tree lacks, and asks for more. */
  private showMore(count: number): void {
    const { model, more, store } = this;
    const known = model.size;
    more.hidden = known >= count;
    if (more.hidden) return more.replaceChildren();
    fill(
      more,
      element("span", {}, text("tree.known", { known: formatNumber(known), count: formatNumber(count) })),
      button({
        label: text("tree.more", { count: formatNumber(Math.min(describedStep, count - known)) }),
        words: true,
        press: () => store.perform("describeMore"),
      }),
    );
  }

  /** Applies the filter and draws the tree. */
  private arrange(): void {
    this.model.filter = this.filter.value;
    this.model.arrange();
    this.draw();
  }

  /** Draws the visible rows, or says why there are none. */
  private draw(): void {
    const { model, tree, empty, virtual } = this;
    const hadFocus = tree.contains(document.activeElement);
    const current = model.indexOf(model.current);
    virtual.show(model.shown.length, current);
    tree.hidden = model.shown.length === 0;
    empty.hidden = model.shown.length > 0;
    if (!empty.hidden) empty.textContent = this.emptyText();
    if (hadFocus) virtual.at(current)?.focus({ preventScroll: true });
    if (model.isFiltered) announceQuietly(text("tree.found", { count: model.found }));
  }

  private emptyText(): string {
    const { result, outlineStale } = this.store.state;
    if (!this.model.isEmpty) return text("tree.noMatch");
    if (!result) return text("tree.none");
    if (!outlineStale) return text("tree.empty");
    return text(this.reachedLimit ? "tree.unreadLimit" : "tree.unread");
  }

  /** Whether a limit ended the last run before it had produced a tree. */
  private get reachedLimit(): boolean {
    return !!this.store.state.result?.diagnostics.some(({ code }) => code.startsWith("limit-"));
  }

  /** Everything that drawRow() shows of a row, as one string. */
  private signature(index: number): string {
    const { model } = this;
    const row = model.shown[index] as TreeRow;
    const { node, level, position, siblings } = row;
    const { id, kind, name, type, value, note, selectable, children } = node;
    return JSON.stringify([
      [id, kind, name, type, value, note, selectable, level, position, siblings],
      [
        model.statusOf(node),
        model.problemsOf(node),
        model.worstOf(node),
        (children?.length ?? 0) > 0,
        model.isOpen(row),
      ],
      isCurrentResource(node, this.store),
      [id === model.current, id === model.selected, id === model.atCaret],
    ]);
  }

  private drawRow(index: number): HTMLElement {
    const { model } = this;
    const shown = model.shown[index] as TreeRow;
    const { node, level, position, siblings } = shown;
    const { id, kind, name, type, value, note, selectable } = node;
    const hasChildren = (node.children?.length ?? 0) > 0;
    const isCurrent = isCurrentResource(node, this.store);
    const status = model.statusOf(node);
    // The root only groups the others and has no status of its own.
    const isRoot = level === 1 && status === "unknown";
    const { sign, icon: statusIcon } = isRoot ? signOf({ kind: "group" }) : signOf({ kind, status });
    const row = element(
      "div",
      {
        role: "treeitem",
        class: "tree-row",
        tabindex: id === model.current ? 0 : -1,
        "aria-level": level,
        "aria-posinset": position,
        "aria-setsize": siblings,
        "aria-expanded": hasChildren ? String(model.isOpen(shown)) : undefined,
        "aria-selected": String(id === model.selected),
        "aria-current": isCurrent ? "true" : undefined,
        "data-index": index,
        "data-kind": kind,
        "data-at": id === model.atCaret,
        "data-lost": status === "overridden",
      },
      element("span", { class: "twist", "aria-hidden": "true" }, hasChildren && icon("chevron")),
      element("span", { class: "tree-status", "data-status": sign, "aria-hidden": "true" }, icon(statusIcon)),
      element("span", { class: "tree-name", dir: "auto" }, name),
      (type || value || note) &&
        element(
          "span",
          { class: "tree-type", dir: "auto" },
          ` ${[type, value, note].filter((part) => part).join(" · ")}`,
        ),
      status && !isRoot && element("span", { class: usualSigns.includes(sign) ? "spoken" : "tree-word" }, ` ${status}`),
      this.problemCount(node),
      selectable && this.currentButton(node, isCurrent),
    );
    row.style.setProperty("--level", String(level - 1));
    return row;
  }

  private problemCount(node: OutlineNode): HTMLElement | null {
    const count = this.model.problemsOf(node);
    if (count === 0) return null;
    const worst = this.model.worstOf(node);
    const words = worst === "error" ? text("tree.problems", { count }) : text("problems.count.warning", { count });
    return element(
      "span",
      { class: "tree-count", title: words, "data-severity": worst },
      element("span", { "aria-hidden": "true" }, String(count)),
      element("span", { class: "spoken" }, ` ${words}`),
    );
  }

  private currentButton(node: OutlineNode, isCurrent: boolean): HTMLElement {
    const { name } = node;
    return button({
      label: isCurrent ? text("tree.isCurrent", { name }) : text("tree.makeCurrent", { name }),
      icon: "target",
      class: "quiet small tree-target",
      attributes: { tabindex: -1, "aria-pressed": String(isCurrent) },
      press: (event) => {
        const found = this.rowOf(event);
        if (found) makeCurrent(found.row.node, this.store);
      },
    });
  }

  private markSelected(): void {
    const { selected, shown } = this.model;
    for (const [at, row] of this.virtual.entries()) {
      setAttribute(row, "aria-selected", String(selected !== null && shown[at]?.node.id === selected));
    }
    this.virtual.changedInPlace();
  }

  /** Moves the tab stop to a row, and the focus if requested. */
  private moveTo(index: number, focus: boolean): void {
    const { model, virtual } = this;
    const row = model.shown[index];
    if (!row) return;
    const before = model.indexOf(model.current);
    model.current = row.node.id;
    virtual.keep(index);
    virtual.reveal(index);
    const old = virtual.at(before);
    if (old) old.tabIndex = -1;
    const now = virtual.at(index);
    if (now) now.tabIndex = 0;
    virtual.changedInPlace();
    if (focus) now?.focus({ preventScroll: true });
  }

  /** Chooses a row: marks its text in the source and its value in the results. */
  private choose(index: number, focusSource: boolean): void {
    const { store } = this;
    const row = this.model.shown[index];
    if (!row) return;
    this.moveTo(index, !focusSource);
    const { id, span } = row.node;
    this.model.selected = id;
    this.markSelected();
    const pointer = resultOf(row, store.state.lastGood?.origins);
    const selection: Selection = {
      from: "resources",
      node: id,
      ...(span && { span }),
      ...(pointer !== null && { pointer }),
    };
    this.select({ selection, marks: span ? [{ span, as: "definition" }] : [] });
    if (span && (focusSource || store.state.layout !== "narrow")) store.perform("show", { span, focus: focusSource });
  }

  private turn(row: TreeRow, open: boolean): void {
    this.model.turn(row, open);
    this.draw();
  }

  private openMenu(row: TreeRow, anchor: HTMLElement): void {
    const entries = menuOf(row, this.store, () => {
      this.store.perform("openPane", { pane: "resources", focus: false });
      this.moveTo(this.model.indexOf(this.model.current), true);
    });
    if (entries.length > 0) openMenu(anchor, text("tree.rowMenu", { name: row.node.name }), entries);
  }

  /** Marks the node that contains the caret. */
  private followCaret(): void {
    const { model, store, virtual } = this;
    const { caret, workspace, selection } = store.state;
    const next = model.nodeOf(caret, filesOf(workspace));
    if (next === model.atCaret) return;
    model.atCaret = next;
    for (const [index, row] of virtual.entries()) setAttribute(row, "data-at", model.shown[index]?.node.id === next);
    virtual.changedInPlace();
    if (next !== null && selection?.from === "source") virtual.reveal(model.indexOf(next));
  }

  private rowOf(event: Event): { row: TreeRow; index: number; item: HTMLElement } | null {
    const item = (event.target as Element).closest<HTMLElement>(".tree-row");
    const index = Number(item?.dataset["index"] ?? -1);
    const row = this.model.shown[index];
    return item && row ? { row, index, item } : null;
  }

  private listen(): void {
    const { tree, filter } = this;
    tree.addEventListener("click", (event) => {
      const found = this.rowOf(event);
      if (!found || (event.target as Element).closest("button")) return;
      if ((event.target as Element).closest(".twist") && found.row.node.children) {
        this.moveTo(found.index, true);
        this.turn(found.row, !this.model.isOpen(found.row));
      } else this.choose(found.index, false);
    });
    tree.addEventListener("dblclick", (event) => {
      const found = this.rowOf(event);
      if (found && !(event.target as Element).closest("button, .twist")) makeCurrent(found.row.node, this.store);
    });
    tree.addEventListener("contextmenu", (event) => {
      const found = this.rowOf(event);
      if (!found) return;
      event.preventDefault();
      this.moveTo(found.index, true);
      this.openMenu(found.row, this.virtual.at(found.index) ?? found.item);
    });
    // Assistive technology can focus any row. The tab stop follows the focus.
    tree.addEventListener("focusin", (event) => {
      const found = this.rowOf(event);
      if (found && found.row.node.id !== this.model.current) this.moveTo(found.index, false);
    });
    tree.addEventListener("keydown", (event) => this.key(event));
    filter.addEventListener("input", () => this.arrange());
    filter.addEventListener("keydown", (event) => this.keyInFilter(event));
  }

  private key(event: KeyboardEvent): void {
    const found = this.rowOf(event);
    if (!found || event.ctrlKey || event.metaKey || (event.altKey && event.key !== "F10")) return;
    const { row, index, item } = found;
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) this.openMenu(row, item);
    else {
      const step = this.model.press(event.key, index, event.timeStamp);
      if (!step) return;
      this.take(step, row, index);
    }
    event.preventDefault();
  }

  private take(step: Step, row: TreeRow, index: number): void {
    switch (step.does) {
      case "move":
        return this.moveTo(step.to, true);
      case "turn":
        return this.turn(step.row, step.open);
      case "open siblings":
        this.model.openSiblings(row);
        return this.draw();
      case "show source":
        return this.choose(index, true);
      case "choose":
        return this.choose(index, false);
      case "make current":
        return makeCurrent(row.node, this.store);
      case "nothing":
        return;
    }
  }

  private keyInFilter(event: KeyboardEvent): void {
    const { filter, model } = this;
    if (event.key === "ArrowDown" && model.shown.length > 0) {
      event.preventDefault();
      this.moveTo(Math.max(0, model.indexOf(model.current)), true);
    } else if (event.key === "Escape" && filter.value !== "") {
      event.preventDefault();
      filter.value = "";
      this.arrange();
    }
  }
}
