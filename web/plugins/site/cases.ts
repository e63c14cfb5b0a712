// The cases of the repository, as the pages count and show them.

import { readdirSync, readFileSync } from "node:fs";
import { readJson, toFaithful, type Case } from "evalground";

/** All cases below a folder, each with what its file says of all of its own. */
export function readCases(folder: string): Case[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => {
      // Cases have integers of any length.
      const file = toFaithful(readJson(readFileSync(`${folder}/${name}`, "utf8"))) as {
        defaults?: Partial<Case>;
        cases?: Case[];
      };
      return (file.cases ?? [file as unknown as Case]).map((each) => ({ ...file.defaults, ...each }));
    });
}
