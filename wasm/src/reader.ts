// Reads and writes JSON without the losses of JSON.parse: integers beyond 2^53, the difference between 1 and 1.0, the
// order of keys such as "10" and "9", and duplicate keys.

export type JsonKind = "null" | "boolean" | "integer" | "real" | "string" | "list" | "map";

/** Maximum nesting that is read or written: far below the limit of the smallest JavaScript stack. */
const deepest = 1000;

/** Why a text is not JSON, and where: `offset` counts UTF-16 code units. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(`${message} at offset ${offset}`);
  }
}

/** A JSON value as it was written. */
export class JsonNode {
  constructor(
    readonly kind: JsonKind,
    /** A string's content, a number's digits as written, "true", "false" or "null"; "" for lists and maps. */
    readonly text: string,
    readonly parent: JsonNode | undefined,
    /** The key or index below `parent`. */
    readonly key: string | number | undefined,
    /** True for a member of a map whose key occurred before. */
    readonly repeated: boolean,
    /** Items of a list, members of a map, in document order. */
    readonly children: readonly JsonNode[],
  ) {}

  /** Keys and indices from the root. */
  get path(): (string | number)[] {
    const path: (string | number)[] = [];
    for (let node: JsonNode = this; node.parent; node = node.parent) path.push(node.key!);
    return path.reverse();
  }

  /** The JSON pointer (RFC 6901) from the root, which itself is "". */
  get pointer(): string {
    return pointerOf(this.path);
  }

  /** The member of that name; the last one if there are several. */
  get(key: string): JsonNode | undefined {
    return this.kind === "map" ? this.children.findLast((child) => child.key === key) : undefined;
  }
}

/** The JSON pointer (RFC 6901) of a path of keys and indices. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const scalar = /(?:(-?(?:0|[1-9][0-9]*))((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(true|false)|null)(?![0-9A-Za-z_.+-])/y;
const unusual = /[\\\u0000-\u001f]/;

/** The offset after the string that starts at `begin`; -1 if it does not end. */
function endOfString(text: string, begin: number): number {
  for (let quote = text.indexOf('"', begin + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slash = quote;
    while (text[slash - 1] === "\\") slash -= 1;
    if ((quote - slash) % 2 === 0) return quote + 1;
  }
  return -1;
}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly depth: number,
  ) {}

  document(): JsonNode {
    const node = this.value(undefined, undefined, false, 0);
    if (this.at < this.text.length) throw new JsonError("more text after the value", this.at);
    return node;
  }

  private value(
    parent: JsonNode | undefined,
    key: string | number | undefined,
    repeated: boolean,
    level: number,
  ): JsonNode {
    this.skipSpace();
    const first = this.text[this.at];
    let node: JsonNode;
    if (first === '"') {
      node = new JsonNode("string", this.string(), parent, key, repeated, []);
    } else if (first === "[" || first === "{") {
      if (level >= this.depth) throw new JsonError(`nested deeper than ${this.depth} levels`, this.at);
      const children: JsonNode[] = [];
      node = new JsonNode(first === "[" ? "list" : "map", "", parent, key, repeated, children);
      if (first === "[") this.items(node, children, level + 1);
      else this.members(node, children, level + 1);
    } else {
      const found = this.match(scalar);
      if (!found)
        throw new JsonError(first === undefined ? "the text ends where a value should be" : "no JSON value", this.at);
      const [text, integer, fraction, truth] = found;
      const kind = integer !== undefined ? (fraction ? "real" : "integer") : truth ? "boolean" : "null";
      node = new JsonNode(kind, text, parent, key, repeated, []);
    }
    this.skipSpace();
    return node;
  }

  private items(list: JsonNode, children: JsonNode[], level: number): void {
    this.at += 1;
    this.skipSpace();
    if (this.take("]")) return;
    do {
      children.push(this.value(list, children.length, false, level));
    } while (this.take(","));
    this.expect("]");
  }

  private members(map: JsonNode, children: JsonNode[], level: number): void {
    const seen = new Set<string>();
    this.at += 1;
    this.skipSpace();
    if (this.take("}")) return;
    do {
      this.skipSpace();
      if (this.text[this.at] !== '"') throw new JsonError("a key must be a string", this.at);
      const key = this.string();
      this.skipSpace();
      this.expect(":");
      children.push(this.value(map, key, seen.has(key), level));
      seen.add(key);
    } while (this.take(","));
    this.expect("}");
  }

  private string(): string {
    const begin = this.at;
    this.at = endOfString(this.text, begin);
    if (this.at < 0) throw new JsonError("a string does not end", begin);
    const content = this.text.slice(begin + 1, this.at - 1);
    if (!unusual.test(content)) return content;
    try {
      return JSON.parse(`"${content}"`) as string;
    } catch {
      throw new JsonError("a string holds an unknown escape or a control character", begin);
    }
  }

  private skipSpace(): void {
    for (let code = this.text.charCodeAt(this.at); code === 32 || code === 10 || code === 13 || code === 9; ) {
      this.at += 1;
      code = this.text.charCodeAt(this.at);
    }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.take(character)) throw new JsonError(`expected "${character}"`, this.at);
  }
}

/** Parses a JSON text. Throws a JsonError if it is invalid, or nested deeper than `depth`. */
export function readJson(text: string, depth = deepest): JsonNode {
  return new Reader(text, depth).document();
}

function toObject(node: JsonNode, convert: (child: JsonNode) => unknown): Record<string, unknown> {
  return Object.fromEntries(node.children.map((child) => [child.key, convert(child)]));
}

function toNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?[0-9]+$/.test(text) ? number : BigInt(text);
}

/** The value as plain JavaScript. Integers beyond 2^53 become bigints; of duplicate keys the last wins. */
export function toPlain(node: JsonNode): unknown {
  switch (node.kind) {
    case "null":
      return null;
    case "boolean":
      return node.text === "true";
    case "integer":
      return toNumber(node.text);
    case "real":
      return Number(node.text);
    case "string":
      return node.text;
    case "list":
      return node.children.map(toPlain);
    case "map":
      return toObject(node, toPlain);
  }
}

/**
 * Like `toPlain`, but `writeJson` gives back the same value. Where plain JavaScript cannot represent it, a number or a
 * map with duplicate keys stays a JsonNode, and a map whose order an object would change becomes a Map.
 */
export function toFaithful(node: JsonNode): unknown {
  switch (node.kind) {
    case "integer":
    case "real": {
      const number = toNumber(node.text);
      return !Object.is(number, -0) && String(number) === node.text ? number : node;
    }
    case "list":
      return node.children.map(toFaithful);
    case "map": {
      if (node.children.some((child) => child.repeated)) return node;
      const object = toObject(node, toFaithful);
      return Object.keys(object).every((key, index) => key === node.children[index]!.key)
        ? object
        : new Map(node.children.map((child) => [child.key, toFaithful(child)]));
    }
    default:
      return toPlain(node);
  }
}

function writeMember(key: unknown, value: unknown, level: number): string {
  trail[level - 1] = key;
  return `${JSON.stringify(String(key))}:${write(value, level)}`;
}

function writeNode(node: JsonNode, level: number): string {
  switch (node.kind) {
    case "string":
      return JSON.stringify(node.text);
    case "list":
      return `[${node.children.map((child) => write(child, level)).join(",")}]`;
    case "map":
      return `{${node.children.map((child) => writeMember(child.key, child, level)).join(",")}}`;
    default:
      return node.text;
  }
}

/** The keys and indices leading to the value that is being written. */
const trail: unknown[] = [];

/** Throws a TypeError with the path of a value that JSON cannot represent: "vars.port is NaN, which is not JSON". */
function refuse(level: number, what: string): never {
  const steps = trail
    .slice(0, level)
    .map((key) => (/^[a-z_]\w*$/i.test(`${key}`) ? `.${key}` : `[${JSON.stringify(key)}]`));
  throw new TypeError(`${steps.join("").slice(0, 99).replace(/^\./, "") || "the value"} ${what}, which is not JSON`);
}

function write(value: unknown, level: number): string {
  if (level > deepest) refuse(level, `… contains itself or has more than ${deepest} levels`);
  if (value instanceof JsonNode) return writeNode(value, level + 1);
  switch (typeof value) {
    case "string":
      if (!apart || value.length < longText) return JSON.stringify(value);
      apart.push(value);
      return cut;
    case "number":
      if (!Number.isFinite(value)) refuse(level, `is ${value}`);
      return String(value);
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      break;
    default:
      refuse(level, `is of type ${typeof value}`);
  }
  if (value === null) return "null";
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      trail[level] = index;
      return write(item ?? null, level + 1); // an undefined item is null, as for JSON.stringify
    });
    return `[${items.join(",")}]`;
  }
  const members = value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
  return (
    "{" +
    members
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => writeMember(key, member, level + 1))
      .join(",") +
    "}"
  );
}

/**
 * The compact JSON text of plain JavaScript, which may contain bigints, Maps and JsonNodes. Throws a TypeError with the
 * path of a value that JSON cannot represent: "vars.port is NaN, which is not JSON".
 */
export function writeJson(value: unknown): string {
  return write(value, 0);
}

/**
 * The JSON text of a value in parts, for another thread. The even parts are JSON. The odd ones are long strings, which
 * that thread turns into JSON: escaping megabytes would block a page.
 */
export type JsonParts = readonly string[];

/** Strings of this length are parts of their own. */
const longText = 64 * 1024;
/** Stands for a long string. JSON text contains no such character. */
const cut = "\0";
/** The long strings found so far, while parts are written. */
let apart: string[] | undefined;

/** Like `writeJson`, but gives the text in parts. */
export function writeParts(value: unknown): JsonParts {
  const long: string[] = [];
  apart = long;
  try {
    return write(value, 0)
      .split(cut)
      .flatMap((json, index) => (index === 0 ? [json] : [long[index - 1]!, json]));
  } finally {
    apart = undefined;
  }
}

/** The JSON text of these parts. */
export function joinParts(parts: JsonParts): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : JSON.stringify(part))).join("");
}

const structure = /["[\]{},]/g;

/**
 * Splits a JSON object into the texts of its members without parsing them. The text must be valid JSON, such as the
 * engine writes.
 */
export function sliceMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let level = 0;
  let begin = text.indexOf("{") + 1;
  let colon = 0;
  const close = (end: number): void => {
    if (colon) members.set(JSON.parse(text.slice(begin, colon)) as string, text.slice(colon + 1, end).trim());
    begin = end + 1;
    colon = 0;
  };
  structure.lastIndex = 0;
  for (let found = structure.exec(text); found; found = structure.exec(text)) {
    const at = found.index;
    switch (found[0]) {
      case '"':
        structure.lastIndex = endOfString(text, at);
        if (level === 1 && !colon) colon = text.indexOf(":", structure.lastIndex);
        break;
      case "[":
      case "{":
        level += 1;
        break;
      case ",":
        if (level === 1) close(at);
        break;
      default:
        level -= 1;
        if (level === 0) close(at);
    }
  }
  return members;
}
