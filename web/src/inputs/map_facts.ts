// What a panel says of the map that it edits.

import type { State, Store } from "../store.ts";
import type { MapKey } from "../ui/dialects.ts";

/** The differences of one of these maps from the others. */
export interface MapFacts {
  /** The key of the workspace that holds it. */
  key: MapKey;
  /** Its values are text, so that rows need no type. */
  isText?: boolean;
  /** A text may be null: it is known by name only. */
  canBeNull?: boolean;
  /** The document declares its entries. */
  isDeclared?: boolean;
  /** Names of entries whose values are hidden; absent: none. */
  hidden?: (state: Readonly<State>) => string[];
  /** The value of a new entry; absent: an empty text. */
  fresh?: unknown;
  /** Draws an element below the rows. */
  below?: (store: Store) => HTMLElement;
}
