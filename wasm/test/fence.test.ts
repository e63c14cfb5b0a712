import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { elementContent } from "../src/embed/content.js";
import { Examples, isOutput, readInfo, readMeta, withoutMarks } from "../src/fence.js";
import { decodeLink } from "../src/links.js";
import { toPlain } from "../src/reader.js";
import { linkOfWorkspace } from "../src/workspace_link.js";

interface Marked {
  language: string;
  attributes: Record<string, string>;
  text: string;
}
interface MarkedExample extends Marked {
  name: string;
  parts?: Marked[];
  workspace: Record<string, unknown>;
}
const { examples, mistakes } = JSON.parse(
  readFileSync(new URL("../../integrations/examples.json", import.meta.url), "utf8"),
) as { examples: MarkedExample[]; mistakes: (Marked & { error: string })[] };

/** What each block becomes, as the attributes of an element. */
function read(blocks: readonly Marked[]): (Record<string, string> | null)[] {
  const document = new Examples((text) => text);
  return blocks.map(({ language, attributes, text }) =>
    document.attributesOf({ language, attributes: new Map(Object.entries(attributes)) }, text),
  );
}

describe("the examples of all readers", () => {
  test.each(examples)("$name", ({ parts = [], workspace, ...example }) => {
    const attributes = read([...parts, example]).at(-1)!;
    if (attributes["src"] !== undefined) {
      expect(attributes).toEqual({ src: example.text, ...example.attributes }); // the engine reads it
      return;
    }
    const content = elementContent((name) => attributes[name], { scripts: [], text: "", code: "" });
    // An engine reads what is YAML. The main file is the first one.
    const { main, ...wanted } = workspace;
    for (const key of content.unread.keys()) delete wanted[key];
    expect(toPlain(content.workspace)).toEqual(wanted);
    if (main !== undefined) expect(Object.keys(wanted["files"] as object)[0]).toBe(main);
  });

  test.each(mistakes)("refuse $language with $attributes", ({ error, ...block }) => {
    expect(() => read([block])).toThrow(error);
  });
});

const command = fileURLToPath(new URL("../dist/command/command.js", import.meta.url));
const linkInDist = (text: string): string => linkOfWorkspace(text, command);

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

  test.each([
    ["yaql {.evalground data='[1]' .full}", "yaql { .full}"],
    ["yaql {.evalground}", "yaql"],
    ["YAML{2,3} evalground key=data [name.yml]", "YAML {2,3} [name.yml]"],
    ["evalground", "evalground"],
  ])("%s without marks is for the renderer", (info, rest) => {
    expect(withoutMarks(info)).toBe(rest);
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

  test("may be a whole workspace, which the package's command makes a link of", () => {
    const { src } = attributesOf("yaml evalground", "dialect: yaql\nexpression: 1 + 1\n", new Examples(linkInDist))!;
    expect(decodeLink(src!).workspace).toEqual({ dialect: "yaql", expression: "1 + 1" });
    expect(() => attributesOf("yaml evalground", "- 1", new Examples(linkInDist))).toThrow("is no workspace");
    const parts = new Examples();
    attributesOf("json evalground key=vars", "{}", parts);
    expect(() => attributesOf("yaml evalground", "", parts)).toThrow('"vars" must be a part of it');
    expect(() => attributesOf("json evalground clock=1", "{}")).toThrow('"clock" must be a part of it');
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
    ["yaql evalground dta=1", 'Did you mean "data"?'],
    ["yaql evalground edtiable=all", 'Did you mean "editable"?'],
    ["yaql evalground expresion=1", 'Did you mean "expression"?'],
    ["json evalground key=files", 'needs "file"'],
    ["json evalground key=dat", 'no key "dat"'],
  ])("is refused: %s", (info, reason) => expect(() => attributesOf(info, "1")).toThrow(reason));

  test("may have attributes of the renderer", () => {
    expect(attributesOf("yaql evalground linenums linenos hl_lines=1 style=x {1,4-6} live", "1")).toEqual({
      dialect: "yaql",
      expression: "1",
    });
  });
});
