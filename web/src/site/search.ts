// The search over all entries of the reference, or on a language's page over its own. The list is loaded when the field
// gets the focus.

import { byId, element, fill } from "../ui/dom.ts";
import { siteUrl } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";

/** Name, kind, summary, anchor, other names. */
type Row = [name: string, kind: string, summary: string, anchor: string, aliases: string];
type Index = [id: string, name: string, rows: Row[]][];

interface Found {
  dialect: string;
  language: string;
  name: string;
  kind: string;
  summary: string;
  anchor: string;
}

/** Maximum number of matches shown. More letters narrow the search. */
const mostFound = 60;

/** How well an entry matches: 0 for not at all, highest if its name is the search word. */
export function scoreOf([name, kind, summary, , aliases]: Row, sought: readonly string[]): number {
  const called = `${name} ${aliases}`.toLowerCase();
  const said = `${kind} ${summary}`.toLowerCase();
  let total = 0;
  for (const word of sought) {
    if (called.split(/\s+/).includes(word)) total += 100;
    else if (called.startsWith(word)) total += 50;
    else if (called.includes(word)) total += 20;
    else if (said.includes(word)) total += 5;
    else return 0;
  }
  return total;
}

/** The entries that match every word, the best first. `only`: the id of a language; absent: all. */
export function find(all: Index, query: string, only?: string): Found[] {
  const index = only === undefined ? all : all.filter(([id]) => id === only);
  const sought = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (sought.length === 0) return [];
  const found = index.flatMap(([dialect, language, rows]) =>
    rows.map((row) => {
      const [name, kind, summary, anchor] = row;
      return { score: scoreOf(row, sought), entry: { dialect, language, name, kind, summary, anchor } };
    }),
  );
  return found
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

function row({ dialect, language, name, kind, summary, anchor }: Found): HTMLElement {
  return element(
    "li",
    {},
    element("a", { href: siteUrl(`reference/${dialect}/#${anchor}`), dir: "ltr" }, name),
    element("span", { class: "muted" }, ` ${language} · ${kind}`),
    element("p", {}, summary),
  );
}

/** Builds the field, if the page has a place for it. */
export function begin(): void {
  const place = document.getElementById("search");
  if (!place) return;
  const field = element("input", {
    type: "search",
    id: "search-field",
    placeholder: text("reference.searchHint"),
    autocomplete: "off",
    spellcheck: "false",
  });
  const count = element("p", { class: "muted", role: "status" });
  const list = element("ol", { class: "found" });
  const only = place.dataset["dialect"];
  const label = only === undefined ? text("reference.search") : text("reference.jump");
  fill(place, element("label", { for: field.id }, label), field, count, list);
  place.hidden = false;

  let index: Promise<Index> | undefined;
  const load = (): Promise<Index> =>
    (index ??= fetch(byId("search").dataset["index"] ?? "").then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json() as Promise<Index>;
    }));
  async function show(): Promise<void> {
    const query = field.value;
    try {
      const found = find(await load(), query, only);
      if (query !== field.value) return;
      fill(list, ...found.slice(0, mostFound).map(row));
      count.textContent = query.trim() === "" ? "" : text("reference.found", { count: found.length });
    } catch {
      index = undefined;
      count.textContent = text("reference.noIndex");
    }
  }
  field.addEventListener("focus", () => void load().catch(() => (index = undefined)), { once: true });
  field.addEventListener("input", () => void show());
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) void show().then(() => list.querySelector("a")?.click());
  });
  if (field.value !== "") void show();
}
