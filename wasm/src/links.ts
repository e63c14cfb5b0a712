// Share links: a workspace in the fragment of a URL. The form is `w1.<codec>.<data>.<crc>`. The data is the UTF-8 JSON
// {"ws": workspace, "view": view, "app": version} in base64url, either as raw deflate (codec d) or uncompressed (codec
// j). The CRC-32 of the JSON's bytes follows. Links can be opened for ever: the encoder may improve, but every decoder
// accepts all older links.

import { deflateSync } from "fflate";
import { version } from "../package.json";
import { unpack, type Unpacked } from "./inflate.js";
import { ownKind, workspaceKinds } from "./keys.js";
import { crc32, fromBase64Url, toBase64Url } from "./packing.js";
import { JsonError, readJson, toFaithful, toPlain, writeJson, type JsonKind, type JsonNode } from "./reader.js";
import type { Workspace } from "./types.js";

/** How a page shows the workspace. */
export interface LinkView {
  tab?: string;
  file?: string;
  line?: number;
  hide?: string[];
  live?: boolean;
}

export interface DecodedLink {
  workspace: Workspace;
  view?: LinkView;
  /** The release that created the link. */
  app?: string;
}

export interface DecodeOptions {
  /**
   * True: the workspace exactly as in the link. A number whose digits JavaScript would lose (1.0) is a JsonNode, and a
   * map whose order an object would change is a Map. False (the default): plain values; integers beyond 2^53 are
   * bigints.
   */
  exact?: boolean;
}

export interface LinkOptions {
  view?: LinkView;
  /** The release that creates the link; absent: the version of this package. */
  app?: string;
  /** False (the default): the values of `secrets` are replaced by null. */
  includeSecrets?: boolean;
}

export type LinkErrorKind =
  /** Not a link of this kind: a route of the page, or something else. */
  | "not-a-link"
  /** The end is missing. */
  | "truncated"
  /** Characters were changed. */
  | "damaged"
  | "too-large"
  /** Created by a later release in a format that this release does not know. */
  | "newer"
  /** Complete, but it does not contain a workspace. */
  | "invalid";

/** Why a link could not be decoded or created. `length` is the number of characters received. */
export class LinkError extends Error {
  override readonly name = "LinkError";
  constructor(
    readonly kind: LinkErrorKind,
    message: string,
    readonly length: number,
  ) {
    super(message);
  }
}

/** Earlier releases reject a link if one byte of deflate could expand beyond the limit. */
const greatestRatio = 1032;

/** Maximum characters of a link, bytes of its JSON, and levels of nesting. */
export const linkLimits = { text: 512 * 1024, unpacked: 8 * 1024 * 1024, depth: 200 } as const;

type Members = [key: string, value: unknown][];

const viewKinds: Readonly<Record<string, JsonKind | undefined>> = {
  tab: "string",
  file: "string",
  line: "integer",
  hide: "list",
  live: "boolean",
};

/** Known keys first, in the order of the table, then the others in their own order. */
function inOrder(node: JsonNode, kinds: object): JsonNode[] {
  const known = Object.keys(kinds)
    .map((key) => node.get(key))
    .filter((child) => child !== undefined);
  return [...known, ...node.children.filter((child) => !Object.hasOwn(kinds, child.key as string))];
}

/** Null means absent, except for keys that accept any value. */
function isAbsent(child: JsonNode): boolean {
  return child.kind === "null" && ownKind(workspaceKinds, child) !== undefined;
}

/** Whether the workspace means the same without this member. */
function isDefault(child: JsonNode, workspace: JsonNode): boolean {
  if (isAbsent(child)) return true;
  switch (child.key) {
    case "operation":
      return child.text === "evaluate";
    case "main":
      return child.kind === "string" && child.text === workspace.get("files")?.children[0]?.key;
    case "title":
    case "description":
      return child.kind === "string" && child.text === "";
    case "files":
    case "vars":
    case "inputs":
    case "attributes":
    case "classes":
    case "env":
    case "secrets":
    case "limits":
    case "changes":
    case "options":
      return child.children.length === 0;
    default:
      return false;
  }
}

function withheld(secrets: JsonNode): Map<unknown, null> {
  return new Map(secrets.children.map((secret) => [secret.key, null]));
}

function workspaceMembers(workspace: JsonNode, includeSecrets: boolean): Members {
  return inOrder(workspace, workspaceKinds)
    .filter((child) => !isDefault(child, workspace))
    .map((child) => [child.key as string, child.key === "secrets" && !includeSecrets ? withheld(child) : child]);
}

/** JSON that no engine accepts: integers of more than 10,000 digits, and lone surrogates. */
const tooLong = /^-?\d{10001}/;
const half = /\p{Cs}/u;

/** Throws if a member, or a value within it, is one that no engine accepts. */
function checkValue({ key, kind, text, repeated, children }: JsonNode): void {
  if (repeated) throw new TypeError(`it has "${key}" twice in one map`);
  if (half.test(text) || half.test(`${key}`)) throw new TypeError("it has a text with half of a character");
  if (kind === "integer" ? tooLong.test(text) : kind === "real" && !Number.isFinite(+text))
    throw new TypeError("it has a number that is too large");
  children.forEach(checkValue);
}

/**
 * The link to a workspace, from `w1.` on, to be used after the `#` of a URL. The same workspace, view and release
 * always give the same link. Throws a LinkError of kind "too-large" or "invalid" if the link could not be opened.
 */
export function encodeLink(workspace: Workspace | JsonNode, options: LinkOptions = {}): string {
  const node = readJson(writeJson(workspace));
  try {
    checkValue(node);
  } catch (error) {
    throw new LinkError("invalid", `No link can hold the workspace: ${(error as TypeError).message}.`, 0);
  }
  const envelope: Members = [["ws", new Map(workspaceMembers(node, options.includeSecrets ?? false))]];
  const view = inOrder(readJson(writeJson(options.view ?? {})), viewKinds);
  if (view.length > 0) envelope.push(["view", new Map(view.map((child) => [child.key, child]))]);
  envelope.push(["app", options.app ?? version]);
  const bytes = new TextEncoder().encode(writeJson(new Map(envelope)));
  const packed = deflateSync(bytes, { level: 9 });
  const isShorter = packed.length < bytes.length;
  const link = `w1.${isShorter ? "d" : "j"}.${toBase64Url(isShorter ? packed : bytes)}.${crc32(bytes)}`;
  if (link.length > linkLimits.text || bytes.length > linkLimits.unpacked - greatestRatio) {
    const message = `The workspace is too large for a link: it would have ${link.length} characters.`;
    throw new LinkError("too-large", message, link.length);
  }
  return link;
}

/** Parses a map from a JSON text and checks its members. `what` names it in messages. */
function checkedMap(
  node: JsonNode | undefined,
  kinds: Readonly<Record<string, JsonKind | undefined>>,
  what: string,
): JsonNode[] {
  if (node?.kind !== "map") throw new TypeError(`its ${what} is ${node ? `a ${node.kind}` : "absent"}, not a map`);
  for (const child of node.children) {
    const kind = ownKind(kinds, child);
    checkValue(child);
    const isWrong = kind !== undefined && child.kind !== kind && child.kind !== "null";
    if (isWrong) throw new TypeError(`"${child.key}" is a ${child.kind}, not a ${kind}`);
  }
  return [...node.children];
}

function checkFiles(files: JsonNode | undefined): void {
  for (const file of files?.children ?? []) {
    if (file.kind === "string" || (file.kind === "map" && file.get("base64")?.kind === "string")) continue;
    throw new TypeError(`the file "${file.key}" is neither text nor {"base64": "…"}`);
  }
}

export function toWorkspace(node: JsonNode | undefined, toValue = toFaithful): Workspace {
  const members = checkedMap(node, workspaceKinds, "workspace").filter((child) => !isAbsent(child));
  if (node?.get("dialect")?.kind !== "string") throw new TypeError("its workspace names no dialect");
  const files = node.get("files");
  checkFiles(files);
  const workspace = Object.fromEntries(members.map((child) => [child.key, toValue(child)])) as unknown as Workspace;
  // The main file is the first one. In plain values it may have another position.
  const first = files?.children[0]?.key as string | undefined;
  if (toValue === toPlain && first !== undefined && Object.keys(workspace.files!)[0] !== first)
    workspace.main ??= first;
  return workspace;
}

function toLinkView(node: JsonNode): LinkView {
  checkedMap(node, viewKinds, "view");
  const line = node.get("line");
  if (line?.kind === "integer" && !(Number(line.text) >= 1 && Number(line.text) <= 2 ** 31)) {
    throw new TypeError(`"line" is ${line.text}, no line of a text`);
  }
  if (node.get("hide")?.children.some(({ kind }) => kind !== "string")) throw new TypeError('"hide" holds no names');
  return toPlain(node) as LinkView;
}

type ToValue = typeof toFaithful;

function readEnvelope(json: string, toValue: ToValue): DecodedLink {
  const envelope = readJson(json, linkLimits.depth);
  checkedMap(envelope, { app: "string" }, "content");
  const link: DecodedLink = { workspace: toWorkspace(envelope.get("ws"), toValue) };
  const view = envelope.get("view");
  const app = envelope.get("app");
  if (view) link.view = toLinkView(view);
  if (app) link.app = app.text;
  return link;
}

const whole = /^w1\.([a-z])\.([A-Za-z0-9_-]*)\.([0-9a-f]{8})$/;
/** Matches prefixes of a link only. */
const beginning = /^w(?:1(?:\.(?:[dj](?:\.(?:[A-Za-z0-9_-]*(?:\.[0-9a-f]{0,7})?)?)?)?)?)?$/;
const laterVersion = /^w(?:[2-9]|[1-9][0-9]+)\./;
/** Matches a link whose first characters were changed. */
const shape = /^(?:w|.[0-9]*\.).*\.[0-9a-f]{8}$/s;

/** Decodes a link's data and checks its checksum. */
function openData(codec: string, data: string, crc: string): Unpacked {
  const packed = fromBase64Url(data);
  if (!packed) return { failure: "damaged" };
  const opened = codec === "d" ? unpack(packed, linkLimits.unpacked) : { bytes: packed };
  return "bytes" in opened && crc32(opened.bytes) !== crc ? { failure: "damaged" } : opened;
}

const codecs = ["d", "j"];

/** The error for a text that is not a link of this version. */
function formError(text: string): LinkError {
  const length = text.length;
  const damaged = new LinkError("damaged", "The link is damaged: characters in it have changed.", length);
  if (laterVersion.test(text)) return new LinkError("newer", "The link was made by a later release.", length);
  if (beginning.test(text)) {
    // Only the dot before the checksum may be missing.
    const [, codec, data, crc] = /^w1\.([dj])\.(.*).([0-9a-f]{8})$/s.exec(text) ?? [];
    if (codec && "bytes" in openData(codec, data!, crc!)) return damaged;
    return new LinkError("truncated", `The link is cut off: ${length} characters arrived.`, length);
  }
  return shape.test(text) || /^w1/.test(text)
    ? damaged
    : new LinkError("not-a-link", "This is no link to a workspace.", length);
}

function decodeEnvelope(text: string, toValue: ToValue): DecodedLink {
  const [, codec, data, crc] = whole.exec(text) ?? [];
  if (codec === undefined) throw formError(text);
  const damaged = new LinkError("damaged", "The link is damaged: characters in it have changed.", text.length);
  if (!codecs.includes(codec)) {
    if (codecs.some((known) => "bytes" in openData(known, data!, crc!))) throw damaged;
    throw new LinkError("newer", "The link was packed by a later release.", text.length);
  }
  const opened = openData(codec, data!, crc!);
  if ("failure" in opened) {
    throw opened.failure === "damaged"
      ? damaged
      : new LinkError("too-large", `The link unpacks to more than ${linkLimits.unpacked} bytes.`, text.length);
  }
  return readEnvelope(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened.bytes), toValue);
}

/** Parameters whose text is the value. Other known parameters are JSON. */
const textParameters = new Set(["dialect", "operation", "expression", "resource", "main"]);
const jsonParameters = new Set(["data", "vars", "inputs"]);

function decodeParameters(query: string, toValue: ToValue): DecodedLink {
  const members: Members = [];
  const files: Members = [];
  const names = new Set<string>();
  let view: LinkView | undefined;
  for (const parameter of query.split("&").filter((text) => text !== "")) {
    const equals = parameter.indexOf("=");
    const name = decodeURIComponent(equals < 0 ? parameter : parameter.slice(0, equals));
    const text = equals < 0 ? "" : decodeURIComponent(parameter.slice(equals + 1));
    if (names.has(name)) throw new TypeError(`it has the parameter "${name}" twice`);
    names.add(name);
    if (name === "view") view = text.startsWith("{") ? toLinkView(readJson(text, linkLimits.depth)) : { tab: text };
    else if (name.startsWith("file.")) files.push([name.slice("file.".length), text]);
    else if (textParameters.has(name)) members.push([name, text]);
    else if (jsonParameters.has(name)) members.push([name, readJson(text, linkLimits.depth)]);
    else throw new TypeError(`it has an unknown parameter "${name}"`);
  }
  if (files.length > 0) members.push(["files", new Map(files)]);
  const workspace = toWorkspace(readJson(writeJson(new Map(members))), toValue);
  return view ? { workspace, view } : { workspace };
}

/**
 * The workspace of a link. Accepts a whole URL or its fragment, and also the form for tools and hand-written links:
 * `?dialect=unfurl&expression=::db`. Its values are percent-encoded (a plus sign is a plus sign), and its `main` may be
 * the document's text. Throws a LinkError that gives the reason if there is no workspace.
 */
export function decodeLink(url: string, { exact = false }: DecodeOptions = {}): DecodedLink {
  const text = url.slice(url.indexOf("#") + 1).trim();
  if (text.length > linkLimits.text) {
    throw new LinkError(
      "too-large",
      `The link has ${text.length} characters; at most ${linkLimits.text} are read.`,
      text.length,
    );
  }
  try {
    const toValue = exact ? toFaithful : toPlain;
    return text.startsWith("?") ? decodeParameters(text.slice(1), toValue) : decodeEnvelope(text, toValue);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    if (!(error instanceof JsonError || error instanceof TypeError || error instanceof URIError)) throw error;
    const reason = error instanceof URIError ? "it has a % that begins no character" : error.message;
    throw new LinkError("invalid", `The link holds no workspace: ${reason}.`, text.length);
  }
}
