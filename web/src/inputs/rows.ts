// The rows of a map without their fields. Each entry is identified by its index, so that it can be renamed.
//
// Text typed into a row is written to the workspace at once, and the row must not be drawn again, or the caret would be
// lost. `written` is the map as the rows last wrote it. While the workspace holds that same map, the rows are up to
// date; any other map was set elsewhere.

import type { Store } from "../store.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import type { MapFacts } from "./map_facts.ts";
import { type Missing, withMissing } from "./missing.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { converted, type ValueType } from "./values.ts";
import type { KeyRules } from "./whole.ts";

export class MapRows {
  /** Typed texts that are not values yet, by the names of their rows. Rows that are drawn again show them. */
  readonly unread = new Map<string, string>();
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

  /** The rules for parsing YAML values. */
  get rules(): KeyRules {
    return { key: this.facts.key, workspace: this.store.state.workspace };
  }

  /** Names of the rows whose values are hidden. */
  get hidden(): string[] {
    return this.facts.hidden?.(this.store.state) ?? [];
  }

  /** Whether the map was set elsewhere since the last call, so that all rows must be drawn again. */
  hasChanged(): boolean {
    const is = this.map !== this.written;
    this.written = this.map;
    if (is) this.unread.clear();
    return is;
  }

  /** Renames a row; false if another row has that name. */
  rename(place: number, name: string): boolean {
    if (this.entries.some(([other], at) => other === name && at !== place)) return false;
    const [before = ""] = this.entries[place] ?? [];
    this.write(this.entries.map((entry, at) => (at === place ? [name, entry[1]] : entry)));
    const typed = this.unread.get(before);
    this.keepUnread(before, null);
    this.keepUnread(name, typed ?? null);
    return true;
  }

  /** Sets the value of a row. */
  set(place: number, value: unknown): void {
    this.write(this.entries.map((entry, at) => (at === place ? [entry[0], value] : entry)));
  }

  /** Converts the value of a row to another type. */
  retype(place: number, type: ValueType): void {
    const [name = "", value] = this.entries[place] ?? [];
    this.keepUnread(name, null);
    this.set(place, converted(value, type));
  }

  /** Adds a row at the end, with a unique name. */
  add(): void {
    const names = this.entries.map(([name]) => name);
    let name = "name";
    for (let number = 2; names.includes(name); number += 1) name = `name${number}`;
    this.write([...this.entries, [name, this.facts.fresh ?? ""]]);
  }

  /** Adds a missing entry. Returns the index of its row. */
  addMissing(missing: Missing): number {
    const row = missing.owner ?? missing.name;
    const typed = this.unread.get(row);
    // The row of an owner may contain a text that is not YAML yet. The attribute goes below it.
    if (typed !== undefined) {
      const added = valueToYaml(mapOf([[missing.name, missing.initial]])).trimEnd();
      this.keepUnread(row, `${typed.trimEnd()}\n${added}`);
    }
    this.write(withMissing(this.entries, missing));
    return this.entries.findIndex(([name]) => name === row);
  }

  /** Remembers a typed text that is not a value, or forgets it. */
  keepUnread(name: string, typed: string | null): void {
    if (typed === null) this.unread.delete(name);
    else this.unread.set(name, typed);
  }

  remove(place: number): void {
    this.keepUnread(this.entries[place]?.[0] ?? "", null);
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
