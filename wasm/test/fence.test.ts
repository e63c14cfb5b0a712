import { describe, expect, test } from "vitest";
import { Examples, isOutput, readInfo, readMeta } from "../src/fence.js";

const attributesOf = (info: string, text: string, examples = new Examples()) =>
  examples.attributesOf(readInfo(info), text);

describe("the text after a language", () => {
  test("has quoted values, bare ones, or none", () => {
    expect([...readMeta(`evalground data-data='{"a": "b"}' height=20px title="A b"`)]).toEqual([
      ["evalground", ""],
      ["data", '{"a": "b"}'],
      ["height", "20px"],
      ["title", "A b"],
    ]);
  });

  test("may be in braces, with a dot before marks", () => {
    expect(readInfo("YAQL {.evalground data=[1]}")).toMatchObject({ language: "yaql" });
    expect([...readMeta("{.evalground data=[1]}").keys()]).toEqual(["evalground", "data"]);
  });

  test.each(["output", "json {.evalground-output}", "json evalground-output", "ansible-output"])(
    "marks an output: %s",
    (info) => expect(isOutput(readInfo(info))).toBe(true),
  );
});

describe("an example", () => {
  test("is an expression, or a document by its name", () => {
    expect(attributesOf("yaql evalground data=%5B1%5D", "$")).toEqual({
      dialect: "yaql",
      expression: "$",
      data: "%5B1%5D",
    });
    expect(attributesOf("cf3 evalground", "bundle")).toEqual({ dialect: "cfengine", files: '{"main.cf":"bundle\\n"}' });
    expect(attributesOf("jinja evalground file=a.j2", "x")).toEqual({ dialect: "jinja2", files: '{"a.j2":"x\\n"}' });
    expect(attributesOf("yaml evalground dialect=hot", "x")).toMatchObject({ dialect: "heat" });
  });

  test("takes the parts before it, and the next one does not", () => {
    const examples = new Examples();
    expect(attributesOf("jinja evalground key=files file=b.j2", "b", examples)).toBeNull();
    expect(attributesOf("json evalground key=vars", '{"a": 1}', examples)).toBeNull();
    expect(attributesOf("jinja evalground", "a", examples)).toEqual({
      dialect: "jinja2",
      vars: '{"a": 1}',
      files: '{"main.j2":"a\\n","b.j2":"b\\n"}',
    });
    expect(attributesOf("jinja evalground", "a", examples)).toEqual({ dialect: "jinja2", files: '{"main.j2":"a\\n"}' });
  });

  test.each([
    ["python evalground", 'its language is "python"'],
    ["yaql evalground dta=1", 'did you mean "data"?'],
    ["yaql evalground edtiable=all", 'did you mean "editable"?'],
    ["yaql evalground expresion=1", 'did you mean "expression"?'],
    ["json evalground key=files", 'needs "file"'],
    ["json evalground key=dat", 'no key "dat"'],
  ])("is refused: %s", (info, reason) => expect(() => attributesOf(info, "1")).toThrow(reason));

  test("may have attributes of the renderer", () => {
    expect(attributesOf("yaql evalground linenums hl_lines=1 style=x", "1")).toEqual({
      dialect: "yaql",
      expression: "1",
    });
  });
});
