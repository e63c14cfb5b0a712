// Long lists of rows of equal height. Only the visible rows are in the DOM, each at its absolute position in a body as
// high as all rows. One more row, usually the focused one, always stays, so that scrolling does not lose the focus.

import { element } from "./dom.ts";

interface VirtualOptions {
  /** The scrolling element. */
  scroller: HTMLElement;
  /** The element that contains the rows. Its height is set to that of all rows. */
  body: HTMLElement;
  /**
   * Creates the row at an index. An unchanged row may be reused after the list changed, so its listeners must use the
   * index.
   */
  row: (index: number) => HTMLElement;
  /**
   * Everything that a row shows, as one string. A row is created again only if its string changes. See
   * `changedInPlace`.
   */
  signature?: (index: number) => string;
  /** With up to this many rows, all rows are in the DOM. Default: never. */
  wholeUpTo?: number;
  /** Called after rows were added or removed. */
  drawn?: () => void;
}

/** Rows beyond the visible area, so that scrolling shows no gaps. */
const margin = 12;

export class VirtualRows {
  private readonly options: VirtualOptions;
  private readonly rows = new Map<number, HTMLElement>();
  /** The signatures of the rows in the DOM. */
  private readonly signatures = new Map<number, string>();
  private count = 0;
  private kept = -1;
  private height = 24;
  private isMeasured = false;
  /** The distance from the start of the rows to the top of the visible area, and the height of that area, in pixels. */
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

  /** Measures the height of a row, which depends on the browser's font size and the kind of pointer. */
  private measure(): void {
    const probe = element("div", { class: "row-probe" });
    this.options.body.append(probe);
    const height = probe.offsetHeight;
    probe.remove();
    // A hidden pane has no height. It is measured again when it becomes visible.
    this.isMeasured = height > 0;
    if (height > 0 && height !== this.height) {
      this.height = height;
      for (const [index, row] of this.rows) row.style.top = `${index * height}px`;
    }
    this.setHeight();
    this.measureView();
  }

  private setHeight(): void {
    const height = `${this.count * this.height}px`;
    if (this.options.body.style.height !== height) this.options.body.style.height = height;
  }

  /** Measures which part is visible, which forces a layout. */
  private measureView(): void {
    const { scroller, body } = this.options;
    this.above = scroller.getBoundingClientRect().top - body.getBoundingClientRect().top;
    this.sight = scroller.clientHeight;
  }

  /**
   * Shows this many rows. The row `kept` stays in the DOM wherever the list is scrolled to. Unchanged rows are reused,
   * and nothing is measured before the next frame, because this is called at each key press.
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
    const { signature } = this.options;
    if (signature && this.signatures.get(index) === signature(index)) return false;
    const after = this.place(index);
    if (!after.isEqualNode(before)) {
      before.replaceWith(after);
      return true;
    }
    this.rows.set(index, before);
    return false;
  }

  /** Changes which row always stays in the DOM. */
  keep(index: number): void {
    this.kept = index;
    this.draw();
  }

  /** Rows were changed in place, so their signatures no longer describe them. */
  changedInPlace(): void {
    this.signatures.clear();
  }

  /** The row at an index; undefined if it is not in the DOM. */
  at(index: number): HTMLElement | undefined {
    return this.rows.get(index);
  }

  /** The rows in the DOM. */
  entries(): IterableIterator<[number, HTMLElement]> {
    return this.rows.entries();
  }

  /** Creates a row again, if it is in the DOM. */
  renew(index: number): void {
    const before = this.rows.get(index);
    if (!before) return;
    const hadFocus = before.contains(document.activeElement);
    const after = this.place(index);
    before.replaceWith(after);
    if (hadFocus) after.focus({ preventScroll: true });
  }

  /** Scrolls as little as needed to show a row. */
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
    this.measureView();
    this.draw();
  }

  /** The height of a sticky header that covers rows. */
  private stickyHeight(): number {
    const head = this.options.body.previousElementSibling;
    return head instanceof HTMLElement && head.classList.contains("sticky") ? head.offsetHeight : 0;
  }

  private drawSoon(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.measureView();
      this.draw();
    });
  }

  private place(index: number): HTMLElement {
    const row = this.options.row(index);
    row.style.top = `${index * this.height}px`;
    this.rows.set(index, row);
    const { signature } = this.options;
    if (signature) this.signatures.set(index, signature(index));
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
      // The DOM order must be the reading order, regardless of the order in which rows are created.
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
