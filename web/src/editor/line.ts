// The expression line without its editor: what its text stands for in the workspace, and how it follows the workspace.
//
// The workspace holds a value and the line a text. Most expressions are the text itself. Unfurl's function calls are
// YAML, so that a text which is meant as YAML, such as `concat: [a, b]`, becomes the map that it says, once the
// engine has read it:
//
//   typed `{eval: ::a}`   workspace.expression = {eval: "::a"}
//   typed `{eval: ::`     workspace.expression = "{eval: ::", and the engine says what is wrong with it
//
// In the other direction a map that another part has put into the workspace is shown as JSON, which is YAML too.
//
// Invariant: `value` is what the present text stands for. While the workspace holds that very value the text stays as
// it was typed; whatever else it holds has come from elsewhere and replaces the text.

import { readJson, type Span, toFaithful, writeJson } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { HistoryWalk } from "./history.ts";
import type { ReadTyped } from "../run/reading.ts";

/** Whether a text is meant as YAML: in some dialects only a map, such as `{eval: …}` or `concat: [a, b]`. */
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

/** Longest map or list that is shown in one line. */
const longestLine = 60;

/** An expression as text: short maps and lists as JSON, which is YAML too, and longer ones as YAML of several lines. */
export function expressionText(expression: unknown): string {
  if (expression === undefined) return "";
  if (typeof expression === "string") return expression;
  const json = writeJson(expression);
  return json.length <= longestLine ? json : valueToYaml(expression).trimEnd();
}

export class ExpressionLine {
  /** The steps of the arrow keys. */
  readonly walk = new HistoryWalk();
  private value: unknown;
  /** Counts the texts that were typed; the answer to an earlier one is of no use. */
  private typings = 0;

  /**
   * `parse` reads YAML as the engine does; `tellYaml` is told whether the text is taken for the value that it says as
   * YAML.
   */
  constructor(
    private readonly store: Store,
    private readonly parse: ReadTyped,
    private readonly tellYaml: (isYaml: boolean) => void,
  ) {
    this.value = store.state.workspace.expression;
  }

  /** The workspace's expression as text. */
  get text(): string {
    return expressionText(this.store.state.workspace.expression);
  }

  /** Takes up what was typed. */
  async take(typed: string): Promise<void> {
    this.typings += 1;
    const typing = this.typings;
    const isYaml = isMeantAsYaml(typed, this.store.state.workspace.dialect);
    this.tellYaml(isYaml);
    if (!isYaml) {
      this.set(typed.trim() === "" ? undefined : typed);
      return;
    }
    const { json } = await this.parse(typed);
    if (typing !== this.typings) return;
    // Text that does not parse yet stays text, and the engine says what is wrong with it.
    const value = json === undefined ? typed : toFaithful(readJson(json));
    this.tellYaml(typeof value !== "string");
    this.set(value);
  }

  /** The text laid out anew, where it is YAML: as another part's value would be shown. Null: it stays as it is. */
  async formatted(typed: string): Promise<string | null> {
    // A comment is no part of the value, and would be lost.
    if (!isMeantAsYaml(typed, this.store.state.workspace.dialect) || /(?:^|\s)#/.test(typed)) return null;
    const { json } = await this.parse(typed);
    const value = json === undefined ? undefined : toFaithful(readJson(json));
    return typeof value === "object" && value !== null ? expressionText(value) : null;
  }

  /** The text to show since another part has changed the expression; null when the line shows it already. */
  changed(): string | null {
    const { expression } = this.store.state.workspace;
    if (expression === this.value) return null;
    this.value = expression;
    this.tellYaml(typeof expression !== "string" && expression !== undefined);
    return this.text;
  }

  /**
   * A place that the engine names, in the text that is shown: it counts in a text of its own, and where that is
   * another one the whole line is meant.
   */
  place(span: Span, shown: string): Span {
    const { expression } = this.store.state.workspace;
    const isSame = typeof expression === "string" || shown === this.text;
    return isSame ? span : { ...span, from: 0, to: shown.length };
  }

  private set(value: unknown): void {
    this.value = value;
    this.store.edit({ expression: value });
  }
}
