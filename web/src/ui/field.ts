// A multi-line text field. It begins as a plain text area, which always works. Once the editors are loaded
// (editor/fields.ts), it becomes an editor and keeps its text, focus and selection.

import { element, freshId, setAttribute } from "./dom.ts";

interface FieldOptions {
  label: string;
  /** Id of the element that shows problems with the text. */
  describedBy: string;
  /** Called when the user has changed the text. */
  changed: (text: string) => void;
  /** Whether the field holds the data of `$`, whose parts can be marked and chosen. */
  isData?: boolean;
  /** Whether it is read-only until `setReadOnly` changes that. */
  readOnly?: boolean;
}

/** The interface of an editor that replaces a field. */
interface FieldEditor {
  write(text: string): void;
  setInvalid(is: boolean): void;
  setReadOnly(is: boolean): void;
  /** The field was removed from the page. */
  end(): void;
}

/** Creates an editor inside an element. */
type MakeEditor = (
  host: HTMLElement,
  options: FieldOptions & { text: string; selection: { from: number; to: number } | null },
) => FieldEditor;

let makeEditor: MakeEditor | null = null;
let waiting: TextField[] = [];

/** Turns existing and future fields into editors. */
export function editFieldsWith(make: MakeEditor): void {
  makeEditor = make;
  for (const field of waiting.splice(0)) field.become(make);
}

export class TextField {
  readonly root = element("div", { class: "text-field", id: freshId("text") });
  private readonly plain: HTMLTextAreaElement;
  private editor: FieldEditor | null = null;
  private invalid = false;
  private readOnly: boolean;

  constructor(private readonly options: FieldOptions) {
    const { label, describedBy, changed, readOnly = false } = options;
    this.readOnly = readOnly;
    this.plain = element("textarea", {
      class: "plain-editor",
      spellcheck: "false",
      wrap: "off",
      readonly: readOnly,
      "aria-label": label,
      "aria-describedby": describedBy,
    });
    this.plain.addEventListener("input", () => changed(this.plain.value));
    this.root.append(this.plain);
    if (makeEditor) this.become(makeEditor);
    else waiting.push(this);
  }

  /** Replaces the text without calling `changed`. */
  write(text: string): void {
    if (this.editor) this.editor.write(text);
    else this.plain.value = text;
  }

  setInvalid(is: boolean): void {
    this.invalid = is;
    if (this.editor) this.editor.setInvalid(is);
    else setAttribute(this.plain, "aria-invalid", is ? "true" : null);
  }

  setReadOnly(is: boolean): void {
    this.readOnly = is;
    if (this.editor) this.editor.setReadOnly(is);
    else this.plain.readOnly = is;
  }

  /** Ends the editor together with the field. */
  end(): void {
    waiting = waiting.filter((field) => field !== this);
    this.editor?.end();
  }

  /** Replaces the plain text area with an editor. */
  become(make: MakeEditor): void {
    const { plain, options, root } = this;
    const hadFocus = document.activeElement === plain;
    const host = element("div", { class: "editor-host", "data-focus-here": true });
    root.replaceChildren(host);
    this.editor = make(host, {
      ...options,
      text: plain.value,
      selection: hadFocus ? { from: plain.selectionStart, to: plain.selectionEnd } : null,
    });
    this.editor.setInvalid(this.invalid);
    this.editor.setReadOnly(this.readOnly);
  }
}
