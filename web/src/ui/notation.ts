// Writes paths to values in a dialect's notation, as far as the dialect's description suffices without asking the
// engine. `["instances", "app", "ports", 0]` of a whole document may be written as `::app::ports::0`.

import type { Path, Workspace } from "evalground";
import { dialectFacts, type DialectFacts } from "./dialects.ts";
import { isReadAsTyped } from "./options.ts";

/** The steps of a path in the notation; null if it cannot express one of the keys. */
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
 * The expression that yields the value at a path of the result; null if the dialect cannot express it. An expression
 * with several matches gives a list, and no further path can be appended to it.
 */
export function expressionFor(workspace: Workspace, path: Path, matches: number): string | null {
  const { dialect, operation, expression } = workspace;
  const { notation } = dialectFacts(dialect);
  if (!notation || (operation ?? "evaluate") !== "evaluate") return null;
  if (typeof expression === "string" && expression.trim() !== "") {
    if (path.length === 0) return expression;
    // The path would belong to the last operand: `a | sort[0]`.
    if (isReadAsTyped(workspace) && !/^\w+$/u.test(expression.trim())) return null;
    const way = steps(notation, path);
    return way !== null && matches === 1 && !/[{}\n]/.test(expression) ? expression.trim() + way : null;
  }
  if (expression !== undefined) return null;
  const [top, ...rest] = path;
  const root = notation.roots?.find(({ key }) => key === top);
  const way = steps(notation, rest);
  return root && way ? (root.prefix ?? "") + way : null;
}
