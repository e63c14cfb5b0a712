// The properties of a panel that edits a map.

import type { Workspace } from "evalground";
import type { State, Store } from "../store.ts";
import type { MapKey } from "../ui/dialects.ts";

/** How one of these maps differs from the others. */
export interface MapFacts {
  /** The key of the workspace that holds the map. */
  key: MapKey;
  /** All values are strings, so rows need no type. */
  isText?: boolean;
  /** A value may be null: only its name is known. */
  canBeNull?: boolean;
  /** The document declares the entries. */
  isDeclared?: boolean;
  /** Whether an entry that the document does not declare is a setting beside the declared ones. */
  isSetting?: (name: string, workspace: Workspace) => boolean;
  /** Names of entries whose values are hidden; absent: none. */
  hidden?: (state: Readonly<State>) => string[];
  /** The value of a new entry; absent: an empty string. */
  fresh?: unknown;
  /** Draws an element below the rows. */
  below?: (store: Store) => HTMLElement;
}
