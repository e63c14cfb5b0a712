// The cases of the repository, as the pages count and show them.

import { readFileSync } from "node:fs";
import { readJson, toFaithful, type Case } from "evalground";
import { filesOf } from "../dialects.ts";

/** The cases of all dialects, each with what its file says of all of its own. */
export function readCases(): Case[] {
  return filesOf("cases").flatMap((name) => {
    // Cases have integers of any length.
    const file = toFaithful(readJson(readFileSync(name, "utf8"))) as { defaults?: Partial<Case>; cases?: Case[] };
    return (file.cases ?? [file as unknown as Case]).map((each) => ({ ...file.defaults, ...each }));
  });
}
