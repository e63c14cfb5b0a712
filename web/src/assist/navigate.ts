// Go to definition, go back, and the list of references.

import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, keymap, type Panel, showPanel } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { button, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { expressionFile, placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import type { Stretch } from "./answers.ts";
import type { Context } from "./context.ts";

/** Size of the history for going back. */
const mostPlaces = 50;
/** Longest list of references. */
const mostListed = 200;

interface Listed {
  name: string;
  places: readonly Stretch[];
}

const setListed = StateEffect.define<Listed | null>();

/** The name at an offset, guessed without knowing the language. */
export function nameAt(text: string, offset: number): string {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  return before + (/^[\w-]*/.exec(text.slice(offset, offset + 200))?.[0] ?? "");
}

/** The line and column of an offset, from 1, and the text of its line. */
export function lineOf(text: string, offset: number): { line: number; column: number; text: string } {
  const begin = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < begin; at = text.indexOf("\n", at + 1)) line += 1;
  return { line, column: offset - begin + 1, text: text.slice(begin, end < 0 ? undefined : end) };
}

export class Navigation {
  private readonly past: { file: string; from: number }[] = [];

  constructor(private readonly context: Context) {}

  /** Goes to the definition of the name at an offset. */
  async goToDefinition(view: EditorView, offset = view.state.selection.main.head): Promise<void> {
    const { context } = this;
    const answer = await context.ask<Stretch[]>(view, "definition", offset);
    if (!answer) return;
    const found = answer.value ?? [];
    const here = context.placeOf(view);
    const [first] = found;
    if (!first || !here) {
      announce(text("go.none"));
      return;
    }
    this.remember({ file: here.file, from: offset });
    if (found.length > 1) {
      this.list(view, { name: nameAt(here.text, offset), places: found });
      return;
    }
    context.show(first);
    announce(text("go.went", { place: this.placeText(first) }));
  }

  /** Goes back to where the last jump began. */
  goBack(): void {
    const place = this.past.pop();
    if (!place) {
      announce(text("go.noBack"));
      return;
    }
    this.context.show(place);
    announce(text("go.back", { place: this.placeText(place) }));
  }

  /** Lists the references to the name at the caret. */
  async listReferences(view: EditorView): Promise<void> {
    const { context } = this;
    const offset = view.state.selection.main.head;
    const answer = await context.ask<Stretch[]>(view, "references", offset);
    if (!answer) return;
    const places = answer.value ?? [];
    if (places.length === 0) announce(text("uses.none"));
    else this.list(view, { name: nameAt(view.state.doc.toString(), offset), places });
  }

  /** The extension that shows the list, for the editor in which it was requested. */
  extension(): Extension {
    const listed = StateField.define<Listed | null>({
      create: () => null,
      update(value, { effects }) {
        let next = value;
        for (const effect of effects) if (effect.is(setListed)) next = effect.value;
        return next;
      },
      provide: (field) =>
        showPanel.compute([field], (state) => {
          const value = state.field(field);
          return value && ((view) => this.panel(view, value));
        }),
    });
    const close = (view: EditorView): boolean => {
      if (!view.state.field(listed, false)) return false;
      view.dispatch({ effects: setListed.of(null) });
      return true;
    };
    return [listed, Prec.low(keymap.of([{ key: "Escape", run: close }]))];
  }

  private list(view: EditorView, listed: Listed): void {
    view.dispatch({ effects: setListed.of(listed) });
    view.dom.querySelector<HTMLElement>(".assist-places button")?.focus();
  }

  private remember(place: { file: string; from: number }): void {
    this.past.push(place);
    if (this.past.length > mostPlaces) this.past.shift();
  }

  private textOf(file: string): string {
    const { context } = this;
    const { workspace } = context.store.state;
    const view = context.viewOf(file);
    if (view) return view.state.doc.toString();
    const content = file === expressionFile ? workspace.expression : filesOf(workspace).get(file);
    return typeof content === "string" ? content : "";
  }

  private placeText({ file, from }: Pick<Stretch, "file" | "from">): string {
    const { line, column } = lineOf(this.textOf(file), from);
    return placeText({ file, from, to: from, line, column });
  }

  private panel(view: EditorView, { name, places }: Listed): Panel {
    const leave = (): void => {
      view.dispatch({ effects: setListed.of(null) });
      view.focus();
    };
    const rows = places.slice(0, mostListed).map((place) =>
      element(
        "li",
        {},
        button({
          label: `${this.placeText(place)}  ${lineOf(this.textOf(place.file), place.from).text.trim()}`,
          class: "quiet small assist-place",
          press: () => {
            const offset = view.state.selection.main.head;
            const here = this.context.placeOf(view);
            if (here) this.remember({ file: here.file, from: offset });
            this.context.show(place);
          },
        }),
      ),
    );
    const list = element("ul", { class: "assist-places", "aria-label": text("uses.label") }, ...rows);
    const dom = element(
      "div",
      { class: "assist-panel" },
      element(
        "div",
        { class: "assist-panel-head" },
        element(
          "strong",
          {},
          element("code", { dir: "auto" }, name),
          " ",
          text("uses.title", { count: places.length }),
        ),
        button({ label: text("uses.close"), icon: "close", class: "quiet small", press: leave }),
      ),
      list,
    );
    dom.addEventListener("keydown", (event) => {
      const all = [...list.querySelectorAll("button")];
      const at = all.indexOf((view.root as ShadowRoot).activeElement as HTMLButtonElement);
      if (event.key === "Escape") leave();
      else if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)]?.focus();
      else if (event.key === "ArrowUp") all[Math.max(at - 1, 0)]?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return { dom, top: false };
  }
}
