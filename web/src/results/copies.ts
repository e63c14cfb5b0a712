// The entries of the copy menu: the forms in which a view can be copied.

import type { JsonNode } from "evalground";
import { prettyJson } from "../ui/json.ts";
import { text } from "../ui/text.ts";
import { plainText, yamlText } from "./values.ts";

/** One entry of the copy menu. */
export interface CopyForm {
  label: string;
  text: () => string;
  /** The first form of a kind. The menu separates it from the forms before it. */
  isFirst?: true;
}

export interface Copies {
  forms: CopyForm[];
  /** The value to save as a file, or null. */
  file: JsonNode | null;
}

/** Copies a text unchanged. */
export function wholeText(whole: string): CopyForm {
  return { label: text("copy.text"), text: () => whole };
}

/** The forms in which a value and its text can be copied. */
export function copiesOf(value: JsonNode | null, whole = value && plainText(value)): Copies {
  const forms: CopyForm[] = [];
  if (value) {
    forms.push(
      { label: text("copy.yaml"), text: () => yamlText(value), isFirst: true },
      { label: text("copy.json"), text: () => prettyJson(value) },
    );
  }
  if (whole !== null) forms.push(wholeText(whole));
  return { forms, file: value };
}
