// A text field for a value of any type, as YAML or JSON.

import { JsonNode, type ParseOptions, readJson, toFaithful, type Workspace, writeJson } from "evalground";
import { readTyped } from "../run/reading.ts";
import type { Watch } from "../store.ts";
import { element, freshId } from "../ui/dom.ts";
import { TextField } from "../ui/field.ts";
import { prettyJson } from "../ui/json.ts";
import { text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";

/** The workspace key that a text belongs to. It determines the parsing rules. */
export interface KeyRules {
  key: string;
  workspace: Workspace;
}

/**
 * Parses a YAML text into its value, or returns the first problem. The engine parses it by the rules of documents, or
 * by those of the key: variables of Ansible are YAML 1.1, data may be JSON Lines or CSV.
 */
export async function readYaml(
  written: string,
  rules?: KeyRules,
): Promise<{ node: JsonNode | null; problem: string | null }> {
  if (written.trim() === "") return { node: null, problem: null };
  const { json, diagnostics } = await readTyped(written, rules && parseRules(rules));
  if (json === undefined) return { node: null, problem: diagnostics[0]?.message ?? text("inputs.unreadable") };
  return { node: readJson(json), problem: null };
}

/** Converts the rules to the engine's options. */
function parseRules({ key, workspace: { dialect, options } }: KeyRules): ParseOptions {
  return { key, dialect, ...(options && { options }) };
}

/** A value as the text of such a field; empty if it is absent. */
export function writtenValue(value: unknown, face: "yaml" | "json"): string {
  if (value === undefined) return "";
  const node = value instanceof JsonNode ? value : readJson(writeJson(value));
  return face === "yaml" ? toYaml(node) : `${prettyJson(node)}\n`;
}

/** A field that shows a value and stores what is typed. `refuse` says why a value cannot be used here, or null. */
export function valueText(
  watch: Watch,
  options: {
    label: string;
    face: "yaml" | "json";
    /** The workspace key it edits, if its text has rules of its own. */
    rules?: () => KeyRules;
    read: () => unknown;
    write: (value: unknown) => void;
    refuse?: (node: JsonNode) => string | null;
    /** Whether it is the data of `$`. */
    isData?: boolean;
  },
): HTMLElement {
  const { label, face, rules, read, write, refuse } = options;
  // An editor has its own shadow tree, so aria-describedby cannot refer to this element. Problems are announced
  // instead.
  const problem = element("p", { class: "field-problem", id: freshId("problem"), "aria-live": "polite" });
  let written: unknown = null;
  let typings = 0;

  const take = (typed: string): void => {
    typings += 1;
    const typing = typings;
    void readYaml(typed, rules?.()).then(({ node, problem: wrong }) => {
      // A later keystroke has started another parse.
      if (typing !== typings) return;
      const reason = wrong ?? (node && refuse ? refuse(node) : null);
      problem.textContent = reason ?? "";
      field.setInvalid(reason !== null);
      if (reason !== null) return;
      written = node === null ? undefined : toFaithful(node);
      write(written);
    });
  };
  const isData = options.isData === true;
  const field = new TextField({ label, describedBy: problem.id, changed: take, isData });
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
