// Named secrets. Values are hidden strings, or null if a link withheld the value. They are saved with the draft only if
// the user allows it.

import type { Store } from "../../store.ts";
import { element } from "../../ui/dom.ts";
import { entriesOf } from "../../ui/entries.ts";
import { text } from "../../ui/text.ts";
import { mapPanel } from "./map.ts";

function rememberSecrets(store: Store): HTMLElement {
  const box = element("input", { type: "checkbox" });
  box.checked = store.state.rememberSecrets;
  box.addEventListener("change", () => store.writer("draft")({ rememberSecrets: box.checked }));
  return element("label", { class: "input-note" }, box, text("inputs.remember"));
}

export const secretsPanel = mapPanel({
  key: "secrets",
  isText: true,
  canBeNull: true,
  hidden: ({ workspace }) => entriesOf(workspace.secrets).map(([name]) => name),
  below: rememberSecrets,
});
