// A list of tabs as the ARIA pattern has it: one tab stop, arrows, Home and End.

import { element, fill, setAttribute, type Child } from "./dom.ts";

export interface Tab {
  id: string;
  /** The name of the tab, and without content its words. */
  label: string;
  /** Shown in place of the label, which it must contain. */
  content?: Child[];
  /** Id of the element that the tab governs. */
  controls?: string;
}

export interface TabsOptions {
  label: string;
  /** Arrow keys choose at once ("automatic"), or only move the focus until Enter or Space ("manual"). */
  activation: "automatic" | "manual";
  choose: (id: string) => void;
  /** Keys that the list itself does not use. */
  key?: (event: KeyboardEvent, id: string) => void;
}

export interface Tabs {
  readonly root: HTMLElement;
  /** Shows these tabs with this one chosen. */
  show(tabs: Tab[], chosen: string | null): void;
  /** Puts the focus on the chosen tab. */
  focus(): void;
}

/** Makes an empty list of tabs. */
export function tabs(options: TabsOptions): Tabs {
  const root = element("div", { role: "tablist", class: "tabs", "aria-label": options.label });
  let shown: { id: string; tab: HTMLElement }[] = [];
  let signature = "";

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

  function show(list: Tab[], chosen: string | null): void {
    const next = JSON.stringify(list.map(({ id, label }) => [id, label]));
    const hadFocus = root.contains(document.activeElement);
    if (next !== signature || list.some(({ content }) => content)) {
      signature = next;
      shown = list.map((tab) => ({
        id: tab.id,
        tab: element(
          "div",
          {
            role: "tab",
            class: "tab",
            "data-id": tab.id,
            "aria-controls": tab.controls,
            on: { click: () => options.choose(tab.id) },
          },
          ...(tab.content ?? [tab.label]),
        ),
      }));
      fill(root, ...shown.map(({ tab }) => tab));
    }
    const stop = list.some(({ id }) => id === chosen) ? chosen : list[0]?.id;
    for (const { id, tab } of shown) {
      setAttribute(tab, "aria-selected", id === chosen ? "true" : "false");
      tab.tabIndex = id === stop ? 0 : -1;
    }
    if (hadFocus) focus();
    shown.find(({ id }) => id === chosen)?.tab.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  function focus(): void {
    shown.find(({ tab }) => tab.tabIndex === 0)?.tab.focus();
  }

  return { root, show, focus };
}
