// The data of `$` as a text of the source editor, for workspaces without files.
//
// A draft keeps the value of its data, not the text. The texts typed in this tab are remembered, so that a draft that
// is opened again, and data that was changed back, have their text as it was typed: JSON does not become YAML.

import { type Diagnostic, readJson, toFaithful, writeJson } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { prettyJson } from "../ui/json.ts";
import { dataFile } from "../ui/places.ts";
import { valueToYaml } from "../ui/yaml.ts";
import type { ReadTyped } from "../run/reading.ts";

/** Texts are remembered for this many drafts, those typed last. */
const mostRemembered = 8;

function isJson(text: string): boolean {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}

export class DataText {
  private written = "";
  /** The value of the data text. */
  private value: unknown;
  /** Counts edits, so that the parse result of an earlier text can be ignored. */
  private typings = 0;
  /** The last text of each draft, with its value. */
  private readonly typed = new Map<string, { text: string; value: unknown }>();

  /** `found` receives the problems of the typed text. `write` gives the text of data that was not typed here. */
  constructor(
    private readonly store: Store,
    private readonly parse: ReadTyped,
    private readonly found: (problems: readonly Diagnostic[]) => void,
    private readonly write: (data: unknown) => string = valueToYaml,
  ) {}

  /** The text as typed, unless something else has changed the data since. */
  text(): string {
    const { data } = this.store.state.workspace;
    if (data !== this.value) {
      this.value = data;
      this.written = data === undefined ? "" : (this.remembered(data) ?? this.writtenAsTyped(data));
    }
    return this.written;
  }

  /** The text of data that was not typed: JSON where JSON was typed before. */
  private writtenAsTyped(data: unknown): string {
    const typed = this.typed.get(this.store.state.draft);
    return typed && isJson(typed.text) ? `${prettyJson(readJson(writeJson(data)))}\n` : this.write(data);
  }

  /** The text that was typed for this value in the open draft, if it was the last one. */
  private remembered(data: unknown): string | null {
    const typed = this.typed.get(this.store.state.draft);
    return typed && writeJson(typed.value) === writeJson(data) ? typed.text : null;
  }

  private remember(text: string, value: unknown): void {
    const { draft } = this.store.state;
    this.typed.delete(draft);
    this.typed.set(draft, { text, value });
    const [oldest] = this.typed.keys();
    if (oldest !== undefined && this.typed.size > mostRemembered) this.typed.delete(oldest);
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
    this.remember(typed, this.value);
    this.store.edit({ data: this.value });
  }
}
