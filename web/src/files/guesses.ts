// Guesses what repository a set of files is: its language, and the options with which it is evaluated.

import type { FileContent, GuessDescription, RepositoryDescription, RepositoryPartDescription } from "evalground";
import { type Choice, choices } from "../ui/dialects.ts";
import { fits } from "../ui/repository.ts";

/** The choice whose repository, or part of one, the paths look like; or null. */
export function repositoryChoice(paths: Iterable<string>): Choice | null {
  const all = [...paths];
  const shows = (pattern?: string): boolean => pattern !== undefined && all.some((path) => fits(pattern, path));
  return choices.find(({ repository }) => shows(repository?.files) || shows(repository?.part?.files)) ?? null;
}

/** The part of a repository that the paths are, if the rest is missing; or null. */
export function partAlone(
  { files, part }: RepositoryDescription,
  paths: readonly string[],
): RepositoryPartDescription | null {
  const isPart = part && paths.some((path) => fits(part.files, path)) && !paths.some((path) => fits(files, path));
  return isPart ? part : null;
}

function guessedValue(guess: GuessDescription, files: ReadonlyMap<string, FileContent>): string | null {
  const { paths, text, unless, says = "" } = guess;
  const isSaid = ([path, content]: [string, FileContent]): boolean =>
    unless !== undefined && fits(unless, path) && typeof content === "string" && fits(says, content);
  if ([...files].some(isSaid)) return null;
  const depth = (path: string): number => path.split("/").length;
  const ordered = [...files].sort(([one], [other]) => depth(one) - depth(other) || (one < other ? -1 : 1));
  for (const pattern of paths) {
    for (const [path, content] of ordered) {
      const found = new RegExp(pattern, "mu").exec(path);
      if (found && (text === undefined || (typeof content === "string" && fits(text, content)))) {
        return found[1] ?? path;
      }
    }
  }
  return null;
}

/** The options that the files of a repository suggest. */
export function guessedOptions(
  repository: RepositoryDescription,
  files: ReadonlyMap<string, FileContent>,
): [string, string][] {
  return (repository.guesses ?? []).flatMap((guess): [string, string][] => {
    const value = guessedValue(guess, files);
    return value === null ? [] : [[guess.option, value]];
  });
}
