// The changes from which merge directives are restored: shown as the expanded document with the changes applied, which
// can be edited, or as a list. Loaded when they are first shown.

import type { Workspace } from "evalground";
import { engineReady } from "../run/ready.ts";
import type { Store, Watch } from "../store.ts";
import { button, element, freshId } from "../ui/dom.ts";
import { TextField } from "../ui/field.ts";
import { text } from "../ui/text.ts";
import { ChangedDocument } from "./changes.ts";
import { valueText } from "./whole.ts";

/** The expanded document with the current changes. */
export function changedDocument(store: Store, watch: Watch): HTMLElement {
  const problem = element("p", { class: "field-problem", id: freshId("problem"), "aria-live": "polite" });
  const note = element("span", { id: freshId("note") });
  const field = new TextField({
    label: text("changes.document"),
    describedBy: `${note.id} ${problem.id}`,
    readOnly: true,
    changed: (typed) => void changed.take(typed),
  });
  const reset = button({
    label: text("changes.reset"),
    words: true,
    icon: "undo",
    class: "quiet small",
    press: () => store.edit({ changes: undefined }),
  });
  const changed = new ChangedDocument(store, engineReady, {
    write: (words) => field.write(words),
    say: (message) => {
      problem.textContent = message ?? "";
      field.setInvalid(message !== null);
    },
    open: (is) => field.setReadOnly(!is),
  });
  watch(
    ["workspace"],
    ({ workspace }) => {
      const count = workspace.changes?.length ?? 0;
      note.textContent = count === 0 ? text("changes.note") : text("changes.count", { count });
      reset.hidden = count === 0;
      changed.follow();
    },
    () => field.end(),
  );
  return element(
    "div",
    { class: "input-yaml" },
    element("div", { class: "changes-head muted" }, note, reset),
    field.root,
    problem,
  );
}

/** The changes themselves, as a list. */
export function changeList(store: Store, watch: Watch): HTMLElement {
  return valueText(watch, {
    label: text("changes.list"),
    face: "yaml",
    read: () => store.state.workspace.changes,
    write: (value) => store.edit({ changes: value as Workspace["changes"] }),
    refuse: (node) =>
      node.kind === "list" && node.children.every(({ kind }) => kind === "map") ? null : text("changes.notChanges"),
  });
}
