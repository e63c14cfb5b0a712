// The data that `$` stands for, as a text of the source editor where a workspace has no file.

import { readJson, toFaithful, type Diagnostic } from "evalground";
import { engineReady } from "../run/engine.ts";
import type { Store } from "../store.ts";
import { dataFile } from "../ui/places.ts";
import { valueToYaml } from "../ui/yaml.ts";

export class DataText {
  private written = "";
  /** The value that the text stands for. */
  private value: unknown;
  private asked = 0;

  /** `found` is told what is wrong with what was typed. */
  constructor(
    private readonly store: Store,
    private readonly found: (problems: readonly Diagnostic[]) => void,
  ) {}

  /** The text: what was typed, as long as nothing else has changed the data. */
  text(): string {
    const { data } = this.store.state.workspace;
    if (data !== this.value) {
      this.value = data;
      this.written = data === undefined ? "" : valueToYaml(data);
    }
    return this.written;
  }

  /** Takes up what was typed, once it can be read. */
  take(typed: string): void {
    this.written = typed;
    this.asked += 1;
    const question = this.asked;
    void engineReady()
      .then((engine) => engine.parse(typed))
      .then(({ json, diagnostics }) => {
        // A later keystroke has asked again.
        if (question !== this.asked) return;
        this.found(
          diagnostics.map((problem) => ({
            ...problem,
            ...(problem.span && { span: { ...problem.span, file: dataFile } }),
          })),
        );
        if (json === undefined) return;
        this.value = typed.trim() === "" ? undefined : toFaithful(readJson(json));
        this.store.edit({ data: this.value });
      });
  }
}
