// A panel for an input that is a map. Rows of name, type and value, and YAML edit the same value.

import type { JsonNode } from "evalground";
import { inputWords } from "../../ui/dialects.ts";
import { entriesOf } from "../../ui/entries.ts";
import { text } from "../../ui/text.ts";
import { mapForm } from "../form.ts";
import type { MapFacts } from "../map_facts.ts";
import { missingFrom } from "../missing.ts";
import { valueText } from "../whole.ts";
import type { Panel } from "./panel.ts";

/** Why a value cannot be used for this input, or null. */
export function mapProblem({ isText, canBeNull }: MapFacts, node: JsonNode): string | null {
  if (node.kind !== "map") return text("inputs.notMap");
  const fits = ({ kind }: JsonNode): boolean => kind === "string" || (canBeNull === true && kind === "null");
  return isText && !node.children.every(fits) ? text("inputs.onlyText") : null;
}

/** The panel of such a map. */
export function mapPanel(facts: MapFacts): Panel {
  const { key, isSetting = () => false } = facts;
  return {
    id: key,
    keys: [key],
    label: ({ dialect }) => inputWords(dialect, key).label,
    count: (workspace) => entriesOf(workspace[key]).filter(([name]) => !isSetting(name, workspace)).length,
    missing: (state) => missingFrom(state, key).filter(({ isAsked }) => isAsked).length,
    faces: [
      { id: "form", draw: (store, watch) => mapForm(store, watch, facts) },
      {
        id: "yaml",
        draw: (store, watch) =>
          valueText(watch, {
            label: text("inputs.yamlLabel", { tab: inputWords(store.state.workspace.dialect, key).label }),
            face: "yaml",
            rules: () => ({ key, workspace: store.state.workspace }),
            read: () => (entriesOf(store.state.workspace[key]).length === 0 ? undefined : store.state.workspace[key]),
            write: (value) => store.edit({ [key]: value }),
            refuse: (node) => mapProblem(facts, node),
          }),
      },
    ],
  };
}
