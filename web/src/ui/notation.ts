// How a dialect writes the way to a value, where that can be said of any value without asking the engine: by the
// notation that the dialect describes. `["instances", "app", "ports", 0]` of a whole document may be `::app::ports::0`.

import type { Path, Workspace } from "evalground";
import { dialectFacts, type DialectFacts } from "./dialects.ts";

/** The steps of a path as they are written one after the other, or null where a key cannot be. */
function steps(notation: NonNullable<DialectFacts["notation"]>, path: Path): string | null {
  const plainKey = new RegExp(notation.plainKey, "mu");
  let written = "";
  for (const part of path) {
    if (typeof part === "string" && !plainKey.test(part)) return null;
    written += (typeof part === "number" ? notation.byIndex : notation.byKey).replace("*", () => String(part));
  }
  return written;
}

/**
 * The expression that yields the value at a path of the result, or null where the dialect cannot say it. An expression
 * with several matches gives a list that no longer path can be added to.
 */
export function expressionFor(
  { dialect, operation, expression }: Workspace,
  path: Path,
  matches: number,
): string | null {
  const { notation } = dialectFacts(dialect);
  if (!notation || (operation ?? "evaluate") !== "evaluate") return null;
  if (typeof expression === "string" && expression.trim() !== "") {
    if (path.length === 0) return expression;
    const way = steps(notation, path);
    return way !== null && matches === 1 && !/[{}\n]/.test(expression) ? expression.trim() + way : null;
  }
  if (expression !== undefined) return null;
  const [top, ...rest] = path;
  const root = notation.roots?.find(({ key }) => key === top);
  const way = steps(notation, rest);
  return root && way ? (root.prefix ?? "") + way : null;
}
