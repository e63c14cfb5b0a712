// Dividers between panes, following the ARIA window splitter pattern: arrow keys move, Enter collapses and restores.
// Sizes are stored in this browser.

import { element, setAttribute } from "./dom.ts";
import { keep, kept } from "./keep.ts";

/** A size that a divider can set. */
interface SplitSize {
  /** Names the custom property --size-<name> and the storage key. */
  name: string;
  /** The accessible name of the divider while it sets this size. */
  label: string;
  /** The initial size, in percent. */
  usual: number;
}

interface SplitOptions extends SplitSize {
  /** The element that is resized. */
  pane: HTMLElement;
  /** The element to which the percentages refer. */
  whole: HTMLElement;
  /** "column": the pane is beside the divider; "row": above or below it. */
  direction: "column" | "row";
  /** Whether the pane is before or after the divider. */
  side: "before" | "after";
  /** The label of the tab for the collapsed pane. */
  title: string;
  /** The pane is as large as its content until the divider is moved. The style sheet limits it meanwhile. */
  fits?: boolean;
  /** The smallest size, in percent. */
  smallest?: number;
}

const largest = 80;
const storageKey = "evalground.sizes";

/** Makes an element a splitter. Returns a function that switches it to another of its sizes. */
export function split(bar: HTMLElement, options: SplitOptions): (size: SplitSize) => void {
  const { pane, whole, direction, side, fits = false, smallest = 12 } = options;
  let { name, usual } = options;
  let isFitting = false;
  let size = usual;
  let restored = usual;

  setAttribute(bar, "role", "separator");
  setAttribute(bar, "tabindex", 0);
  setAttribute(bar, "aria-orientation", direction === "column" ? "vertical" : "horizontal");
  setAttribute(bar, "aria-controls", pane.id);
  setAttribute(bar, "aria-valuemin", 0);
  setAttribute(bar, "aria-valuemax", largest);
  const edge = element(
    "button",
    { type: "button", class: "edge-tab", on: { click: () => set(restored) } },
    options.title,
  );
  pane.append(edge);

  /** The size, measured if it is that of the content. */
  function current(): number {
    if (!isFitting) return size;
    const box = pane.getBoundingClientRect();
    size = restored = ((direction === "column" ? box.width : box.height) / extent()) * 100;
    return size;
  }

  /** Lets the content determine the size. */
  function fitContent(): void {
    isFitting = true;
    document.documentElement.style.removeProperty(`--size-${name}`);
    setAttribute(bar, "aria-valuenow", usual);
    setAttribute(pane, "data-collapsed", null);
  }

  function set(percent: number): void {
    isFitting = false;
    size = percent <= 0 ? 0 : Math.min(largest, Math.max(smallest, percent));
    if (size > 0) restored = size;
    const shown = size === 0 ? "1.75rem" : `${size}%`;
    document.documentElement.style.setProperty(`--size-${name}`, shown);
    setAttribute(bar, "aria-valuenow", Math.round(size));
    const couldFocus = pane.contains(document.activeElement);
    setAttribute(pane, "data-collapsed", size === 0 ? direction : null);
    if (size === 0 && couldFocus) bar.focus();
    keep(storageKey, { ...kept<Record<string, number>>(storageKey, {}), [name]: size });
  }

  function extent(): number {
    const box = whole.getBoundingClientRect();
    return (direction === "column" ? box.width : box.height) || 1;
  }

  bar.addEventListener("keydown", (event) => {
    const forward = direction === "column" ? "ArrowRight" : "ArrowDown";
    const backward = direction === "column" ? "ArrowLeft" : "ArrowUp";
    const step = ((event.shiftKey ? 64 : 16) / extent()) * 100;
    const grow = side === "before" ? step : -step;
    if (event.key === forward) set((current() || smallest) + grow);
    else if (event.key === backward) set((current() || smallest) - grow);
    else if (event.key === "Home") set(side === "before" ? smallest : largest);
    else if (event.key === "End") set(side === "before" ? largest : smallest);
    else if (event.key === "Enter") set(current() === 0 ? restored : 0);
    else return;
    event.preventDefault();
  });

  bar.addEventListener("dblclick", () => {
    if (!fits) return set(usual);
    const { [name]: _, ...others } = kept<Record<string, number>>(storageKey, {});
    keep(storageKey, others);
    fitContent();
  });
  bar.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    bar.dataset["dragging"] = "";
    const box = whole.getBoundingClientRect();
    const move = (at: PointerEvent): void => {
      const position =
        direction === "column" ? (at.clientX - box.left) / box.width : (at.clientY - box.top) / box.height;
      const percent = (side === "before" ? position : 1 - position) * 100;
      set(percent < smallest / 2 ? 0 : percent);
    };
    const end = (): void => {
      delete bar.dataset["dragging"];
      bar.removeEventListener("pointermove", move);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", end, { once: true });
  });

  function use(next: SplitSize): void {
    ({ name, usual } = next);
    setAttribute(bar, "aria-label", next.label);
    const chosen = kept<Record<string, number>>(storageKey, {})[name];
    if (fits && chosen === undefined) return fitContent();
    size = chosen ?? usual;
    restored = size > 0 ? size : usual;
    set(size);
  }
  use(options);
  return use;
}
