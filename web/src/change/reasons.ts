// The answer to "why not?" in words, and the paths and places in it.

import type { Span, WhyReason, WhyResult } from "evalground";
import { text } from "../ui/text.ts";
import { boundText, shortValue } from "./words.ts";

type Missing = NonNullable<WhyResult["missing"]>;

/** What a search for reasons has found. */
export function reasonsText(result: WhyResult): string {
  const { candidates, missing, reasons } = result;
  if (reasons.length > 0) return text("why.found", { count: reasons.length }) + boundText(result);
  if (missing) return text("why.ends") + boundText(result);
  return text(candidates.length > 0 ? "why.plain" : "why.nothing") + boundText(result);
}

/** What can be done where no condition decided. */
export function nothingText({ dropped, now, path }: WhyResult): string {
  if (dropped === false) return text("why.kept");
  if (now !== undefined) return text("why.present", { value: shortValue(now) });
  return text(typeof path === "string" ? "why.otherLine" : "why.otherPath");
}

/** A dotted path of the outcome as the results name it. */
function shownEnd(after: string): string {
  const inside = after.replace(/^value(?:\.|(?=\[)|$)/u, "");
  return inside === "" ? text("results.whole") : inside;
}

/** Where a path ends, and what is there. */
export function endText({ after, items, names }: Missing): string {
  if (after === "") return text("why.absent");
  const place = shownEnd(after);
  if (items !== undefined) return text("why.items", { place, count: items });
  return text(names.length > 0 ? "why.has" : "why.leaf", { place });
}

/** The names where a path ends, the nearest one first. */
export function namesOf({ names, nearest }: Missing): string[] {
  return nearest === undefined ? [...names] : [nearest, ...names.filter((name) => name !== nearest)];
}

/** A path and a name below it in the notation of the engine. */
export function deepened(path: string, name: string): string {
  if (/^[^.[\]'"/$\s][^.[\]]*$/u.test(name)) return `${path}.${name}`;
  return `${path}[${name.includes("'") ? `"${name}"` : `'${name}'`}]`;
}

/** The place of a condition in its text; null if it has none. */
export function spanOf({ file, from, to, line }: WhyReason, content: string | null): Span | null {
  if (file === undefined || from === undefined || to === undefined || line === undefined) return null;
  const begin = (content ?? "").lastIndexOf("\n", from - 1) + 1;
  return { file, from, to, line, column: from === 0 ? 1 : from - begin + 1 };
}
