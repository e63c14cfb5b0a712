// The choosers above the results of a repository: the subject, such as a host, and the document that is evaluated for
// it.

import type { Store } from "../store.ts";
import { element, fill, freshId } from "../ui/dom.ts";
import { pathsOf } from "../ui/entries.ts";
import { chooseSubject, repositoryOf, subjectOf, subjectsByGroup } from "../ui/repository.ts";
import { engineText, text } from "../ui/text.ts";
import { chooseDocument, documentOf, documentsByFolder } from "./documents.ts";

/** Longest list of subjects. The tree has them all. */
const mostOffered = 5000;

/** Fills `root` if the workspace is a repository, and hides it otherwise. */
export function mountSubject(root: HTMLElement, store: Store): void {
  const subjects = subjectChooser(store);
  const documents = documentChooser(store);
  fill(root, subjects, documents);
  root.hidden = true;
  store.watch(["workspace", "outline"], () => {
    root.hidden = subjects.hidden && documents.hidden;
  });
}

/** The chooser of the subject, with the groups of the outline. */
function subjectChooser(store: Store): HTMLElement {
  const select = element("select", { id: freshId("subject") });
  const label = element("label", { for: select.id });
  const root = element("span", { class: "subject-choice" }, label, select);
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
  return root;
}

/** The chooser of the document: all templates of a repository in one list, by the role that they belong to. */
function documentChooser(store: Store): HTMLElement {
  const select = element("select", { id: freshId("document") });
  const label = element("label", { for: select.id }, text("subject.document"));
  const root = element("span", { class: "subject-choice" }, label, select);
  let offered = "";

  select.addEventListener("change", () => chooseDocument(store, select.value));
  store.watch(["workspace"], ({ workspace }) => {
    const now = repositoryOf(workspace) ? pathsOf(workspace).join("\n") : "";
    if (now !== offered) {
      offered = now;
      const groups = [...documentsByFolder(workspace)].map(([folder, documents]) =>
        element(
          "optgroup",
          { label: folder === "" ? text("subject.top") : folder },
          ...documents.map(({ path, name }) => element("option", { value: path }, name)),
        ),
      );
      fill(select, element("option", { value: "" }, text("subject.variables")), ...groups);
    }
    root.hidden = now === "" || select.options.length === 1 || workspace.operation === "inventory";
    const chosen = documentOf(workspace);
    if (chosen === null) select.selectedIndex = -1;
    else select.value = chosen;
  });
  return root;
}
