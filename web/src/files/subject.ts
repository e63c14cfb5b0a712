// The first subject of a repository that is being opened: its view is shown unless the draft names one.

import type { Store } from "../store.ts";
import { chooseSubject, repositoryOf, subjectOf, subjectsByGroup } from "../ui/repository.ts";

/** Shows the view of the first subject of a repository that is being opened, once its engine has told who is there. */
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
