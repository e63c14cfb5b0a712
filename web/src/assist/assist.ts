// The language services of the page. Each service is in a file of its own.

import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";
import { startCompletion } from "@codemirror/autocomplete";
import type { Diagnostic } from "evalground";
import type { AssistAction, HintState, Store, Write } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { showActions } from "./actions.ts";
import { breadcrumbs, copyPath } from "./breadcrumbs.ts";
import { completion, opensBehind } from "./completion.ts";
import { Context, editorKind } from "./context.ts";
import { Coverage } from "./coverage.ts";
import { format } from "./format.ts";
import { hover, showHover } from "./hover.ts";
import { Inlay } from "./inlay.ts";
import { assistTheme } from "./theme.ts";
import { Navigation } from "./navigate.ts";
import { rename, renameField } from "./rename.ts";
import type { EditorKind, Services } from "./services.ts";
import { showSignature, signature } from "./signature.ts";
import { sticky } from "./sticky.ts";
import { Strip } from "./strip.ts";

/** The footer of the completion list: which key accepts an item. */
const keysNote = (kind: EditorKind): Extension =>
  EditorView.theme({
    ".cm-tooltip.cm-tooltip-autocomplete::after": {
      content: JSON.stringify(text(kind === "source" ? "complete.keys" : "complete.keysLine")),
    },
  });

/** Longest text, in characters, for which hints are requested after each run. */
const largestRemarked = 256 * 1024;

/** Adds the engine's hints on a text to the problems whenever a run ends. */
function remark(store: Store, { questions }: Context, write: Write<HintState>): void {
  store.watch(["result"], ({ result, revision, resultRevision, workspace }) => {
    const isLarge = [...filesOf(workspace).values()].some(
      (text) => typeof text === "string" && text.length > largestRemarked,
    );
    if (!result || revision !== resultRevision || isLarge) return;
    void questions.ask<Diagnostic[]>({ ask: "hints" }).then((answer) => {
      if (answer?.value && store.state.result === result && store.state.revision === revision)
        write({ hints: { of: result, diagnostics: answer.value } });
    });
  });
}

/** Switches, which do not move the focus. */
const ofThePage: ReadonlySet<AssistAction> = new Set(["inlay", "coverage"]);

/** Starts the language services. */
export function startServices(store: Store): Services {
  const context = new Context(store);
  const navigation = new Navigation(context);
  const strip = new Strip(context);
  const inlay = new Inlay(context);
  const writeHints = store.writer("hints");
  const coverage = new Coverage(context, writeHints);
  const actions: Record<AssistAction, (view: EditorView) => void> = {
    complete: (view) => void startCompletion(view),
    hover: (view) => void showHover(context, view),
    signature: (view) => void showSignature(context, view),
    definition: (view) => void navigation.goToDefinition(view),
    back: () => navigation.goBack(),
    references: (view) => void navigation.listReferences(view),
    rename: (view) => void rename(context, view),
    format: (view) => void format(context, view),
    fixes: (view) => void showActions(context, view),
    values: (view) => strip.toggle(view),
    selection: (view) => void strip.evaluate(view),
    coverage: () => void coverage.toggle(),
    inlay: () => inlay.toggle(),
    path: (view) => copyPath(store, view),
  };
  remark(store, context, writeHints);
  const press = EditorView.domEventHandlers({
    mousedown(event, view) {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset === null) return false;
      event.preventDefault();
      void navigation.goToDefinition(view, offset);
      return true;
    },
  });
  const shared: Extension = [
    completion(context),
    hover(context),
    signature(context),
    navigation.extension(),
    strip.extension(),
    renameField,
    press,
    assistTheme,
    ViewPlugin.define((view) => {
      queueMicrotask(() => context.know(view));
      return {};
    }),
  ];
  const extensions: Record<EditorKind, Extension> = {
    source: [
      editorKind.of("source"),
      inlay.extension(),
      coverage.extension(),
      sticky(store),
      breadcrumbs(store),
      keysNote("source"),
      shared,
    ],
    expression: [editorKind.of("expression"), keysNote("expression"), shared],
  };
  return {
    extension: (kind) => extensions[kind],
    perform: (action, view) => {
      if (!ofThePage.has(action)) view.focus();
      actions[action](view);
    },
    catchUp: (view) => {
      const { head } = view.state.selection.main;
      const line = view.state.doc.lineAt(head);
      const before = line.text.slice(0, head - line.from);
      if (opensBehind(before)) startCompletion(view);
      if (/\([^)]*$/.test(before)) void showSignature(context, view);
    },
  };
}
