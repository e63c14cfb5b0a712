// The palette: one field that finds all actions of the page and all parts of the draft.
//
// It is a combobox with a list. The focus stays in the field, arrow keys move in the list, and Enter performs the
// selected entry. A prefix limits the search to one kind: `@` for files, `::` for resources.

import type { Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { element, fill, freshId, icon, setAttribute } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { entriesFor, type PaletteEntry, type PaletteKind } from "./entries.ts";
import { sought } from "./search.ts";

/** Maximum number of entries shown. More letters narrow the search. */
const mostShown = 80;

const signs: readonly [string, PaletteKind][] = [
  [">", "command"],
  ["@", "file"],
  ["::", "resource"],
  ["#", "example"],
  ["(", "function"],
];

const icons = { command: "go", file: "file", resource: "target", example: "book", function: "computed" } as const;

/** The entries that match a search. A prefix limits it to one kind. */
export function found(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const typed = search.trimStart();
  const [sign = "", kind] = signs.find(([begin]) => typed.startsWith(begin)) ?? [];
  const ofKind = kind ? entries.filter((entry) => entry.kind === kind) : entries;
  const wanted = typed.slice(sign.length);
  const byLabel = sought(ofKind, wanted, ({ label }) => label);
  // In the further words the search must occur literally.
  const letters = wanted.trim().toLowerCase();
  const byDetail = ofKind.filter(
    (entry) => !byLabel.includes(entry) && letters !== "" && (entry.detail ?? "").toLowerCase().includes(letters),
  );
  return [...byLabel, ...byDetail].slice(0, mostShown);
}

/** Opens the palette with the text that was typed already. */
export async function openPalette(store: Store, typed = ""): Promise<void> {
  if (document.querySelector("dialog[open]")) return;
  const list = element("div", {
    role: "listbox",
    class: "palette-list",
    id: freshId("palette"),
    "aria-label": text("palette.title"),
  });
  const field = element("input", {
    type: "text",
    role: "combobox",
    class: "palette-field",
    "aria-label": text("palette.field"),
    "aria-expanded": "true",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    placeholder: text("palette.field"),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    dir: "auto",
  });
  const none = element("p", { class: "muted palette-none", hidden: true }, text("palette.none"));
  const status = element("span", { class: "spoken", role: "status" });
  const dialog = openDialog(text("palette.title"), [
    field,
    status,
    element("p", { class: "muted palette-hint" }, text("palette.hint")),
    list,
    none,
  ]);
  dialog.root.classList.add("palette");
  field.value = typed;
  field.focus();

  let entries: readonly PaletteEntry[] = [];
  let shown: PaletteEntry[] = [];
  let marked = 0;

  function mark(place: number): void {
    marked = Math.max(0, Math.min(shown.length - 1, place));
    for (const [at, option] of [...list.children].entries())
      setAttribute(option, "aria-selected", String(at === marked));
    const option = list.children[marked];
    setAttribute(field, "aria-activedescendant", option?.id ?? null);
    option?.scrollIntoView({ block: "nearest" });
  }
  function choose(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    dialog.close();
    entry.choose();
  }
  function show(): void {
    shown = found(entries, field.value);
    fill(list, ...shown.map((entry) => row(entry, () => choose(entry))));
    none.hidden = shown.length > 0 || entries.length === 0;
    list.hidden = shown.length === 0;
    mark(0);
    status.textContent = field.value === "" ? "" : text("palette.found", { count: shown.length });
  }
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark(marked + 1 === shown.length ? 0 : marked + 1);
    else if (event.key === "ArrowUp") mark(marked === 0 ? shown.length - 1 : marked - 1);
    else if (event.key === "PageDown") mark(marked + 8);
    else if (event.key === "PageUp") mark(marked - 8);
    else if (event.key === "Enter") choose(shown[marked]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Some entries arrive later. The others are shown at once.
  for await (const more of entriesFor(store)) {
    if (!dialog.root.isConnected) return;
    entries = [...entries, ...more];
    const at = marked;
    show();
    mark(at);
  }
}

function row({ kind, label, detail, hint }: PaletteEntry, choose: () => void): HTMLElement {
  return element(
    "div",
    { role: "option", class: "palette-row", id: freshId("option"), "aria-selected": "false", on: { click: choose } },
    icon(icons[kind]),
    element("span", { class: "palette-label", dir: "auto" }, label),
    detail && element("span", { class: "palette-detail muted", dir: "auto" }, detail),
    element("span", { class: "palette-kind muted" }, text(`palette.kind.${kind}`)),
    hint && element("kbd", {}, hint),
  );
}
