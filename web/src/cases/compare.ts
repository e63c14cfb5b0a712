// Compares a result with another one: the previous one, a pinned one, the expected one, or the text that it was
// restored from. The difference is shown by structure or line by line.

import { type Expectation, type JsonNode, readJson, type RunResult, writeJson } from "evalground";
import { showDiff } from "../results/diff.ts";
import { showChanges } from "../results/step_diff.ts";
import { compareValues } from "../results/value_diff.ts";
import { errorsOf, partOf } from "../run/expectation.ts";
import type { ComparedPlace, State, Store } from "../store.ts";
import { button, element, fill, freshId } from "../ui/dom.ts";
import { formatTime, text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";

/** What a result can be compared with. */
type Other = "source" | "expected" | "pinned" | "previous";
type Way = "parts" | "lines";

/** The two sides of a comparison, each as named parts. */
interface Sides {
  before: ReadonlyMap<string, JsonNode>;
  after: ReadonlyMap<string, JsonNode>;
}

const nodeOf = (value: unknown): JsonNode => readJson(writeJson(value));

/** The parts of a result that are of interest to users. */
export function partsOf(result: RunResult): Map<string, JsonNode> {
  const parts = new Map<string, JsonNode>();
  const add = (name: string, node: JsonNode | null): void => {
    if (node) parts.set(name, node);
  };
  const value = partOf(result, "value");
  add(text("compare.value"), value);
  if (value?.kind !== "string" || value.text !== result.text) add(text("compare.text"), partOf(result, "text"));
  add(text("view.outputs"), partOf(result, "outputs"));
  add(text("view.resources"), result.resourcesJson === undefined ? null : readJson(result.resourcesJson));
  for (const part of ["reports", "variables", "classes"] as const) add(text(`view.${part}`), partOf(result, part));
  const errors = errorsOf(result);
  if (errors !== "") add(text("compare.errors"), nodeOf(errors));
  return parts;
}

/**
 * The expected parts and the corresponding parts of a result. Of outputs, variables and classes only expected names
 * count.
 */
export function expectedSides(expect: Expectation, result: RunResult): Sides {
  const before = new Map<string, JsonNode>();
  const after = new Map<string, JsonNode>();
  const wanted = nodeOf(expect);
  for (const expected of wanted.children) {
    const key = String(expected.key);
    if (key === "error") {
      const fragment = expected.kind === "map" ? expected.get("contains") : undefined;
      const errors = errorsOf(result);
      const isMet = !result.ok && errors.toLowerCase().includes((fragment?.text ?? "").toLowerCase());
      before.set(key, fragment ?? expected);
      if (!result.ok) after.set(key, isMet ? (fragment ?? expected) : nodeOf(errors));
      continue;
    }
    before.set(key, expected);
    if (key === "sensitive") {
      after.set(key, nodeOf(result.sensitive.length > 0));
      continue;
    }
    const actual = partOf(result, key);
    if (!actual) continue;
    if (key === "classes") {
      const defined = new Set(actual.children.map(({ text: name }) => name));
      const isSo = (name: string): boolean => defined.has(name.replace(/^!/, "")) !== name.startsWith("!");
      after.set(key, nodeOf(expected.children.filter(({ text: name }) => isSo(name))));
    } else if (key === "variables" || key === "outputs" || key === "files") {
      const named = expected.children.map(({ key: name }) => String(name));
      after.set(key, nodeOf(new Map(named.flatMap((name) => (actual.get(name) ? [[name, actual.get(name)]] : [])))));
    } else after.set(key, actual);
  }
  if (!wanted.get("error") && !result.ok) after.set("error", nodeOf(errorsOf(result)));
  return { before, after };
}

/** Both sides as values: the only part if both have just one, else a map of all parts. */
export function asValues({ before, after }: Sides): [JsonNode | null, JsonNode | null] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const [only] = names;
  if (names.size === 1 && only !== undefined) return [before.get(only) ?? null, after.get(only) ?? null];
  return [before.size > 0 ? nodeOf(before) : null, after.size > 0 ? nodeOf(after) : null];
}

/** How many parts differ from the expected ones. */
export function countDifferences(expect: Expectation, result: RunResult): number {
  const [before, after] = asValues(expectedSides(expect, result));
  return compareValues(before, after).length;
}

const written = (node: JsonNode | null): string =>
  node === null ? "" : node.kind === "string" ? node.text : toYaml(node);

/** What the last result can be compared with, in the order of the choice. */
export function othersOf({ workspace, pinned, former }: Readonly<State>, source: ComparedPlace["source"]): Other[] {
  return [
    ...(source ? ["source" as const] : []),
    ...(workspace.expect ? ["expected" as const] : []),
    ...(pinned ? ["pinned" as const] : []),
    ...(former ? ["previous" as const] : []),
  ];
}

/** The user's choice of a comparison, which is kept from one result of a draft to the next. */
export class Comparison {
  private other: Other | null = null;
  private way: Way | null = null;
  private place: ComparedPlace | null = null;

  constructor(
    private readonly store: Store,
    /** Buttons beside the choice for actions on runs. */
    private readonly actions: () => HTMLElement[],
  ) {
    store.watch(["draft"], () => {
      this.other = null;
      this.way = null;
    });
    store.watch(["pinned", "former", "workspace"], (state, before) => {
      const { place } = this;
      const isOther =
        state.pinned !== before.pinned ||
        state.former !== before.former ||
        state.workspace.expect !== before.workspace.expect;
      if (isOther && place?.isCurrent() && place.root.querySelector(".compare-head")) this.draw(place);
    });
  }

  /** Chooses what to compare with. */
  choose(other: Other): void {
    this.other = other;
  }

  /** Draws the comparison. */
  draw(place: ComparedPlace): void {
    if (!place.isCurrent()) return;
    this.place = place;
    const { store } = this;
    const offered = othersOf(store.state, place.source);
    const other = offered.find((each) => each === this.other) ?? offered[0];
    const body = element("div", { class: "compare-body" });
    if (other === undefined) {
      fill(place.root, element("p", { class: "result-empty" }, text("compare.none")));
      return;
    }
    const hadFocus = place.root.querySelector<HTMLElement>(":focus")?.dataset["part"];
    const select = element(
      "select",
      { id: freshId("compare"), "data-part": "other" },
      ...offered.map((each) => element("option", { value: each }, this.nameOf(each, place))),
    );
    select.value = other;
    select.addEventListener("change", () => {
      this.other = select.value as Other;
      this.draw(place);
    });
    const { result } = place;
    const lines = other === "source" ? null : this.sidesOf(other, result);
    const usual: Way = other === "source" || lines?.isText ? "lines" : "parts";
    const way = other === "source" ? "lines" : (this.way ?? usual);
    const ways = (["parts", "lines"] as const).map((each) => {
      const input = element("input", { type: "radio", name: "compare-as", value: each, "data-part": each });
      input.checked = each === way;
      input.addEventListener("change", () => {
        this.way = each;
        this.draw(place);
      });
      return element("label", {}, input, element("span", {}, text(`compare.way.${each}`)));
    });
    fill(
      place.root,
      element(
        "div",
        { class: "compare-head" },
        element("label", { for: select.id }, text("compare.with")),
        select,
        other !== "source" &&
          element("div", { role: "radiogroup", class: "segments", "aria-label": text("compare.as") }, ...ways),
        ...this.actions(),
      ),
      body,
    );
    if (hadFocus) place.root.querySelector<HTMLElement>(`[data-part="${hadFocus}"]`)?.focus();
    const name = this.nameOf(other, place);
    if (other === "source" || !lines) {
      const { source } = place;
      if (source) showDiff(body, source.before, source.after, { path: source.path, replace: source.replace });
      return;
    }
    if (way === "lines") {
      showDiff(body, lines.before, lines.after, { path: name, same: text("compare.same", { name }) });
      return;
    }
    const changes = compareValues(...lines.values);
    const count = (kind: (typeof changes)[number]["kind"]): number =>
      changes.filter((each) => each.kind === kind).length;
    const summary =
      changes.length === 0
        ? text("compare.same", { name })
        : text("compare.summary", {
            name,
            added: count("added"),
            changed: count("changed"),
            removed: count("removed"),
          });
    showChanges(body, changes, { summary, label: text("compare.label", { name }) });
  }

  private nameOf(other: Other, { source }: ComparedPlace): string {
    if (other === "source") return text("compare.source", { path: source?.path ?? "" });
    if (other !== "pinned") return text(`compare.other.${other}`);
    return text("compare.pinned", { time: formatTime(this.store.state.pinned?.at ?? 0) });
  }

  private sidesOf(
    other: Exclude<Other, "source">,
    result: RunResult,
  ): { values: [JsonNode | null, JsonNode | null]; before: string; after: string; isText: boolean } {
    const { workspace, pinned, former } = this.store.state;
    const against = other === "pinned" ? pinned?.result : former;
    const sides =
      other === "expected"
        ? expectedSides(workspace.expect ?? {}, this.store.state.result ?? result)
        : { before: against ? partsOf(against) : new Map<string, JsonNode>(), after: partsOf(result) };
    const values = asValues(sides);
    const [before, after] = values;
    const isText = [before, after].some((node) => node?.kind === "string" && node.text.includes("\n"));
    return { values, before: written(before), after: written(after), isText };
  }
}

/** The button that pins the current run, or unpins the pinned one. */
export function pinButton(store: Store): HTMLElement {
  const isPinned = store.state.pinned !== null;
  return button({
    label: text(isPinned ? "compare.unpin" : "compare.pin"),
    words: true,
    class: "small",
    attributes: { "data-part": "pin" },
    press: () => store.perform("cases", isPinned ? "unpin" : "pin"),
  });
}
