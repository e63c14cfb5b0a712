// What all forms of pasted text have in common: the outputs of tools that are no documents, and become workspaces.

import type { JsonNode, Workspace } from "evalground";

/** Reads YAML or JSON; null: it is neither. */
export type Read = (text: string) => Promise<JsonNode | null>;

/** A workspace made of a text, and the sentence that says what was done. */
export interface Taken {
  workspace: Workspace;
  title: string;
  said: string;
  /** The file to begin with. */
  file?: string;
}

/** What a form is given beside the text. */
export interface Given {
  read: Read;
  /** The language that knows the form. */
  dialect: string;
  /** The options of the flavor that knows the form, for a workspace that begins now. */
  options: Workspace["options"];
  /** The workspace that is open, which some forms join. */
  open: Workspace;
  /** Whether that is the user's own, and neither blank nor an example as it came. */
  isOwn: boolean;
}

/** Makes a workspace of a text; null: the text only looked like this form. */
export type Form = (text: string, given: Given) => Promise<Taken | null>;

/** Colours of terminals. */
const colours = /\u001b\[[0-9;]*[A-Za-z]/g;
/** Headings between the outputs of tasks, and what a shell says of a command. */
const banners = /^(?:(?:PLAY|TASK|RUNNING HANDLER|PLAY RECAP)\b.*\*{3,}|\[WARNING\]: .*|\$ .*)$/gm;

/** The text without what stands around the output itself. */
export function cleaned(text: string): string {
  return text.replace(colours, "").replace(/\r\n?/g, "\n");
}

export function withoutBanners(text: string): string {
  return text.replace(banners, "");
}

/** The JSON object or list that begins at an offset, or null when it does not end. */
export function jsonAt(text: string, from: number): string | null {
  let level = 0;
  let inText = false;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{" || sign === "[") level += 1;
    else if (sign === "}" || sign === "]") {
      level -= 1;
      if (level === 0) return text.slice(from, at + 1);
    }
  }
  return null;
}

/** A name as part of a path, when it can be one. */
export function fileName(name: string): string | null {
  return name !== "" && !/[/\\\u0000-\u001f]/.test(name) && name !== "." && name !== ".." ? name : null;
}
