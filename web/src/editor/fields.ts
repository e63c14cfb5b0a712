// Turns text fields of other parts that hold YAML or JSON into editors with the same keys, colours and folding as the
// source editor.

import { defaultKeymap, history, historyKeymap, indentWithTab, undoDepth } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import type { Path } from "evalground";
import type { Store } from "../store.ts";
import { dataSpan } from "../ui/data_paths.ts";
import { dialectFacts, type InputTab } from "../ui/dialects.ts";
import { editFieldsWith } from "../ui/field.ts";
import { dataFile } from "../ui/places.ts";
import { fromWorkspace, replaceText } from "./change.ts";
import { pathAt, rangeOf } from "./data_places.ts";
import { pageKeys } from "./keys.ts";
import { fileColours } from "./languages.ts";
import { editorTheme } from "./theme.ts";
import { markings, setFlash, setMarks } from "./marks.ts";
import { phrases } from "./phrases.ts";
import { replaceBySelf } from "./replace.ts";

/** How long a line flashes after another part jumps to it, in milliseconds. */
const flashFor = 700;

/** Turns text fields of the page into editors from now on. */
export function mountFields(store: Store): void {
  const dataField = new DataField(store);
  editFieldsWith((host, { label, changed, text, selection, isData = false }) => {
    const names = new Compartment();
    const reading = new Compartment();
    const wrapping = new Compartment();
    const named = (invalid: boolean) =>
      EditorView.contentAttributes.of({
        "aria-label": label,
        "aria-multiline": "true",
        ...(invalid && { "aria-invalid": "true" }),
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
      });
    const wrapped = () => (store.state.settings.wrapLines ? EditorView.lineWrapping : []);
    const shadow = host.attachShadow({ mode: "open" });
    const view = new EditorView({
      root: shadow,
      parent: shadow as unknown as Element,
      state: EditorState.create({
        doc: text,
        selection: selection ? { anchor: selection.from, head: selection.to } : { anchor: 0 },
        extensions: [
          pageKeys,
          keymap.of([indentWithTab]),
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          search({ top: false }),
          phrases(),
          fileColours("", "yaml"),
          editorTheme,
          replaceBySelf,
          markings(),
          names.of(named(false)),
          reading.of([]),
          wrapping.of(wrapped()),
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (isData && transactions.some((each) => each.isUserEvent("select"))) {
              const data = pathAt(state, state.selection.main.from);
              store.writer("selection")({ selection: { from: "source", span: dataSpan, data }, marks: [] });
            }
            const isOwn = transactions.some((each) => each.annotation(fromWorkspace));
            if (docChanged && !isOwn) changed(state.doc.toString());
          }),
        ],
      }),
    });
    host.focus = () => view.focus();
    const stop = store.watch(["settings"], ({ settings }) => {
      host.style.setProperty("--zoom", String(settings.editorZoom / 100));
      view.setTabFocusMode(settings.tabMovesFocus);
      view.dispatch({ effects: wrapping.reconfigure(wrapped()) });
    });
    const leave = isData ? dataField.take(view) : () => {};
    if (selection) view.focus();
    return {
      write: (words) => {
        // The undo history begins with the initial text, so that undo never empties the field.
        if (view.state.doc.length > 0 || undoDepth(view.state) > 0) return replaceText(view, words);
        const annotations = [Transaction.addToHistory.of(false), fromWorkspace.of(true)];
        view.dispatch({ changes: { from: 0, insert: words }, annotations });
      },
      setInvalid: (is) => view.dispatch({ effects: names.reconfigure(named(is)) }),
      setReadOnly: (is) => view.dispatch({ effects: reading.reconfigure(EditorState.readOnly.of(is)) }),
      end: () => {
        stop();
        leave();
        view.destroy();
      },
    };
  });
}

/** The field of the data in the inputs: marks the parts that a value was read from, and shows a part on request. */
class DataField {
  private view: EditorView | null = null;
  private flashing: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: Store) {
    store.watch(["marks"], () => this.mark());
    store.handle("showData", ({ path, focus }) => {
      if (focus && store.openText !== dataFile) this.show(path);
    });
  }

  /** Connects an editor to the field. Returns a function that disconnects it. */
  take(view: EditorView): () => void {
    this.view = view;
    this.mark();
    return () => {
      clearTimeout(this.flashing);
      if (this.view === view) this.view = null;
    };
  }

  private mark(): void {
    const { view, store } = this;
    if (!view) return;
    const placed = store.state.marks.flatMap(({ data, as }) => {
      const range = data ? rangeOf(view.state, data) : null;
      return range ? [{ ...range, as }] : [];
    });
    const [first] = placed;
    view.dispatch({
      effects: [setMarks.of(placed), ...(first ? [EditorView.scrollIntoView(first.from, { yMargin: 24 })] : [])],
    });
  }

  private show(path: Path): void {
    const { dollar } = dialectFacts(this.store.state.workspace.dialect);
    if (dollar !== null) this.store.perform("openInput", { tab: dollar as InputTab });
    const { view } = this;
    const range = view && rangeOf(view.state, path);
    if (!view || !range) return;
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => view.dispatch({ effects: setFlash.of(null) }), flashFor);
    view.dispatch({
      selection: { anchor: range.from },
      effects: [EditorView.scrollIntoView(range.from, { yMargin: 24 }), setFlash.of(range.from)],
    });
    view.focus();
  }
}
