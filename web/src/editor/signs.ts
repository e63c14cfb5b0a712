// A row of symbols that on-screen keyboards hide, shown above the keyboard while an editor has the focus.

import { indentMore, redo, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { button, byId, element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import "./signs.css";

const signs = [":", "-", '"', "'", "{", "}", "[", "]", "$", "|", "::", "@"];

/** The editor that has the focus, or null. */
function focusedEditor(): EditorView | null {
  const inside = document.activeElement?.shadowRoot?.activeElement;
  return inside instanceof HTMLElement ? EditorView.findFromDOM(inside) : null;
}

/** Shows the row on touch screens. Devices with a keyboard never show it. */
export function mountSigns(): void {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const act = (run: (view: EditorView) => void) => () => {
    const view = focusedEditor();
    if (view) run(view);
  };
  const row = element(
    "div",
    { id: "signs", role: "toolbar", "aria-label": text("signs.label"), hidden: true },
    ...signs.map((sign) =>
      button({
        label: sign,
        press: act((view) => view.dispatch(view.state.replaceSelection(sign), { userEvent: "input.type" })),
      }),
    ),
    button({ label: text("signs.indent"), icon: "indent", press: act(indentMore) }),
    button({ label: text("signs.undo"), icon: "undo", press: act(undo) }),
    button({ label: text("signs.redo"), icon: "redo", press: act(redo) }),
  );
  // A press must not move the focus, or the keyboard would close.
  row.addEventListener("pointerdown", (event) => event.preventDefault());
  row.addEventListener("mousedown", (event) => event.preventDefault());
  byId("bar").after(row);

  const follow = (): void => {
    const isShown = focusedEditor() !== null;
    row.hidden = !isShown;
    document.documentElement.toggleAttribute("data-signs", isShown);
  };
  // While the focus moves, no element has it for a moment.
  addEventListener("focusin", () => setTimeout(follow));
  addEventListener("focusout", () => setTimeout(follow));
}
