// The expression that yields a part of a result, as a case of its own needs it: also behind an expression that has to
// be put in parentheses, and within the literal maps and lists of a tree of operators.

import { JsonNode, type Path, toFaithful, type Workspace } from "evalground";
import notations from "virtual:notations";
import { dataText } from "./data_paths.ts";
import { dialectFacts } from "./dialects.ts";
import { entriesOf, filesOf } from "./entries.ts";
import { expressionFor } from "./notation.ts";
import { own } from "./own.ts";

type Notation = (typeof notations)[string];

/** A step as it is written, in quotes where a key has to be; null where it cannot be written. */
function written(notation: Notation, step: Path[number]): string | null {
  const { byIndex, byKey, plainKey, otherKey } = notation;
  if (typeof step === "number") return byIndex.replace("*", String(step));
  if (new RegExp(plainKey, "mu").test(step)) return byKey.replace("*", () => step);
  return otherKey?.replace("*", () => step.replace(/['\\]/g, "\\$&")) ?? null;
}

/** The expression of a text that is nothing else, without what stands around it: `users` of `{{ users }}`. */
function subjectOf(text: string, subject: string | undefined): string | undefined {
  return (subject === undefined ? text : new RegExp(subject, "u").exec(text)?.slice(1).find(Boolean))?.trim();
}

const isPath = (text: string, plain: string | undefined): boolean =>
  plain !== undefined && new RegExp(plain, "u").test(text);

/** The text that is evaluated: the expression, or the main file. */
function evaluated({ expression, main, files }: Workspace): unknown {
  const all = filesOf({ files } as Workspace);
  return expression ?? all.get(main ?? [...all.keys()][0] ?? "") ?? main;
}

/** `$.a.where($ > 1)` and `[0, "b"]`: `($.a.where($ > 1)).toList()[0].b`. */
function wayBehind(text: string, path: Path, notation: Notation): string | null {
  const { subject, plain, around = "*", listed = "*", whole = "*" } = notation;
  const inner = subjectOf(text, subject);
  if (!inner) return null;
  const isPlain = isPath(inner, plain);
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
  const { dialect, operation, expression } = workspace;
  const notation = own(notations, dialect);
  if (simple !== null || !notation || (operation ?? "evaluate") !== "evaluate") return simple;
  if (notation.operators !== undefined) {
    const tree = expression instanceof JsonNode ? toFaithful(expression) : expression;
    return tree === undefined ? null : partOfTree(tree, path, notation);
  }
  if (notation.around === undefined) return null;
  const text = evaluated(workspace);
  return typeof text === "string" ? wayBehind(text, path, notation) : null;
}

/**
 * The path of a part of the result as the dialect writes paths: behind what is evaluated where that is a path itself,
 * `$.servers[2].name` or `servers[2].name`, else from the result on. Null where the dialect has no such notation.
 */
export function pathOfPart(workspace: Workspace, path: Path, matches: number): string | null {
  const simple = expressionFor(workspace, path, matches);
  const notation = own(notations, workspace.dialect);
  if (simple !== null || !notation) return simple;
  const { dollar } = dialectFacts(workspace.dialect);
  const text = evaluated(workspace);
  const inner = typeof text === "string" ? subjectOf(text, notation.subject) : undefined;
  const begin = inner && isPath(inner, notation.plain) ? inner : dollar === null ? "" : "$";
  const steps = path.map((step) => {
    // A template's keys stand behind a dot as people write them, though a method may be meant.
    const own = dollar === null ? null : written(notation, step);
    return own ?? dataText([step]).slice(1);
  });
  return begin === "" ? steps.join("").replace(/^\./, "") : begin + steps.join("");
}
