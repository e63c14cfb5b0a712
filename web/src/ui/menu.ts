// A button that opens a menu, with the keys of the ARIA menu button.

import { button, element, fill, icon, setAttribute, type ButtonFace } from "./dom.ts";
import type { IconName } from "./icons.ts";

export interface MenuItem {
  label: string;
  /** A second, muted line. */
  note?: string;
  icon?: IconName;
  /** Text on the right, such as a shortcut. */
  hint?: string;
  /** Set for items of a group from which one is chosen. */
  checked?: boolean;
  disabled?: boolean;
  /** Draws a separator above. */
  apart?: boolean;
  choose: () => void;
}

/** Opens a menu at an element. The focus returns to the element when the menu closes. */
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

  /** The focused item has the tab stop. A long menu that scrolls must have one. */
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
      // The first letter moves to the next matching item. Further letters may also match the current item.
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

  // In an open dialog the rest of the page is inert, so the menu must be inside the dialog.
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
 * A button that opens a menu. Its items are requested each time and may arrive late. Keys pressed meanwhile are passed
 * to the menu when it opens. Escape, Tab, and moving the focus away from the button cancel it.
 */
export function menuButton(options: ButtonFace & { items: () => MenuItem[] | Promise<MenuItem[]> }): HTMLButtonElement {
  const { items, attributes, ...face } = options;
  /** The keys pressed while the items are loading; undefined if no menu is being opened. */
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
      // Ignore the key that opened the menu while it is still held down.
      if (!event.repeat) typed.push(event.key);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") void open();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  });
  return made;
}
