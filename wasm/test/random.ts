// Seeded random values, so that failures can be reproduced.

export type Random = () => number;

/** Random numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

const pieces = [
  "a",
  "key",
  " ",
  "\n",
  "é",
  "ß",
  "漢字",
  "😀",
  "\u0000",
  "\u2028",
  '"',
  "\\",
  "/",
  "~",
  "<b>",
  "{{ x }}",
  "::db",
  "0",
];

export function randomText(random: Random, longest = 12): string {
  return Array.from({ length: Math.floor(random() * longest) }, () => pick(random, pieces)).join("");
}

/** A random JSON text. Its numbers and keys include those that JSON.parse would lose. */
export function randomJson(random: Random, depth = 4): string {
  const count = Math.floor(random() * 5);
  switch (depth === 0 ? Math.floor(random() * 4) : Math.floor(random() * 6)) {
    case 0:
      return pick(random, ["null", "true", "false"]);
    case 1:
      return pick(random, [
        "0",
        "-0",
        "1",
        "9007199254740993",
        "-9223372036854775808",
        "123456789012345678901234567890",
      ]);
    case 2:
      return pick(random, ["1.0", "0.1", "-2.50", "1e400", "1E-7", "5e+2", "1.5"]);
    case 3:
      return JSON.stringify(randomText(random));
    case 4:
      return `[${Array.from({ length: count }, () => randomJson(random, depth - 1)).join(",")}]`;
    default: {
      const keys = new Set(
        Array.from({ length: count }, () => pick(random, ["10", "9", "b", "__proto__", "", randomText(random)])),
      );
      return `{${[...keys].map((key) => `${JSON.stringify(key)}:${randomJson(random, depth - 1)}`).join(",")}}`;
    }
  }
}
