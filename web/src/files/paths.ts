// The paths of virtual files: which are valid, and how to find a free one.

import { text } from "../ui/text.ts";

/** Maximum number of files in a workspace. */
export const mostFiles = 64;
/** Maximum number of files in a repository. */
export const mostInRepository = 1000;
/** Maximum size of one file of a repository, in bytes. */
export const largestInRepository = 2 * 1024 * 1024;
/** Maximum size of all files together, in bytes. */
export const largestTotal = 8 * 1024 * 1024;

/** Removes surrounding spaces and `.` segments from a path. URLs are not changed. */
export function normalisePath(typed: string): string {
  const path = typed.trim();
  if (isUrl(path)) return path;
  return path.replace(/^(\.\/)+/, "").replaceAll(/\/(\.\/)+/g, "/");
}

/** Whether a name is the URL of a fetched document. */
function isUrl(path: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(path);
}

/** The first problem with a path, in words, or null. `others` are the existing paths. */
export function pathProblem(typed: string, others: readonly string[]): string | null {
  const path = normalisePath(typed);
  if (path === "") return text("files.empty");
  if ([...path].some((character) => character < " " || character === "\u007f")) return text("files.controls");
  if (!isUrl(path)) {
    if (path.startsWith("/")) return text("files.absolute");
    const parts = path.split("/");
    if (parts.some((part) => part.trim() === "")) return text("files.emptyPart", { path });
    if (parts.includes("..")) return text("files.upward");
  }
  if (others.includes(path)) return text("files.taken", { path });
  return null;
}

/** Why a folder on disk cannot have a file of this name; null if it can. */
export type DiskProblem = "hidden" | "backslash" | "outside" | "long";

/** Maximum length of a file name on disk, in bytes. */
const longestName = 255;

/** Whether `evalground serve` would write a file of this name: only inside the folder, and no hidden files. */
export function diskProblem(path: string): DiskProblem | null {
  if (!isUrl(path) && path.includes("\\")) return "backslash";
  const parts = path.split("/");
  if (isUrl(path) || path.includes("\0") || /^[a-z]:/i.test(path) || parts.includes("") || parts.includes(".."))
    return "outside";
  if (parts.some((part) => part.startsWith("."))) return "hidden";
  return parts.some((part) => new TextEncoder().encode(part).length > longestName) ? "long" : null;
}

/** The problem with a path in a draft of a folder on disk, in words, or null. */
export function diskPathProblem(typed: string): string | null {
  const path = normalisePath(typed);
  const problem = isUrl(path) ? null : diskProblem(path);
  return problem && text(`files.disk.${problem}`, { path });
}

/** A path that does not exist yet, based on a wanted one: `a.yaml`, `a-2.yaml`, and so on. */
export function freePath(wanted: string, others: readonly string[]): string {
  if (!others.includes(wanted)) return wanted;
  const dot = wanted.lastIndexOf(".");
  const [stem, ending] = dot > wanted.lastIndexOf("/") + 1 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ""];
  for (let number = 2; ; number += 1) {
    const path = `${stem}-${number}${ending}`;
    if (!others.includes(path)) return path;
  }
}
