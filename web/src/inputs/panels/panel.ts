// A panel of the inputs: one kind of input, with the ways in which it is shown. A panel is a file beside this
// one and a line of the list in panels.ts; which of them a workspace has, and in which order, its dialect says.

import type { Workspace } from "evalground";
import type { State, Store, Watch } from "../../store.ts";
import type { InputTab } from "../../ui/dialects.ts";

/** One way in which a panel is shown. */
export interface Face {
  readonly id: "form" | "yaml" | "json" | "document" | "list";
  /** Draws it; it stays until `watch` is ended with it. */
  draw(store: Store, watch: Watch): HTMLElement;
}

export interface Panel {
  /** By this the dialects name it. */
  readonly id: InputTab | "other";
  /** Keys of the workspace that it shows. */
  readonly keys: readonly (keyof Workspace)[];
  /** The name on its tab. */
  label(workspace: Workspace): string;
  /** How many entries it holds. */
  count(workspace: Workspace): number;
  /** How many names the document asks for that it has not; absent: it never knows. */
  missing?(state: Readonly<State>): number;
  /** The ways in which it is shown, the usual one first. */
  readonly faces: readonly Face[];
  /** Of a panel that no dialect names: when it is there, and whether before those of the dialect or behind them. */
  readonly own?: { readonly place: "first" | "last"; applies(workspace: Workspace): boolean };
}

/** How many of some keys a workspace has. */
export function present(workspace: Workspace, keys: readonly (keyof Workspace)[]): number {
  return keys.filter((key) => workspace[key] !== undefined).length;
}
