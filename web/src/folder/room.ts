// Which files of a folder fit into a draft. The limits are those of a folder dropped onto the page. Sizes are counted
// in characters, which is cheap.

import type { FileContent } from "evalground";
import { repositoryChoice } from "../files/guesses.ts";
import { largestTotal, mostFiles, mostInRepository, normalisePath, pathProblem } from "../files/paths.ts";
import type { DiskFile, ServerReason } from "./server.ts";

/** Why a file of the folder is not in the draft. */
export type LeftReason = ServerReason | "binary" | "badName" | "tooLarge";

/** Largest file that the server reads and the page saves, in bytes. */
export const largestFile = 1024 * 1024;

const sizeOf = (content: FileContent): number => (typeof content === "string" ? content : content.base64).length;

/** The limits of a folder: those of a repository if its files form one, else those of a draft. */
export interface Limits {
  most: number;
  isRepository: boolean;
}

/** The limits for the paths of a folder. */
export function limitsFor(paths: Iterable<string>): Limits {
  const isRepository = repositoryChoice(paths) !== null;
  return { most: isRepository ? mostInRepository : mostFiles, isRepository };
}

/** The files that fit in addition to the existing ones, and those that are left out. */
export function fitting(
  files: ReadonlyMap<string, DiskFile>,
  { most, isRepository }: Limits,
  there: ReadonlyMap<string, DiskFile> = new Map(),
): { taken: Map<string, DiskFile>; left: { path: string; reason: LeftReason }[] } {
  const taken = new Map<string, DiskFile>();
  const left: { path: string; reason: LeftReason }[] = [];
  let count = there.size;
  let total = [...there.values()].reduce((sum, { content }) => sum + sizeOf(content), 0);
  const reasonAgainst = (path: string, content: FileContent): LeftReason | null => {
    if (normalisePath(path) !== path || pathProblem(path, []) !== null) return "badName";
    if (isRepository && typeof content !== "string") return "binary";
    if (count >= most && !there.has(path)) return "tooMany";
    return total + sizeOf(content) > largestTotal ? "tooLarge" : null;
  };
  for (const [path, file] of files) {
    const reason = reasonAgainst(path, file.content);
    if (reason) {
      left.push({ path, reason });
      continue;
    }
    taken.set(path, file);
    const before = there.get(path);
    if (!before) count += 1;
    total += sizeOf(file.content) - (before ? sizeOf(before.content) : 0);
  }
  return { taken, left };
}
