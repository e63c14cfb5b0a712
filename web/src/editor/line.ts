// The expression line without its editor: how its text maps to the workspace, and how it follows the workspace.
//
// The workspace holds a value and the line a text. For most expressions the value is the text itself. Function calls in
// Unfurl are YAML. So a text that is meant as YAML, such as `concat: [a, b]`, becomes a map once the engine has parsed
// it:
//
//   typed `{eval: ::a}`   workspace.expression = {eval: "::a"}
//   typed `{eval: ::`     workspace.expression = "{eval: ::", and the engine reports the error
//
// In the other direction, a map that another part has put into the workspace is shown as JSON, which is valid YAML.
//
// Invariant: `value` is the value of the current text. While the workspace holds that same value, the text stays as
// typed. Any other value comes from elsewhere and replaces the text.

import { readJson, type Span, toFaithful, writeJson } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { typedExpression } from "../ui/options.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { HistoryWalk } from "./history.ts";
import type { ReadTyped } from "../run/reading.ts";

/** Whether a text is meant as YAML. In some dialects only a map is, such as `{eval: …}` or `concat: [a, b]`. */
export function isMeantAsYaml(typed: string, dialect: string): boolean {
  switch (dialectFacts(dialect).readsYaml) {
    case "nothing":
      return false;
    case "maps":
      return /^\s*(?:\{|[A-Za-z_][\w-]*:(?:\s|$))/.test(typed);
    case "everything":
      return typed.trim() !== "";
  }
}

/** Longest map or list that is shown on one line. */
const longestLine = 60;

/**
 * An expression as text: short maps and lists as JSON, which is valid YAML, and longer ones as YAML of several lines.
 */
export function expressionText(expression: unknown): string {
  if (expression === undefined) return "";
  if (typeof expression === "string") return expression;
  const json = writeJson(expression);
  return json.length <= longestLine ? json : valueToYaml(expression).trimEnd();
}

export class ExpressionLine {
  /** The walk through earlier expressions with the arrow keys. */
  readonly walk = new HistoryWalk();
  private value: unknown;
  /** Counts edits, so that the parse result of an earlier text can be ignored. */
  private typings = 0;

  /** `parse` parses YAML with the engine. `onYaml` is called with whether the text is interpreted as YAML. */
  constructor(
    private readonly store: Store,
    private readonly parse: ReadTyped,
    private readonly onYaml: (isYaml: boolean) => void,
  ) {
    this.value = store.state.workspace.expression;
  }

  /** The workspace's expression as text. */
  get text(): string {
    return expressionText(this.store.state.workspace.expression);
  }

  /** Takes the typed text into the workspace. */
  async take(typed: string): Promise<void> {
    this.typings += 1;
    const typing = this.typings;
    const isYaml = isMeantAsYaml(typed, this.store.state.workspace.dialect);
    this.onYaml(isYaml);
    if (!isYaml) {
      this.set(typed.trim() === "" ? undefined : typed);
      return;
    }
    const { json } = await this.parse(typed);
    if (typing !== this.typings) return;
    // Text that does not parse stays text. The engine reports what is wrong with it.
    const value = json === undefined ? typed : toFaithful(readJson(json));
    this.onYaml(typeof value !== "string");
    this.set(value);
  }

  /** The formatted text if it is YAML; null: leave it unchanged. */
  async formatted(typed: string): Promise<string | null> {
    // Formatting would lose the comment, which is not part of the value.
    if (!isMeantAsYaml(typed, this.store.state.workspace.dialect) || /(?:^|\s)#/.test(typed)) return null;
    const { json } = await this.parse(typed);
    const value = json === undefined ? undefined : toFaithful(readJson(json));
    return typeof value === "object" && value !== null ? expressionText(value) : null;
  }

  /** The text to show after another part changed the expression; null if the line already shows it. */
  changed(): string | null {
    const { expression } = this.store.state.workspace;
    if (expression === this.value) return null;
    this.value = expression;
    this.onYaml(typeof expression !== "string" && expression !== undefined);
    return this.text;
  }

  /**
   * Converts a range of the engine to the shown text. The engine's positions refer to its own text of the expression;
   * if the texts differ, the result is the whole line.
   */
  place(span: Span, shown: string): Span {
    const { expression } = this.store.state.workspace;
    const isSame = typeof expression === "string" || shown === this.text;
    return isSame ? span : { ...span, from: 0, to: shown.length };
  }

  private set(value: unknown): void {
    this.value = value;
    this.store.edit(typedExpression(this.store.state.workspace, value));
  }
}
