import { describe, expect, it } from "vitest";
import { defaultExample, readExamples } from "../plugins/examples.ts";
import { descriptions } from "virtual:dialects";
import { dialects } from "../src/ui/dialects.ts";

const examples = readExamples().map(({ file, case: example }) => ({ file: file.split("/dialects/")[1]!, example }));

describe("the examples", () => {
  it.each(examples)("$file has a title, a description, and an expected result", ({ file, example }) => {
    expect(example.title).toMatch(/\S/);
    expect(example.description).toMatch(/\.$/);
    const { flavor } = { ...example.options } as { flavor?: string };
    expect(file.split("/")[0]).toBe(flavor ?? example.dialect);
    expect(Object.keys(example.expect)).not.toEqual([]);
  });

  it("have unique ids", () => {
    const ids = examples.map(({ example }) => example.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("include the first example of each dialect", () => {
    for (const { id, example } of dialects) {
      const ids = examples.filter((each) => each.example.dialect === id).map((each) => each.example.id);
      expect(ids).toContain(example ?? ids[0]);
    }
    expect(defaultExample(descriptions).id).toBe(dialects[0]?.example);
  });
});
