// The paths of virtual files: which are allowed, and how a free one is found.

import { text } from "../ui/text.ts";

/** Most files of one workspace. */
export const mostFiles = 64;
/** Most files of a repository. */
export const mostInRepository = 1000;
/** Most bytes of one file of a repository. */
export const largestInRepository = 2 * 1024 * 1024;
/** Most bytes of all files together. */
export const largestTotal = 8 * 1024 * 1024;

/** Takes out what a path does not need: spaces at its ends, and `.` parts. URLs stay as they are. */
export function normalisePath(typed: string): string {
  const path = typed.trim();
  if (isUrl(path)) return path;
  return path.replace(/^(\.\/)+/, "").replaceAll(/\/(\.\/)+/g, "/");
}

/** Whether a name stands for a fetched document. */
function isUrl(path: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(path);
}

/** The first thing wrong with a path, in words, or null; `others` are the paths that exist already. */
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

/** Why a folder of the machine takes no file of this name; null: it does. */
export type DiskProblem = "hidden" | "backslash" | "outside" | "long";

/** Most bytes of one name on disk. */
const longestName = 255;

/** Whether `evalground serve` would write a file of this name: only below the folder, and nothing that is hidden. */
export function diskProblem(path: string): DiskProblem | null {
  if (!isUrl(path) && path.includes("\\")) return "backslash";
  const parts = path.split("/");
  if (isUrl(path) || path.includes("\0") || /^[a-z]:/i.test(path) || parts.includes("") || parts.includes(".."))
    return "outside";
  if (parts.some((part) => part.startsWith("."))) return "hidden";
  return parts.some((part) => new TextEncoder().encode(part).length > longestName) ? "long" : null;
}

/** What is wrong with a path in a draft that shows a folder of the machine, in words, or null. */
export function diskPathProblem(typed: string): string | null {
  const path = normalisePath(typed);
  const problem = isUrl(path) ? null : diskProblem(path);
  return problem && text(`files.disk.${problem}`, { path });
}

/** A path that does not exist yet, made from one that may: `a.yaml`, `a-2.yaml`, and so on. */
export function freePath(wanted: string, others: readonly string[]): string {
  if (!others.includes(wanted)) return wanted;
  const dot = wanted.lastIndexOf(".");
  const [stem, ending] = dot > wanted.lastIndexOf("/") + 1 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ""];
  for (let number = 2; ; number += 1) {
    const path = `${stem}-${number}${ending}`;
    if (!others.includes(path)) return path;
  }
}
