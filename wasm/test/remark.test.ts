import { describe, expect, test } from "vitest";
import remarkEvalground from "../src/remark.js";

const code = (lang: string, meta: string, value: string) => ({ type: "code", lang, meta, value });
const paragraph = { type: "paragraph", children: [{ type: "text", value: "then" }] };

type Tree = { type: string; children: Tree[]; data?: { hName?: string; hProperties?: Record<string, string> } };

function replaced(...children: object[]): Tree[] {
  const tree = { type: "root", children } as Tree;
  remarkEvalground()(tree as never);
  return tree.children;
}

describe("a marked fence", () => {
  test("becomes the element around it", () => {
    const fence = code("yaql", "evalground data=[1,2] title='Sum'", "$.sum()");
    const [embed, ...others] = replaced(fence);
    expect(others).toEqual([]);
    expect(embed?.data?.hName).toBe("evalground-embed");
    expect(embed?.data?.hProperties).toEqual({ dialect: "yaql", expression: "$.sum()", data: "[1,2]", title: "Sum" });
    expect(embed?.children).toEqual([fence]);
  });

  test("shows the following output before the first run", () => {
    const output = code("json", "evalground-output", "3");
    const [embed, ...others] = replaced(code("yaql", "evalground", "3"), output, paragraph);
    expect(others).toEqual([paragraph]);
    expect(embed?.children[1]?.data).toEqual({ hName: "output", hProperties: { slot: "fallback" } });
    expect(embed?.children[1]?.children).toEqual([output]);
  });

  test("is found in lists as well", () => {
    const [list] = replaced({
      type: "list",
      children: [{ type: "listItem", children: [code("yaql", "evalground", "1")] }],
    });
    expect(list?.children[0]?.children[0]?.type).toBe("evalgroundEmbed");
  });

  test("adds its part to the next one, and stays unchanged", () => {
    const part = code("json", "evalground key=data", "[1]");
    const [first, second] = replaced(part, code("yaql", "evalground", "$"));
    expect(first).toEqual(part);
    expect(second?.data?.hProperties?.["data"]).toBe("[1]");
  });

  test("leaves others alone", () => {
    const others = [code("python", "", "1"), code("yaql", "", "1"), code("output", "", "1")];
    expect(replaced(...others)).toEqual(others);
  });
});
