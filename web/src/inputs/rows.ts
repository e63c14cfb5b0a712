// The rows of a map of the workspace without their fields: each entry by its place, so that it can be renamed.
//
// A text that is typed into a row goes to the workspace at once, and its row must not be drawn anew, or the caret
// would be lost. `written` is the map as the rows have left it: as long as the workspace holds that very map,
// what they show is right, and any other map has come from elsewhere.

import type { Store } from "../store.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import type { MapFacts } from "./map_facts.ts";
import { type Missing, withMissing } from "./missing.ts";
import { converted, type ValueType } from "./values.ts";
import type { KeyRules } from "./whole.ts";

export class MapRows {
  private written: unknown;

  constructor(
    private readonly store: Store,
    readonly facts: MapFacts,
  ) {
    this.written = this.map;
  }

  /** Name and value of each row. */
  get entries(): [string, unknown][] {
    return entriesOf(this.map);
  }

  /** The rules by which a value is read that is written as YAML. */
  get rules(): KeyRules {
    return { key: this.facts.key, workspace: this.store.state.workspace };
  }

  /** Names of rows whose values are hidden. */
  get hidden(): string[] {
    return this.facts.hidden?.(this.store.state) ?? [];
  }

  /** Whether the map has come from elsewhere since this was asked last, so that all rows must be drawn anew. */
  hasChanged(): boolean {
    const is = this.map !== this.written;
    this.written = this.map;
    return is;
  }

  /** Gives a row another name; false when another row has it. */
  rename(place: number, name: string): boolean {
    if (this.entries.some(([other], at) => other === name && at !== place)) return false;
    this.write(this.entries.map((entry, at) => (at === place ? [name, entry[1]] : entry)));
    return true;
  }

  /** Gives a row another value. */
  set(place: number, value: unknown): void {
    this.write(this.entries.map((entry, at) => (at === place ? [entry[0], value] : entry)));
  }

  /** Turns the value of a row into one of another type. */
  retype(place: number, type: ValueType): void {
    this.set(place, converted(this.entries[place]?.[1], type));
  }

  /** Adds a row at the end, under a name that no other has. */
  add(): void {
    const names = this.entries.map(([name]) => name);
    let name = "name";
    for (let number = 2; names.includes(name); number += 1) name = `name${number}`;
    this.write([...this.entries, [name, this.facts.fresh ?? ""]]);
  }

  /** Takes up what the document asks for; gives the place of its row. */
  addMissing(missing: Missing): number {
    this.write(withMissing(this.entries, missing));
    return this.entries.findIndex(([name]) => name === (missing.owner ?? missing.name));
  }

  remove(place: number): void {
    this.write(this.entries.filter((_, at) => at !== place));
  }

  private get map(): unknown {
    return this.store.state.workspace[this.facts.key];
  }

  private write(next: [string, unknown][]): void {
    this.written = next.length === 0 ? undefined : mapOf(next);
    this.store.edit({ [this.facts.key]: this.written });
  }
}
