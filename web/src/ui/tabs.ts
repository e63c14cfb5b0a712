// A tab list following the ARIA pattern: one tab stop, arrow keys, Home and End.

import { element, fill, setAttribute, type Child } from "./dom.ts";

export interface Tab {
  id: string;
  /** The name of the tab. It is shown if there is no content. */
  label: string;
  /** Shown instead of the label, which it must contain. */
  content?: Child[];
  /** Id of the element that the tab controls. */
  controls?: string;
}

interface TabsOptions {
  label: string;
  /** Arrow keys select at once ("automatic"), or only move the focus until Enter or Space is pressed ("manual"). */
  activation: "automatic" | "manual";
  choose: (id: string) => void;
  /** Handles keys that the list itself does not use. */
  key?: (event: KeyboardEvent, id: string) => void;
}

export interface Tabs {
  readonly root: HTMLElement;
  /** Shows these tabs, with one selected. */
  show(tabs: Tab[], chosen: string | null): void;
  /** Focuses the selected tab. */
  focus(): void;
}

/** Makes an empty list of tabs. */
export function tabs(options: TabsOptions): Tabs {
  const root = element("div", { role: "tablist", class: "tabs", "aria-label": options.label });
  let shown: { id: string; tab: HTMLElement }[] = [];
  let inSight: string | null = null;

  /** Marks the sides on which tabs are out of sight. The style sheet draws an arrow there. */
  function showOverflow(): void {
    const { scrollWidth, clientWidth } = root;
    const before = Math.abs(root.scrollLeft);
    const after = scrollWidth - clientWidth - before;
    setAttribute(root, "data-more", [before > 1 && "before", after > 1 && "after"].filter(Boolean).join(" ") || null);
  }
  root.addEventListener("scroll", showOverflow, { passive: true });
  new ResizeObserver(showOverflow).observe(root);
  root.addEventListener("click", (event) => {
    // The arrows are no elements of the list, which may contain only tabs.
    if (event.target !== root || !root.dataset["more"]) return;
    const { left, width } = root.getBoundingClientRect();
    root.scrollBy({ left: (event.clientX < left + width / 2 ? -0.7 : 0.7) * width, behavior: "smooth" });
  });

  function focusAt(index: number): void {
    const wrapped = (index + shown.length) % shown.length;
    const target = shown[wrapped];
    if (!target) return;
    for (const { tab } of shown) tab.tabIndex = tab === target.tab ? 0 : -1;
    target.tab.focus();
    if (options.activation === "automatic") options.choose(target.id);
  }

  root.addEventListener("keydown", (event) => {
    const at = shown.findIndex(({ tab }) => tab === document.activeElement);
    const current = shown[at];
    if (!current) return;
    if (event.key === "ArrowRight") focusAt(at + 1);
    else if (event.key === "ArrowLeft") focusAt(at - 1);
    else if (event.key === "Home") focusAt(0);
    else if (event.key === "End") focusAt(shown.length - 1);
    else if ((event.key === "Enter" || event.key === " ") && options.activation === "manual")
      options.choose(current.id);
    else {
      options.key?.(event, current.id);
      return;
    }
    event.preventDefault();
  });

  function draw(tab: Tab): HTMLElement {
    return element(
      "div",
      {
        role: "tab",
        class: "tab",
        "data-id": tab.id,
        "aria-controls": tab.controls,
        on: { click: () => options.choose(tab.id) },
      },
      ...(tab.content ?? [tab.label]),
    );
  }

  function show(list: Tab[], chosen: string | null): void {
    const before = shown;
    const hadFocus = root.contains(document.activeElement);
    const stop = list.some(({ id }) => id === chosen) ? chosen : list[0]?.id;
    const setState = ({ id, tab }: { id: string; tab: HTMLElement }): void => {
      setAttribute(tab, "aria-selected", String(id === chosen));
      setAttribute(tab, "tabindex", id === stop ? 0 : -1);
    };
    shown = list.map((tab, at) => {
      const made = { id: tab.id, tab: draw(tab) };
      const old = before[at];
      setState(made);
      if (old?.id !== tab.id) return made;
      setState(old);
      return old.tab.isEqualNode(made.tab) ? old : made;
    });
    const isSame = shown.length === before.length && shown.every((each, at) => each === before[at]);
    if (!isSame) {
      fill(root, ...shown.map(({ tab }) => tab));
      requestAnimationFrame(showOverflow);
    }
    if (hadFocus) focus();
    // This is called at each key press, and scrolling forces a layout of the whole page.
    if (isSame && chosen === inSight) return;
    inSight = chosen;
    shown.find(({ id }) => id === chosen)?.tab.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  function focus(): void {
    shown.find(({ tab }) => tab.tabIndex === 0)?.tab.focus();
  }

  return { root, show, focus };
}
