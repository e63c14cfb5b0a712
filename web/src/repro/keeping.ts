// What a smaller workspace can be required to keep: the selected row, a problem, the difference from the expectation,
// or the whole result. The most likely choice comes first.

import type { Path, RunResult, ShrinkOptions, Workspace } from "evalground";
import { differencesOf } from "../run/expectation.ts";
import { fileText } from "../ui/places.ts";
import { text } from "../ui/text.ts";

/** One choice of what is kept. */
export interface Keeping {
  id: string;
  label: string;
  options: Pick<ShrinkOptions, "keep" | "keepError">;
}

/** Maximum number of problems with different codes that are offered. */
const mostProblems = 20;

/** The path for a row's pointer: `resources#/web` belongs to a value beside the result. */
export function pathOfPointer(pointer: string): Path {
  const [, part, rest = pointer] = /^([a-z]+)#(.*)$/s.exec(pointer) ?? [];
  const keys = rest
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return part === undefined ? keys : [part, ...keys];
}

/** The choices for a draft. `pointer` is the selected row of the result. */
export function keepings(workspace: Workspace, result: RunResult | null, pointer: string | undefined): Keeping[] {
  const found: Keeping[] = [];
  const errorPointers = new Set(result?.rows.filter(({ kind }) => kind === "error").map(({ path }) => path.join("/")));
  const path = pointer === undefined ? [] : pathOfPointer(pointer);
  if (path.length > 0 && result && !errorPointers.has(path.join("/"))) {
    const label = text("minimal.keep.value", { path: path.join(".") });
    found.push({ id: "row", label, options: { keep: { path } } });
  }
  const fails = result !== null && !result.ok;
  const problems: Keeping[] = [];
  const codes = new Set<string>();
  const listed = [...(result?.diagnostics ?? [])].sort(
    (one, other) => Number(one.severity !== "error") - Number(other.severity !== "error"),
  );
  for (const { code, span } of listed) {
    if (codes.has(code) || codes.size >= mostProblems) continue;
    codes.add(code);
    const label = span
      ? text("minimal.keep.error", { code, line: span.line, file: fileText(span.file) })
      : text("minimal.keep.errorAnywhere", { code });
    problems.push({ id: `problem ${code}`, label, options: { keepError: code } });
  }
  if (fails) return [...problems, ...found];
  const isMet = workspace.expect !== undefined && result !== null && differencesOf(workspace, result).length === 0;
  const what = isMet ? "minimal.keep.met" : workspace.expect ? "minimal.keep.difference" : "minimal.keep.result";
  const whole: Keeping = { id: "whole", label: text(what), options: {} };
  return [...found, whole, ...problems];
}
