// The current resource: the one on which expressions are evaluated, or the subject of a repository's view.

import type { OutlineNode } from "evalground";
import type { Store } from "../store.ts";
import { chooseSubject, repositoryOf, subjectOf } from "../ui/repository.ts";
import { dialectFacts } from "../ui/dialects.ts";

/** Whether a node is the current resource. A workspace names it by path or by name. */
export function isCurrentResource({ path, name, selectable }: OutlineNode, store: Store): boolean {
  const { workspace } = store.state;
  const current = repositoryOf(workspace) ? subjectOf(workspace) : workspace.resource;
  return selectable === true && current !== undefined && (current === path || current === name);
}

/** Makes a node the current resource if it can be one. */
export function makeCurrent({ path, name, selectable }: OutlineNode, store: Store): void {
  const { workspace } = store.state;
  if (!selectable) return;
  const resource = path ?? name;
  if (repositoryOf(workspace)) chooseSubject(store, resource);
  else if (dialectFacts(workspace.dialect).hasResources && resource !== workspace.resource) store.edit({ resource });
}
