// Options of a workspace: reading, setting, and those that say how the expression is evaluated.

import type { Workspace } from "evalground";
import { dialectFacts, type OptionFacts } from "./dialects.ts";
import { entriesOf, mapOf } from "./entries.ts";

type NamedOption = Pick<OptionFacts, "name" | "usual">;
type Options = Workspace["options"];

/** The value of an option, or its default. */
export function optionValue({ options }: Pick<Workspace, "options">, { name, usual }: NamedOption): unknown {
  const [, value = usual] = entriesOf(options).find(([known]) => known === name) ?? [];
  return value;
}

/** Options from entries; undefined if none is left, which removes the key from the workspace. */
export function optionsOf(entries: readonly [string, unknown][]): Options {
  return entries.length === 0 ? undefined : (mapOf(entries) as Options);
}

/** The options with one of them set. A default value is left out. */
export function optionsWith(options: Options, { name, usual }: NamedOption, value: unknown): Options {
  const others = entriesOf(options).filter(([known]) => known !== name);
  const isUsual = value === usual || value === "" || (Array.isArray(value) && value.length === 0);
  return optionsOf(isUsual ? others : [...others, [name, value]]);
}

/**
 * The changes when a person types an expression. The first character sets the options that languages want for typed
 * expressions, such as `as: expression` for `x | upper`. Workspaces from elsewhere have their own options and keep
 * their results. Deleting the expression removes these options again.
 */
export function typedExpression(
  { dialect, options, expression: before }: Pick<Workspace, "dialect" | "options" | "expression">,
  expression: unknown,
): Partial<Workspace> {
  const isNew = before === undefined && expression !== undefined;
  const isGone = before !== undefined && expression === undefined;
  let next = options;
  for (const { facts, typed } of expressionOptions(dialect)) {
    if (typed === undefined) continue;
    const isGiven = entriesOf(next).some(([name]) => name === facts.name);
    if (isNew && !isGiven) next = optionsWith(next, facts, typed);
    if (isGone && optionValue({ options: next }, facts) === typed) next = optionsWith(next, facts, facts.usual);
  }
  return next === options ? { expression } : { expression, options: next };
}

/** Whether the expression is evaluated as typed ones are, although the language has another default. */
export function isReadAsTyped(workspace: Pick<Workspace, "dialect" | "options">): boolean {
  return expressionOptions(workspace.dialect).some(
    ({ facts, typed }) => typed !== undefined && optionValue(workspace, facts) === typed,
  );
}

/** An option that says how the expression is evaluated. */
export interface ExpressionOption {
  facts: OptionFacts;
  /** Its value for an expression that a person types. */
  typed?: string | undefined;
  /** The kind of the outline's nodes whose names are its values. */
  nodes?: string | undefined;
}

/** The options of a language that say how the expression is evaluated. */
export function expressionOptions(dialect: string): ExpressionOption[] {
  const { options, expressionOptions: all = [] } = dialectFacts(dialect);
  return all.flatMap(({ option, typed, nodes }) => {
    const facts = options.find(({ name }) => name === option);
    return facts ? [{ facts, typed, nodes }] : [];
  });
}
