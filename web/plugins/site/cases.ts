// The cases of the repository, for counting and for display.

import { readFileSync } from "node:fs";
import { readJson, toFaithful, type Case } from "evalground";
import { filesOf } from "../dialects.ts";

/** The cases of all dialects, with the defaults of their files applied. */
export function readCases(): Case[] {
  return filesOf("cases").flatMap((name) => {
    // Cases may contain integers of any length.
    const file = toFaithful(readJson(readFileSync(name, "utf8"))) as { defaults?: Partial<Case>; cases?: Case[] };
    return (file.cases ?? [file as unknown as Case]).map((each) => ({ ...file.defaults, ...each }));
  });
}
