// The current resource: the one on which expressions are evaluated.

import type { OutlineNode } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";

/** Whether a node is the current resource, which a workspace names by its path or its name. */
export function isCurrentResource({ path, name, selectable }: OutlineNode, store: Store): boolean {
  const { resource } = store.state.workspace;
  return selectable === true && resource !== undefined && (resource === path || resource === name);
}

/** Makes a node the current resource, if it can be one. */
export function makeCurrent({ path, name, selectable }: OutlineNode, store: Store): void {
  if (!selectable || !dialectFacts(store.state.workspace.dialect).hasResources) return;
  const resource = path ?? name;
  if (resource !== store.state.workspace.resource) store.edit({ resource });
}
