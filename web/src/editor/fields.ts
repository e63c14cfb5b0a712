// Fields of other parts as editors: the same keys, colours and folding as the source has, for a text that is YAML or
// JSON.

import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import type { Store } from "../store.ts";
import { editFieldsWith } from "../ui/field.ts";
import { smallestChange } from "./change.ts";
import { pageKeys } from "./keys.ts";
import { fileColours } from "./languages.ts";
import { look } from "./look.ts";
import { phrases } from "./phrases.ts";

/** Makes editors of the text fields of the page, from now on. */
export function mountFields(store: Store): void {
  editFieldsWith((host, { label, changed, text, selection }) => {
    const names = new Compartment();
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
          look,
          names.of(named(false)),
          wrapping.of(wrapped()),
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isOwn = transactions.some((each) => each.annotation(isolateHistory) === "full");
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
    if (selection) view.focus();
    return {
      write: (words) => {
        const change = smallestChange(view.state.doc.toString(), words);
        if (change) view.dispatch({ changes: change, annotations: isolateHistory.of("full") });
      },
      setInvalid: (is) => view.dispatch({ effects: names.reconfigure(named(is)) }),
      end: () => {
        stop();
        view.destroy();
      },
    };
  });
}
