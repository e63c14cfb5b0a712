// The results panel of an editor (integrations/vscode): the page's views of one document. The editor's extension sends
// the workspace after each edit, and its engine answers the panel's requests. The panel loads and stores nothing.

import { readJson, toFaithful, writeJson, type Workspace } from "evalground";
import { SharedEngine } from "../embed/engine.ts";
import { mountProblems } from "../results/problems.ts";
import { mountResults } from "../results/results.ts";
import { engineReady, failureKind, provideEngine } from "../run/ready.ts";
import { startRunner } from "../run/runner.ts";
import { usualLimits } from "../run/limits.ts";
import { withMainFile } from "../share/main_file.ts";
import type { Caret } from "../state.ts";
import { firstState, Store } from "../store.ts";
import { mountTree } from "../tree/tree.ts";
import { startAnnouncing } from "../ui/announce.ts";
import { dialectFacts, dialects, withBase } from "../ui/dialects.ts";
import { byId, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { keepNothing } from "../ui/keep.ts";
import { text } from "../ui/text.ts";
import "../ui/tokens.css";
import "../ui/controls.css";
import "../ui/reset.css";
import "../ui/syntax.css";
import "../results/results.css";
import "../results/problems.css";
import "../results/table.css";
import "../tree/tree.css";
import "./panel.css";

/** The connection to the extension, which editors provide for web views. */
interface Editor {
  postMessage(message: object): void;
}
declare function acquireVsCodeApi(): Editor;

type FromEditor =
  | { type: "engine"; data: unknown }
  /** The workspace as JSON; null: no dialect claims the document. */
  | { type: "workspace"; uri: string; workspace: string | null }
  /** Where the caret is in the main file. */
  | { type: "caret"; caret: Caret }
  | { type: "tab"; tab: "trace" | "explain" };

/** What is shown before the editor has sent something. */
const nothing: Workspace = { dialect: dialects[0]?.id ?? "", files: {} };

function pane(id: string, label: string): HTMLElement {
  return element(
    "section",
    { id, class: "pane", "aria-label": label, tabindex: -1 },
    element("div", { id: `${id}-head`, class: "pane-head" }, element("h2", {}, label)),
    element("div", { id: `${id}-body`, class: "pane-body" }),
  );
}

function build(): void {
  document.body.append(
    element(
      "main",
      { id: "panel" },
      element("h1", { class: "spoken" }, "Evalground"),
      element("p", { id: "unclaimed", class: "panel-note", hidden: true }, text("panel.unclaimed")),
      pane("results", text("pane.results")),
      pane("resources", text("pane.resources")),
      pane("problems", text("pane.problems")),
    ),
    element("p", { id: "status", role: "status", class: "spoken" }),
    element("div", { id: "alert", role: "alert", class: "spoken" }),
  );
}

/** Follows the editor's theme: its body has a class for it, and its colours are custom properties (panel.css). */
function followTheme(): void {
  const show = (): void => {
    const { classList } = document.body;
    const isDark = classList.contains("vscode-dark") || classList.contains("vscode-high-contrast");
    const isLight = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
    document.documentElement.dataset["theme"] = isDark && !isLight ? "dark" : "light";
  };
  show();
  new MutationObserver(show).observe(document.body, { attributeFilter: ["class"] });
}

class Panel {
  private readonly store = new Store({
    ...firstState(nothing, {
      theme: "system",
      announce: "errors",
      tabMovesFocus: true,
      editorZoom: 100,
      wrapLines: true,
      inlay: false,
      limits: { timeMs: usualLimits.timeMs },
    }),
    layout: "narrow",
  });
  /** The workspace as the editor sent it, without the changes of quick fixes. */
  private placed = nothing;
  private readonly shared = new SharedEngine(
    () => this.store.state.workspace.dialect,
    () => {}, // the extension answers as long as the panel is open
  );

  constructor(private readonly editor: Editor) {}

  begin(): void {
    const { editor, shared, store } = this;
    startAnnouncing(byId("status"), byId("alert"));
    mountResults(store);
    mountTree(store);
    mountProblems(store);
    this.connect();
    startRunner(store, {
      evaluator: {
        evaluate: async (asked, options) => (await engineReady()).evaluate(asked, { ...options, maskVaults: true }),
        check: async (asked) => (await engineReady()).check(asked),
      },
      failureKind,
      save: () => Promise.resolve(),
      note: () => {},
    });
    provideEngine(shared.engine);
    store.handle("show", ({ span, focus }) => editor.postMessage({ type: "show", span, focus }));
    store.watch(["marks"], ({ marks }) =>
      editor.postMessage({ type: "marks", spans: marks.filter(({ data }) => !data).map(({ span }) => span) }),
    );
    store.watch(["workspace"], ({ workspace }) => this.report(workspace));
    store.watch(["freshness", "runs"], ({ freshness, runs }) => {
      const { dataset } = byId("results");
      dataset["freshness"] = freshness;
      dataset["run"] = String(runs);
    });
    store.watch(["result", "hints"], ({ result }) => {
      byId("problems").hidden = (result?.diagnostics ?? []).length === 0;
    });
    store.watch(["outline", "workspace"], ({ outline, workspace }) => {
      byId("resources").hidden = outline.length === 0 || !dialectFacts(workspace.dialect).tree;
    });
    editor.postMessage({ type: "ready" });
  }

  /** Sends the requests of the views to the extension's engine, and its answers back. */
  private connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.shared.follow(port1);
    port2.onmessage = ({ data }: MessageEvent<unknown>) => this.editor.postMessage({ type: "engine", data });
    addEventListener("message", ({ data }: MessageEvent<FromEditor>) => {
      if (data?.type === "engine") port2.postMessage(data.data);
      else if (data?.type === "workspace") this.place(data.uri, data.workspace);
      else if (data?.type === "caret") this.store.update({ caret: data.caret });
      else if (data?.type === "tab") this.store.update({ view: data.tab });
    });
  }

  /** Shows a workspace of the editor. Another document begins anew, and an edit keeps what is chosen. */
  private place(uri: string, json: string | null): void {
    const { store } = this;
    byId("panel").toggleAttribute("data-unclaimed", json === null);
    byId("unclaimed").hidden = json !== null;
    if (json === null) return;
    const given = toFaithful(readJson(json)) as Workspace;
    const workspace = withBase(withMainFile(given));
    const { state } = store;
    const isOther = state.draft !== uri;
    if (!isOther && writeJson(workspace) === writeJson(state.workspace)) return;
    this.placed = workspace;
    store.update({
      workspace,
      activeFile: workspace.main ?? null,
      revision: state.revision + 1,
      ...(state.engine !== "ready" && { engine: "ready" }),
      ...(isOther && {
        draft: uri,
        view: "",
        result: null,
        lastGood: null,
        outline: [],
        outlineStale: false,
        freshness: "empty",
        selection: null,
        marks: [],
        revealed: null,
      }),
    });
  }

  /** A quick fix has changed files: the extension changes the editor's texts. */
  private report(workspace: Workspace): void {
    if (workspace === this.placed) return;
    const before = filesOf(this.placed);
    for (const [file, after] of filesOf(workspace)) {
      const known = before.get(file);
      if (typeof known === "string" && typeof after === "string" && known !== after)
        this.editor.postMessage({ type: "edit", file, before: known, after });
    }
    this.placed = workspace;
  }
}

keepNothing();
build();
followTheme();
new Panel(acquireVsCodeApi()).begin();
