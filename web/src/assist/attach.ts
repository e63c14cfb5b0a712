// Attaches the language services to the editors. They are loaded when an editor is first used or pointed at, and then
// attached to every open document and to those opened later.

import { Compartment, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin } from "@codemirror/view";
import type { AssistAction, Store } from "../store.ts";
import type { EditorKind, Services } from "./services.ts";

/** The extension with which each kind of editor gets its language services. */
export type Assistance = (kind: EditorKind) => Extension;

/** The keys of the services. Alt+Enter first tries the problems of the last run. */
const keys: readonly (readonly [key: string, action: AssistAction])[] = [
  ["Ctrl-Space", "complete"],
  ["Shift-F1", "hover"],
  ["Mod-Shift-Space", "signature"],
  ["F12", "definition"],
  ["Alt-ArrowLeft", "back"],
  ["Shift-F12", "references"],
  ["F2", "rename"],
  ["Shift-Alt-f", "format"],
  ["Alt-Enter", "fixes"],
  ["Shift-Alt-Enter", "fixes"],
  ["Alt-F12", "values"],
  ["Mod-Alt-Enter", "selection"],
];

/** The extension of an editor that was not used yet. */
const nothing: Extension = [];

const toCaret = (view: EditorView) => EditorView.scrollIntoView(view.state.selection.main.head);

function seesCaret(view: EditorView): boolean {
  const caret = view.coordsAtPos(view.state.selection.main.head);
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  return caret !== null && caret.bottom > top && caret.top < bottom;
}

/** Prepares the services of a page. */
export function assistance(store: Store): Assistance {
  let services: Services | null = null;
  let loading: Promise<Services> | null = null;
  /** The editor that was used last. */
  let used: { view: EditorView; kind: EditorKind } | null = null;

  function load(): Promise<Services> {
    loading ??= import("./assist.ts").then(
      ({ startServices }) => {
        services = startServices(store);
        return services;
      },
      (error: unknown) => {
        // Try again when an editor is next used: the browser may have been offline.
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  /** The compartment of each kind of editor, the same in all of its documents. */
  const places: Record<EditorKind, Compartment> = { source: new Compartment(), expression: new Compartment() };

  /** Attaches the services to the document of an editor in use. */
  function engage(view: EditorView, kind: EditorKind): Promise<Services | null> {
    used = { view, kind };
    return attach(view, kind);
  }

  /** Loads the services if needed, and attaches them to the open document of an editor. */
  async function attach(view: EditorView, kind: EditorKind): Promise<Services | null> {
    const { doc } = view.state;
    try {
      const loaded = await load();
      if (!view.dom.isConnected) return null;
      if (places[kind].get(view.state) === nothing) {
        // The panels of the services appear below the text. They must not cover the line being edited.
        const effects = [places[kind].reconfigure(loaded.extension(kind)), ...(seesCaret(view) ? [toCaret(view)] : [])];
        view.dispatch({ effects });
        // The user may have typed meanwhile what opens the completion list.
        if (view.state.doc !== doc) loaded.catchUp(view);
      }
      return loaded;
    } catch {
      // The editor works without its services.
      return null;
    }
  }

  /** The last movement of the pointer over a document whose services are being loaded. */
  let pointed: { event: MouseEvent; target: EventTarget | null } | null = null;

  /** Attaches the services to a document that is pointed at. The hover needs the movements that it has missed. */
  async function point(view: EditorView, kind: EditorKind, event: MouseEvent): Promise<void> {
    if (places[kind].get(view.state) !== nothing) return;
    const isLoading = pointed !== null;
    // Later the event names the host of the shadow tree as its target.
    pointed = { event, target: event.target };
    if (isLoading || !(await attach(view, kind))) return;
    pointed.target?.dispatchEvent(new MouseEvent("mousemove", pointed.event));
    pointed = null;
  }

  async function perform(action: AssistAction, view: EditorView, kind: EditorKind): Promise<void> {
    (await engage(view, kind))?.perform(action, view);
  }

  store.handle("assist", (action) => {
    if (used) void perform(action, used.view, used.kind);
  });
  store.watch(["settings"], ({ settings }, before) => {
    if (settings.inlay && !before.settings.inlay && used) void engage(used.view, used.kind);
  });

  return (kind) => {
    const bindings = keys.map(([key, action]) => ({
      key,
      run: (view: EditorView) => {
        void perform(action, view, kind);
        return true;
      },
    }));
    return [
      places[kind].of(services ? services.extension(kind) : nothing),
      Prec.high(keymap.of(bindings)),
      ViewPlugin.define((view) => {
        // Inlay results and coverage belong to the source editor, and can be switched on before it has had the focus.
        if (kind === "source") used ??= { view, kind };
        if (view.hasFocus || (kind === "source" && store.state.settings.inlay))
          queueMicrotask(() => void engage(view, kind));
        return {};
      }),
      EditorView.domEventHandlers({
        focus: (_, view) => {
          void engage(view, kind);
          return false;
        },
        mousemove: (event, view) => {
          void point(view, kind, event);
          return false;
        },
        scroll: (_, view) => {
          if (kind === "source" && places[kind].get(view.state) === nothing) void engage(view, kind);
          return false;
        },
      }),
    ];
  };
}
