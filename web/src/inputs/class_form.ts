// The classes that are defined initially, one row each.

import type { Store, Watch } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { inputWords } from "../ui/dialects.ts";
import { button, element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

export function classForm(store: Store, watch: Watch): HTMLElement {
  const rows = element("div", { class: "input-rows" });
  const empty = element("p", { class: "muted input-note" }, inputWords(store.state.workspace.dialect, "classes").help);
  /** The names that the rows show. Typed text is in its row already, so the rows need not be drawn again. */
  let written: readonly string[] | undefined;
  const all = (): string[] => store.state.workspace.classes ?? [];
  function write(next: string[]): void {
    written = next.length === 0 ? undefined : next;
    store.edit({ classes: written as string[] | undefined });
  }

  function row(name: string, place: number): HTMLElement {
    const field = element("input", {
      type: "text",
      class: "code",
      "aria-label": text("inputs.nameOf", { place: place + 1 }),
      spellcheck: "false",
      autocomplete: "off",
    });
    field.value = name;
    field.addEventListener("input", () => write(all().map((other, at) => (at === place ? field.value.trim() : other))));
    const remove = button({
      label: text("inputs.remove", { name }),
      icon: "close",
      class: "quiet",
      press: () => {
        write(all().filter((_, at) => at !== place));
        announce(text("inputs.removed", { name: field.value }));
        show();
        add.focus();
      },
    });
    return element("div", { class: "input-class" }, field, remove);
  }
  const add = button({
    label: text("inputs.add"),
    icon: "add",
    words: true,
    class: "quiet input-add",
    press: () => {
      write([...all(), ""]);
      show();
      rows.lastElementChild?.querySelector("input")?.focus();
    },
  });

  function show(): void {
    empty.hidden = all().length > 0;
    fill(rows, ...all().map(row));
  }
  watch(["workspace"], ({ workspace }, before) => {
    if (workspace.classes !== written || before.workspace === workspace) show();
    written = workspace.classes;
  });
  return element("div", { class: "input-form" }, empty, rows, add);
}
