// Filters the cookbook by words and by language, for example to the language a reader knows and the one they are
// learning. The words are part of the address, so that a search can be linked.

import { element, fill } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { text } from "../ui/text.ts";

const key = "evalground.phrases";

/** Whether a text contains every word. */
export function hasAll(content: string, words: string): boolean {
  const text = content.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Builds the search and a checkbox for each language. */
export function begin(): void {
  const place = document.getElementById("languages");
  if (!place) return;
  const cells = [...document.querySelectorAll<HTMLElement>(".phrase")];
  const groups = [...document.querySelectorAll<HTMLElement>(".group")].map((root) => ({
    root,
    link: document.querySelector<HTMLElement>(`.groups li:has([href="#${CSS.escape(root.id)}"])`),
    tasks: [...root.querySelectorAll<HTMLElement>(".task")].map((task) => ({
      task,
      title: `${root.querySelector("h2")?.textContent} ${task.querySelector("h3")?.textContent}`,
      cells: [...task.querySelectorAll<HTMLElement>(".phrase")].map((cell) => ({ cell, text: cell.textContent ?? "" })),
    })),
  }));
  const names = new Map(
    cells.map((cell) => [cell.dataset["dialect"] ?? "", cell.querySelector("h4")?.textContent ?? ""]),
  );
  const hidden = new Set(kept<string[]>(key, []).filter((dialect) => names.has(dialect)));
  const field = element("input", {
    type: "search",
    id: "search-field",
    placeholder: text("phrases.searchHint"),
    autocomplete: "off",
    spellcheck: "false",
  });
  field.value = new URLSearchParams(location.search).get("search") ?? "";
  const count = element("p", { class: "muted", role: "status" });

  /** Only the visible languages are searched. The title of a task counts for each of them. */
  function show(): void {
    for (const cell of cells) cell.hidden = hidden.has(cell.dataset["dialect"] ?? "");
    const words = field.value.trim();
    let found = 0;
    for (const { root, link, tasks } of groups) {
      let inGroup = 0;
      for (const { task, title, cells: own } of tasks) {
        const isFound =
          hasAll(title, words) || own.some(({ cell, text: code }) => !cell.hidden && hasAll(`${title} ${code}`, words));
        task.hidden = !isFound;
        if (isFound) inGroup += 1;
      }
      root.hidden = inGroup === 0;
      if (link) link.hidden = root.hidden;
      found += inGroup;
    }
    count.textContent = words === "" ? "" : text("phrases.found", { count: found });
  }
  field.addEventListener("input", () => {
    show();
    const words = field.value.trim();
    history.replaceState(
      null,
      "",
      `${words === "" ? location.pathname : `?${new URLSearchParams({ search: words })}`}${location.hash}`,
    );
  });
  const boxes = [...names].map(([dialect, name]) => {
    const box = element("input", { type: "checkbox" });
    box.checked = !hidden.has(dialect);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(dialect);
      else hidden.add(dialect);
      keep(key, [...hidden]);
      show();
    });
    return element("label", { class: "box" }, box, name);
  });
  fill(
    place,
    element("label", { class: "filter" }, text("phrases.search"), field),
    count,
    element("fieldset", {}, element("legend", {}, text("phrases.languages")), ...boxes),
  );
  place.hidden = false;
  show();
}
