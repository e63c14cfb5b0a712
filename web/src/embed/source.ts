// The text of a file in an embed that is not being edited: highlighted lines, without the hidden ones, and with marks
// at the places from which the chosen result came.

import { writeJson } from "evalground";
import { hiddenRegions, highlightedLines, type Piece, type Region } from "evalground/embed";
import type { Mark, Store } from "../store.ts";
import { element, fill } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";

/** The text of the open file, or null. */
export function openText(store: Store): string | null {
  const { activeFile, workspace } = store.state;
  const content = activeFile === null ? undefined : filesOf(workspace).get(activeFile);
  return typeof content === "string" ? content : null;
}

/** Splits the pieces at the borders of marks, so that each lies entirely inside or outside a mark. */
function marked(pieces: readonly Piece[], from: number, marks: readonly Mark[]): (HTMLElement | string)[] {
  const drawn: (HTMLElement | string)[] = [];
  let at = from;
  for (const { kind, text } of pieces) {
    const end = at + text.length;
    const borders = marks.flatMap(({ span }) => [span.from, span.to]).filter((place) => place > at && place < end);
    const cuts = [...new Set([at, ...borders, end])].sort((one, other) => one - other);
    for (const [index, begin] of cuts.slice(0, -1).entries()) {
      const words = text.slice(begin - at, (cuts[index + 1] as number) - at);
      const mark = marks.find(({ span }) => span.from <= begin && span.to > begin);
      const classes = [kind && `syntax-${kind}`, mark && `mark-${mark.as}`].filter(Boolean).join(" ");
      drawn.push(classes === "" ? words : element("span", { class: classes }, words));
    }
    at = end;
  }
  return drawn;
}

/** The container of a text. If it becomes an editor when focused, its attributes say so. */
function shownText(isEditable: boolean): HTMLElement {
  return element("pre", {
    class: "source-text code",
    tabindex: 0,
    dir: "ltr",
    role: isEditable ? "textbox" : "region",
    "aria-multiline": isEditable ? "true" : undefined,
    "data-edits": isEditable,
  });
}

/** The expression when it is not being edited. */
export function expressionWords(store: Store, isEditable: boolean): HTMLElement {
  const root = shownText(isEditable);
  root.setAttribute("aria-label", isEditable ? text("expression.label") : text("embed.expression"));
  store.watch(["workspace"], ({ workspace }) => {
    const { expression } = workspace;
    const words = typeof expression === "string" ? expression : expression === undefined ? "" : writeJson(expression);
    const lines = highlightedLines(words).flatMap((pieces, index) => [index > 0 && "\n", ...marked(pieces, 0, [])]);
    fill(root, ...lines);
  });
  return root;
}

export class SourceView {
  readonly root: HTMLElement;
  private readonly opened = new Set<number>();

  /** `data`: the text of the data, which is shown if there is no file. */
  constructor(
    private readonly store: Store,
    private readonly lines: (path: string) => [number, number] | null,
    isEditable: boolean,
    private readonly data: () => string,
  ) {
    this.root = shownText(isEditable);
    store.watch(["workspace", "activeFile"], ({ activeFile }, before) => {
      if (activeFile !== before.activeFile) this.opened.clear();
      this.root.setAttribute("aria-label", this.name(activeFile, isEditable));
      this.draw();
    });
    store.watch(["marks"], () => {
      this.draw();
      this.place();
    });
    store.handle("show", ({ span, focus }) => this.show(span.file, span.line, focus));
    addEventListener("resize", () => this.place());
  }

  private name(path: string | null, isEditable: boolean): string {
    if (path === null) return isEditable ? text("editor.label.data") : text("embed.dataText");
    return isEditable ? text("editor.plainLabel", { path }) : text("embed.source", { path });
  }

  draw(): void {
    const { store, root } = this;
    const content = store.state.activeFile === null ? this.data() : openText(store);
    if (!root.isConnected) return;
    const path = store.state.activeFile ?? "";
    const marks = store.state.marks.filter(({ span }) => span.file === path);
    const regions = hiddenRegions(content ?? "", this.lines(path));
    const lines: HTMLElement[] = [];
    let from = 0;
    for (const [index, pieces] of highlightedLines(content ?? "").entries()) {
      const number = index + 1;
      const region = regions.find(({ first, last }) => number >= first && number <= last);
      const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
      if (!region || this.opened.has(region.first))
        lines.push(
          element("span", { class: "source-line", "data-line": number }, ...marked(pieces, from, marks), "\n"),
        );
      else if (region.folds && region.first === number) lines.push(this.fold(region));
      from += length + 1;
    }
    fill(root, ...lines);
  }

  private fold(region: Region): HTMLElement {
    const open = element(
      "button",
      { type: "button", class: "button quiet small source-fold" },
      text("embed.unfold", { count: region.last - region.first + 1 }),
    );
    open.addEventListener("click", (event) => {
      event.stopPropagation();
      this.opened.add(region.first);
      this.draw();
    });
    return open;
  }

  private show(file: string, line: number, focus: boolean): void {
    const { root, store } = this;
    if (!root.isConnected || !filesOf(store.state.workspace).has(file)) return;
    store.openFile(file);
    const found = root.querySelector<HTMLElement>(`[data-line="${line}"]`);
    found?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (focus) root.focus({ preventScroll: true });
  }

  /** Reports the vertical positions of the marks, from which the thread is drawn. */
  private place(): void {
    if (!this.root.isConnected) return;
    const { marks, activeFile } = this.store.state;
    const places = marks.map(({ span }) => {
      const line = span.file === activeFile ? this.root.querySelector(`[data-line="${span.line}"]`) : null;
      const box = line?.getBoundingClientRect();
      return box ? (box.top + box.bottom) / 2 : null;
    });
    this.store.writer("editor")({ markPlaces: places });
  }
}
