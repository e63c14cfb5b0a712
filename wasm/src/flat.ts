// Values as bytes that the module reads without a parser (engine/value/flat.hpp has the format). Objects with equal
// keys, such as the rows of a table, name their keys once.

const mark = 0xff;
const longestShort = 63; // bytes of a text whose size is in its first byte
const deepest = 100;
const leastRoom = 1 << 12;
const mostKept = 1 << 22; // bytes of the buffer that stay for the next call
const mostKinds = 1000; // of maps that are compared with

const encoder = new TextEncoder();
const bits = new DataView(new ArrayBuffer(8));

/** Thrown for what only JSON can say, or refuses with a message of its own. */
class NotFlat extends Error {}
const notFlat = new NotFlat();

/** Keys of an object, and their number in the bytes; -1: the bytes do not have them yet. */
interface Kind {
  keys: readonly string[];
  number: number;
}

/** The keys in order, without those that JSON leaves out. */
function keysOf(object: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}

function hasKeys(object: Readonly<Record<string, unknown>>, { keys }: Kind): boolean {
  let at = 0;
  for (const key in object) {
    if (key !== keys[at] || object[key] === undefined) return false;
    at += 1;
  }
  return at === keys.length;
}

class Writer {
  private bytes = new Uint8Array(leastRoom);
  private at = 0;
  private readonly kinds = new Map<string, Kind>();
  /** The kind of the last object on each level: the next one is probably alike, also in the next call. */
  private readonly last: (Kind | undefined)[] = [];
  /** Those in the bytes, by their numbers. */
  private readonly written: Kind[] = [];

  /** The bytes are valid until the next call. */
  write(value: unknown): Uint8Array {
    this.at = 0;
    for (const kind of this.written) kind.number = -1;
    this.written.length = 0;
    if (this.kinds.size >= mostKinds) this.kinds.clear();
    if (this.bytes.length > mostKept) this.bytes = new Uint8Array(leastRoom);
    this.bytes[this.at++] = mark;
    this.put(value, 0);
    return this.bytes.subarray(0, this.at);
  }

  private reserve(size: number): void {
    if (this.at + size <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.at + size));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }

  /** A byte that says what follows, and a size or number. */
  private head(tag: number, size: number): void {
    this.reserve(5);
    const { bytes } = this;
    bytes[this.at++] = tag;
    bytes[this.at++] = size;
    bytes[this.at++] = size >> 8;
    bytes[this.at++] = size >> 16;
    bytes[this.at++] = size >> 24;
  }

  private put(value: unknown, level: number): void {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.number(value);
    if (typeof value === "object") {
      if (value === null) return this.byte(0xc0);
      if (level > deepest) throw notFlat;
      if (Array.isArray(value)) return this.list(value as unknown[], level);
      return this.map(value as Record<string, unknown>, level);
    }
    if (typeof value !== "boolean") throw notFlat;
    this.byte(value ? 0xc2 : 0xc1);
  }

  private byte(value: number): void {
    this.reserve(1);
    this.bytes[this.at++] = value;
  }

  private number(value: number): void {
    if (value >= 0 && value < 128 && Number.isInteger(value)) return this.byte(value);
    if ((value | 0) === value) return this.head(0xc3, value);
    if (!Number.isFinite(value)) throw notFlat;
    if (Number.isSafeInteger(value)) {
      bits.setBigInt64(0, BigInt(value), true);
      return this.word(0xc4);
    }
    if (Number.isInteger(value) && Math.abs(value) < 1e21) return this.longText(0xc7, String(value)); // as in JSON
    bits.setFloat64(0, value, true);
    this.word(0xc5);
  }

  /** A byte that says what `bits` is, and these. */
  private word(tag: number): void {
    this.reserve(9);
    this.bytes[this.at++] = tag;
    for (let i = 0; i < 8; ++i) this.bytes[this.at++] = bits.getUint8(i);
  }

  private text(text: string): void {
    const { length } = text;
    if (length > longestShort) return this.longText(0xc6, text);
    this.reserve(length + 1);
    const { bytes } = this;
    let at = this.at;
    bytes[at++] = 0x80 + length;
    for (let i = 0; i < length; ++i) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return this.longText(0xc6, text);
      bytes[at++] = code;
    }
    this.at = at;
  }

  private longText(tag: number, text: string): void {
    if (/\p{Surrogate}/u.test(text)) throw notFlat;
    const begin = this.at;
    this.head(tag, 0);
    this.reserve(text.length * 3); // UTF-8 takes at most three bytes per UTF-16 unit
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.at));
    this.at = begin;
    this.head(tag, written);
    this.at += written;
  }

  private list(items: readonly unknown[], level: number): void {
    this.head(0xc8, items.length);
    for (let i = 0; i < items.length; ++i) {
      const item = items[i];
      if (item === undefined) this.byte(0xc0);
      else this.put(item, level + 1);
    }
  }

  private map(object: Record<string, unknown>, level: number): void {
    const prototype = Object.getPrototypeOf(object) as unknown;
    if (prototype !== Object.prototype && prototype !== null) throw notFlat;
    const before = this.last[level];
    if (before && hasKeys(object, before)) {
      this.keys(before);
      // Engines read the current key of a for…in loop faster than a key from a list.
      for (const key in object) this.put(object[key], level + 1);
      return;
    }
    const kind = this.kindOf(object);
    this.last[level] = kind;
    this.keys(kind);
    for (const key of kind.keys) this.put(object[key], level + 1);
  }

  /** The keys, or their number if the bytes have them. */
  private keys(kind: Kind): void {
    if (kind.number >= 0) return this.head(0xca, kind.number);
    kind.number = this.written.length;
    this.written.push(kind);
    this.head(0xc9, kind.keys.length);
    for (const key of kind.keys) this.text(key);
  }

  /** One of the kinds so far, or else a new one. */
  private kindOf(object: Readonly<Record<string, unknown>>): Kind {
    const keys = keysOf(object);
    const name = JSON.stringify(keys);
    const known = this.kinds.get(name);
    if (known) return known;
    if (keys.includes("toJSON")) throw notFlat;
    const kind = { keys, number: -1 };
    if (this.kinds.size < mostKinds) this.kinds.set(name, kind);
    return kind;
  }
}

let writer: Writer | undefined;

/**
 * The bytes of values, valid until the next call. Undefined for what differs from its JSON, or has none: bigints,
 * numbers that are not finite, objects of classes, half characters, and what is nested more than 100 levels deep.
 */
export function flatten(values: object): Uint8Array | undefined {
  // In case a program has added to the prototype of all objects.
  for (const _ in {}) return undefined;
  if ("toJSON" in Object.prototype) return undefined;
  try {
    writer ??= new Writer();
    return writer.write(values);
  } catch (error) {
    writer = undefined;
    if (error === notFlat) return undefined;
    throw error;
  }
}
