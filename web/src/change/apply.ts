// A candidate as an edit of the workspace, and the edit that takes it back. What was typed since then stays.

import {
  type ChangeCandidate,
  type ChangeEdit,
  type FileContent,
  JsonNode,
  type Workspace,
  writeJson,
} from "evalground";
import { entriesOf, filesOf, mapOf } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";

/** The part of a candidate that changes the workspace. */
export type Changing = Pick<ChangeCandidate, "edits" | "changes">;

type TextEdit = Pick<ChangeEdit, "from" | "to" | "text">;

/** A text with edits, whose offsets are those before any of them. */
export function textAfter(before: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: insert }) => text.slice(0, from) + insert + text.slice(to), before);
}

/** The text of a file or of the expression; null if it does not exist or is binary. */
export function textOf(workspace: Workspace, file: string): string | null {
  const content = file === expressionFile ? workspace.expression : filesOf(workspace).get(file);
  return typeof content === "string" ? content : null;
}

/** The texts that a candidate changes, before and after. A file that it creates is empty before. */
export function changedTexts(
  workspace: Workspace,
  { edits }: Pick<Changing, "edits">,
): { file: string; before: string; after: string; isNew: boolean }[] {
  return [...new Set(edits.map(({ file }) => file))].map((file) => {
    const before = textOf(workspace, file);
    const own = edits.filter((edit) => edit.file === file);
    return { file, before: before ?? "", after: textAfter(before ?? "", own), isNew: before === null };
  });
}

const ofWord = /[\w.-]/;

/** An insertion of whole lines that begins within the indentation, moved to the start of its line. */
function byLines(before: string, { from, to, text }: TextEdit): TextEdit {
  let [place, lines] = [from, text];
  while (from === to && !lines.endsWith("\n") && before[place - 1] === lines.at(-1)) {
    lines = `${lines.at(-1)}${lines.slice(0, -1)}`;
    place -= 1;
  }
  const isWhole = lines.endsWith("\n") && (place === 0 || before[place - 1] === "\n");
  return isWhole ? { from: place, to: place, text: lines } : { from, to, text };
}

/** The same edit of whole lines or words, which is easy to read. `80` becomes `8080`, instead of a second `80`. */
export function readable(before: string, { from, to, text }: TextEdit): TextEdit {
  if (text.includes("\n") || before.slice(from, to).includes("\n")) return byLines(before, { from, to, text });
  const edit = { from, to, text };
  while (ofWord.test(before[edit.from - 1] ?? "")) edit.from -= 1;
  while (ofWord.test(before[edit.to] ?? "")) edit.to += 1;
  edit.text = before.slice(edit.from, from) + text + before.slice(to, edit.to);
  return edit;
}

/** The keys of a JSON pointer. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The part of a value at a path; undefined if it has none. */
export function partOf(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return partOf(value[Number(key)], rest);
  if (value instanceof JsonNode && value.kind === "list") return partOf(value.children[Number(key)], rest);
  return partOf(new Map(entriesOf(value)).get(key), rest);
}

/** A value with another one at a path. Maps that are missing on the way are made. */
export function withPart(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (value instanceof JsonNode && value.kind === "list") return withPart([...value.children], [key, ...rest], to);
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    items[Number(key)] = withPart(items[Number(key)], rest, to);
    return items;
  }
  const entries = new Map(entriesOf(value));
  entries.set(key, withPart(entries.get(key), rest, to));
  return mapOf([...entries]);
}

/** What a candidate changes in the workspace. */
export function editOf(workspace: Workspace, candidate: Changing): Partial<Workspace> {
  const texts = changedTexts(workspace, candidate);
  const edit = new Map<string, unknown>();
  const files = new Map(filesOf(workspace));
  for (const { file, after } of texts) {
    if (file === expressionFile) edit.set("expression", after);
    else files.set(file, after);
  }
  if (texts.some(({ file }) => file !== expressionFile)) edit.set("files", mapOf([...files]));
  for (const { path, value } of candidate.changes) {
    const [key = "", ...rest] = keysOf(path);
    const before = edit.has(key) ? edit.get(key) : workspace[key as keyof Workspace];
    edit.set(key, withPart(before, rest, value));
  }
  return Object.fromEntries(edit);
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one !== undefined && other !== undefined && writeJson(one) === writeJson(other));

/** Takes an edit back, except for the texts and values that have changed since. */
export function undoOf(before: Workspace, edit: Partial<Workspace>, now: Workspace): Partial<Workspace> {
  const undo: Partial<Workspace> = {};
  for (const key of Object.keys(edit) as (keyof Workspace)[]) {
    if (key !== "files" && isSame(now[key], edit[key])) Object.assign(undo, { [key]: before[key] });
  }
  if (!edit.files) return undo;
  const [old, made] = [filesOf(before), filesOf({ files: edit.files })];
  const files = new Map<string, FileContent>(filesOf(now));
  for (const [path, content] of made) {
    if (old.get(path) === content || files.get(path) !== content) continue;
    const was = old.get(path);
    if (was === undefined) files.delete(path);
    else files.set(path, was);
  }
  return { ...undo, files: mapOf([...files]) };
}
