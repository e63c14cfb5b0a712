// Hand-written links can have the document's text in `main`. This turns it into a file.

import type { Workspace } from "evalground";
import { filesOf, mapOf } from "../ui/entries.ts";

/** The workspace with its document as a file, which the editor can show. `main` may be the text itself. */
export function withMainFile(workspace: Workspace): Workspace {
  const { main, files: _files, ...rest } = workspace;
  const files = filesOf(workspace);
  if (main === undefined || files.has(main)) return workspace;
  let path = "main.yaml";
  for (let number = 2; files.has(path); number += 1) path = `main-${number}.yaml`;
  return { ...rest, files: mapOf([[path, main], ...files]) };
}
