import { fileURLToPath } from "node:url";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path, ending) : ending.test(name) ? [path] : [];
  });
}

const sources = [...filesBelow(join(root, "src"), /\.ts$/), ...filesBelow(join(root, "public"), /\.js$/)];
const pages = filesBelow(join(root, "pages"), /\.html$/);

describe("the page's own code", () => {
  it.each([
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "eval(",
    "new Function",
    "document.write",
    "srcdoc",
    'setAttribute("style"',
    'style: "',
  ])("never uses %s", (word) => {
    // share/embed.ts creates markup for other sites, as text.
    const users = sources
      .filter((path) => !path.endsWith("share/embed.ts"))
      .filter((path) => readFileSync(path, "utf8").includes(word));
    expect(users.map((path) => path.slice(root.length))).toEqual([]);
  });

  it("names no other site", () => {
    const users = sources.filter((path) => /["'`]https?:\/\/(?!www\.w3\.org\/)[a-z]/.test(readFileSync(path, "utf8")));
    expect(users.map((path) => path.slice(root.length))).toEqual([]);
  });
});

describe("the pages", () => {
  it.each([/\sstyle=/, /<style/, /\son[a-z]+=/, /<script(?![^>]*\ssrc=)/])(
    "have nothing that the policy forbids: %s",
    (pattern) => {
      expect(pages.filter((path) => pattern.test(readFileSync(path, "utf8")))).toEqual([]);
    },
  );

  it("take every text from the message file", () => {
    for (const path of pages) {
      const words = readFileSync(path, "utf8").replaceAll(/<!--.*?-->|\{\{[\w.]+\}\}|<[^>]*>|Evalground|Ev/gs, "");
      expect(words.trim()).toBe("");
    }
  });
});
