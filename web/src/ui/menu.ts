// A button that opens a menu, with the keys of the ARIA menu button.

import { button, element, fill, icon, setAttribute, type ButtonFace } from "./dom.ts";
import type { IconName } from "./icons.ts";

export interface MenuItem {
  label: string;
  /** A second line in muted type. */
  note?: string;
  icon?: IconName;
  /** Words on the right, such as a shortcut. */
  hint?: string;
  /** Present on items of which one is chosen. */
  checked?: boolean;
  disabled?: boolean;
  /** Draws a line above. */
  apart?: boolean;
  choose: () => void;
}

/** Opens a menu at an element; the focus returns to it when the menu closes. */
export function openMenu(anchor: HTMLElement, label: string, items: MenuItem[], at?: { x: number; y: number }): void {
  const list = element("div", { role: "menu", class: "menu floating", "aria-label": label });
  const before = document.activeElement instanceof HTMLElement ? document.activeElement : anchor;
  const entries = items.map((item) => {
    const entry = element(
      "div",
      {
        role: item.checked === undefined ? "menuitem" : "menuitemradio",
        "aria-checked": item.checked === undefined ? undefined : String(item.checked),
        "aria-disabled": item.disabled ? "true" : undefined,
        class: item.apart ? "menu-item apart" : "menu-item",
        tabindex: -1,
      },
      item.checked !== undefined && element("span", { class: "menu-check" }, item.checked && icon("check")),
      item.icon && icon(item.icon),
      element(
        "span",
        { class: "menu-words" },
        element("span", {}, item.label),
        item.note && element("span", { class: "menu-note" }, item.note),
      ),
      item.hint && element("kbd", {}, item.hint),
    );
    entry.addEventListener("click", () => {
      if (item.disabled) return;
      close();
      item.choose();
    });
    return entry;
  });
  fill(list, ...entries);

  /** The item with the focus has the tab stop: a long menu that scrolls must have one. */
  function focusAt(index: number): void {
    for (const [at, entry] of entries.entries()) entry.tabIndex = at === index ? 0 : -1;
    entries[index]?.focus();
  }

  let typed = "";
  let typedAt = 0;
  list.addEventListener("keydown", (event) => {
    const here = entries.indexOf(document.activeElement as HTMLDivElement);
    const move = (to: number): void => focusAt((to + entries.length) % entries.length);
    if (event.key === "ArrowDown") move(here + 1);
    else if (event.key === "ArrowUp") move(here - 1);
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(entries.length - 1);
    else if (event.key === "Enter" || event.key === " ") entries[here]?.click();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
      typedAt = event.timeStamp;
      // A first letter goes to the next item that begins with it; with each further one the item may stay where it is.
      const from = typed.length === 1 ? here + 1 : here;
      const order = entries.map((_, index) => (from + index) % entries.length);
      const found = order.find((index) => items[index]?.label.toLowerCase().startsWith(typed.toLowerCase()));
      if (found !== undefined) focusAt(found);
    } else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  });

  const outside = (event: Event): void => {
    if (!list.contains(event.target as Node)) close();
  };
  function close(): void {
    if (!list.isConnected) return;
    const hadFocus = list.contains(document.activeElement);
    list.remove();
    setAttribute(anchor, "aria-expanded", anchor.hasAttribute("aria-haspopup") ? "false" : null);
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", close);
    if (hadFocus) before.focus();
  }

  // Inside an open dialog the rest of the page cannot be reached, so the menu belongs into it.
  (anchor.closest("dialog") ?? document.querySelector("main") ?? document.body).append(list);
  const box = anchor.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const left = at ? at.x : box.left;
  const top = at ? at.y : box.bottom + 2;
  list.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
  list.style.top = `${top + height > innerHeight - 4 ? Math.max(4, (at ? at.y : box.top) - height - 2) : top}px`;
  if (anchor.hasAttribute("aria-haspopup")) setAttribute(anchor, "aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", close);
  focusAt(
    Math.max(
      0,
      items.findIndex(({ checked }) => checked),
    ),
  );
}

/**
 * A button that opens a menu; its items are asked for each time, and may take a moment to arrive. The keys that are
 * pressed meanwhile are meant for the menu, which gets them when it opens; Escape and Tab, and any way to leave the
 * button, give it up.
 */
export function menuButton(options: ButtonFace & { items: () => MenuItem[] | Promise<MenuItem[]> }): HTMLButtonElement {
  const { items, attributes, ...face } = options;
  /** The keys that were pressed since the menu was asked for; undefined while nobody waits. */
  let typed: string[] | undefined;
  const giveUp = (): void => {
    typed = undefined;
  };
  async function open(): Promise<void> {
    if (typed) return;
    const own: string[] = [];
    typed = own;
    try {
      const found = await items();
      if (typed !== own) return;
      openMenu(made, options.label, found);
    } finally {
      if (typed === own) giveUp();
    }
    for (const key of own)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
  const made = button({
    ...face,
    attributes: { "aria-haspopup": "menu", "aria-expanded": "false", ...attributes },
    press: () => void open(),
  });
  made.addEventListener("blur", giveUp);
  made.addEventListener("keydown", (event) => {
    if (typed && (event.key === "Escape" || event.key === "Tab")) giveUp();
    else if (typed && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The key that opened the menu, still held down, is not to choose in it.
      if (!event.repeat) typed.push(event.key);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") void open();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  });
  return made;
}
