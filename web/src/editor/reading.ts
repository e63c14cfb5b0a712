// How the expression is evaluated: a choice beside it for each option of the language that says so, such as what the
// expression is, or the bundle in which it is evaluated.

import type { OutlineNode } from "evalground";
import type { State, Store } from "../store.ts";
import { element, fill } from "../ui/dom.ts";
import { type ExpressionOption, expressionOptions, optionsWith, optionValue } from "../ui/options.ts";
import { engineText, text } from "../ui/text.ts";
import "./reading.css";

/** The values of an option with their labels, the default first. `outline` has the names of bundles and the like. */
export function valuesOf(
  { facts, nodes: kind }: ExpressionOption,
  outline: readonly OutlineNode[],
): { value: string; label: string }[] {
  if (kind === undefined) return (facts.choices ?? []).map((choice) => ({ value: choice, label: choice }));
  const names = new Set(outline.filter((node) => node.kind === kind).map(({ name }) => name));
  return [
    { value: String(facts.usual), label: text("expression.inDefault", { kind }) },
    ...[...names].map((name) => ({ value: name, label: text("expression.in", { kind, name }) })),
  ];
}

function choiceField(store: Store, option: ExpressionOption): { field: HTMLElement; follow: (state: State) => void } {
  const { facts } = option;
  const field = element("select", {
    class: "expression-reading",
    "aria-label": engineText(facts.about),
    title: engineText(facts.about),
    on: {
      change: () => store.edit({ options: optionsWith(store.state.workspace.options, facts, field.value) }),
    },
  });
  let shown = "";
  const follow = ({ workspace, outline }: State): void => {
    const value = String(optionValue(workspace, facts));
    const values = valuesOf(option, outline);
    // A name that the document no longer has stays visible.
    if (!values.some((each) => each.value === value)) values.push({ value, label: value });
    const key = JSON.stringify(values);
    if (key !== shown) fill(field, ...values.map((each) => element("option", { value: each.value }, each.label)));
    shown = key;
    if (field.value !== value) field.value = value;
  };
  return { field, follow };
}

/** The choices for the language of the workspace. They are shown while there is an expression. */
export function readingChoices(store: Store): HTMLElement {
  const root = element("span", { class: "expression-readings", hidden: true });
  let dialect = "";
  let fields: ReturnType<typeof choiceField>[] = [];
  store.watch(["workspace", "outline"], (state) => {
    const { workspace } = state;
    if (workspace.dialect !== dialect) {
      dialect = workspace.dialect;
      fields = expressionOptions(dialect).map((option) => choiceField(store, option));
      fill(root, ...fields.map(({ field }) => field));
    }
    root.hidden = fields.length === 0 || workspace.expression === undefined;
    if (!root.hidden) for (const { follow } of fields) follow(state);
  });
  return root;
}
