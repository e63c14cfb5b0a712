import type { ExampleEntry } from "virtual:examples";
import { describe, expect, it } from "vitest";
import { placed } from "../src/guide/entries.ts";
import { fitting, nextOf } from "../src/guide/examples.ts";
import { found } from "../src/guide/palette.ts";
import { fitOf, sought } from "../src/guide/search.ts";

const entry = (kind: "command" | "file", label: string) => ({ kind, label, choose: () => {} });

describe("a fuzzy search", () => {
  it("finds words by the beginnings of their parts", () => {
    expect(fitOf("ns", "New stack")).not.toBeNull();
    expect(fitOf("xq", "New stack")).toBeNull();
  });

  it("ranks items that begin with the letters first", () => {
    const words = ["unrun", "Run", "re-unite"];
    expect(sought(words, "run", (each) => each)[0]).toBe("Run");
  });

  it("keeps the order if the search is empty", () => {
    expect(sought(["b", "a"], " ", (each) => each)).toEqual(["b", "a"]);
  });
});

describe("the palette", () => {
  it("is limited to one kind by its prefix", () => {
    const entries = [entry("command", "Run"), entry("file", "run.yaml")];
    expect(found(entries, "@run").map(({ label }) => label)).toEqual(["run.yaml"]);
    expect(found(entries, "run")).toHaveLength(2);
  });

  it("offers nodes of the tree that have a place in the source", () => {
    const span = { file: "a", from: 0, to: 1, line: 1, column: 1 };
    const outline = [
      {
        id: "r",
        kind: "resource",
        name: "r",
        children: [
          { id: "g", kind: "group", name: "g", span },
          { id: "x", kind: "resource", name: "x", span },
        ],
      },
    ];
    expect(placed(outline).map(({ name }) => name)).toEqual(["x"]);
  });
});

const example = (id: string, special: Partial<ExampleEntry> = {}): ExampleEntry => ({
  id,
  folder: "yaql",
  dialect: "one",
  choice: "one",
  title: id,
  note: "",
  level: "beginner",
  tags: [],
  ...special,
});

describe("the examples", () => {
  const all = [
    example("first"),
    example("second", { tags: ["loops"] }),
    example("third", { level: "advanced" }),
    example("flavored", { choice: "one/sweet" }),
    example("other", { dialect: "two", choice: "two" }),
  ];
  const ids = (filter: Partial<Parameters<typeof fitting>[1]>) =>
    fitting(all, { search: "", choice: "", level: "", ...filter }).map(({ id }) => id);

  it("are found by words, language and level", () => {
    expect(ids({ search: "loops" })).toEqual(["second"]);
    expect(ids({ choice: "one/sweet" })).toEqual(["flavored"]);
    expect(ids({ choice: "one" })).toHaveLength(4);
    expect(ids({ level: "advanced", choice: "two" })).toEqual([]);
  });

  it("lead to the next one in their language, and to a harder one", () => {
    expect(nextOf(all, "first").map(({ id }) => id)).toEqual(["second", "third"]);
    expect(nextOf(all, "other")).toEqual([]);
    expect(nextOf(all, "unknown")).toEqual([]);
  });
});
