// Names that the document reads or declares but that have no entry. They are dashed rows below the entries, each with
// the place that uses it, or with the value that another file sets.

import type { OutlineNode, Span, Workspace } from "evalground";
import type { State, Store, Watch } from "../store.ts";
import type { MapKey } from "../ui/dialects.ts";
import { button, element, fill } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { declaration, parametersOf } from "../ui/outline.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";

export interface Missing {
  name: string;
  /** For an attribute: its resource. */
  owner?: string | undefined;
  /** Where it is used, declared, or set by another file. */
  span?: Span | undefined;
  /** `span` is the declaration, not a use. */
  isDeclaration?: boolean;
  /** The value that another file sets. */
  value?: string | undefined;
  /** Its type, default and constraints, as far as they are declared. */
  note: string;
  /** The document fails without it. Others are declared with a default, or never read. */
  isAsked: boolean;
  /** The initial value of the entry. */
  initial: unknown;
}

function initialOf(type = ""): unknown {
  if (/^(number|integer|float)$/.test(type)) return 0;
  if (type === "boolean") return false;
  if (/^(json|map)$/.test(type)) return {};
  return /list$/.test(type) ? [] : "";
}

function isDefined(workspace: Workspace, key: MapKey, name: string, owner: string | undefined): boolean {
  const entries = entriesOf(workspace[key]);
  if (owner === undefined) return entries.some(([known]) => known === name);
  const [, attributes] = entries.find(([known]) => known === owner) ?? [];
  return entriesOf(attributes).some(([known]) => known === name);
}

/** The missing names that one input could define. */
export function missingFrom(
  { workspace, result, outline }: Pick<State, "workspace" | "result" | "outline">,
  key: MapKey,
): Missing[] {
  const declared = key === "inputs" ? parametersOf(outline) : new Map<string, OutlineNode>();
  const isDeclaration = (name: string, span: Span | undefined): boolean => {
    const place = declared.get(name)?.span;
    return span !== undefined && span.file === place?.file && span.from === place.from;
  };
  const asked = (result?.asks ?? [])
    .filter((ask) => ask.key === key)
    .map(
      ({ name, owner, span }): Missing => ({
        name,
        owner,
        span,
        ...(isDeclaration(name, span) && { isDeclaration: true }),
        note: declaration(declared.get(name) ?? {}),
        isAsked: true,
        initial: initialOf(declared.get(name)?.type),
      }),
    );
  const others = [...declared.values()].filter(({ name }) => !asked.some((ask) => ask.name === name));
  const offered = others.map(
    (node): Missing => ({
      name: node.name,
      ...(node.set ? { span: node.set, value: node.value } : { span: node.span, isDeclaration: true }),
      note: declaration(node),
      isAsked: false,
      initial: initialOf(node.type),
    }),
  );
  return [...asked, ...offered].filter(({ name, owner }) => !isDefined(workspace, key, name, owner));
}

/** The entries of an input with the missing ones appended. */
export function withMissing(
  entries: readonly [string, unknown][],
  { name, owner, initial }: Missing,
): [string, unknown][] {
  if (owner === undefined) return [...entries, [name, initial]];
  const added = ([attributes]: unknown[]): unknown => mapOf([...entriesOf(attributes), [name, initial]]);
  if (!entries.some(([known]) => known === owner)) return [...entries, [owner, added([])]];
  return entries.map(([known, value]) => [known, known === owner ? added([value]) : value]);
}

/** Where an entry is used, declared or set, in words. */
function placeWords({ value, isDeclaration, isAsked }: Missing, place: string): string {
  if (value !== undefined) return text("inputs.setBy", { place });
  if (!isDeclaration) return text("inputs.askedBy", { place });
  return text(isAsked ? "inputs.declaredUnset" : "inputs.declaredAt", { place });
}

/** Shows them as rows. `add` sets one. */
export function missingRows(store: Store, watch: Watch, key: MapKey, add: (missing: Missing) => void): HTMLElement {
  const root = element("div", { class: "input-rows" });
  let shown = "";
  watch(["workspace", "result", "outline"], (state) => {
    const all = missingFrom(state, key);
    const next = JSON.stringify(all);
    if (next === shown) return;
    shown = next;
    fill(root, ...all.map(row));
  });

  function row(missing: Missing): HTMLElement {
    const { span, note, owner, value } = missing;
    const name = owner === undefined ? missing.name : `${owner}.${missing.name}`;
    const place =
      span &&
      button({
        label: placeWords(missing, placeText(span)),
        words: true,
        class: "quiet small place",
        press: () => store.perform("show", { span, focus: true }),
      });
    return element(
      "div",
      { class: "input-missing", role: "group", "aria-label": name },
      element("span", { class: "code input-missing-name", dir: "auto" }, name),
      button({
        label: text("inputs.addNamed", { name }),
        icon: "add",
        class: "quiet small",
        press: () => add(missing),
      }),
      element(
        "span",
        { class: "input-missing-note muted" },
        value !== undefined && element("code", { dir: "auto" }, value),
        value !== undefined && " ",
        place ?? text("inputs.asked"),
        note !== "" && element("span", { dir: "auto" }, ` ${note}`),
      ),
    );
  }
  return root;
}
