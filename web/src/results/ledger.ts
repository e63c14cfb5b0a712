// The ledger on the page: a treegrid with a row for each key of the result. Only visible rows are rendered.

import { button, element, fill, icon, setAttribute } from "../ui/dom.ts";
import type { IconName } from "../ui/icons.ts";
import { text } from "../ui/text.ts";
import { VirtualRows } from "../ui/virtual.ts";
import { openRows, pathText, type Badge, type LedgerRow } from "./rows.ts";
import { rowText } from "./values.ts";

/** Events of a ledger that its pane handles. */
export interface LedgerActions {
  /** The user chose a row with the pointer or the keyboard. */
  choose: (row: LedgerRow) => void;
  /** The pointer moved onto a row, or off all rows. */
  hover: (row: LedgerRow | null) => void;
  /** Enter: go to the row's source. */
  goToSource: (row: LedgerRow) => void;
  /** Open the row's menu, anchored to an element. */
  openMenu: (row: LedgerRow, anchor: HTMLElement) => void;
  copy: (row: LedgerRow) => void;
  /** F2: change the value of the row. */
  change: (row: LedgerRow) => void;
  /** Shift+F2: ask why it has no value. */
  why: (row: LedgerRow) => void;
  reveal: (row: LedgerRow) => void;
  hide: () => void;
  /** The plain text of a sensitive row that is revealed now, else null. */
  revealed: (row: LedgerRow) => string | null;
  /** Rows were added, removed or moved. */
  moved: () => void;
}

const badgeIcons: Record<Badge, IconName> = {
  computed: "computed",
  literal: "literal",
  merged: "merged",
  fallback: "fallback",
  input: "input",
  sensitive: "lock",
  error: "error",
  null: "empty",
  absent: "empty",
};

const badgeWords: Record<Badge, string> = {
  computed: text("badge.computed"),
  literal: text("badge.literal"),
  merged: text("badge.merged"),
  fallback: text("badge.fallback"),
  input: text("badge.input"),
  sensitive: text("badge.sensitive"),
  error: text("badge.error"),
  null: text("badge.null"),
  absent: text("badge.absent"),
};

export class Ledger {
  private readonly grid: HTMLElement;
  private readonly virtual: VirtualRows;
  private readonly actions: LedgerActions;
  private all: readonly LedgerRow[] = [];
  private shown: LedgerRow[] = [];
  private closed = new Set<string>();
  /** Pointer of the row that takes part in the tab order (roving tabindex). */
  private current: string | null = null;
  /** Whether the user also chose the row `current`. */
  private isChosen = false;
  private made: ReadonlySet<string> = new Set();

  constructor(scroller: HTMLElement, label: string, actions: LedgerActions) {
    this.actions = actions;
    const body = element("div", { role: "rowgroup" });
    this.grid = element("div", { role: "treegrid", class: "keys", "aria-label": label }, body);
    scroller.replaceChildren(this.grid);
    this.virtual = new VirtualRows({
      scroller,
      body,
      row: (index) => this.draw(index),
      signature: (index) => this.signature(index),
      drawn: actions.moved,
    });
    scroller.addEventListener("scroll", () => actions.moved(), { passive: true });
    this.listen(body);
  }

  /** Shows the rows of another result. Rows that still exist stay closed, chosen or focused. */
  show(rows: readonly LedgerRow[]): void {
    const hadFocus = this.grid.contains(document.activeElement);
    this.all = rows;
    this.arrange(hadFocus);
  }

  /** Chooses a row, opens its parents and scrolls to it. */
  choose(pointer: string | null, focus: boolean): void {
    this.isChosen = pointer !== null;
    if (pointer === null) return this.showCurrent();
    this.openAbove(pointer);
    const index = this.indexOf(pointer);
    if (index >= 0) this.moveTo(index, focus);
  }

  /** Marks the rows whose values came from the selected part of the source. */
  mark(pointers: ReadonlySet<string>): void {
    const first = this.shown.findIndex(({ pointer }) => pointers.has(pointer));
    const changed = pointers.size !== this.made.size || [...pointers].some((pointer) => !this.made.has(pointer));
    if (!changed) return;
    this.made = pointers;
    for (const [index, row] of this.virtual.entries()) {
      setAttribute(row, "data-made", pointers.has(this.shown[index]?.pointer ?? ""));
    }
    this.virtual.changedInPlace();
    if (
      first >= 0 &&
      ![...this.virtual.entries()].some(
        ([index, row]) => pointers.has(this.shown[index]?.pointer ?? "") && this.isInSight(row),
      )
    ) {
      this.virtual.reveal(first);
    }
  }

  /** Renders all rows again because their contents changed. */
  renewAll(): void {
    for (const [index] of [...this.virtual.entries()]) this.virtual.renew(index);
  }

  /** Focuses the row in the tab order. */
  focus(): void {
    const index = Math.max(0, this.indexOf(this.current ?? ""));
    this.virtual.reveal(index);
    this.virtual.at(index)?.focus();
  }

  /** The element of a row, if it is rendered. */
  elementOf(pointer: string): HTMLElement | undefined {
    return this.virtual.at(this.indexOf(pointer));
  }

  /** Whether a row has too little room for its value. */
  isCut(pointer: string): boolean {
    const words = this.elementOf(pointer)?.querySelector(".ledger-words");
    return !!words && words.scrollWidth > words.clientWidth;
  }

  private isInSight(row: HTMLElement): boolean {
    const box = row.getBoundingClientRect();
    const frame = (this.grid.parentElement as HTMLElement).getBoundingClientRect();
    return box.top >= frame.top && box.bottom <= frame.bottom;
  }

  private indexOf(pointer: string): number {
    return this.shown.findIndex((row) => row.pointer === pointer);
  }

  private openAbove(pointer: string): void {
    let opened = false;
    for (const closed of [...this.closed]) {
      if (pointer !== closed && pointer.startsWith(`${closed}/`)) {
        this.closed.delete(closed);
        opened = true;
      }
    }
    if (opened) this.arrange(false);
  }

  private arrange(hadFocus: boolean): void {
    this.shown = openRows(this.all, this.closed);
    setAttribute(this.grid, "aria-rowcount", this.shown.length);
    if (this.indexOf(this.current ?? "") < 0) this.current = this.shown[0]?.pointer ?? null;
    const index = this.indexOf(this.current ?? "");
    this.virtual.show(this.shown.length, index);
    if (hadFocus) this.virtual.at(index)?.focus({ preventScroll: true });
  }

  /** Everything that draw() shows of a row, as one string. A row is rendered again only if it changes. */
  private signature(index: number): string {
    const row = this.shown[index] as LedgerRow;
    const { words, kind } = rowText(row);
    const { pointer, level, position, siblings, key, hasChildren, isSensitive, part, note, badges } = row;
    const isCurrent = pointer === this.current;
    return JSON.stringify([
      [pointer, key, words, kind, note, badges, level, position, siblings],
      [hasChildren, this.closed.has(pointer), isCurrent, isCurrent && this.isChosen, this.made.has(pointer)],
      [isSensitive, part, isSensitive ? this.actions.revealed(row) : null, row.error !== null, row.ms?.toFixed(1)],
    ]);
  }

  private draw(index: number): HTMLElement {
    const row = this.shown[index] as LedgerRow;
    const { words, kind } = rowText(row);
    const plain = row.isSensitive ? this.actions.revealed(row) : null;
    const isCurrent = row.pointer === this.current;
    const isOpen = row.hasChildren && !this.closed.has(row.pointer);
    const path = row.path.length === 0 ? text("results.whole") : pathText(row.path);
    const said = plain ?? words;
    const signs = row.badges.map((badge) => badgeWords[badge]);
    const badges = (row.note ? [row.note, ...signs] : signs).join(", ");
    const stop = isCurrent ? 0 : -1;

    const made = element("div", {
      role: "row",
      class: "ledger-row",
      tabindex: stop,
      "aria-level": row.level,
      "aria-posinset": row.position,
      "aria-setsize": row.siblings,
      "aria-rowindex": index + 1,
      "aria-expanded": row.hasChildren ? String(isOpen) : undefined,
      "aria-selected": isCurrent && this.isChosen ? "true" : "false",
      "aria-label":
        badges === ""
          ? text("results.row", { path, value: said })
          : text("results.rowBadges", { path, value: said, badges }),
      "data-pointer": row.pointer,
      "data-index": index,
      "data-made": this.made.has(row.pointer),
      "data-branch": row.hasChildren,
    });
    made.style.setProperty("--level", String(row.level - 1));
    const key = element(
      "span",
      { role: "rowheader", class: "ledger-key" },
      element("span", { class: "twist", "aria-hidden": "true" }, row.hasChildren && icon("chevron")),
      element("span", { class: "ledger-name", dir: "auto" }, row.path.length === 0 ? path : row.key),
      element("span", { class: "leader", "aria-hidden": "true" }),
    );
    const value = element(
      "span",
      { role: "gridcell", class: "ledger-value", "data-kind": kind },
      element("span", { class: "ledger-words", dir: "auto", title: row.error ? words : undefined }, said),
    );
    if (row.isSensitive && !row.part) {
      value.append(
        plain === null
          ? button({
              label: text("results.reveal"),
              words: true,
              class: "quiet small",
              attributes: { tabindex: stop },
              press: () => this.actions.reveal(row),
            })
          : button({
              label: text("results.hide"),
              words: true,
              class: "quiet small",
              attributes: { tabindex: stop },
              press: () => this.actions.hide(),
            }),
      );
    }
    const marks = element("span", { role: "gridcell", class: "ledger-badges" });
    if (row.note) marks.append(element("span", { class: "ledger-note", dir: "auto", title: row.note }, row.note));
    if (row.ms !== null && row.ms >= 0.1)
      marks.append(element("span", { class: "ledger-ms" }, text("results.ms", { ms: row.ms.toFixed(1) })));
    for (const badge of row.badges) {
      marks.append(
        element("span", { class: "badge", "data-badge": badge, title: badgeWords[badge] }, icon(badgeIcons[badge])),
      );
    }
    const tools = element(
      "span",
      { role: "gridcell", class: "ledger-tools" },
      button({
        label: text("results.rowMenu", { path }),
        icon: "dots",
        class: "quiet small",
        attributes: { tabindex: stop, "aria-haspopup": "menu" },
        press: (event) => {
          const found = this.rowOf(event);
          if (found) this.actions.openMenu(found.row, event.currentTarget as HTMLElement);
        },
      }),
    );
    fill(made, key, value, marks, tools);
    return made;
  }

  private rowOf(event: Event): { row: LedgerRow; index: number; target: HTMLElement } | null {
    const target = (event.target as Element).closest<HTMLElement>(".ledger-row");
    const index = Number(target?.dataset["index"] ?? -1);
    const row = this.shown[index];
    return target && row ? { row, index, target } : null;
  }

  private moveTo(index: number, focus: boolean): void {
    const row = this.shown[index];
    if (!row) return;
    this.current = row.pointer;
    this.virtual.keep(index);
    this.virtual.reveal(index);
    this.showCurrent();
    if (focus) this.virtual.at(index)?.focus({ preventScroll: true });
  }

  /** Sets the tab stop and the selection on the current row and clears them on the others. */
  private showCurrent(): void {
    let changed = false;
    for (const [index, row] of this.virtual.entries()) {
      const isCurrent = this.shown[index]?.pointer === this.current;
      const stop = isCurrent ? 0 : -1;
      const selected = String(isCurrent && this.isChosen);
      if (row.tabIndex === stop && row.getAttribute("aria-selected") === selected) continue;
      for (const each of [row, ...row.querySelectorAll<HTMLElement>("button")]) each.tabIndex = stop;
      row.setAttribute("aria-selected", selected);
      changed = true;
    }
    if (changed) this.virtual.changedInPlace();
  }

  private pick(index: number, focus: boolean): void {
    const row = this.shown[index];
    if (!row) return;
    this.isChosen = true;
    this.moveTo(index, focus);
    this.actions.choose(row);
  }

  private turn(row: LedgerRow, open: boolean): void {
    if (open) this.closed.delete(row.pointer);
    else this.closed.add(row.pointer);
    this.arrange(this.grid.contains(document.activeElement));
  }

  private listen(body: HTMLElement): void {
    body.addEventListener("click", (event) => {
      const found = this.rowOf(event);
      if (!found || (event.target as Element).closest("button") || getSelection()?.isCollapsed === false) return;
      const isTwist = (event.target as Element).closest(".twist") !== null;
      this.pick(found.index, true);
      if (isTwist && found.row.hasChildren) this.turn(found.row, this.closed.has(found.row.pointer));
    });
    body.addEventListener("contextmenu", (event) => {
      const found = this.rowOf(event);
      if (!found || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      this.pick(found.index, true);
      this.actions.openMenu(found.row, this.virtual.at(found.index) ?? found.target);
    });
    let hovered: string | null = null;
    body.addEventListener("pointerover", (event) => {
      const row = this.rowOf(event)?.row ?? null;
      if (row === null || row.pointer === hovered || event.pointerType === "touch") return;
      hovered = row.pointer;
      this.actions.hover(row);
    });
    body.addEventListener("pointerleave", () => {
      hovered = null;
      this.actions.hover(null);
    });
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const found = this.rowOf(event);
    if (!found) return;
    const { row, index, target } = found;
    const onRow = event.target === target;
    if (
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === "c" &&
      onRow &&
      getSelection()?.isCollapsed !== false
    ) {
      event.preventDefault();
      this.actions.copy(row);
      return;
    }
    if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== "F10")) return;
    const page = Math.max(
      1,
      Math.floor((this.grid.parentElement as HTMLElement).clientHeight / target.offsetHeight) - 1,
    );
    const isOpen = row.hasChildren && !this.closed.has(row.pointer);
    switch (event.key) {
      case "ArrowDown":
        this.pick(Math.min(this.shown.length - 1, index + 1), true);
        break;
      case "ArrowUp":
        this.pick(Math.max(0, index - 1), true);
        break;
      case "PageDown":
        this.pick(Math.min(this.shown.length - 1, index + page), true);
        break;
      case "PageUp":
        this.pick(Math.max(0, index - page), true);
        break;
      case "Home":
        this.pick(0, true);
        break;
      case "End":
        this.pick(this.shown.length - 1, true);
        break;
      case "ArrowRight":
        if (!row.hasChildren) return;
        if (isOpen) this.pick(index + 1, true);
        else this.turn(row, true);
        break;
      case "ArrowLeft":
        if (isOpen) this.turn(row, false);
        else {
          const parent = this.shown.slice(0, index).findLastIndex(({ level }) => level < row.level);
          if (parent < 0) return;
          this.pick(parent, true);
        }
        break;
      case "Enter":
        if (!onRow) return;
        this.pick(index, true);
        this.actions.goToSource(row);
        break;
      case " ":
        if (!onRow) return;
        this.pick(index, true);
        break;
      case "F2":
        if (!onRow) return;
        this.pick(index, true);
        if (event.shiftKey) this.actions.why(row);
        else this.actions.change(row);
        break;
      case "F10":
        if (!event.shiftKey) return;
        this.actions.openMenu(row, target);
        break;
      case "ContextMenu":
        this.actions.openMenu(row, target);
        break;
      default:
        return;
    }
    event.preventDefault();
  }
}
