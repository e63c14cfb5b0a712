// Long lists of equally high rows, of which only those in sight are in the page.

import { element } from "./dom.ts";

interface VirtualOptions {
  /** The element that scrolls. */
  scroller: HTMLElement;
  /** The element that holds the rows; it gets the height of all of them. */
  body: HTMLElement;
  /** Makes the row of this index. One that looks the same as before may stay, so it acts by its index alone. */
  row: (index: number) => HTMLElement;
  /** All that a row is made of: one that would look the same is not made at all. See `changedInPlace`. */
  look?: (index: number) => string;
  /** Up to this many rows all are kept in the page; none when absent. */
  wholeUpTo?: number;
  /** Called after rows came or went. */
  drawn?: () => void;
}

/** Rows beyond the edges of what is in sight, so that scrolling does not show gaps. */
const margin = 12;

export class VirtualRows {
  private readonly options: VirtualOptions;
  private readonly rows = new Map<number, HTMLElement>();
  /** What the rows that are in the page were made of. */
  private readonly looks = new Map<number, string>();
  private count = 0;
  private kept = -1;
  private height = 24;
  private isMeasured = false;
  /** How far the rows reach above the scroller's top edge, and how high it is, in pixels. */
  private above = 0;
  private sight = 0;
  private waiting = false;

  constructor(options: VirtualOptions) {
    this.options = options;
    options.body.classList.add("virtual");
    options.scroller.addEventListener("scroll", () => this.drawSoon(), { passive: true });
    new ResizeObserver(() => {
      this.measure();
      this.drawSoon();
    }).observe(options.scroller);
  }

  /** Takes the height of a row from the page, where it follows the browser's font size and the kind of pointer. */
  private measure(): void {
    const probe = element("div", { class: "row-probe" });
    this.options.body.append(probe);
    const height = probe.offsetHeight;
    probe.remove();
    // A pane that is not shown has no height to tell; it is asked again when it comes into sight.
    this.isMeasured = height > 0;
    if (height > 0 && height !== this.height) {
      this.height = height;
      for (const [index, row] of this.rows) row.style.top = `${index * height}px`;
    }
    this.setHeight();
    this.look();
  }

  private setHeight(): void {
    const height = `${this.count * this.height}px`;
    if (this.options.body.style.height !== height) this.options.body.style.height = height;
  }

  /** Finds out what is in sight, which asks the browser for a layout. */
  private look(): void {
    const { scroller, body } = this.options;
    this.above = scroller.getBoundingClientRect().top - body.getBoundingClientRect().top;
    this.sight = scroller.clientHeight;
  }

  /**
   * Shows this many rows; `kept` stays in the page wherever the scrolling is. Rows that look as before stay, and
   * nothing is measured before the next frame: this happens at each key press.
   */
  show(count: number, kept: number): void {
    this.count = count;
    this.kept = kept;
    let changed = false;
    for (const [index, row] of this.rows) {
      if (index < count) changed = this.renewChanged(index, row) || changed;
      else {
        row.remove();
        this.rows.delete(index);
        changed = true;
      }
    }
    if (this.isMeasured) this.setHeight();
    else this.measure();
    this.draw(changed);
    if (count > (this.options.wholeUpTo ?? 0)) this.drawSoon();
  }

  private renewChanged(index: number, before: HTMLElement): boolean {
    const { look } = this.options;
    if (look && this.looks.get(index) === look(index)) return false;
    const after = this.place(index);
    if (!after.isEqualNode(before)) {
      before.replaceWith(after);
      return true;
    }
    this.rows.set(index, before);
    return false;
  }

  /** Makes another row the one that always stays in the page. */
  keep(index: number): void {
    this.kept = index;
    this.draw();
  }

  /** Rows were changed where they stand: what they were made of says no more how they look. */
  changedInPlace(): void {
    this.looks.clear();
  }

  /** The row of this index, or undefined while it is not in the page. */
  at(index: number): HTMLElement | undefined {
    return this.rows.get(index);
  }

  /** The rows that are in the page. */
  entries(): IterableIterator<[number, HTMLElement]> {
    return this.rows.entries();
  }

  /** Makes one row anew, if it is in the page. */
  renew(index: number): void {
    const before = this.rows.get(index);
    if (!before) return;
    const hadFocus = before.contains(document.activeElement);
    const after = this.place(index);
    before.replaceWith(after);
    if (hadFocus) after.focus({ preventScroll: true });
  }

  /** Scrolls the least that brings a row into sight. */
  reveal(index: number): void {
    const { scroller, body } = this.options;
    const height = this.height;
    const top =
      index * height +
      body.getBoundingClientRect().top -
      scroller.getBoundingClientRect().top +
      scroller.scrollTop -
      this.stickyHeight();
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + height + this.stickyHeight() > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + height + this.stickyHeight() - scroller.clientHeight;
    this.look();
    this.draw();
  }

  /** The height of a head that stays at the top and covers rows. */
  private stickyHeight(): number {
    const head = this.options.body.previousElementSibling;
    return head instanceof HTMLElement && head.classList.contains("sticky") ? head.offsetHeight : 0;
  }

  private drawSoon(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.look();
      this.draw();
    });
  }

  private place(index: number): HTMLElement {
    const row = this.options.row(index);
    row.style.top = `${index * this.height}px`;
    this.rows.set(index, row);
    if (this.options.look) this.looks.set(index, this.options.look(index));
    return row;
  }

  private draw(changed = false): void {
    const { body, wholeUpTo = 0, drawn } = this.options;
    const { height, above, sight } = this;
    const isWhole = this.count <= wholeUpTo;
    const first = isWhole ? 0 : Math.max(0, Math.floor(above / height) - margin);
    const end = isWhole ? this.count : Math.min(this.count, Math.ceil((above + sight) / height) + margin);
    for (const [index, row] of this.rows) {
      if ((index >= first && index < end) || index === this.kept) continue;
      row.remove();
      this.rows.delete(index);
      changed = true;
    }
    const add = (index: number): void => {
      if (index < 0 || index >= this.count || this.rows.has(index)) return;
      const row = this.place(index);
      // Reading order is the order in the page, whatever the order of making.
      let next: HTMLElement | undefined;
      for (let after = index + 1; after < Math.min(this.count, end + 1) && !next; after += 1)
        next = this.rows.get(after);
      if (!next && this.kept > index) next = this.rows.get(this.kept);
      body.insertBefore(row, next ?? null);
      changed = true;
    };
    for (let index = end - 1; index >= first; index -= 1) add(index);
    add(this.kept);
    if (changed) drawn?.();
  }
}
