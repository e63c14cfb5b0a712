// The classes that are defined initially: one row each, or a list as YAML.

import type { Store, Watch } from "../../store.ts";
import { inputWords } from "../../ui/dialects.ts";
import { text } from "../../ui/text.ts";
import { valueText } from "../whole.ts";
import { late } from "./late.ts";
import type { Panel } from "./panel.ts";

function classYaml(store: Store, watch: Watch): HTMLElement {
  return valueText(watch, {
    label: text("inputs.yamlLabel", { tab: inputWords(store.state.workspace.dialect, "classes").label }),
    face: "yaml",
    read: () => store.state.workspace.classes,
    write: (value) => store.edit({ classes: value as string[] | undefined }),
    refuse: (node) =>
      node.kind === "list" && node.children.every(({ kind }) => kind === "string") ? null : text("inputs.notTexts"),
  });
}

export const classesPanel: Panel = {
  id: "classes",
  keys: ["classes"],
  label: ({ dialect }) => inputWords(dialect, "classes").label,
  count: ({ classes }) => classes?.length ?? 0,
  faces: [
    { id: "form", draw: late(async () => (await import("../class_form.ts")).classForm) },
    { id: "yaml", draw: classYaml },
  ],
};
