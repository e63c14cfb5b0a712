// What files from outside are, before anything is done with them: a saved draft, or the documents of one.
//
// A zip is what is in it. A folder that everything stands in is left out of the paths. The main document is the one
// that shows the surest marks of a language; where none shows any, the one that is called as a language calls its
// documents.

import type { FileContent, Workspace } from "evalground";
import { unzipSync } from "fflate";
import { contentOf, sizeOf } from "../ui/content.ts";
import { blankWorkspace } from "../ui/choose.ts";
import { type Choice, choiceOf, dialectFacts } from "../ui/dialects.ts";
import { mapOf } from "../ui/entries.ts";
import { guessed } from "../ui/guess.ts";
import { readWorkspaces } from "../ui/saved.ts";
import { largestTotal, mostFiles, normalisePath, pathProblem } from "./paths.ts";

export type Contents = ReadonlyMap<string, FileContent>;

/** Files as they came, and those that were left out with the first reason. */
export interface Arrival {
  files: Contents;
  left: number;
  reason: "tooMany" | "tooLarge" | null;
}

/** Whether bytes begin as a zip archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

const unmeant = /(?:^|\/)(?:__MACOSX|\.git|node_modules|__pycache__)\/|(?:^|\/)\.DS_Store$/;

/**
 * The files of a zip archive; throws when it is none. What would not fit a draft is not unpacked: an archive may claim
 * to be small and be a bomb.
 */
export function unzipped(bytes: Uint8Array): [string, Uint8Array<ArrayBuffer>][] {
  let total = 0;
  const entries = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (name.endsWith("/") || unmeant.test(name) || originalSize > largestTotal) return false;
      total += originalSize;
      return total <= 2 * largestTotal;
    },
  });
  return Object.entries(entries).map(([path, content]) => [path, content as Uint8Array<ArrayBuffer>]);
}

/** The folder that all paths stand in, with its slash, or nothing. */
function commonFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  return folder !== "" && paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** Files with paths that a draft can have, as many as fit one. */
export function arrived(given: readonly (readonly [path: string, bytes: Uint8Array<ArrayBuffer>])[]): Arrival {
  const folder = commonFolder(given.map(([path]) => path));
  const files = new Map<string, FileContent>();
  let total = 0;
  let left = 0;
  let reason: Arrival["reason"] = null;
  for (const [whole, bytes] of given) {
    const path = normalisePath(whole.slice(folder.length));
    if (pathProblem(path, []) !== null) left += 1;
    else if (files.size >= mostFiles) [left, reason] = [left + 1, reason ?? "tooMany"];
    else if (total + bytes.length > largestTotal) [left, reason] = [left + 1, reason ?? "tooLarge"];
    else {
      const content = contentOf(bytes);
      files.set(path, content);
      total += sizeOf(content);
    }
  }
  return { files, left, reason };
}

/** The workspaces that a single file holds; none when it is a document like any other. `parse` reads YAML as JSON. */
export async function savedIn(
  path: string,
  content: FileContent,
  parse: (text: string) => Promise<string | undefined>,
): Promise<Workspace[]> {
  if (typeof content !== "string" || !/\.(?:json|ya?ml)$/i.test(path)) return [];
  // Only what says its dialect is asked of the engine; other YAML is a document.
  if (!/(?:^|[\s{,"'])dialect["']?\s*:/m.test(content)) return [];
  try {
    const json = /\.json$/i.test(path) ? content : await parse(content);
    return json === undefined ? [] : readWorkspaces(json);
  } catch {
    return [];
  }
}

/** How sure it is that a file is the main one of a language. */
function standing(path: string, content: FileContent): { choice: Choice; rank: number } | null {
  const found = typeof content === "string" ? guessed(content) : null;
  if (!found) return null;
  const { file, extensions } = dialectFacts(found.choice.dialect);
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const depth = path.split("/").length;
  const rank = (found.isSure ? 4 : 0) + (path.endsWith(file.path) ? 2 : 0) + (extensions.includes(ending) ? 1 : 0);
  return { choice: found.choice, rank: rank - depth / 10 };
}

/** The draft that files make: of the language that they are written in, or else of the one that is open. */
export function workspaceFrom(files: Contents, open: Workspace): Workspace {
  let best: { choice: Choice; rank: number; path: string } | null = null;
  for (const [path, content] of files) {
    const found = standing(path, content);
    if (found && found.rank > (best?.rank ?? 0)) best = { ...found, path };
  }
  const choice = best?.choice ?? choiceOf(open);
  const { file, extensions } = dialectFacts(choice.dialect);
  const named = [...files.keys()].find(
    (path) => path.endsWith(file.path) || extensions.some((end) => path.endsWith(`.${end}`)),
  );
  const main = best?.path ?? named;
  return {
    ...blankWorkspace(choice),
    files: mapOf([...files]),
    ...(main !== undefined && files.size > 1 && { main }),
  };
}
