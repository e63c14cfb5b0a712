// Opens the catalogue page of a name from where it is mentioned.

import type { Store } from "../store.ts";
import { openFunction } from "./function.ts";

/** Opens the page of a catalogue entry. */
export async function openReference(store: Store, { kind, name }: { kind: string; name: string }): Promise<void> {
  const { functionsOf } = await import("virtual:functions");
  const all = await functionsOf(store.state.workspace.dialect);
  const named = all.filter((entry) => entry.name === name);
  const found = named.find((entry) => entry.kind === kind) ?? named[0];
  if (found) openFunction(store, found);
}
