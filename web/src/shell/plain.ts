// The plain text field, used until the editor is loaded and if it cannot load.

import type { Store } from "../store.ts";
import { byId } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";

/** Binds the prerendered text field to the store. Text typed before the page was ready counts as an edit. */
export function bindPlainEditor(store: Store, typed: string | null): void {
  const field = byId<HTMLTextAreaElement>("first-text");
  const path = store.state.activeFile;
  if (typed !== null && path !== null) store.editFiles({ [path]: typed });
  field.addEventListener("input", () => {
    const { activeFile } = store.state;
    if (activeFile !== null) store.editFiles({ [activeFile]: field.value });
  });
  store.watch(["workspace", "activeFile"], ({ workspace, activeFile }) => {
    if (!field.isConnected) return;
    const content = activeFile === null ? "" : filesOf(workspace).get(activeFile);
    field.readOnly = typeof content !== "string";
    if (activeFile !== null) field.setAttribute("aria-label", text("editor.plainLabel", { path: activeFile }));
    if (typeof content === "string" && field.value !== content) field.value = content;
  });
}

/** The text that was typed into the prerendered field before the page was ready, or null. */
export function typedEarly(): string | null {
  const field = byId<HTMLTextAreaElement>("first-text");
  return field.value === field.defaultValue ? null : field.value;
}
