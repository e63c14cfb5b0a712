import { describe, expect, test } from "vitest";
import { decodeLink } from "../src/links.js";
import { writeJson } from "../src/reader.js";
import remarkEvalground, { readMeta } from "../src/remark.js";

const code = (lang: string, meta: string, value: string) => ({ type: "code", lang, meta, value });
const paragraph = { type: "paragraph", children: [{ type: "text", value: "then" }] };

type Tree = { type: string; children: Tree[]; data?: { hName?: string; hProperties?: Record<string, string> } };

function replaced(...children: object[]): Tree[] {
  const tree = { type: "root", children } as Tree;
  remarkEvalground()(tree as never);
  return tree.children;
}

function workspaceOf(node: Tree | undefined): string {
  return writeJson(decodeLink(node?.data?.hProperties?.["src"] ?? "").workspace);
}

describe("the text after a language", () => {
  test("has quoted values, bare ones, or none", () => {
    const words = readMeta(`evalground data-data='{"a": "b"}' height=20px title="A b"`);
    expect([...words]).toEqual([
      ["evalground", ""],
      ["data", '{"a": "b"}'],
      ["height", "20px"],
      ["title", "A b"],
    ]);
  });

  test("may be in braces, with a dot before marks", () => {
    expect([...readMeta("{.evalground data=[1]}").keys()]).toEqual(["evalground", "data"]);
  });
});

describe("a marked fence", () => {
  test("becomes the element around it, with its workspace as a link", () => {
    const fence = code("yaql", "evalground data=[1,2] title='Sum'", "$.sum()");
    const [embed, ...others] = replaced(fence);
    expect(others).toEqual([]);
    expect(embed?.data?.hName).toBe("evalground-embed");
    expect(embed?.data?.hProperties?.["title"]).toBe("Sum");
    expect(embed?.children).toEqual([fence]);
    expect(workspaceOf(embed)).toBe('{"dialect":"yaql","expression":"$.sum()","data":[1,2]}');
  });

  test("shows the following output before the first run", () => {
    const output = code("json", "evalground-output", "3");
    const [embed, ...others] = replaced(code("yaql", "evalground", "3"), output, paragraph);
    expect(others).toEqual([paragraph]);
    expect(embed?.children[1]?.data).toEqual({ hName: "output", hProperties: { slot: "fallback" } });
    expect(embed?.children[1]?.children).toEqual([output]);
  });

  test("is a document if the dialect has documents", () => {
    const [embed] = replaced(code("ansible", `evalground vars='{"n": 12345678901234567890}'`, "{{ n }}"));
    expect(workspaceOf(embed)).toBe(
      '{"dialect":"ansible","files":{"main.j2":"{{ n }}\\n"},"vars":{"n":12345678901234567890}}',
    );
  });

  test("is found in lists as well", () => {
    const [list] = replaced({
      type: "list",
      children: [{ type: "listItem", children: [code("yaql", "evalground", "1")] }],
    });
    expect(list?.children[0]?.children[0]?.type).toBe("evalgroundEmbed");
  });

  test("is not changed in an unknown language", () => {
    const python = code("python", "evalground", "1");
    expect(replaced(python, code("yaql", "", "1"))).toEqual([python, code("yaql", "", "1")]);
  });

  test("with an option that is not JSON fails the build", () => {
    expect(() => replaced(code("yaql", "evalground data={", "1"))).toThrow("evalground: data of a fence is not JSON");
  });
});
