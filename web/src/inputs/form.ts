// A map of the workspace as a form: its rows, the missing names, and a button that adds a row.

import type { OutlineNode } from "evalground";
import type { Store, Watch } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { codeWords } from "../ui/code_words.ts";
import { inputWords } from "../ui/dialects.ts";
import { button, element, fill } from "../ui/dom.ts";
import { declaration, parametersOf } from "../ui/outline.ts";
import { text } from "../ui/text.ts";
import type { MapFacts } from "./map_facts.ts";
import { missingRows } from "./missing.ts";
import { drawRow, selectValue, valueField } from "./row.ts";
import { MapRows } from "./rows.ts";

/** How a document declares an entry. Others are settings, or spelling mistakes if the document declares some. */
export function declaredAs(name: string, declared: ReadonlyMap<string, OutlineNode>, isSetting = false): string {
  const node = declared.get(name);
  if (node) return declaration(node);
  if (isSetting) return text("inputs.setting");
  return declared.size > 0 ? text("inputs.undeclared") : "";
}

/** Draws the rows of name, type and value. */
export function mapForm(store: Store, watch: Watch, facts: MapFacts): HTMLElement {
  const { key } = facts;
  const rows = new MapRows(store, facts);
  const list = element("div", { class: "input-rows" });
  const { help } = inputWords(store.state.workspace.dialect, key);
  const empty = element("p", { class: "muted input-note" }, ...codeWords(help));
  /** Names of the rows that were drawn hidden, and those of them that the user has revealed. */
  let hidden: string[] = [];
  const revealed = new Set<string>();

  const focus = (place: number, selector: string): HTMLElement | null => {
    const field = list.children[place]?.querySelector<HTMLElement>(selector) ?? null;
    field?.focus();
    return field;
  };
  function show(): void {
    const { entries } = rows;
    hidden = rows.hidden;
    empty.hidden = entries.length > 0;
    fill(
      list,
      ...entries.map(([name, value], place) =>
        drawRow(rows, { name, value, place, isHidden: hidden.includes(name), isRevealed: revealed.has(name) }, act),
      ),
    );
    showDeclarations();
  }
  /** Shows for each row how the document declares it. */
  function showDeclarations(): void {
    const declared = parametersOf(store.state.outline);
    for (const [at, [name]] of rows.entries.entries()) {
      const note = list.children[at]?.querySelector(".input-declared");
      if (note) note.textContent = declaredAs(name, declared, facts.isSetting?.(name, store.state.workspace));
    }
  }
  const act = {
    retyped: (place: number): void => {
      show();
      focus(place, ".input-type");
    },
    reveal: (name: string): void => {
      if (!revealed.delete(name)) revealed.add(name);
      show();
    },
    remove: (place: number, name: string): void => {
      rows.remove(place);
      announce(text("inputs.removed", { name }));
      show();
      add.focus();
    },
  };
  const add = button({
    label: text("inputs.add"),
    icon: "add",
    words: true,
    class: "quiet input-add",
    press: () => {
      rows.add();
      show();
      (focus(list.children.length - 1, "input") as HTMLInputElement | null)?.select();
    },
  });
  const missing = missingRows(store, watch, key, (chosen) => {
    const place = rows.addMissing(chosen);
    show();
    const field = list.children[place]?.querySelector<HTMLElement>(valueField);
    if (field) selectValue(field, chosen.name);
  });

  show();
  if (facts.isDeclared) {
    watch(["outline"], () => {
      if (rows.hidden.join() === hidden.join()) showDeclarations();
      else show();
    });
  }
  watch(["workspace"], () => {
    if (rows.hasChanged()) show();
  });
  return element("div", { class: "input-form" }, empty, list, missing, add, facts.below?.(store));
}
