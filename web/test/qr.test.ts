import { describe, expect, it } from "vitest";
import { longestQr, marksOf, product, qrCode } from "../src/share/qr.ts";

/** Decodes a code like a camera app: the mask from the format, the bits in order, the blocks. */
function read(rows: boolean[][]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  const at = (x: number, y: number): number => Number(rows[y]?.[x] ?? false);
  const format = [0, 1, 2, 3, 4, 5].map((bit) => at(8, bit)).concat([at(8, 7), at(8, 8), at(7, 8)]);
  for (let bit = 9; bit < 15; bit += 1) format.push(at(14 - bit, 8));
  const value = format.reduce((sum, bit, place) => sum | (bit << place), 0) ^ 0x5412;
  expect(value >>> 13, "the lowest level of correction").toBe(1);
  const mask = (value >>> 10) & 7;
  const inverted: ((x: number, y: number) => boolean)[] = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ];
  const marks = marksOf(version);
  const isFixed = (x: number, y: number): boolean => {
    const inCorner = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
    const inVersion = version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11));
    const last = marks.length - 1;
    const inMark = marks.some((my, row) =>
      marks.some((mx, column) => {
        const isFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
        return !isFinder && Math.abs(mx - x) <= 2 && Math.abs(my - y) <= 2;
      }),
    );
    return inCorner || inVersion || inMark || x === 6 || y === 6;
  };
  const bits: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isFixed(x, y)) bits.push(at(x, y) ^ Number(inverted[mask]?.(x, y) ?? false));
    }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  const { count, degree } = layouts[version]!;
  const length = Math.floor(bytes.length / count) - degree;
  const shorter = count - (bytes.length % count);
  const parts: number[][] = Array.from({ length: count }, () => []);
  let next = 0;
  for (let place = 0; place <= length; place += 1)
    for (let part = 0; part < count; part += 1)
      if (place < length || part >= shorter) parts[part]!.push(bytes[next++]!);
  const data = parts.flat();
  for (let place = 0; place < degree; place += 1) for (const part of parts) part.push(bytes[next++]!);
  // An intact block is zero at every root of the generator polynomial.
  for (const part of parts) {
    let root = 1;
    for (let power = 0; power < degree; power += 1) {
      expect(part.reduce((sum, byte) => product(sum, root) ^ byte, 0)).toBe(0);
      root = product(root, 2);
    }
  }
  const wide = version < 10 ? 1 : 2;
  const all = data.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >>> bit) & 1));
  const number = (from: number, to: number): number => all.slice(from, to).reduce((sum, bit) => sum * 2 + bit, 0);
  expect(number(0, 4), "bytes").toBe(4);
  const characters = number(4, 4 + 8 * wide);
  const begin = 4 + 8 * wide;
  const text = Array.from({ length: characters }, (_, place) => number(begin + place * 8, begin + place * 8 + 8));
  return new TextDecoder().decode(Uint8Array.from(text));
}

/** From the standard's table, for the versions decoded here. */
const layouts: Record<number, { count: number; degree: number }> = {
  3: { count: 1, degree: 15 },
  4: { count: 1, degree: 20 },
  7: { count: 2, degree: 20 },
  10: { count: 4, degree: 18 },
  21: { count: 8, degree: 28 },
  33: { count: 18, degree: 30 },
  35: { count: 19, degree: 30 },
};

describe("a QR code", () => {
  it.each([
    [45, 3],
    [70, 4],
    [150, 7],
    [260, 10],
    [900, 21],
    [2000, 33],
    [longestQr, 35],
  ])("of %i characters is version %i and reads as the text", (length, version) => {
    const link = `https://evalground.example/#w1.d.${"aB3_-".repeat(500)}`.slice(0, length);
    const rows = qrCode(link);
    expect((rows.length - 17) / 4).toBe(version);
    expect(read(rows)).toBe(link);
  });

  it("rejects text that is too long", () => {
    expect(() => qrCode("x".repeat(longestQr + 1))).toThrow(RangeError);
  });
});
