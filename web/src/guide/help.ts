// The pages of help: the keyboard shortcuts, what this page is, and what happens to the user's text.

import type { HelpPage, Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { choices } from "../ui/dialects.ts";
import { type Child, element, setAttribute } from "../ui/dom.ts";
import { engineText, text, type TextKey } from "../ui/text.ts";

const keyGroups: readonly (readonly [TextKey, readonly (readonly [string, TextKey])[]])[] = [
  [
    "keys.everywhere",
    [
      ["Ctrl+Enter", "keys.run"],
      ["Ctrl+.", "keys.stop"],
      ["Ctrl+K", "keys.palette"],
      ["F1, ?", "keys.help"],
      ["Ctrl+S", "keys.link"],
      ["Ctrl+Shift+0", "keys.status"],
    ],
  ],
  [
    "keys.panes",
    [
      ["F6", "keys.next"],
      ["Ctrl+Shift+1…6", "keys.digits"],
      ["← → ↑ ↓", "keys.splitter"],
    ],
  ],
  [
    "keys.editor",
    [
      ["Ctrl+M", "keys.tab"],
      ["Esc Tab", "keys.escape"],
      ["Alt+Enter", "keys.fix"],
      ["Ctrl+Space", "assist.complete"],
      ["Shift+F1", "assist.hover"],
      ["Ctrl+Shift+Space", "assist.signature"],
      ["F12", "assist.definition"],
      ["Alt+←", "assist.back"],
      ["Shift+F12", "assist.references"],
      ["F2", "assist.rename"],
      ["Shift+Alt+F", "assist.format"],
      ["Shift+Alt+Enter", "assist.fixes"],
      ["Alt+F12", "assist.values"],
      ["Ctrl+Alt+Enter", "assist.selection"],
      ["Ctrl+F", "keys.find"],
      ["Shift+Enter", "keys.line"],
      ["↑ ↓", "keys.earlier"],
    ],
  ],
  [
    "keys.values",
    [
      ["F4, Enter", "keys.source"],
      ["Shift+F4", "keys.back"],
      ["F2", "change.selected"],
      ["Shift+F2", "why.selected"],
      ["F8", "keys.problem"],
      ["Shift+F10", "keys.menu"],
    ],
  ],
];

/** In a folder on disk Ctrl+S saves to disk; elsewhere it copies a link. */
const meaningOf = (key: string, meaning: TextKey, { ahead }: Store["state"]): TextKey =>
  key === "Ctrl+S" && ahead !== null ? "keys.disk" : meaning;

function keys({ state }: Store): Child[] {
  return [
    ...keyGroups.map(([title, rows]) =>
      element(
        "section",
        { class: "help-keys" },
        element("h3", {}, text(title)),
        element(
          "dl",
          {},
          ...rows.map(([key, meaning]) =>
            element(
              "div",
              {},
              element("dt", {}, element("kbd", {}, key)),
              element("dd", {}, text(meaningOf(key, meaning, state))),
            ),
          ),
        ),
      ),
    ),
    element("p", { class: "muted" }, text("help.keysNote")),
  ];
}

function about(store: Store): Child[] {
  const { engineVersion } = store.state;
  const source: string = import.meta.env.SOURCE_URL ?? "";
  return [
    element("p", {}, text("help.aboutWhat")),
    element("p", {}, text("help.languages")),
    element(
      "ul",
      { class: "help-list" },
      ...choices.map(({ name, about: what }) =>
        element("li", {}, element("strong", {}, name), ` – ${engineText(what)}`),
      ),
    ),
    element("h3", {}, text("help.source")),
    element("p", {}, text("help.sourceNote")),
    source !== "" &&
      element(
        "p",
        {},
        element("a", { href: source, rel: "noopener noreferrer", target: "_blank" }, text("help.sourceLink")),
      ),
    engineVersion !== "" && element("p", { class: "muted" }, text("help.version", { version: engineVersion })),
  ];
}

function privacy(): Child[] {
  const points: TextKey[] = [
    "help.privacyNothing",
    "help.privacyLinks",
    "help.privacyKept",
    "help.privacySecrets",
    "help.privacyNone",
  ];
  return [element("ul", { class: "help-list" }, ...points.map((point) => element("li", {}, text(point))))];
}

/** Opens a page of help. */
export function openHelp(store: Store, page: HelpPage): void {
  document.querySelector<HTMLDialogElement>("dialog[open].help")?.close();
  if (document.querySelector("dialog[open]")) return;
  const pages: Record<HelpPage, { title: string; content: () => Child[] }> = {
    keys: { title: text("help.keys"), content: () => keys(store) },
    about: { title: text("app.title"), content: () => about(store) },
    privacy: { title: text("help.privacy"), content: privacy },
  };
  const { title, content } = pages[page];
  const dialog = openDialog(title, [element("div", { class: "stack" }, ...content())]);
  dialog.root.classList.add("help");
  // The user scrolls the body with keys, and nothing in it takes the focus.
  const body = dialog.root.querySelector<HTMLElement>(".dialog-body");
  setAttribute(body as HTMLElement, "tabindex", 0);
}
