// The form that changes a value: what it should be, and the places that give it. The search begins with Enter, or when
// the typing pauses.

import type { ChangeResult, Workspace } from "evalground";
import { readTyped } from "../run/reading.ts";
import type { Store, WantedChange } from "../store.ts";
import { element, freshId } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { type Field, type Prepared, SearchForm } from "./form.ts";
import { type Entry, entryFor, readWanted } from "./wanted.ts";
import { summaryOf } from "./words.ts";

function fieldFor({ kind, isLong, now }: Entry): Field {
  const attributes = { id: freshId("wanted"), dir: "auto", spellcheck: "false", autocomplete: "off" };
  const made = isLong
    ? element("textarea", { ...attributes, class: "field-text", rows: Math.min(8, now.split("\n").length + 1) })
    : element("input", { ...attributes, class: "code", type: kind === "secret" ? "password" : "text" });
  made.value = now;
  return made;
}

export class ChangePanel extends SearchForm<ChangeResult> {
  private readonly entry: Entry;

  constructor(
    store: Store,
    private readonly wanted: WantedChange,
    ended: () => void,
  ) {
    const entry = entryFor(wanted.value);
    const isSecret = entry.kind === "secret";
    const parts = {
      heading: text("change.title", { name: wanted.name }),
      label: text("change.wanted"),
      submit: text("change.search"),
      note: text(isSecret ? "change.secretNote" : "change.note"),
      close: text("change.close"),
      running: text("change.running"),
      isSecret,
    };
    super(store, wanted, fieldFor(entry), parts, ended);
    this.entry = entry;
    this.open(this.candidates.root);
  }

  protected override async prepare(typed: string): Promise<Prepared<ChangeResult>> {
    const { entry, wanted } = this;
    if (entry.kind !== "secret" && typed === entry.now)
      return this.isAwaited ? { problem: text("change.unchanged") } : null;
    const wish = await readWanted(entry, typed, readTyped);
    if ("problem" in wish) return wish;
    return { ask: (engine, workspace, how) => engine.change(workspace, { path: wanted.path, to: wish.value, ...how }) };
  }

  protected override show(result: ChangeResult, workspace: Workspace): void {
    this.status.textContent = summaryOf(result);
    this.setEmpty(result.candidates.length === 0);
    this.candidates.add(this.candidates.root, text("change.places"), result.candidates, workspace);
  }

  protected override clear(): void {}

  protected override doneText(): string {
    return text("change.done", { name: this.wanted.name });
  }
}
