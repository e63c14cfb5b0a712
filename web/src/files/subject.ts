// Shows the view of a repository's first subject when it is opened, unless the draft names one.

import type { Store } from "../store.ts";
import { chooseSubject, repositoryOf, subjectOf, subjectsByGroup } from "../ui/repository.ts";

/** Waits until the engine has listed the subjects, then shows the first one's view. */
export function showFirstSubject(store: Store): void {
  const { draft } = store.state;
  let isDone = false;
  const unwatch = store.watch(["outline"], ({ outline, workspace, draft: open }, before) => {
    if (isDone || open === draft || outline === before.outline) return;
    const [first] = [...subjectsByGroup(outline).values()].flat();
    if (first === undefined && repositoryOf(workspace)) return;
    isDone = true;
    queueMicrotask(() => unwatch());
    if (first !== undefined && subjectOf(workspace) === undefined) chooseSubject(store, first);
  });
}
