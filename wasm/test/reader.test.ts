import { describe, expect, test } from "vitest";
import {
  joinParts,
  JsonError,
  readJson,
  sliceMembers,
  toFaithful,
  toPlain,
  writeJson,
  writeParts,
  type JsonNode,
} from "../src/reader.js";
import { randomJson, seeded } from "./random.js";

const texts = Array.from({ length: 500 }, (_, seed) => randomJson(seeded(seed)));

function nodes(node: JsonNode): JsonNode[] {
  return [node, ...node.children.flatMap(nodes)];
}

describe("what is read", () => {
  test("is written back character by character", () => {
    for (const text of texts) expect(writeJson(readJson(text))).toBe(text);
  });

  test("equals the result of JSON.parse if that loses nothing", () => {
    for (const text of [
      '{"a":[1,-2.5e3,"\\u00e9\\n\\"",true,null,{}],"":[]}',
      ' [ 1 , { "b" : "" } ] ',
      '"\\ud83d\\ude00"',
      "0",
    ]) {
      expect(toPlain(readJson(text))).toEqual(JSON.parse(text));
    }
  });

  test("keeps integers beyond 2^53 as bigints", () => {
    expect(toPlain(readJson("[9007199254740991,9007199254740992,-9223372036854775808]"))).toEqual([
      9007199254740991,
      9007199254740992n,
      -9223372036854775808n,
    ]);
  });

  test("distinguishes 1 from 1.0", () => {
    expect(readJson("[1,1.0,1e0]").children.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "integer 1",
      "real 1.0",
      "real 1e0",
    ]);
  });

  test("keeps the order of keys that look like integers", () => {
    expect(readJson('{"10":1,"9":2,"a":3}').children.map((child) => child.key)).toEqual(["10", "9", "a"]);
  });

  test("marks a duplicate key, and the last one wins", () => {
    const node = readJson('{"a":1,"b":2,"a":3}');
    expect(node.children.map((child) => child.repeated)).toEqual([false, false, true]);
    expect(node.get("a")?.text).toBe("3");
    expect(toPlain(node)).toEqual({ a: 3, b: 2 });
  });

  test("has the right pointer for each value", () => {
    const root = readJson('{"a/b":{"m~n":[0,{"":true}]}}');
    expect(nodes(root).map((node) => node.pointer)).toEqual([
      "",
      "/a~1b",
      "/a~1b/m~0n",
      "/a~1b/m~0n/0",
      "/a~1b/m~0n/1",
      "/a~1b/m~0n/1/",
    ]);
    expect(nodes(root).at(-1)!.path).toEqual(["a/b", "m~n", 1, ""]);
  });

  test("cannot change the prototype of the resulting object", () => {
    const value = toPlain(readJson('{"__proto__":{"polluted":true}}')) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });

  test("may be a string of a million escapes", () => {
    expect((toPlain(readJson(`"${'\\"'.repeat(1_000_000)}"`)) as string).length).toBe(1_000_000);
  });
});

describe("the faithful form", () => {
  test("is written back character by character", () => {
    for (const text of texts) expect(writeJson(toFaithful(readJson(text)))).toBe(text);
  });

  test("is plain if that loses nothing", () => {
    expect(toFaithful(readJson('{"a":[1,1.5,"x",null,9007199254740993]}'))).toEqual({
      a: [1, 1.5, "x", null, 9007199254740993n],
    });
  });

  test("keeps duplicate keys", () => {
    expect(writeJson(toFaithful(readJson('[{"a":1,"a":2}]')))).toBe('[{"a":1,"a":2}]');
  });
});

describe("invalid JSON", () => {
  test.each([
    "",
    " ",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1,}',
    "{a:1}",
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "-",
    "0x1",
    "NaN",
    "Infinity",
    "nul",
    "nulls",
    "truefalse",
    '"',
    '"\\"',
    '"\\x"',
    '"\\u12"',
    '"\n"',
    "1 2",
    "[1]]",
    "'a'",
    "\u00a01",
    "undefined",
  ])("%j is refused", (text) => {
    expect(() => readJson(text)).toThrow(JsonError);
  });

  test("is rejected at the position of the error", () => {
    expect(() => readJson('{"a": [1, x]}')).toThrow("at offset 10");
  });

  test("is rejected if it is nested too deep, without a stack overflow", () => {
    expect(() => readJson("[".repeat(1_000_000))).toThrow("nested deeper than 1000 levels");
    expect(() => readJson("[[[]]]", 2)).toThrow("nested deeper than 2 levels");
    expect(readJson("[[]]", 2).kind).toBe("list");
  });
});

describe("written JSON", () => {
  test("equals that of JSON.stringify for plain values", () => {
    const value = { b: [1, 0.5, -0, 1e21, "\u2028\ud800", undefined], a: { absent: undefined, none: null }, yes: true };
    expect(writeJson(value)).toBe(JSON.stringify(value));
  });

  test("contains bigints, Maps and nodes exactly", () => {
    expect(
      writeJson({
        n: 2n ** 64n,
        m: new Map<string, unknown>([
          ["10", 1],
          ["9", readJson("1.0")],
        ]),
      }),
    ).toBe('{"n":18446744073709551616,"m":{"10":1,"9":1.0}}');
  });

  test.each([[NaN], [Infinity], [undefined], [() => 1], [Symbol("s")]])("is never %s", (value) => {
    expect(() => writeJson(value)).toThrow(TypeError);
  });

  test("is rejected if a value contains itself", () => {
    const value: unknown[] = [];
    value.push(value);
    expect(() => writeJson(value)).toThrow("contains itself");
  });
});

describe("members cut out of an object", () => {
  test("are the texts of its values", () => {
    for (const text of texts.filter((candidate) => candidate.startsWith("{"))) {
      const expected = readJson(text).children.map((child) => [child.key, writeJson(child)]);
      expect([...sliceMembers(text)]).toEqual(expected);
    }
  });

  test("are found between spaces, brackets and quotes", () => {
    expect([...sliceMembers(' { "a:{" : [ "}" , {"b":1} ] ,\n "c\\"" : "\\\\" } ')]).toEqual([
      ["a:{", '[ "}" , {"b":1} ]'],
      ['c"', '"\\\\"'],
    ]);
  });
});

describe("parts of a JSON text", () => {
  test("keep long strings apart and join to the same text", () => {
    const long = `${'"quoted"\n'.repeat(10_000)}\u0000`;
    const value = {
      "key\u0000": "short",
      files: new Map([
        ["b", long],
        ["a", `${long}x`],
      ]),
      seed: 2n ** 60n,
    };
    const parts = writeParts(value);
    expect(parts).toHaveLength(5);
    expect([parts[1], parts[3]]).toEqual([long, `${long}x`]);
    expect(joinParts(parts)).toBe(writeJson(value));
  });

  test("are one part without long strings", () => {
    expect(writeParts({ a: "b" })).toEqual(['{"a":"b"}']);
    expect(writeJson({ a: "b" })).toBe('{"a":"b"}');
  });
});
