// Sticky parents: the top of the source editor shows the lines of the keys that contain the first visible line, the
// outermost first. Pressing one goes there. For keyboard and screen-reader users the breadcrumbs give the same.
//
//   topology:            ← line 1
//     instances:         ← line 4
//         size: 3        the first line that is in sight

import type { Text } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Store } from "../store.ts";
import { dialectFacts, languageOf } from "../ui/dialects.ts";
import { element, fill } from "../ui/dom.ts";
import { dataFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";

/** Maximum number of parents: the innermost ones are shown. */
const mostShown = 5;
/** How many lines above the first visible one are searched. */
const farthest = 5000;

const indentOf = (line: string): number => {
  const [before = ""] = /^\s*(?:- +)*/.exec(line) ?? [];
  return before.length;
};

const isNothing = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);

/** The numbers of the lines that contain a line, by their indentation, the outermost first. */
export function parentsOf(doc: Pick<Text, "line" | "lines">, number: number): number[] {
  const parents: number[] = [];
  let at = Math.min(number, doc.lines);
  // An empty line belongs to the line below it.
  while (at < doc.lines && isNothing(doc.line(at).text)) at += 1;
  let indent = /^\s*/.exec(doc.line(at).text)?.[0].length ?? 0;
  for (let line = Math.min(number, at) - 1; line >= 1 && indent > 0 && number - line <= farthest; line -= 1) {
    const { text } = doc.line(line);
    if (isNothing(text)) continue;
    const own = indentOf(text);
    const outer = /^\s*/.exec(text)?.[0].length ?? 0;
    // A key below `- name: a` belongs to the item that this line begins.
    if (own < indent || (own === indent && outer < indent)) {
      parents.unshift(line);
      indent = Math.min(indent, outer);
    }
  }
  return parents;
}

class Sticky implements PluginValue {
  private readonly dom = element("div", { class: "sticky-parents", "aria-hidden": "true" });
  private shown = "";
  private isMeasuring = false;
  private readonly follow = (): void => this.measure();

  constructor(
    private readonly view: EditorView,
    private readonly store: Store,
  ) {
    view.dom.append(this.dom);
    view.scrollDOM.addEventListener("scroll", this.follow, { passive: true });
    this.measure();
  }

  update({ docChanged, geometryChanged }: ViewUpdate): void {
    if (docChanged || geometryChanged) this.measure();
  }

  destroy(): void {
    this.view.scrollDOM.removeEventListener("scroll", this.follow);
    this.dom.remove();
  }

  private measure(): void {
    if (this.isMeasuring) return;
    this.isMeasuring = true;
    this.view.requestMeasure({
      key: this,
      read: (view) => {
        this.isMeasuring = false;
        return this.isWanted() ? this.find(view) : null;
      },
      write: (found, view) => this.draw(found, view),
    });
  }

  /** Only for texts whose indentation shows their structure, and on screens with enough room. */
  private isWanted(): boolean {
    const { openText, state } = this.store;
    if (openText === null || state.layout === "narrow" || state.settings.wrapLines) return false;
    return openText === dataFile || languageOf(dialectFacts(state.workspace.dialect).id, openText) !== "template";
  }

  /** The parents of the first line that sticky lines do not cover. */
  private find(view: EditorView): { lines: number[]; top: number; left: number } | null {
    const { scrollDOM, defaultLineHeight } = view;
    if (scrollDOM.scrollTop <= 0) return null;
    const frame = scrollDOM.getBoundingClientRect();
    const whole = view.dom.getBoundingClientRect();
    const { doc } = view.state;
    const numberAt = (covered: number): number => {
      const height = frame.top - view.documentTop + covered * defaultLineHeight + 1;
      return doc.lineAt(view.lineBlockAtHeight(height).from).number;
    };
    let lines: number[] = [];
    // Each sticky line covers another line, which may be a parent itself. Repeat until the number is stable.
    for (let count = 0; count <= mostShown; count += 1) {
      const found = parentsOf(doc, numberAt(count)).filter((line) => line < numberAt(count));
      lines = found.slice(-mostShown);
      if (lines.length <= count) break;
    }
    const content = view.contentDOM.getBoundingClientRect();
    return { lines, top: frame.top - whole.top, left: Math.max(0, content.left + scrollDOM.scrollLeft - frame.left) };
  }

  private draw(found: { lines: number[]; top: number; left: number } | null, view: EditorView): void {
    const lines = found?.lines ?? [];
    const { doc } = view.state;
    const shown = lines.map((line) => `${line} ${doc.line(line).text}`).join("\n");
    if (found) {
      this.dom.style.top = `${found.top}px`;
      this.dom.style.paddingInlineStart = `${found.left}px`;
    }
    if (shown === this.shown) return;
    this.shown = shown;
    this.dom.hidden = lines.length === 0;
    fill(
      this.dom,
      ...lines.map((line) =>
        element(
          "div",
          {
            class: "sticky-line",
            title: text("sticky.goTo", { line }),
            on: {
              mousedown: (event) => {
                event.preventDefault();
                const { from, text } = doc.line(line);
                const anchor = from + (/^\s*/.exec(text)?.[0].length ?? 0);
                view.dispatch({ selection: { anchor }, scrollIntoView: true });
                view.focus();
              },
            },
          },
          doc.line(line).text.slice(0, 400),
        ),
      ),
    );
  }
}

/** The sticky parents of the source editor. */
export const sticky = (store: Store): ViewPlugin<Sticky> => ViewPlugin.define((view) => new Sticky(view, store));
