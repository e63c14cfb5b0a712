// The table of README.md names tests that exist.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const here = import.meta.dirname;

/** The titles in a file's source, with `…` for what is filled in. */
function titlesIn(file: string): string[] {
  const source = readFileSync(join(here, file), "utf8");
  return [...source.matchAll(/\btest\(\s*(["`])(.*?)\1,/g)].map(([, , title = ""]) => title.replace(/\$\{.*?\}/g, "…"));
}

test("every test that the README names exists", () => {
  const rows = readFileSync(join(here, "README.md"), "utf8").matchAll(/^\| \d+ \| `(\w+)` \| (.*) \|$/gm);
  const named = [...rows].map(([, file, title]) => `${file}: ${title}`);
  const specs = readdirSync(here).filter((name) => name.endsWith(".spec.ts"));
  const existing = specs.flatMap((name) => titlesIn(name).map((title) => `${name.replace(".spec.ts", "")}: ${title}`));
  expect(named.length).toBeGreaterThan(90);
  expect(named.filter((name) => !existing.includes(name))).toEqual([]);
});
