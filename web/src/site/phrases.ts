// Filters the phrases by language, for example to the language a reader knows and the one they are learning.

import { element, fill } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { text } from "../ui/text.ts";

const key = "evalground.phrases";

/** Builds a checkbox for each language. */
export function begin(): void {
  const place = document.getElementById("languages");
  if (!place) return;
  const cells = [...document.querySelectorAll<HTMLElement>(".phrase")];
  const names = new Map(
    cells.map((cell) => [cell.dataset["dialect"] ?? "", cell.querySelector("h4")?.textContent ?? ""]),
  );
  const hidden = new Set(kept<string[]>(key, []).filter((dialect) => names.has(dialect)));
  const show = (): void => {
    for (const cell of cells) cell.hidden = hidden.has(cell.dataset["dialect"] ?? "");
  };
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
  fill(place, element("fieldset", {}, element("legend", {}, text("phrases.languages")), ...boxes));
  place.hidden = false;
  show();
}
