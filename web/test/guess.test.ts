import { describe, expect, it } from "vitest";
import { readExamples } from "../plugins/examples.ts";
import { guessed } from "../src/ui/guess.ts";

describe("the dialect of a text", () => {
  it.each([
    ["heat_template_version: 2021-04-16\noutputs: {}\n", "heat"],
    ["apiVersion: unfurl/v1alpha1\nkind: Ensemble\n", "unfurl"],
    ["tosca_definitions_version: tosca_simple_unfurl_1_0_0\n", "unfurl"],
    ["a:\n  eval: ::b\nc: '{{ x }}'\n", "unfurl"],
    ['bundle agent main\n{\n  reports: "{{x}}";\n}\n', "cfengine"],
    ["'@cond': [true, 1, 2]\n", "dcontroller"],
    ['{"@eq": ["$.a", 1]}', "dcontroller"],
    ["server {{ name }};\n", "jinja2"],
    ["$.servers.where($.up)", "yaql"],
    ["a: 1\nb: $5\n", null],
    ["", null],
  ])("of %j is %s", (text, dialect) => {
    expect(guessed(text)?.choice.dialect ?? null).toBe(dialect);
  });

  it("is always guessed correctly for an example", () => {
    for (const { dialect, files = {}, main, expression } of readExamples().map((each) => each.case)) {
      const content = Object.values(files)[0] ?? main ?? expression;
      expect([dialect, null]).toContain(guessed(typeof content === "string" ? content : "")?.choice.dialect ?? null);
    }
  });
});
