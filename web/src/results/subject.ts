// The chooser of the subject (host or role) whose view of a repository is shown: its hosts, grouped.

import type { Store } from "../store.ts";
import { element, fill, freshId } from "../ui/dom.ts";
import { chooseSubject, repositoryOf, subjectOf, subjectsByGroup } from "../ui/repository.ts";
import { engineText, text } from "../ui/text.ts";

/** Longest list of subjects. The tree has them all. */
const mostOffered = 5000;

/** Fills `root` if the workspace is a repository, and hides it otherwise. */
export function mountSubject(root: HTMLElement, store: Store): void {
  const select = element("select", { id: freshId("subject") });
  const label = element("label", { for: select.id });
  fill(root, label, select);
  root.hidden = true;
  let offered = "";

  select.addEventListener("change", () => chooseSubject(store, select.value));
  store.watch(["workspace", "outline"], ({ workspace, outline }, before) => {
    const repository = repositoryOf(workspace);
    // Only these operations are about one subject.
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
    // Keep the current subject selectable even if the inventory does not have it.
    if (current !== "" && ![...select.options].some(({ value }) => value === current))
      select.append(element("option", { value: current }, current));
    select.value = current;
    root.hidden = select.options.length === 1; // a role opened alone has no hosts to choose from
  });
}
