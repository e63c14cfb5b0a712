// The list of examples, filtered by words, language and level. Opening one creates a draft that can be reset to it.

import { type ExampleEntry, examples, loadExample } from "virtual:examples";
import type { Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { choiceOf, choices } from "../ui/dialects.ts";
import { element, fill, freshId } from "../ui/dom.ts";
import { text, type TextKey } from "../ui/text.ts";
import { sought } from "./search.ts";

/** The filter. An empty string matches everything. */
interface ExampleFilter {
  search: string;
  choice: string;
  level: string;
}

const levels = ["beginner", "intermediate", "advanced"];

/** The examples that match a filter, the best first. */
export function fitting(all: readonly ExampleEntry[], { search, choice, level }: ExampleFilter): ExampleEntry[] {
  const left = all.filter(
    (entry) =>
      (choice === "" || entry.choice === choice || entry.dialect === choice) && (level === "" || entry.level === level),
  );
  return sought(left, search, ({ title, note, tags }) => `${title} ${tags.join(" ")} ${note}`);
}

/** What to try after an example: the next one in its language, and the next that is not easier. */
export function nextOf(all: readonly ExampleEntry[], id: string): ExampleEntry[] {
  const here = all.find((entry) => entry.id === id);
  if (!here) return [];
  const later = all.slice(all.indexOf(here) + 1).filter(({ dialect }) => dialect === here.dialect);
  const rank = (entry: ExampleEntry): number => levels.indexOf(entry.level);
  const harder = later.slice(1).find((entry) => rank(entry) > rank(here));
  return [...later.slice(0, 1), ...(harder ? [harder] : [])];
}

/** Opens an example as a new draft. */
export async function openEntry(store: Store, entry: ExampleEntry): Promise<void> {
  store.perform("openExample", await loadExample(entry));
}

function select(
  label: string,
  options: [value: string, words: string][],
  chosen: string,
  changed: () => void,
): { root: HTMLElement; field: HTMLSelectElement } {
  const field = element(
    "select",
    { id: freshId("filter") },
    ...options.map(([value, shown]) => element("option", { value }, shown)),
  );
  field.value = chosen;
  field.addEventListener("change", changed);
  return {
    root: element("span", { class: "examples-filter" }, element("label", { for: field.id }, label), field),
    field,
  };
}

/** Opens the list, initially with the examples in the draft's language. */
export function openExamples(store: Store): void {
  if (document.querySelector("dialog[open]")) return;
  const search = element("input", {
    type: "search",
    "aria-label": text("examples.search"),
    placeholder: text("examples.search"),
    autocomplete: "off",
    spellcheck: "false",
  });
  const language = select(
    text("examples.dialect"),
    [["", text("examples.any")], ...choices.map(({ id, name }): [string, string] => [id, name])],
    choiceOf(store.state.workspace).id,
    () => show(),
  );
  const level = select(
    text("examples.level"),
    [["", text("examples.any")], ...levels.map((each): [string, string] => [each, text(`level.${each}` as TextKey)])],
    "",
    () => show(),
  );
  const count = element("p", { class: "muted", role: "status" });
  const list = element("ul", { class: "examples-list" });
  const dialog = openDialog(text("examples.title"), [
    element("div", { class: "examples-tools" }, search, language.root, level.root),
    count,
    list,
  ]);
  dialog.root.classList.add("examples");

  function show(): void {
    const shown = fitting(examples, { search: search.value, choice: language.field.value, level: level.field.value });
    count.textContent = text("examples.count", { count: shown.length });
    fill(list, ...shown.map(row));
  }
  function row(entry: ExampleEntry): HTMLElement {
    const { title, note, level: own, choice, dialect } = entry;
    const language = choices.find(({ id }) => id === choice) ?? choices.find(({ id }) => id === dialect);
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "example-entry",
          on: {
            click: () => {
              dialog.close();
              void openEntry(store, entry);
            },
          },
        },
        element("span", { class: "example-title", dir: "auto" }, title),
        element(
          "span",
          { class: "example-facts muted" },
          `${language?.name ?? dialect} · ${text(`level.${own}` as TextKey)}`,
        ),
        element("span", { class: "example-note", dir: "auto" }, note),
      ),
    );
  }
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") list.querySelector("button")?.focus();
    else if (event.key === "Enter") list.querySelector("button")?.click();
    else return;
    event.preventDefault();
  });
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    (to < 0 ? search : (buttons[to] ?? buttons[here]))?.focus();
  });
  show();
  search.focus();
}
