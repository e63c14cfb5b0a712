// The data of `$` as a text of the source editor, for workspaces without files.

import { type Diagnostic, readJson, toFaithful } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { dataFile } from "../ui/places.ts";
import { valueToYaml } from "../ui/yaml.ts";
import type { ReadTyped } from "../run/reading.ts";

export class DataText {
  private written = "";
  /** The value of the data text. */
  private value: unknown;
  /** Counts edits, so that the parse result of an earlier text can be ignored. */
  private typings = 0;

  /** `found` receives the problems of the typed text. */
  constructor(
    private readonly store: Store,
    private readonly parse: ReadTyped,
    private readonly found: (problems: readonly Diagnostic[]) => void,
  ) {}

  /** The text as typed, unless something else has changed the data since. */
  text(): string {
    const { data } = this.store.state.workspace;
    if (data !== this.value) {
      this.value = data;
      this.written = data === undefined ? "" : valueToYaml(data);
    }
    return this.written;
  }

  /** Takes the typed text into the workspace once it parses. */
  async take(typed: string): Promise<void> {
    this.written = typed;
    this.typings += 1;
    const typing = this.typings;
    const { dialect, options } = this.store.state.workspace;
    const rules = { key: dialectFacts(dialect).dollar ?? "data", dialect, ...(options && { options }) };
    const { json, diagnostics } = await this.parse(typed, rules);
    if (typing !== this.typings) return;
    this.found(
      diagnostics.map((problem) =>
        problem.span ? { ...problem, span: { ...problem.span, file: dataFile } } : problem,
      ),
    );
    if (json === undefined) return;
    this.value = typed.trim() === "" ? undefined : toFaithful(readJson(json));
    this.store.edit({ data: this.value });
  }
}
