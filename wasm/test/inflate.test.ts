import { constants, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpack } from "../src/inflate.js";
import { seeded } from "./random.js";

const limit = 1 << 20;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const opened = (packed: Uint8Array): Uint8Array | string => {
  const found = unpack(packed, limit);
  return "bytes" in found ? found.bytes : found.failure;
};

describe("the output of zlib", () => {
  const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY } = constants;
  test.each([
    { level: 0 },
    { level: 1 },
    { level: 9 },
    { strategy: Z_FIXED },
    { strategy: Z_HUFFMAN_ONLY },
    { strategy: Z_RLE },
    { strategy: Z_DEFAULT_STRATEGY },
  ])("comes back, with %j", (options) => {
    const random = seeded(3);
    for (const size of [0, 1, 2, 100, 5000, 70_000, 300_000]) {
      for (const letters of [1, 3, 60, 256]) {
        const bytes = Uint8Array.from({ length: size }, () => random() * letters);
        expect(Buffer.compare(opened(deflateRawSync(bytes, options)) as Uint8Array, bytes)).toBe(0);
      }
    }
  });

  test("is damaged wherever it is cut", () => {
    for (const options of [{ level: 0 }, { level: 9 }, { strategy: Z_FIXED }]) {
      const packed = deflateRawSync(bytesOf("a b a b c ".repeat(30)), options);
      for (let end = 0; end < packed.length; end += 1) expect(opened(packed.subarray(0, end))).toBe("damaged");
    }
  });

  test("may have exactly the limit, but not one byte more", () => {
    expect(opened(deflateRawSync(new Uint8Array(limit)))).toHaveLength(limit);
    expect(opened(deflateRawSync(new Uint8Array(limit + 1)))).toBe("too-large");
    expect(opened(deflateRawSync(new Uint8Array(limit + 1), { level: 0 }))).toBe("too-large");
  });
});

describe("damaged data", () => {
  const stored = [1, 1, 0, 0xfe, 0xff, 0x61];
  test("is distinguished from a complete stream", () => {
    expect(opened(Uint8Array.from(stored))).toEqual(bytesOf("a"));
  });

  test.each([
    ["no bytes", []],
    ["a block of the fourth kind", [7, 0]],
    ["a wrong length of a stored block", [1, 1, 0, 0xff, 0xff, 0x61]],
    ["a stored block that is longer than the rest", [1, 9, 0, 0xf6, 0xff, 0x61]],
    ["a byte behind the last block", [...stored, 0]],
    ["a second stream", [...stored, ...stored]],
    ["a distance beyond the beginning", [3, 2, 0]],
    ["code lengths that are too many", [5, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])("%s", (_, bytes) => {
    expect(opened(Uint8Array.from(bytes))).toBe("damaged");
  });

  test("ends without an exception, whatever the bytes are", () => {
    const random = seeded(5);
    const packed = deflateRawSync(bytesOf("one two three ".repeat(40)));
    for (let trial = 0; trial < 3000; trial += 1) {
      const changed = Uint8Array.from(packed);
      for (let count = 0; count < 1 + (trial % 3); count += 1)
        changed[Math.floor(random() * changed.length)] = random() * 256;
      expect(typeof opened(changed)).toMatch(/string|object/);
    }
  });
});
