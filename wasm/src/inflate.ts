// Decompresses raw DEFLATE (RFC 1951) as strictly as zlib and libdeflate do. It rejects a wrong length of a stored
// block, incomplete codes, and bytes after the last block.

export type Unpacked = { bytes: Uint8Array } | { failure: "damaged" | "too-large" };

/** A Huffman table: the number of codes of each length, and the symbols in order. */
interface Table {
  counts: Uint16Array;
  symbols: number[];
}

/** The order in which a block lists the lengths of the codes for its code lengths. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * For each code the least length or distance, and the number of extra bits; `step` consecutive codes have equally many.
 */
function copies(count: number, least: number, step: number): [base: number, bits: number][] {
  let next = least;
  return Array.from({ length: count }, (_, code) => {
    const bits = Math.max(0, Math.floor(code / step) - 1);
    const base = next;
    next += 2 ** bits;
    return [base, bits];
  });
}
const lengths = [...copies(28, 3, 4), [258, 0] as [number, number]];
const distances = copies(30, 1, 2);

/** The table for codes of these lengths. `mayLack`: a table of at most one code may be incomplete. */
function tableOf(codeLengths: readonly number[], mayLack: boolean): Table {
  const counts = new Uint16Array(16);
  for (const length of codeLengths) counts[length]! += 1;
  counts[0] = 0;
  let left = 1;
  for (let length = 1; length < 16; length += 1) {
    left = left * 2 - counts[length]!;
    if (left < 0) throw new RangeError();
  }
  const used = codeLengths.flatMap((length, symbol) => (length > 0 ? [{ length, symbol }] : []));
  const isSingle = used.length === 0 || (used.length === 1 && counts[1] === 1);
  if (left > 0 && !(mayLack && isSingle)) throw new RangeError();
  return { counts, symbols: used.sort((one, other) => one.length - other.length).map(({ symbol }) => symbol) };
}

const fixed = [
  tableOf(
    Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
    false,
  ),
  tableOf(Array<number>(32).fill(5), false),
] as const;

class Inflater {
  private at = 0;
  private hold = 0;
  private held = 0;
  private out: Uint8Array;
  private length = 0;
  /** Whether the output would have exceeded the limit. */
  isTooLarge = false;

  constructor(
    private readonly packed: Uint8Array,
    private readonly limit: number,
  ) {
    this.out = new Uint8Array(Math.min(limit, packed.length * 4));
  }

  /** Decompresses everything. Throws a RangeError if the input is invalid. */
  read(): Uint8Array {
    for (let isLast = 0; !isLast; ) {
      isLast = this.bits(1);
      const kind = this.bits(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.coded(...fixed);
      else if (kind === 2) this.coded(...this.tables());
      else throw new RangeError();
    }
    if (this.at < this.packed.length) throw new RangeError();
    return this.out.slice(0, this.length);
  }

  /** Reads bytes only as needed, so that no byte after the last block is consumed. */
  private bits(count: number): number {
    for (; this.held < count; this.held += 8) {
      if (this.at === this.packed.length) throw new RangeError();
      this.hold |= this.packed[this.at]! << this.held;
      this.at += 1;
    }
    const bits = this.hold & ((1 << count) - 1);
    this.hold >>= count;
    this.held -= count;
    return bits;
  }

  /** Makes room for more output. */
  private grow(count: number): void {
    const wanted = this.length + count;
    if (wanted > this.limit) {
      this.isTooLarge = true;
      throw new RangeError();
    }
    if (wanted <= this.out.length) return;
    const larger = new Uint8Array(Math.min(this.limit, wanted * 2));
    larger.set(this.out);
    this.out = larger;
  }

  private stored(): void {
    this.hold = this.held = 0;
    const size = this.bits(16);
    const bytes = this.packed.subarray(this.at + 2, this.at + 2 + size);
    if ((this.bits(16) ^ size) !== 0xffff || bytes.length < size) throw new RangeError();
    this.grow(size);
    this.out.set(bytes, this.length);
    this.length += size;
    this.at += size;
  }

  private symbol({ counts, symbols }: Table): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length += 1) {
      code |= this.bits(1);
      const count = counts[length]!;
      if (code - first < count) return symbols[index + code - first]!;
      index += count;
      first = (first + count) * 2;
      code *= 2;
    }
    throw new RangeError();
  }

  private tables(): [Table, Table] {
    const literals = this.bits(5) + 257;
    const all = literals + this.bits(5) + 1;
    const own = Array<number>(19).fill(0);
    for (let count = this.bits(4) + 4, place = 0; place < count; place += 1) own[lengthOrder[place]!] = this.bits(3);
    const table = tableOf(own, false);
    const found: number[] = [];
    while (found.length < all) {
      const symbol = this.symbol(table);
      if (symbol < 16) {
        found.push(symbol);
        continue;
      }
      if (symbol === 16 && found.length === 0) throw new RangeError();
      const repeated = symbol === 16 ? found.at(-1)! : 0;
      const count = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
      found.push(...Array<number>(count).fill(repeated));
    }
    if (found.length > all || literals > 286 || all - literals > 30 || found[256] === 0) throw new RangeError();
    return [tableOf(found.slice(0, literals), true), tableOf(found.slice(literals), true)];
  }

  private coded(literals: Table, places: Table): void {
    for (let symbol = this.symbol(literals); symbol !== 256; symbol = this.symbol(literals)) {
      if (symbol < 256) {
        this.grow(1);
        this.out[this.length] = symbol;
        this.length += 1;
        continue;
      }
      const size = this.copied(lengths, symbol - 257);
      const distance = this.copied(distances, this.symbol(places));
      if (distance > this.length) throw new RangeError();
      this.grow(size);
      // The source of a copy may overlap its destination.
      for (const end = this.length + size; this.length < end; this.length += 1)
        this.out[this.length] = this.out[this.length - distance]!;
    }
  }

  private copied(table: readonly [base: number, bits: number][], code: number): number {
    const found = table[code];
    if (!found) throw new RangeError();
    return found[0] + this.bits(found[1]);
  }
}

/** Decompresses raw deflate. The output never exceeds `limit` bytes. */
export function unpack(packed: Uint8Array, limit: number): Unpacked {
  const inflater = new Inflater(packed, limit);
  try {
    return { bytes: inflater.read() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { failure: inflater.isTooLarge ? "too-large" : "damaged" };
  }
}
