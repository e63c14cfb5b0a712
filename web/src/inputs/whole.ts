// An input that is one value of any kind, `$` and `$$`, written as YAML or as JSON.

import { JsonNode, readJson, toFaithful, writeJson } from "evalground";
import { engineReady } from "../run/engine.ts";
import type { Store, Watch } from "../store.ts";
import { element, freshId, setAttribute } from "../ui/dom.ts";
import { prettyJson } from "../ui/json.ts";
import { text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";

/** What a YAML text holds, or the first thing wrong with it. The engine reads it, as it reads documents. */
export async function readYaml(written: string): Promise<{ node: JsonNode | null; problem: string | null }> {
  if (written.trim() === "") return { node: null, problem: null };
  const { json, diagnostics } = await (await engineReady()).parse(written);
  if (json === undefined) return { node: null, problem: diagnostics[0]?.message ?? text("inputs.unreadable") };
  return { node: readJson(json), problem: null };
}

/** A text field that shows a value and takes up what is typed; `refuse` says why a value cannot be this input, or null. */
export function valueText(
  watch: Watch,
  options: {
    label: string;
    face: "yaml" | "json";
    read: () => unknown;
    write: (value: unknown) => void;
    refuse?: (node: JsonNode) => string | null;
  },
): HTMLElement {
  const { label, face, read, write, refuse } = options;
  const problem = element("p", { class: "field-problem", id: freshId("problem") });
  const field = element("textarea", {
    class: "plain-editor",
    spellcheck: "false",
    wrap: "off",
    "aria-label": label,
    "aria-describedby": problem.id,
  });
  let written: unknown = null;
  let asked = 0;

  field.addEventListener("input", () => {
    asked += 1;
    const question = asked;
    void readYaml(field.value).then(({ node, problem: wrong }) => {
      // A later keystroke has asked again.
      if (question !== asked) return;
      const reason = wrong ?? (node && refuse ? refuse(node) : null);
      problem.textContent = reason ?? "";
      setAttribute(field, "aria-invalid", reason === null ? null : "true");
      if (reason !== null) return;
      written = node === null ? undefined : toFaithful(node);
      write(written);
    });
  });
  watch(["workspace"], () => {
    const value = read();
    if (value === written) return;
    written = value;
    const node = value === undefined ? null : value instanceof JsonNode ? value : readJson(writeJson(value));
    field.value = node === null ? "" : face === "yaml" ? toYaml(node) : `${prettyJson(node)}\n`;
  });
  return element("div", { class: "input-yaml" }, field, problem);
}

/** The data that `$` stands for, or the local data of `$$`. */
export function wholeInput(store: Store, watch: Watch, key: "data" | "local", face: "yaml" | "json"): HTMLElement {
  const label = text(face === "yaml" ? "inputs.yamlLabel" : "inputs.jsonLabel", { tab: text(`inputs.${key}`) });
  return valueText(watch, {
    label,
    face,
    read: () => store.state.workspace[key],
    write: (value) => store.edit({ [key]: value }),
  });
}
