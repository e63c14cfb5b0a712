import { JsonNode, readJson, toFaithful, writeJson } from "evalground";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { otherEntries } from "../src/inputs/panels/other.ts";
import { panels } from "../src/inputs/panels.ts";
import { converted, readNumber, typeOf, valueRange } from "../src/inputs/values.ts";
import { entriesOf, mapOf } from "../src/ui/entries.ts";
import { valueToYaml, yamlScalar } from "../src/ui/yaml.ts";

describe("a value of the form", () => {
  it.each([
    ["a", "string"],
    [1, "number"],
    [10n, "number"],
    [true, "boolean"],
    [null, "null"],
    [[1], "yaml"],
    [{}, "yaml"],
  ])("%s is edited as %s", (value, type) => {
    expect(typeOf(value)).toBe(type);
  });

  it.each(["1", "1.0", "9007199254740993", "-0.50", "1e3"])("keeps the number %s as it was typed", (typed) => {
    expect(writeJson(readNumber(typed))).toBe(typed);
  });

  it.each(["", "a", "1a", "0x1", "[1]", "true"])("rejects %j as a number", (typed) => {
    expect(readNumber(typed)).toBeNull();
  });

  it.each([
    ["1", "number", "1"],
    ["x", "number", "0"],
    [1, "string", '"1"'],
    ["true", "boolean", "true"],
    ["a", "yaml", '["a"]'],
    [{ a: 1 }, "string", '"{\\"a\\":1}"'],
    ["a", "null", "null"],
  ] as const)("%j as %s becomes %s", (value, type, json) => {
    expect(writeJson(converted(value, type))).toBe(json);
  });

  it("keeps the order of names that look like numbers", () => {
    const entries = entriesOf(toFaithful(readJson('{"10": 1, "9": 2}')));
    expect(writeJson(mapOf(entries))).toBe('{"10":1,"9":2}');
  });

  it.each([
    ['ip: ""', "ip", ""],
    ["a: 1\nip: 10.0.0.1\nb: 2", "ip", "10.0.0.1"],
    ['"on": 0', "on", "0"],
    ["ip:\n  - 1", "ip", "ip:\n  - 1"],
  ])("in %j is found for the key %s, so that typing replaces it", (yaml, key, value) => {
    expect(yaml.slice(...valueRange(yaml, key))).toBe(value);
  });

  it("keeps unknown keys under Other", () => {
    expect(otherEntries({ dialect: "unfurl", vars: {}, flavour: "x" } as never, panels)).toEqual([["flavour", "x"]]);
  });
});

describe("a value as YAML", () => {
  const values: unknown[] = [
    1,
    "text",
    "",
    null,
    true,
    [],
    {},
    [1, [2, [3]]],
    { a: { b: [{ c: 1, d: [] }] } },
    [{ a: 1, b: 2 }, { a: { b: 1 } }],
    [[1, 2], [{ x: null }]],
    "1",
    "true",
    "no",
    "~",
    "1:30",
    "2020-01-01",
    "a: b",
    "a #b",
    "- a",
    "-a",
    "?",
    ":",
    "::db::host",
    "#x",
    " a",
    "a ",
    "a\nb",
    "a\nb\n",
    "\n",
    "a\n\n",
    "tab\there",
    "nul\0",
    "'",
    '"',
    "{",
    "[",
    "%",
    "@",
    "`",
    "!x",
    "&x",
    "*x",
    "0x1f",
    "1e3",
    ".5",
    "---",
    "<<",
    "=",
    "ünï",
    "😀",
    "\u2028",
    "a:",
    { "a: b": 1, "": 2, "1": 3 },
    "first\n  indented\nlast",
    "  leading\nline\n",
    "trailing \nspace",
  ];
  it.each(values.map((value) => [JSON.stringify(value), value]))("reads back: %s", (_, value) => {
    const yaml = valueToYaml(value);
    expect(parse(yaml, { version: "1.1" }), yaml).toEqual(value);
    expect(parse(yaml, { version: "1.2" }), yaml).toEqual(value);
  });

  it("keeps the digits of numbers", () => {
    expect(valueToYaml(readJson("[9007199254740993, 1.0, 1.50]"))).toBe("- 9007199254740993\n- 1.0\n- 1.50\n");
  });

  it("is written as people write it", () => {
    expect(valueToYaml({ list: [{ name: "a", port: 1 }, "b"], map: { x: [] } })).toBe(
      "list:\n  - name: a\n    port: 1\n  - b\nmap:\n  x: []\n",
    );
  });

  it.each([
    ["db", "db"],
    ["::db", "::db"],
    ["yes", '"yes"'],
  ])("writes the text %s as %s", (text, yaml) => {
    expect(yamlScalar(text)).toBe(yaml);
  });
});

it("a JsonNode represents its value in the form", () => {
  expect(typeOf(readJson("1.0"))).toBe("number");
  expect(readJson("1.0")).toBeInstanceOf(JsonNode);
});
