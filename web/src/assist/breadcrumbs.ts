// Breadcrumbs: the path to the part of a YAML document at the caret. Pressing a step goes there. The path can be copied
// in the dialect's notation.

import type { Extension } from "@codemirror/state";
import { type EditorView, type Panel, showPanel, type ViewUpdate } from "@codemirror/view";
import type { Path } from "evalground";
import { pathAt, rangeOf } from "../editor/data_places.ts";
import type { Store } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import { dataText } from "../ui/data_paths.ts";
import { dialectFacts, languageOf } from "../ui/dialects.ts";
import { button, type Child, element, fill } from "../ui/dom.ts";
import { expressionFor } from "../ui/notation.ts";
import { dataFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";

/** Debounce after the caret moves, in milliseconds, so that typing never waits for the breadcrumbs. */
const restsFor = 150;
/** Longest text with breadcrumbs, in characters. */
const largest = 256 * 1024;

/** A path in the dialect's notation, or as keys and indices if the dialect has none. */
export function pathText({ state, openText }: Pick<Store, "state" | "openText">, path: Path): string {
  const { dialect, operation } = state.workspace;
  if (openText === dataFile) return dataText(path);
  const own = expressionFor({ dialect, ...(operation && { operation }) }, path, 1);
  return own ?? dataText(path).replace(/^\$\.?/, "");
}

/** Whether the open text is YAML. */
function isYaml({ state, openText }: Store): boolean {
  if (openText === null) return false;
  if (openText === dataFile) return true;
  return languageOf(dialectFacts(state.workspace.dialect).id, openText) === "yaml";
}

/** Copies the path at the caret. */
export function copyPath(store: Store, view: EditorView): void {
  const path = isYaml(store) ? pathAt(view.state, view.state.selection.main.head) : [];
  void copyText(pathText(store, path));
}

function panel(store: Store, view: EditorView): Panel {
  const list = element("ol", { class: "crumbs", "aria-label": text("crumbs.label") });
  const copy = button({
    label: text("crumbs.copy"),
    icon: "copy",
    class: "quiet small",
    press: () => copyPath(store, view),
  });
  const dom = element("div", { class: "assist-crumbs" }, list, copy);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function crumb(path: Path, length: number): Child {
    const goTo = (): void => {
      const range = rangeOf(view.state, path.slice(0, length));
      if (range) view.dispatch({ selection: { anchor: range.from }, scrollIntoView: true });
      view.focus();
    };
    return element("li", {}, button({ label: String(path[length - 1]), class: "quiet small", press: goTo }));
  }
  function draw(): void {
    const { doc, selection } = view.state;
    const path = doc.length <= largest ? pathAt(view.state, selection.main.head) : [];
    fill(list, ...path.map((_, at) => crumb(path, at + 1)));
    copy.hidden = path.length === 0;
    // An empty text has no path to show.
    dom.toggleAttribute("data-empty", doc.length === 0);
  }
  draw();
  return {
    dom,
    update({ docChanged, selectionSet }: ViewUpdate) {
      if (!docChanged && !selectionSet) return;
      clearTimeout(timer);
      timer = setTimeout(draw, restsFor);
    },
    destroy: () => clearTimeout(timer),
  };
}

/** The breadcrumbs of the source editor. */
export function breadcrumbs(store: Store): Extension {
  return showPanel.of((view) => (isYaml(store) ? panel(store, view) : { dom: element("div", { hidden: true }) }));
}
