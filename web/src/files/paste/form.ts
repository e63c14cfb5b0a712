// What all forms of pasted tool output have in common. They are not documents, but are turned into workspaces.

import { type JsonNode, readJson, type Workspace } from "evalground";
import { askEngine } from "../../run/ready.ts";

/** Parses YAML or JSON; null if it is neither. */
export type Read = (text: string) => Promise<JsonNode | null>;

/** Parses by the engine. */
export const readYaml: Read = async (text) => {
  const { json } = await askEngine((engine) => engine.parse(text));
  return json === undefined ? null : readJson(json);
};

/** A workspace made from a text, and a sentence that says what was done. */
export interface Taken {
  workspace: Workspace;
  title: string;
  said: string;
  /** The file to open first. */
  file?: string;
  /** Expressions to choose from as earlier ones, the last one first. */
  expressions?: string[];
}

/** The context that a form receives along with the text. */
export interface Given {
  read: Read;
  /** The language that the form belongs to. */
  dialect: string;
  /** The options of the flavor that the form belongs to, for a new workspace. */
  options: Workspace["options"];
  /** The open workspace, which some forms extend. */
  open: Workspace;
  /** The title of its draft. */
  title: string;
  /** The name of the file that the text came in; absent: it was pasted. */
  path?: string;
  /** Whether the open workspace is the user's own: not blank, and not an unedited example. */
  isOwn: boolean;
}

/** Makes a workspace from a text; null if the text only looked like this form. */
export type Form = (text: string, given: Given) => Promise<Taken | null>;

/** Terminal colour codes. */
const colours = /\u001b\[[0-9;]*[A-Za-z]/g;
/** Headings between the outputs of tasks, and shell prompts. */
const banners = /^(?:(?:PLAY|TASK|RUNNING HANDLER|PLAY RECAP)\b.*\*{3,}|\[WARNING\]: .*|\$ .*)$/gm;

/** The text without what surrounds the actual output. */
export function cleaned(text: string): string {
  return text.replace(colours, "").replace(/\r\n?/g, "\n");
}

export function withoutBanners(text: string): string {
  return text.replace(banners, "");
}

/** The JSON object or list that starts at an offset; null if it is incomplete. */
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

/** A name as part of a path, if it is valid. */
export function fileName(name: string): string | null {
  return name !== "" && !/[/\\\u0000-\u001f]/.test(name) && name !== "." && name !== ".." ? name : null;
}
