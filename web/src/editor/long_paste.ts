// Pasting a long text. It is inserted in slices, between which the browser paints and handles input, because inserting
// megabytes at once would block the page. All slices are one step of undo, and one edit of the workspace.
//
// A key press during the paste inserts the rest first, so that the text is the same as if it had come at once.

import { isolateHistory } from "@codemirror/commands";
import { type Extension, Transaction } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { breathe } from "../ui/breathe.ts";

/** Longer texts are pasted in slices, in characters. */
const longFrom = 512 * 1024;
/** Length of a slice. Inserting it takes a few milliseconds. */
const sliceLength = 128 * 1024;

/** The slices of a text. A line break of two characters stays in one slice. */
export function slicesOf(text: string, length = sliceLength): string[] {
  const slices: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + length);
    if (to < text.length) {
      const lineEnd = text.lastIndexOf("\n", to - 1);
      if (lineEnd > from) to = lineEnd + 1;
      else if (/[\r\uD800-\uDBFF]/.test(text.charAt(to - 1))) to += 1;
    }
    slices.push(text.slice(from, to));
    from = to;
  }
  return slices;
}

/** A paste in progress. */
class LongPaste {
  private at: number;
  private end: number;
  private readonly startedAt = Date.now();
  private isFirst = true;
  private isInserting = false;

  constructor(
    private readonly view: EditorView,
    private readonly slices: string[],
  ) {
    ({ from: this.at, to: this.end } = view.state.selection.main);
  }

  get isDone(): boolean {
    return this.slices.length === 0;
  }

  /** Follows changes by others. */
  update({ changes }: ViewUpdate): void {
    if (this.isInserting) return;
    this.at = changes.mapPos(this.at, 1);
    this.end = Math.max(this.at, changes.mapPos(this.end, -1));
  }

  /** Inserts the next slice. */
  next(): void {
    this.insert(this.slices.shift() ?? "");
  }

  /** Inserts all that is left. */
  finish(): void {
    this.insert(this.slices.splice(0).join(""));
  }

  private insert(text: string): void {
    const { view, at, end, isFirst } = this;
    const insert = view.state.toText(text);
    this.at = this.end = at + insert.length;
    this.isFirst = false;
    this.isInserting = true;
    view.dispatch({
      changes: { from: at, to: end, insert },
      selection: { anchor: this.at },
      scrollIntoView: this.isDone,
      // Changes are one step of undo if they are adjacent, close in time, and the later ones no event of the user.
      annotations: [
        Transaction.time.of(this.startedAt),
        ...(isFirst ? [Transaction.userEvent.of("input.paste"), isolateHistory.of("before")] : []),
      ],
    });
    this.isInserting = false;
  }
}

export class LongPastes {
  private paste: LongPaste | null = null;
  readonly extension: Extension;

  /** `done` is called when the last slice is in the document. */
  constructor(private readonly done: () => void) {
    const follow = (update: ViewUpdate): void => {
      if (update.docChanged) this.paste?.update(update);
    };
    this.extension = [
      ViewPlugin.define(() => ({ update: follow })),
      EditorView.domEventHandlers({
        paste: (event, view) => {
          this.finish();
          const text = event.clipboardData?.getData("text/plain") ?? "";
          if (text.length < longFrom || view.state.readOnly || view.state.selection.ranges.length > 1) return false;
          event.preventDefault();
          void this.insert(view, text);
          return true;
        },
        keydown: () => {
          this.finish();
          return false;
        },
        beforeinput: () => {
          this.finish();
          return false;
        },
      }),
    ];
  }

  /** Whether a part of a text is still to be inserted. */
  get isInProgress(): boolean {
    return this.paste !== null;
  }

  /** Inserts the rest of a text at once. */
  finish(): void {
    if (!this.paste) return;
    if (!this.paste.isDone) this.paste.finish();
    this.end();
  }

  private async insert(view: EditorView, text: string): Promise<void> {
    const paste = new LongPaste(view, slicesOf(text));
    this.paste = paste;
    while (this.paste === paste && !paste.isDone) {
      paste.next();
      await breathe();
    }
    if (this.paste === paste) this.end();
  }

  private end(): void {
    this.paste = null;
    this.done();
  }
}
