// The chooser of the subject whose view of a repository is shown: its hosts, below their groups.

import type { Store } from "../store.ts";
import { element, fill, freshId } from "../ui/dom.ts";
import { chooseSubject, repositoryOf, subjectOf, subjectsByGroup } from "../ui/repository.ts";
import { engineText, text } from "../ui/text.ts";

/** Subjects beyond this many are not offered: the tree has them all. */
const mostOffered = 5000;

/** Fills `root` whenever the workspace is a repository, and hides it otherwise. */
export function mountSubject(root: HTMLElement, store: Store): void {
  const select = element("select", { id: freshId("subject") });
  const label = element("label", { for: select.id });
  fill(root, label, select);
  root.hidden = true;
  let offered = "";

  select.addEventListener("change", () => chooseSubject(store, select.value));
  store.watch(["workspace", "outline"], ({ workspace, outline }, before) => {
    const repository = repositoryOf(workspace);
    // Which operations have one subject: those of the language itself, and the repository's view of it.
    const isOfOne = repository !== null && [undefined, "evaluate", "host"].includes(workspace.operation);
    root.hidden = !isOfOne;
    if (!repository || !isOfOne) return;
    label.textContent = engineText(repository.label);
    const current = subjectOf(workspace) ?? "";
    if (outline !== before.outline || offered === "") {
      const groups = subjectsByGroup(outline);
      const now = JSON.stringify([...groups]);
      if (now !== offered) {
        offered = now;
        let left = mostOffered;
        const parts = [...groups].map(([group, subjects]) => {
          const shown = subjects.slice(0, Math.max(0, left));
          left -= shown.length;
          return element(
            "optgroup",
            { label: group },
            ...shown.map((name) => element("option", { value: name }, name)),
          );
        });
        fill(select, element("option", { value: "" }, text("subject.none")), ...parts);
      }
    }
    // One that the inventory does not have stays to be seen.
    if (current !== "" && ![...select.options].some(({ value }) => value === current))
      select.append(element("option", { value: current }, current));
    select.value = current;
    root.hidden = select.options.length === 1; // a role alone has no hosts to choose from
  });
}
