// QR codes (ISO/IEC 18004) for bytes, at the lowest level of error correction: links are long, and screens are clean.
//
// A code is a square of 17 + 4 × version modules. It has finder patterns in three corners, alignment patterns in a
// grid, and its format and version twice. The data bits fill the rest. They are inverted by one of eight masks: the one
// with the lowest penalty for patterns that confuse readers.

/** Maximum length of a text, in bytes. Larger codes are hard to read from a screen. */
export const longestQr = 2300;

/** Bytes of error correction in each block, and the number of blocks, by version from 1. */
const correction = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const blocks = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];

type Square = boolean[][];

/** The centres of the alignment patterns, the same in both directions. */
export function marksOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)];
}

/** Total bytes of a version, error correction included. */
function bytesOf(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2;
    modules -= (25 * count - 10) * count - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/** Bytes of a version without error correction. */
function dataBytes(version: number): number {
  return bytesOf(version) - (correction[version - 1] ?? 0) * (blocks[version - 1] ?? 0);
}

/** Multiplies in the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1. */
export function product(one: number, other: number): number {
  let sum = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    sum = (sum << 1) ^ ((sum >>> 7) * 0x11d);
    if ((other >>> bit) & 1) sum ^= one;
  }
  return sum;
}

/** The error correction of a block: the remainder of its bytes modulo the generator polynomial of that degree. */
function remainder(data: readonly number[], degree: number): number[] {
  const generator: number[] = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let at = 0; at < degree; at += 1) {
      generator[at] = product(generator[at] ?? 0, root);
      if (at + 1 < degree) generator[at] = (generator[at] ?? 0) ^ (generator[at + 1] ?? 0);
    }
    root = product(root, 2);
  }
  const left = new Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ (left.shift() ?? 0);
    left.push(0);
    for (let at = 0; at < degree; at += 1) left[at] = (left[at] ?? 0) ^ product(generator[at] ?? 0, factor);
  }
  return left;
}

/** The codewords in order: the data of the blocks, interleaved, then their error correction. */
function codewords(text: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  const room = dataBytes(version) * 8;
  add(4, 4); // mode indicator: bytes
  add(text.length, version < 10 ? 8 : 16);
  for (const byte of text) add(byte, 8);
  add(0, Math.min(4, room - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < room; filler ^= 0xec ^ 0x11) add(filler, 8);
  const bytes = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  const count = blocks[version - 1] ?? 1;
  const degree = correction[version - 1] ?? 0;
  const whole = bytesOf(version);
  const shorter = count - (whole % count);
  const length = Math.floor(whole / count) - degree;
  const parts = Array.from({ length: count }, (_, at) => {
    const begin = at * length + Math.max(0, at - shorter);
    return bytes.slice(begin, begin + length + (at < shorter ? 0 : 1));
  });
  const checks = parts.map((part) => remainder(part, degree));
  const placed: number[] = [];
  for (let at = 0; at <= length; at += 1) for (const part of parts) if (at < part.length) placed.push(part[at] ?? 0);
  for (let at = 0; at < degree; at += 1) for (const check of checks) placed.push(check[at] ?? 0);
  return placed;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A number followed by its error correction. */
function checked(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let round = 0; round < degree; round += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return (value << degree) | rest;
}

/** A code under construction: its modules, and which of them are not data. */
class Code {
  readonly size: number;
  readonly dark: Square;
  readonly fixed: Square;

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    const empty = (): Square => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = empty();
    this.fixed = empty();
    this.drawPatterns();
  }

  private set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    (this.dark[y] as boolean[])[x] = dark;
    (this.fixed[y] as boolean[])[x] = true;
  }

  private drawPatterns(): void {
    const { size, version } = this;
    for (let at = 0; at < size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const) {
      for (let dy = -4; dy <= 4; dy += 1)
        for (let dx = -4; dx <= 4; dx += 1) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          this.set(x + dx, y + dy, ring !== 2 && ring !== 4);
        }
    }
    const places = marksOf(version);
    const last = places.length - 1;
    for (const [row, y] of places.entries())
      for (const [column, x] of places.entries()) {
        const isFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
        if (isFinder) continue;
        for (let dy = -2; dy <= 2; dy += 1)
          for (let dx = -2; dx <= 2; dx += 1) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    this.drawFormat(0);
    if (version < 7) return;
    const bits = checked(version, 12, 0x1f25);
    for (let at = 0; at < 18; at += 1) {
      const dark = ((bits >>> at) & 1) === 1;
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
      this.set(near, far, dark);
      this.set(far, near, dark);
    }
  }

  /** Draws the error correction level and the mask, twice. */
  drawFormat(mask: number): void {
    const { size } = this;
    const bits = checked((1 << 3) | mask, 10, 0x537) ^ 0x5412;
    const dark = (at: number): boolean => ((bits >>> at) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) this.set(8, at, dark(at));
    this.set(8, 7, dark(6));
    this.set(8, 8, dark(7));
    this.set(7, 8, dark(8));
    for (let at = 9; at < 15; at += 1) this.set(14 - at, 8, dark(at));
    for (let at = 0; at < 8; at += 1) this.set(size - 1 - at, 8, dark(at));
    for (let at = 8; at < 15; at += 1) this.set(8, size - 15 + at, dark(at));
    this.set(8, size - 8, true);
  }

  /** Places the data in columns of two, from the right, alternating up and down. */
  place(bytes: readonly number[]): void {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        const isUp = ((right + 1) & 2) === 0;
        const y = isUp ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]?.[x] || at >= bytes.length * 8) continue;
          (this.dark[y] as boolean[])[x] = (((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** Inverts the data modules selected by a mask. Applying it again undoes it. */
  invert(mask: number): void {
    for (let y = 0; y < this.size; y += 1)
      for (let x = 0; x < this.size; x += 1)
        if (!this.fixed[y]?.[x] && masks[mask]?.(x, y)) (this.dark[y] as boolean[])[x] = !this.dark[y]?.[x];
  }

  /** The penalty score for patterns that confuse readers. */
  get penalty(): number {
    const { size, dark } = this;
    const lines = [...dark, ...Array.from({ length: size }, (_, x) => dark.map((row) => row[x] === true))].map((line) =>
      line.map((each) => (each ? "1" : "0")).join(""),
    );
    let sum = 0;
    for (const line of lines) {
      for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      for (const shape of ["10111010000", "00001011101"])
        for (let at = line.indexOf(shape); at >= 0; at = line.indexOf(shape, at + 1)) sum += 40;
    }
    for (let y = 0; y + 1 < size; y += 1)
      for (let x = 0; x + 1 < size; x += 1) {
        const first = dark[y]?.[x];
        if (first === dark[y]?.[x + 1] && first === dark[y + 1]?.[x] && first === dark[y + 1]?.[x + 1]) sum += 3;
      }
    const share = (dark.flat().filter(Boolean).length * 100) / size ** 2;
    return sum + Math.floor(Math.abs(share - 50) / 5) * 10;
  }
}

/** The rows of the code for a text; true for dark modules. */
export function qrCode(text: string): Square {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > longestQr) throw new RangeError(`${bytes.length} bytes are too many for a code`);
  let version = 1;
  while (dataBytes(version) * 8 < 4 + (version < 10 ? 8 : 16) + bytes.length * 8) version += 1;
  const code = new Code(version);
  code.place(codewords(bytes, version));
  let best = { mask: 0, penalty: Infinity };
  for (const mask of masks.keys()) {
    code.drawFormat(mask);
    code.invert(mask);
    if (code.penalty < best.penalty) best = { mask, penalty: code.penalty };
    code.invert(mask);
  }
  code.drawFormat(best.mask);
  code.invert(best.mask);
  return code.dark;
}
