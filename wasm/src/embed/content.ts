// The workspace of an embed, taken from the element's attributes and children, or from its `src`.

import { crc32, fromBase64Url, toBase64Url } from "../packing.js";
import { textAttributes } from "../marks.js";
import { type JsonNode, readJson, writeJson } from "../reader.js";
import { dataText } from "./data_text.js";
import { OptionError, type Given, type Unread } from "./options.js";
import { givenValue, languageNamed, valueKeys } from "./vocabulary.js";

/** The content of an embed. */
export interface Content {
  workspace: JsonNode;
  /** Paths of files that are used but not shown. */
  hidden: string[];
  /** What the workspace lacks until an engine has read it. */
  unread: Unread;
}

/** Content of which nothing is given as YAML. */
export function wholeContent(workspace: JsonNode): Content {
  return { workspace, hidden: [], unread: new Map() };
}

/** A workspace with these members. */
export function workspaceOf(members: ReadonlyMap<string, unknown>): JsonNode {
  return readJson(writeJson(members));
}

/** A workspace with members added or replaced. */
export function withMembers(workspace: JsonNode, { children }: JsonNode): JsonNode {
  return workspaceOf(new Map([...workspace.children, ...children].map((child) => [child.key as string, child])));
}

/** A text written in a page, without the line break after the tag and without the page's indentation. */
export function dedented(text: string): string {
  const lines = text
    .replace(/^[ \t]*\n/, "")
    .replace(/\n[ \t]*$/, "\n")
    .split("\n");
  const depths = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length);
  return lines.map((line) => line.slice(Math.min(...depths))).join("\n");
}

/** A script in an element: `data-file` names a file, `data-key` a key of the workspace. */
interface WrittenScript {
  dataset: Readonly<Record<string, string | undefined>>;
  text: string;
}

/** What is written in an element: its scripts, its own text, and the code that readers see without JavaScript. */
export interface Written {
  scripts: readonly WrittenScript[];
  text: string;
  code: string;
}

export function writtenIn(element: Element): Written {
  const scripts = [...element.children].filter((child) => child instanceof HTMLScriptElement);
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return {
    scripts: scripts.map(({ dataset, textContent }) => ({ dataset, text: textContent ?? "" })),
    text: own.map(({ textContent }) => textContent).join(""),
    code: element.querySelector(":scope > pre, :scope > code")?.textContent ?? "",
  };
}

/** The content given by an element's attributes and by what is written in it. */
export function elementContent(given: Given, { scripts, text, code }: Written): Content {
  const language = languageNamed(given("dialect"));
  const members = new Map<string, unknown>([["dialect", language.dialect]]);
  const unread = new Map<string, string>();
  const take = (key: string, words: string): void => {
    if (words.trim() === "") return;
    const value = givenValue(key, words);
    if (typeof value === "string") unread.set(key, value);
    else members.set(key, value);
  };
  const files = new Map<string, string>();
  const hidden: string[] = [];
  for (const { dataset, text: words } of scripts) {
    const { file, key, main, hidden: hides } = dataset;
    if (file !== undefined) {
      files.set(file, dedented(words));
      if (main !== undefined) members.set("main", file);
      if (hides !== undefined) hidden.push(file);
    } else if (key !== undefined) {
      if (key === "expression") members.set(key, dedented(words));
      else take(key, words);
    }
  }
  for (const name of textAttributes) {
    const value = given(name);
    if (value !== undefined && name !== "dialect") members.set(name, value);
  }
  for (const name of valueKeys) take(name, given(name) ?? "");
  const hasFiles = files.size > 0 || members.has("files");
  const words = dedented(text.trim() !== "" || hasFiles ? text : code).replace(/\n$/, "");
  if (words.trim() !== "") takeText(words, language.file && (given("file") ?? language.file), members, files);
  if (files.size > 0) members.set("files", files);
  return { workspace: workspaceOf(members), hidden, unread };
}

/** Takes the text of an element: it is the main file, or in languages without files the expression. */
function takeText(
  text: string,
  file: string | undefined,
  members: Map<string, unknown>,
  files: Map<string, string>,
): void {
  if (file === undefined) {
    if (!members.has("expression")) members.set("expression", text);
    return;
  }
  files.set(file, `${text}\n`);
  members.set("main", file);
}

/** The maps that are merged when one workspace is layered on another. */
const layered = ["files", "vars"];

/** A workspace with the files and vars of another one added below its own. */
export function layeredOn(own: JsonNode, beneath: JsonNode): JsonNode {
  const members = new Map<string, unknown>(own.children.map((child) => [child.key as string, child]));
  // Keep the own main file. It would no longer be the first.
  const first = own.get("files")?.children[0]?.key;
  if (!members.has("main") && first !== undefined) members.set("main", first);
  for (const name of layered) {
    const maps = [beneath.get(name), own.get(name)].flatMap((map) => map?.children ?? []);
    if (maps.length > 0) members.set(name, new Map(maps.map((child) => [child.key, child])));
  }
  return workspaceOf(members);
}

/** The part of a layered workspace that is its own: the files and vars that it had before. */
export function ownPart(whole: JsonNode, own: JsonNode): JsonNode {
  const members = new Map<string, unknown>(whole.children.map((child) => [child.key as string, child]));
  for (const name of layered) {
    const names = new Set(own.get(name)?.children.map(({ key }) => key));
    const kept = whole.get(name)?.children.filter(({ key }) => names.has(key)) ?? [];
    if (kept.length > 0) members.set(name, new Map(kept.map((child) => [child.key, child])));
    else members.delete(name);
  }
  return workspaceOf(members);
}

/**
 * The fragment that passes a workspace to a frame. It is an uncompressed link, so that nothing else needs to be loaded.
 */
export function plainLink(workspace: JsonNode): string {
  const bytes = new TextEncoder().encode(writeJson(new Map([["ws", workspace]])));
  return `w1.j.${toBase64Url(bytes)}.${crc32(bytes)}`;
}

/** Maximum length of a fragment that frames accept, and of its decompressed content in bytes. */
export const longestLink = 512 * 1024;
const mostUnpacked = 8 * 1024 * 1024;

/** The reason to refuse a workspace of more than these. */
export const tooLarge = "the workspace is too large for an embed";

/** Decompresses raw deflate with the browser's API. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size > mostUnpacked) throw new OptionError(tooLarge);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function refuseDamaged(error?: unknown): never {
  throw error instanceof OptionError ? error : new OptionError("src is a damaged link");
}

/** The workspace of a link. Errors in it are reported by the frame. */
export async function workspaceOfLink(link: string): Promise<JsonNode> {
  const [, codec, data = "", crc] = /^w1\.([dj])\.([\w-]*)\.([0-9a-f]{8})$/.exec(link) ?? [];
  const bytes = link.length <= longestLink && codec ? fromBase64Url(data) : undefined;
  if (!bytes) refuseDamaged();
  const json = codec === "d" ? await unpacked(bytes).catch(refuseDamaged) : bytes;
  if (crc32(json) !== crc) refuseDamaged();
  const workspace = readJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(json)).get("ws");
  return workspace ?? refuseDamaged();
}

/** The texts that an embed shows at first; empty: none. */
export interface ShownTexts {
  /** That of its main file. */
  source: string;
  /** That of its data, if it has no files. */
  data: string;
  expression: string;
}

export function shownTexts({ workspace, hidden, unread }: Content): ShownTexts {
  const files = workspace.get("files")?.children ?? [];
  const visible = files.filter(({ key }) => !hidden.includes(String(key)));
  const main = workspace.get("main")?.text;
  const shown = visible.find(({ key }) => key === main) ?? visible[0];
  const text = shown ?? (files.length === 0 ? workspace.get("main") : undefined);
  const expression = workspace.get("expression");
  const data = workspace.get("data");
  return {
    source: text?.kind === "string" ? text.text : "",
    data: text || files.length > 0 ? "" : (unread.get("data") ?? (data ? dataText(data) : "")),
    expression: expression === undefined ? "" : expression.kind === "string" ? expression.text : writeJson(expression),
  };
}
