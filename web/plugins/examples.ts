// The examples of gallery/ as modules: `virtual:examples`, a case each, and `virtual:default-example`, the one of a first visit.

import { readdirSync, readFileSync } from "node:fs";
import type { Case } from "evalground";
import type { Plugin } from "vite";
import { parse } from "yaml";

const names = ["virtual:examples", "virtual:default-example"];
const defaultId = "web-shop";

/** The example files of a gallery, in the order of the menu. */
export function exampleFiles(gallery: string): string[] {
  return readdirSync(gallery)
    .sort()
    .flatMap((dialect) => readdirSync(`${gallery}/${dialect}`).sort().map((file) => `${gallery}/${dialect}/${file}`));
}

/** The example that a file holds. */
export function readExample(file: string): Case {
  return parse(readFileSync(file, "utf8"), { intAsBigInt: false }) as Case;
}

/** The example of a first visit. */
export function defaultExample(gallery: string): Case {
  const found = exampleFiles(gallery).map(readExample).find(({ id }) => id === defaultId);
  if (!found) throw new Error(`no example ${defaultId}`);
  return found;
}

export function examples(gallery: string): Plugin {
  return {
    name: "examples",
    resolveId: (id) => (names.includes(id) ? `\0${id}` : null),
    load(id) {
      if (!names.some((name) => id === `\0${name}`)) return null;
      const files = exampleFiles(gallery);
      for (const file of files) this.addWatchFile(file);
      // What an example must come to is for the tests; the page shows what it does come to.
      const withoutExpect = ({ expect: _, ...example }: Case): object => example;
      const given = id.endsWith("examples") ? files.map(readExample).map(withoutExpect) : withoutExpect(defaultExample(gallery));
      return `export default ${JSON.stringify(given)};`;
    },
  };
}
