// How a dialect writes the way to a value, where that can be said of any value without asking the engine.

import type { Path, Workspace } from "evalground";

/** A key that a query of Unfurl takes as it stands, and as text. */
const plainKey = /^(?![!$.*+-])(?!.*(?:::|\?$))[^\s[\]=]+$/;

function unfurlSteps(path: Path): string[] | null {
  const steps: string[] = [];
  for (const part of path) {
    if (typeof part === "number") steps.push(String(part));
    else if (plainKey.test(part) && !/^\d+$/.test(part)) steps.push(part);
    else return null;
  }
  return steps;
}

/**
 * The expression that yields the value at a path of the result, or null where the dialect cannot say it. An expression with
 * several matches gives a list that no longer path can be added to.
 */
export function expressionFor(
  { dialect, operation, expression }: Workspace,
  path: Path,
  matches: number,
): string | null {
  if (dialect !== "unfurl" || (operation ?? "evaluate") !== "evaluate") return null;
  if (typeof expression === "string" && expression.trim() !== "") {
    if (path.length === 0) return expression;
    const steps = unfurlSteps(path);
    return steps && matches === 1 && !/[{}\n]/.test(expression) ? [expression.trim(), ...steps].join("::") : null;
  }
  if (expression !== undefined) return null;
  const [top, ...rest] = path;
  const steps = unfurlSteps(rest);
  if (!steps || steps.length === 0) return null;
  if (top === "instances") return `::${steps.join("::")}`;
  return top === "outputs" ? `::root::outputs::${steps.join("::")}` : null;
}
