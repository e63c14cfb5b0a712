// The expression that yields a part of a result, for a new case. It may extend an expression that needs parentheses, or
// lead into the literal maps and lists of a tree of operators.

import { JsonNode, type Path, toFaithful, type Workspace } from "evalground";
import notations from "virtual:notations";
import { dataText } from "./data_paths.ts";
import { dialectFacts } from "./dialects.ts";
import { entriesOf, filesOf } from "./entries.ts";
import { expressionFor } from "./notation.ts";
import { isReadAsTyped } from "./options.ts";
import { own } from "./own.ts";

type Notation = (typeof notations)[string];

/** A step of a path, with the key quoted if necessary; null if it cannot be expressed. */
function written(notation: Notation, step: Path[number]): string | null {
  const { byIndex, byKey, plainKey, otherKey } = notation;
  if (typeof step === "number") return byIndex.replace("*", String(step));
  if (new RegExp(plainKey, "mu").test(step)) return byKey.replace("*", () => step);
  return otherKey?.replace("*", () => step.replace(/['\\]/g, "\\$&")) ?? null;
}

/** The expression in a text that consists of nothing else, without its delimiters: `users` in `{{ users }}`. */
function subjectOf(text: string, subject: string | undefined): string | undefined {
  return (subject === undefined ? text : new RegExp(subject, "u").exec(text)?.slice(1).find(Boolean))?.trim();
}

const isPath = (text: string, plain: string | undefined): boolean =>
  plain !== undefined && new RegExp(plain, "u").test(text);

/** The evaluated text: the expression, or the main file. */
function evaluated({ expression, main, files }: Workspace): unknown {
  const all = filesOf({ files } as Workspace);
  return expression ?? all.get(main ?? [...all.keys()][0] ?? "") ?? main;
}

/** Appends a path to an expression: `$.a.where($ > 1)` and `[0, "b"]` give `($.a.where($ > 1)).toList()[0].b`. */
function appendPath(text: string, path: Path, notation: Notation): string | null {
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

/** The notation for the expression of this workspace: a typed one stands without delimiters. */
function notationOf(workspace: Workspace, notation: Notation): Notation {
  if (!isReadAsTyped(workspace) || subjectOf(String(evaluated(workspace)), notation.subject)) return notation;
  const { subject, whole, ...rest } = notation;
  return rest;
}

/** The subtree of operators that yields the value at a path; null if an operator computes the whole value. */
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

/** The expression that yields the value at a path of the result; null if the dialect cannot express it. */
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
  return typeof text === "string" ? appendPath(text, path, notationOf(workspace, notation)) : null;
}

/**
 * The path of a part of the result in the dialect's notation. If the evaluated expression is a path itself, this
 * extends it, as in `$.servers[2].name` or `servers[2].name`; else it starts at the result. Null without such a
 * notation.
 */
export function pathOfPart(workspace: Workspace, path: Path, matches: number): string | null {
  const simple = expressionFor(workspace, path, matches);
  const ofDialect = own(notations, workspace.dialect);
  if (simple !== null || !ofDialect) return simple;
  const notation = notationOf(workspace, ofDialect);
  const { dollar } = dialectFacts(workspace.dialect);
  const text = evaluated(workspace);
  const inner = typeof text === "string" ? subjectOf(text, notation.subject) : undefined;
  const begin = inner && isPath(inner, notation.plain) ? inner : dollar === null ? "" : "$";
  const steps = path.map((step) => {
    // Template keys are written with a dot, as is usual, although the dot may mean a method.
    const own = dollar === null ? null : written(notation, step);
    return own ?? dataText([step]).slice(1);
  });
  return begin === "" ? steps.join("").replace(/^\./, "") : begin + steps.join("");
}
