// What a reader types before the editor has arrived. It is kept in order, and the editor gets it when it is there.

/** A typed or pasted text, or a key that edits or moves. */
export type Typed = { text: string } | { key: string; shiftKey: boolean };

/** Where the reader has pressed in a shown text: a line of the file and a column, both from 0. */
export interface TextPlace {
  line: number;
  column: number;
}

/** The most entries that are kept. */
const most = 1000;

const editing = /^(?:Enter|Backspace|Delete|Arrow\w+|Home|End)$/;

/** What a key does to a text; null for keys that are commands, or that leave the text. */
export function typedBy({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing">): Typed | null {
  // AltGr is reported as Ctrl+Alt, and writes a character.
  if (isComposing || metaKey || ctrlKey !== altKey) return null;
  if ([...key].length === 1) return { text: key };
  if (ctrlKey) return null;
  return editing.test(key) ? { key, shiftKey } : null;
}

/** Keeps what is typed or pasted into an element, until it is taken. */
export class TypedAhead {
  private kept: Typed[] = [];

  /** Listens to an element. Keys that are kept have no other effect. `heard` is called for each. */
  listen(target: HTMLElement, heard: () => void = () => {}): void {
    const keep = (event: Event, typed: Typed): void => {
      event.preventDefault();
      this.add([typed]);
      heard();
    };
    target.addEventListener("keydown", (event) => {
      const typed = typedBy(event);
      if (typed) keep(event, typed);
    });
    target.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text !== "") keep(event, { text });
    });
  }

  add(typed: readonly Typed[]): void {
    this.kept.push(...typed.slice(0, most - this.kept.length));
  }

  /** Gives what was kept, and forgets it. */
  take(): Typed[] {
    return this.kept.splice(0);
  }
}

/** Typed entries in a message, or none if they are damaged. */
export function typedIn(given: unknown): Typed[] {
  if (!Array.isArray(given)) return [];
  const typed: Typed[] = [];
  for (const each of given.slice(0, most) as (Partial<Record<"text" | "key" | "shiftKey", unknown>> | null)[]) {
    if (typeof each?.text === "string") typed.push({ text: each.text });
    else if (typeof each?.key === "string" && editing.test(each.key))
      typed.push({ key: each.key, shiftKey: each.shiftKey === true });
  }
  return typed;
}

/** A place in a message, or null if it is damaged or missing. */
export function placeIn(given: unknown): TextPlace | null {
  const { line, column } = (given ?? {}) as Partial<TextPlace>;
  return Number.isSafeInteger(line) && Number.isSafeInteger(column) ? { line: line!, column: column! } : null;
}

/** The place in a shown text at a point of the window. Its lines may be elements with their numbers (`data-line`). */
export function pressedPlace(
  shown: HTMLElement,
  root: Document | ShadowRoot,
  { clientX: x, clientY: y }: Pick<MouseEvent, "clientX" | "clientY">,
): TextPlace | null {
  // Browsers have one or the other, and in a shadow tree only the first, if it is told the tree.
  const found = document.caretPositionFromPoint?.(
    x,
    y,
    root instanceof ShadowRoot ? { shadowRoots: [root] } : undefined,
  );
  const old = found ? null : document.caretRangeFromPoint?.(x, y);
  const node = found?.offsetNode ?? old?.startContainer;
  if (!node || !shown.contains(node)) return null;
  const before = document.createRange();
  const line = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>("[data-line]");
  before.selectNodeContents(line ?? shown);
  before.setEnd(node, found?.offset ?? old?.startOffset ?? 0);
  const lines = before.toString().split("\n");
  const above = line ? Number(line.dataset["line"]) - 1 : 0;
  return { line: above + lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}
