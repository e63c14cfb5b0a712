// tests/links contains links that were published, with their decoded contents. Files are only ever added, each with a
// line in sha256.txt, and never changed or removed.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeLink } from "../src/links.js";
import { readJson, writeJson } from "../src/reader.js";

const folder = new URL("../../tests/links/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const recorded = new Map(
  read("sha256.txt")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [hash, name] = line.split("  ");
      return [name!, hash!];
    }),
);

describe("published links", () => {
  test("are all present and recorded", () => {
    const present = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /^\d.*\.json$/.test(name),
    );
    expect(present.sort()).toEqual([...recorded.keys()].sort());
  });

  test.each([...recorded])("%s is unchanged", (name, hash) => {
    expect(createHash("sha256").update(read(name)).digest("hex")).toBe(hash);
  });

  test.each([...recorded.keys()])("%s opens", (name) => {
    const fixture = readJson(read(name));
    const { workspace, view, app } = decodeLink(fixture.get("link")!.text, { exact: true });
    expect(writeJson(workspace)).toBe(writeJson(fixture.get("workspace")));
    expect(writeJson(view ?? null)).toBe(writeJson(fixture.get("view") ?? null));
    expect(app).toBe(fixture.get("app")?.text);
  });
});
