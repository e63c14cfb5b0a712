// The expression that yields a part of a result, as a case of its own needs it: also behind an expression that has to
// be put in parentheses, and within the literal maps and lists of a tree of operators.

import { JsonNode, type Path, toFaithful, type Workspace } from "evalground";
import notations from "virtual:notations";
import { entriesOf, filesOf, pathsOf } from "../ui/entries.ts";
import { expressionFor } from "../ui/notation.ts";

type Notation = (typeof notations)[string];

/** A step as it is written, in quotes where a key has to be; null where it cannot be written. */
function written(notation: Notation, step: Path[number]): string | null {
  const { byIndex, byKey, plainKey, otherKey } = notation;
  if (typeof step === "number") return byIndex.replace("*", String(step));
  if (new RegExp(plainKey, "mu").test(step)) return byKey.replace("*", () => step);
  return otherKey?.replace("*", () => step.replace(/['\\]/g, "\\$&")) ?? null;
}

/** `$.a.where($ > 1)` and `[0, "b"]`: `($.a.where($ > 1)).toList()[0].b`. */
function wayBehind(text: string, path: Path, notation: Notation): string | null {
  const { subject, plain, around = "*", listed = "*", whole = "*" } = notation;
  const inner = (subject === undefined ? text : new RegExp(subject, "u").exec(text)?.slice(1).find(Boolean))?.trim();
  if (!inner) return null;
  const isPlain = plain !== undefined && new RegExp(plain, "u").test(inner);
  const put = (what: string, into: string): string => into.replace("*", () => what);
  let way = isPlain ? inner : put(inner, around);
  for (const step of path) {
    const next = written(notation, step);
    if (next === null) return null;
    way = (typeof step === "number" && !isPlain ? put(way, listed) : way) + next;
  }
  return put(way, whole);
}

/** The part of a tree of operators that gives what a path leads to, or null where an operator makes the whole of it. */
function partOfTree(tree: unknown, path: Path, notation: Notation): unknown {
  const { operators = "", plain = "" } = notation;
  const [step, ...rest] = path;
  if (step === undefined) return tree;
  if (typeof tree === "string") {
    const steps = path.map((each) => written(notation, each));
    return new RegExp(plain, "u").test(tree) && !steps.includes(null) ? tree + steps.join("") : null;
  }
  if (Array.isArray(tree)) return typeof step === "number" ? partOfTree(tree[step] ?? null, rest, notation) : null;
  const entries = entriesOf(tree);
  const [only] = entries;
  if (entries.length === 1 && only?.[0].startsWith(operators)) return null;
  return partOfTree(entries.find(([key]) => key === step)?.[1] ?? null, rest, notation);
}

/** The expression that yields the value at a path of the result, or null where the dialect cannot say it. */
export function expressionOfPart(workspace: Workspace, path: Path, matches: number): unknown {
  const simple = expressionFor(workspace, path, matches);
  const { dialect, operation, expression, main } = workspace;
  const notation = notations[dialect];
  if (simple !== null || !notation || (operation ?? "evaluate") !== "evaluate") return simple;
  if (notation.operators !== undefined) {
    const tree = expression instanceof JsonNode ? toFaithful(expression) : expression;
    return tree === undefined ? null : partOfTree(tree, path, notation);
  }
  if (notation.around === undefined) return null;
  const text = expression ?? filesOf(workspace).get(main ?? pathsOf(workspace)[0] ?? "") ?? main;
  return typeof text === "string" ? wayBehind(text, path, notation) : null;
}
