import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Slices } from "../src/store.ts";

/**
 * The parts of the page that write each slice of the state, as documented in web/src/state.ts. An embed is a page of
 * its own, in which embed/ writes the slices of parts that it does not have.
 */
const owners: Record<keyof Slices, string[]> = {
  files: ["files"],
  draft: ["drafts", "inputs"],
  run: ["run"],
  engine: ["run", "embed"],
  selection: ["editor", "results", "tree"],
  editor: ["editor", "embed"],
  results: ["results"],
  hints: ["assist"],
  cases: ["cases"],
  folder: ["folder"],
  shell: ["shell", "embed"],
};

/** Opening a draft replaces keys of all slices at once. */
const acrossSlices = ["drafts", "embed", "panel"];

const root = new URL("../src/", import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path.includes("/"))
  .map((path) => ({ path, part: path.slice(0, path.indexOf("/")), code: readFileSync(new URL(path, root), "utf8") }));

describe("the state", () => {
  it("is written only by the owners of its slices", () => {
    const strangers = sources.flatMap(({ path, part, code }) =>
      [...code.matchAll(/\.writer\("(\w+)"\)/g)]
        .filter(([, slice]) => !owners[slice as keyof Slices]?.includes(part))
        .map(([call]) => `${path}: ${call}`),
    );
    expect(strangers).toEqual([]);
  });

  it("is changed across slices only by a few parts", () => {
    const found = sources.filter(({ code }) => /\bstore\.update\(/.test(code)).map(({ part }) => part);
    expect([...new Set(found)].sort().filter((part) => !acrossSlices.includes(part))).toEqual([]);
  });
});
