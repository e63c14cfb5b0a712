// A text field for a value of any kind, written as YAML or as JSON.

import { JsonNode, readJson, toFaithful, writeJson } from "evalground";
import { engineReady } from "../run/engine.ts";
import type { Watch } from "../store.ts";
import { element, freshId } from "../ui/dom.ts";
import { TextField } from "../ui/field.ts";
import { prettyJson } from "../ui/json.ts";
import { text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";

/** Reads a YAML text: its value, or the first thing wrong with it. The engine does it, as it reads documents. */
export async function readYaml(written: string): Promise<{ node: JsonNode | null; problem: string | null }> {
  if (written.trim() === "") return { node: null, problem: null };
  const { json, diagnostics } = await (await engineReady()).parse(written);
  if (json === undefined) return { node: null, problem: diagnostics[0]?.message ?? text("inputs.unreadable") };
  return { node: readJson(json), problem: null };
}

/** A value as the text of such a field; what is absent is empty. */
export function writtenValue(value: unknown, face: "yaml" | "json"): string {
  if (value === undefined) return "";
  const node = value instanceof JsonNode ? value : readJson(writeJson(value));
  return face === "yaml" ? toYaml(node) : `${prettyJson(node)}\n`;
}

/** A field that shows a value and takes up what is typed; `refuse` says why a value cannot be this input, or null. */
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
  // An editor stands in a tree of its own, from which no id leads here: what is wrong is read out as it comes.
  const problem = element("p", { class: "field-problem", id: freshId("problem"), "aria-live": "polite" });
  let written: unknown = null;
  let typings = 0;

  const take = (typed: string): void => {
    typings += 1;
    const typing = typings;
    void readYaml(typed).then(({ node, problem: wrong }) => {
      // A later keystroke has asked again.
      if (typing !== typings) return;
      const reason = wrong ?? (node && refuse ? refuse(node) : null);
      problem.textContent = reason ?? "";
      field.setInvalid(reason !== null);
      if (reason !== null) return;
      written = node === null ? undefined : toFaithful(node);
      write(written);
    });
  };
  const field = new TextField({ label, describedBy: problem.id, changed: take });
  watch(
    ["workspace"],
    () => {
      const value = read();
      if (value === written) return;
      written = value;
      field.write(writtenValue(value, face));
    },
    () => field.end(),
  );
  return element("div", { class: "input-yaml" }, field.root, problem);
}
