// Filters the gallery, or its page of one language, by language, level, topic and words. The filter is part of the
// address, so that it can be linked and revisited.

import { element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

type Name = "language" | "level" | "topic" | "search";

/** The filter. An empty string matches everything. */
type Filter = Record<Name, string>;

interface Card {
  language: string;
  level: string;
  tags: readonly string[];
  text: string;
}

/** Whether a card matches. A dialect's name matches its flavors as well. */
export function fits({ language, level, tags, text }: Card, filter: Filter): boolean {
  return (
    (filter.language === "" || language === filter.language || language.startsWith(`${filter.language}/`)) &&
    (filter.level === "" || level === filter.level) &&
    (filter.topic === "" || tags.includes(filter.topic)) &&
    filter.search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.toLowerCase().includes(word))
  );
}

/** Topics with fewer examples have no filter. The search finds them. */
const fewestOfTopic = 2;

/** Builds the filters, if the page has a place for them. */
export function begin(): void {
  const place = document.getElementById("filters");
  if (!place) return;
  const cards = [...document.querySelectorAll<HTMLElement>(".card")].map((root) => ({
    root,
    language: root.dataset["language"] ?? "",
    level: root.dataset["level"] ?? "",
    tags: (root.dataset["tags"] ?? "").split("\n"),
    text: root.textContent ?? "",
  }));
  const groups = [...document.querySelectorAll<HTMLElement>("section.cards")];
  const given = new URLSearchParams(location.search);

  function select(name: Name, options: [value: string, words: string][]): HTMLSelectElement {
    const field = element("select", { id: `filter-${name}` }, element("option", { value: "" }, text("gallery.any")));
    for (const [value, label] of options) field.append(element("option", { value }, label));
    field.value = given.get(name) ?? "";
    if (field.selectedIndex < 0) field.value = "";
    field.addEventListener("change", show);
    return field;
  }
  const counts = new Map<string, number>();
  for (const tag of cards.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const topics = [...counts].filter(([tag, count]) => tag !== "" && count >= fewestOfTopic).map(([tag]) => tag);
  const levels = ["beginner", "intermediate", "advanced"] as const;
  const fields = {
    language: select(
      "language",
      groups.map(({ dataset }): [string, string] => [dataset["choice"] ?? "", dataset["name"] ?? ""]),
    ),
    level: select(
      "level",
      levels.map((level): [string, string] => [level, text(`level.${level}`)]),
    ),
    topic: select(
      "topic",
      topics.sort((one, other) => one.localeCompare(other)).map((topic): [string, string] => [topic, topic]),
    ),
    search: element("input", { type: "search", id: "filter-search", autocomplete: "off", spellcheck: "false" }),
  };
  fields.search.value = given.get("search") ?? "";
  fields.search.addEventListener("input", () => show());
  const count = element("p", { class: "muted", role: "status" });

  function show(): void {
    const filter = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])) as Filter;
    let shown = 0;
    for (const { root, ...card } of cards) {
      root.hidden = !fits(card, filter);
      if (!root.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector(".card:not([hidden])");
    count.textContent = text("gallery.found", { count: shown });
    const said = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
    history.replaceState(null, "", said.size > 0 ? `?${said}` : location.pathname);
  }
  const names = (Object.keys(fields) as Name[]).filter((name) => name !== "language" || groups.length > 1);
  fill(
    place,
    ...names.map((name) =>
      element(
        "span",
        { class: "filter" },
        element("label", { for: `filter-${name}` }, text(`gallery.${name}`)),
        fields[name],
      ),
    ),
    count,
  );
  place.hidden = false;
  show();
}
