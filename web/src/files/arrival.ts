// Classifies files from outside before they are opened: a saved draft, or the documents of one.
//
// A zip counts as its contents. A folder that contains all files is removed from the paths. The main document is the
// file with the strongest marks of a language. If no file has marks, it is the one named as a language usually names
// its documents.

import type { FileContent, Workspace } from "evalground";
import { unzipSync } from "fflate";
import { contentOf, sizeOf } from "../ui/content.ts";
import { blankWorkspace } from "../ui/choose.ts";
import { type Choice, choiceOf, dialectFacts, optionsFor } from "../ui/dialects.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { guessed } from "../ui/guess.ts";
import { fits } from "../ui/repository.ts";
import { guessedOptions, partAlone, repositoryChoice } from "./guesses.ts";
import { largestInRepository, largestTotal, mostFiles, mostInRepository, normalisePath, pathProblem } from "./paths.ts";
import { readWorkspaces } from "./saved.ts";

type Contents = ReadonlyMap<string, FileContent>;

/** Why a file was left out. */
export type Reason = "tooMany" | "tooLarge" | "large" | "binary" | "badName";

/** A file that was left out, and why. */
interface LeftOut {
  path: string;
  reason: Reason;
}

/** The files that came, and those that were left out. */
export interface Arrival {
  files: Contents;
  left: LeftOut[];
  /** Set if the files form a repository, which may hold more files, but no binary and no large ones. */
  choice: Choice | null;
}

/** Whether bytes start like a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Files that tools keep beside a repository. */
const hidden = /(?:^|\/)\.(?:git|github|svn|hg|venv|tox|cache|idea|vscode)\/|(?:^|\/)venv\//;

const unmeant = /(?:^|\/)(?:__MACOSX|\.git|node_modules|__pycache__)\/|(?:^|\/)\.DS_Store$/;

/**
 * The files of a zip archive. Throws if it is not one. Files that would not fit a draft are not unpacked, because an
 * archive can claim to be small and be a zip bomb.
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

/** The folder common to all paths, with its slash, or "". */
function commonFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  return folder !== "" && paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** The files whose paths a draft can have, as many as it can hold. */
export function arrived(given: readonly (readonly [path: string, bytes: Uint8Array<ArrayBuffer>])[]): Arrival {
  const folder = commonFolder(given.map(([path]) => path));
  const files = new Map<string, FileContent>();
  const left: LeftOut[] = [];
  const paths = given.map(([whole]) => normalisePath(whole.slice(folder.length)));
  const choice = given.length > 1 ? repositoryChoice(paths) : null;
  const most = choice ? mostInRepository : mostFiles;
  let total = 0;
  const reasonFor = (path: string, bytes: Uint8Array, content: () => FileContent): Reason | null => {
    if (pathProblem(path, []) !== null) return "badName";
    if (choice && bytes.length > largestInRepository) return "large";
    if (files.size >= most) return "tooMany";
    if (total + bytes.length > largestTotal) return "tooLarge";
    return choice && typeof content() !== "string" ? "binary" : null;
  };
  for (const [index, [, bytes]] of given.entries()) {
    const path = paths[index] ?? "";
    if (choice && hidden.test(path)) continue;
    const content = contentOf(bytes);
    const reason = reasonFor(path, bytes, () => content);
    if (reason) left.push({ path, reason });
    else {
      files.set(path, content);
      total += sizeOf(content);
    }
  }
  return { files, left, choice };
}

/** The workspaces that a single file holds; empty if it is an ordinary document. `parse` converts YAML to JSON. */
export async function savedIn(
  path: string,
  content: FileContent,
  parse: (text: string) => Promise<string | undefined>,
): Promise<Workspace[]> {
  if (typeof content !== "string" || !/\.(?:json|ya?ml)$/i.test(path)) return [];
  // Only texts that name a dialect are parsed by the engine. Other YAML is a document.
  if (!/(?:^|[\s{,"'])dialect["']?\s*:/m.test(content)) return [];
  try {
    const json = /\.json$/i.test(path) ? content : await parse(content);
    return json === undefined ? [] : readWorkspaces(json);
  } catch {
    return [];
  }
}

/** How likely it is that a file is the main document of a language. */
function standing(path: string, content: FileContent): { choice: Choice; rank: number } | null {
  const found = typeof content === "string" ? guessed(content) : null;
  if (!found) return null;
  const { file, extensions } = dialectFacts(found.choice.dialect);
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const depth = path.split("/").length;
  const rank = (found.isSure ? 4 : 0) + (path.endsWith(file.path) ? 2 : 0) + (extensions.includes(ending) ? 1 : 0);
  return { choice: found.choice, rank: rank - depth / 10 };
}

/** The draft of a repository, with the options that its files suggest and its first operation. */
export function repositoryFrom(files: Contents, choice: Choice): Workspace {
  const { repository, dialect } = choice;
  const options = optionsFor({ dialect }, choice);
  const part = repository && partAlone(repository, [...files.keys()]);
  const guesses: [string, string][] = part
    ? [[part.option, part.value]]
    : repository
      ? guessedOptions(repository, files)
      : [];
  const main = part && [...files.keys()].sort().find((path) => fits(part.document, path));
  const [operation] = repository?.operations ?? [];
  return {
    dialect,
    ...(main ? { main } : operation && { operation }),
    files: mapOf([...files]),
    options: mapOf([...entriesOf(options), ...guesses]) as NonNullable<Workspace["options"]>,
  };
}

/** The draft made of files: in the language that they are written in, or else in that of the open draft. */
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
