// A panel of the inputs: one kind of input and the forms in which it is shown. A panel is a file in this folder and a
// line in panels.ts. The dialect determines which panels a workspace has, and in which order.

import type { Workspace } from "evalground";
import type { State, Store, Watch } from "../../store.ts";
import type { InputTab } from "../../ui/dialects.ts";

/** One form in which a panel is shown. */
export interface Face {
  readonly id: "form" | "yaml" | "json" | "document" | "list";
  /** Draws it. The element is used until its `watch` ends. */
  draw(store: Store, watch: Watch): HTMLElement;
}

export interface Panel {
  /** The name that dialects use for it. */
  readonly id: InputTab | "other";
  /** Keys of the workspace that it shows. */
  readonly keys: readonly (keyof Workspace)[];
  /** The label of its tab. */
  label(workspace: Workspace): string;
  /** How many entries it holds. */
  count(workspace: Workspace): number;
  /** Number of names that the document needs and that are not set; absent: never known. */
  missing?(state: Readonly<State>): number;
  /** The forms in which it can be shown, the default first. */
  readonly faces: readonly Face[];
  /** For a panel that no dialect names: when it applies, and whether it comes before or after those of the dialect. */
  readonly own?: { readonly place: "first" | "last"; applies(workspace: Workspace): boolean };
}

/** How many of the given keys a workspace has. */
export function present(workspace: Workspace, keys: readonly (keyof Workspace)[]): number {
  return keys.filter((key) => workspace[key] !== undefined).length;
}
