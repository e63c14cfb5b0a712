// How long a document may be before the page treats it as long.

import type { Workspace } from "evalground";
import { filesOf } from "./entries.ts";

/** How many rows and nodes of the tree a run describes at first, and how many more when the user asks for them. */
export const describedStep = 10_000;

/** Longer documents are highlighted line by line, in characters. */
export const longFrom = 1024 * 1024;

/** With more text, the engine gives the colours of the visible lines only, in characters. */
const coloursUpTo = 256 * 1024;

/** Whether a run leaves out the colours, so that the editor asks for those of the visible lines. */
export function leavesOutColours(workspace: Workspace): boolean {
  let length = 0;
  for (const content of filesOf(workspace).values()) if (typeof content === "string") length += content.length;
  return length > coloursUpTo;
}
