// A panel for an input that is a single value of any type, edited as YAML or JSON.

import { dialectFacts, inputWords } from "../../ui/dialects.ts";
import { text } from "../../ui/text.ts";
import { valueText } from "../whole.ts";
import { type Face, type Panel, present } from "./panel.ts";

/** The panel of such a key. */
export function wholePanel(key: "data" | "local"): Panel {
  const face = (id: "yaml" | "json"): Face => ({
    id,
    draw: (store, watch) =>
      valueText(watch, {
        label: text(`inputs.${id}Label`, { tab: inputWords(store.state.workspace.dialect, key).label }),
        face: id,
        isData: dialectFacts(store.state.workspace.dialect).dollar === key,
        rules: () => ({ key, workspace: store.state.workspace }),
        read: () => store.state.workspace[key],
        write: (value) => store.edit({ [key]: value }),
      }),
  });
  return {
    id: key,
    keys: [key],
    label: ({ dialect }) => inputWords(dialect, key).label,
    count: (workspace) => present(workspace, [key]),
    faces: [face("yaml"), face("json")],
  };
}
