import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}e2e/README.md`, "utf8");

/** The titles in a file, with `…` for placeholders. */
function titlesIn(file: string): string[] {
  const source = readFileSync(`${root}e2e/${file}`, "utf8");
  const titles = source.matchAll(/(?:\btest\(\s*|\bconst title =\s*)(["`])(.*?)\1[,;]/g);
  return [...titles].map(([, , title = ""]) => title.replace(/\$\{.*?\}/g, "…"));
}

describe("the list of requirements in e2e/README.md", () => {
  it("names tests that exist", () => {
    const named = [...readme.matchAll(/^ {2}- `(\w+)`: (.*)$/gm)].map(([, file, title]) => `${file}: ${title}`);
    const specs = readdirSync(`${root}e2e`).filter((name) => name.endsWith(".spec.ts"));
    const existing = specs.flatMap((name) =>
      titlesIn(name).map((title) => `${name.replace(".spec.ts", "")}: ${title}`),
    );
    expect(named.length).toBeGreaterThan(90);
    expect(named.filter((name) => !existing.includes(name))).toEqual([]);
  });

  it("names files that exist", () => {
    const paths = [...readme.matchAll(/`((?:web|wasm|tests|scripts)\/[\w/.-]+)`/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(10);
    // Build output does not exist in every clone.
    expect(paths.filter((path) => path !== "web/dist" && !existsSync(root + path))).toEqual([]);
  });
});
