// The results pane: the views of the last answer, what is chosen in it, and the way from a value to its source and
// back.

import { readJson, type JsonNode, type Path, type Span } from "evalground";
import type { State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/clipboard.ts";
import { expressionFor } from "../ui/notation.ts";
import { button, element, fill, setAttribute } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { filesOf } from "../ui/entries.ts";
import { prettyJson } from "../ui/json.ts";
import { keep, kept } from "../ui/keep.ts";
import { menuButton, openMenu, type MenuItem } from "../ui/menu.ts";
import { placeText } from "../ui/places.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { Detail } from "./detail.ts";
import { Ledger, type LedgerActions } from "./keys.ts";
import { plainLedger, ResultModel, viewIds, type ViewId } from "./model.ts";
import { mountPending } from "./pending.ts";
import { marksOf, rowsMadeIn } from "./provenance.ts";
import { pathText, type LedgerRow } from "./rows.ts";
import { atStage, Stages } from "./stages.ts";
import { Table, toCsv, toMarkdown, toTsv } from "./table.ts";
import { plainText, yamlText } from "./values.ts";
import { showNames, showText } from "./views.ts";
import { showWritten } from "./written.ts";

const viewNames: Record<ViewId, string> = {
  keys: text("view.keys"),
  yaml: text("view.yaml"),
  json: text("view.json"),
  text: text("view.text"),
  table: text("view.table"),
  matches: text("view.matches"),
  outputs: text("view.outputs"),
  reports: text("view.reports"),
  variables: text("view.variables"),
  classes: text("view.classes"),
  files: text("view.files"),
  diff: text("view.diff"),
};

/** Views that are rows of path and value. */
const ledgerViews: readonly ViewId[] = ["keys", "outputs", "variables", "matches"];
/** Views of the result's own value, whose rows know where they come from. */
const valueViews: readonly ViewId[] = ["keys", "outputs"];

/** Where the choice of a view is kept, for each dialect. */
const viewsKey = "evalground.views";

/** The value at a path, or null. */
function nodeAt(root: JsonNode, path: Path): JsonNode | null {
  let node: JsonNode | undefined = root;
  for (const part of path) node = node?.children.find(({ key }) => key === part);
  return node ?? null;
}

/** Builds the views into `body`, their tabs and the copy menu into `head`. */
export function mountResults(head: HTMLElement, body: HTMLElement, store: Store): void {
  const problem = element("div", { class: "result-problem" });
  const view = element("div", { class: "result-view", id: "result-view", role: "tabpanel" });
  let model: ResultModel | null = null;
  let shownView: ViewId | null = null;
  let ledgerView: Ledger | null = null;
  let table: Table | null = null;
  let chosen: LedgerRow | null = null;
  /** How far F4 has gone through the places of the chosen row. */
  let step = 0;

  const revealedText = (row: LedgerRow): string | null => {
    const { revealed } = store.state;
    if (!revealed || revealed.result.json === undefined || pathText(revealed.path) !== pathText(row.path)) return null;
    const node = nodeAt(readJson(revealed.result.json), row.path);
    return node && (node.kind === "string" ? JSON.stringify(node.text) : prettyJson(node));
  };

  /** The value of a row that may be copied: what is sensitive stays redacted unless it is in the clear. */
  const copied = (row: LedgerRow): JsonNode | null => {
    const plain = row.isSensitive ? revealedText(row) : null;
    return plain === null ? row.node : readJson(plain);
  };

  function choose(row: LedgerRow | null): void {
    chosen = row;
    step = 0;
    detail.show(row, model);
    const marks = row ? marksOf(row.origins) : [];
    const span = marks[0]?.span ?? row?.error?.span;
    store.update({
      marks: marks.length > 0 || !span ? marks : [{ span, as: "winning" }],
      selection: row ? { from: "results", pointer: row.pointer, ...(span && { span }) } : null,
    });
    const { activeFile, layout } = store.state;
    if (span && span.file === activeFile && layout !== "narrow") store.perform("show", { span, focus: false });
  }

  /** The places of the chosen row in the order in which F4 visits them. */
  function places(): Span[] {
    if (!chosen) return [];
    const spans = marksOf(chosen.origins).map(({ span }) => span);
    return spans.length > 0 ? spans : chosen.error?.span ? [chosen.error.span] : [];
  }

  function goToSource(): void {
    const all = places();
    const span = all[step % Math.max(1, all.length)];
    if (!chosen || !span) {
      announce(text("origin.unknown"));
      return;
    }
    store.update({ marks: marksOf(chosen.origins), selection: { from: "results", pointer: chosen.pointer, span } });
    store.perform("show", { span, focus: true });
    announce(text("origin.visited", { place: placeText(span), number: (step % all.length) + 1, count: all.length }));
    step += 1;
  }

  function backToValue(): void {
    if (!chosen) return;
    store.perform("openPane", { pane: "results", focus: false });
    showRows();
    ledgerView?.choose(chosen.pointer, true);
  }

  /** Brings the view into sight in which rows can be chosen. */
  function showRows(): void {
    if (shownView && valueViews.includes(shownView)) return;
    store.update({ view: model?.views().find((id) => valueViews.includes(id)) ?? "keys" });
  }

  function rowMenu(row: LedgerRow, anchor: HTMLElement): void {
    const { workspace } = store.state;
    const node = copied(row);
    const expression = expressionFor(workspace, row.path, model?.matches()?.children.length ?? 0);
    const items: MenuItem[] = [];
    if (node) {
      items.push(
        { label: text("copy.yaml"), icon: "copy", choose: () => void copyText(yamlText(node)) },
        { label: text("copy.json"), choose: () => void copyText(prettyJson(node)) },
        { label: text("copy.text"), choose: () => void copyText(plainText(node)) },
      );
    } else if (row.error) {
      const { message } = row.error;
      items.push({ label: text("copy.message"), icon: "copy", choose: () => void copyText(message) });
    }
    items.push({
      label: text("copy.path"),
      apart: true,
      choose: () => void copyText(expression ?? pathText(row.path)),
    });
    if (expression !== null)
      items.push({ label: text("copy.expression"), note: expression, choose: () => void copyText(expression) });
    if (row.origins.some(({ span }) => span) || row.error?.span) {
      items.push({
        label: text("results.toSource"),
        hint: "F4",
        icon: "go",
        apart: true,
        choose: () => {
          ledgerView?.choose(row.pointer, false);
          choose(row);
          goToSource();
        },
      });
    }
    if (row.isSensitive && revealedText(row) === null)
      items.push({ label: text("results.reveal"), icon: "eye", choose: () => store.perform("reveal", row.path) });
    openMenu(anchor, text("results.rowMenu", { path: pathText(row.path) }), items);
  }

  const detail = new Detail(store, {
    choose: (row) => {
      showRows();
      ledgerView?.choose(row.pointer, true);
      choose(row);
    },
    goToSource,
    openMenu: rowMenu,
    revealed: revealedText,
    close: () => {
      const pointer = chosen?.pointer;
      choose(null);
      ledgerView?.choose(null, false);
      if (pointer !== undefined) ledgerView?.focus();
    },
  });
  const pending = element("div", { class: "result-pending" });
  const stages = new Stages(() => showAnswer());
  const frame = element("div", { class: "result-frame" }, problem, pending, stages.root, view, detail.root);

  let marksBefore: State["marks"] | null = null;
  const actions: LedgerActions = {
    choose: (row) => {
      marksBefore = null;
      choose(row);
    },
    hover: (row) => {
      if (row) {
        marksBefore ??= store.state.marks;
        store.update({ marks: marksOf(row.origins), hovered: row.pointer });
      } else {
        store.update({ marks: marksBefore ?? store.state.marks, hovered: null });
        marksBefore = null;
      }
    },
    goToSource,
    openMenu: rowMenu,
    copy: (row) => {
      const node = copied(row);
      void copyText(node ? plainText(node) : (row.error?.message ?? ""));
    },
    reveal: (row) => store.perform("reveal", row.path),
    hide: () => store.update({ revealed: null }),
    revealed: revealedText,
    moved: () => placeRow(),
  };

  // Tabs and the copy menu

  const viewTabs = tabs({
    label: text("view.label"),
    activation: "manual",
    choose: (id) => {
      keep(viewsKey, { ...kept<Record<string, string>>(viewsKey, {}), [store.state.workspace.dialect]: id });
      store.update({ view: id });
    },
  });
  const copy = menuButton({ label: text("copy.view"), icon: "copy", class: "quiet", items: copyItems });
  let showsBlanks = false;
  const blanks = button({
    label: text("results.blanks"),
    icon: "blanks",
    class: "quiet",
    attributes: { "aria-pressed": "false" },
    press: () => {
      showsBlanks = !showsBlanks;
      setAttribute(blanks, "aria-pressed", String(showsBlanks));
      showView(true);
    },
  });
  head.append(viewTabs.root, element("div", { class: "pane-tools" }, blanks, copy));

  function copyItems(): MenuItem[] {
    const items: MenuItem[] = [];
    if (!model) return [{ label: text("results.none"), disabled: true, choose: () => {} }];
    const answer = model;
    const root =
      shownView === "matches" ? answer.matches() : shownView === "variables" ? answer.variablesRoot() : answer.root();
    if (shownView === "table" && table) {
      const { columns, rows } = table.content();
      items.push(
        { label: text("copy.csv"), icon: "copy", choose: () => void copyText(toCsv(columns, rows)) },
        { label: text("copy.tsv"), choose: () => void copyText(toTsv(columns, rows)) },
        { label: text("copy.markdown"), choose: () => void copyText(toMarkdown(columns, rows)) },
      );
    }
    const lines =
      shownView === "reports" ? answer.result.reports : shownView === "classes" ? answer.result.classes : undefined;
    const whole =
      lines?.join("\n") ?? (shownView === "text" || shownView === "diff" ? answer.text() : root && plainText(root));
    if (root && !lines) {
      items.push(
        {
          label: text("copy.yaml"),
          icon: "copy",
          apart: items.length > 0,
          choose: () => void copyText(yamlText(root)),
        },
        { label: text("copy.json"), choose: () => void copyText(prettyJson(root)) },
      );
    }
    if (whole !== null) items.push({ label: text("copy.text"), choose: () => void copyText(whole) });
    items.push({
      label: text("copy.expression"),
      apart: true,
      disabled: typeof store.state.workspace.expression !== "string",
      choose: () => void copyText(String(store.state.workspace.expression)),
    });
    if (root)
      items.push({
        label: text("results.download"),
        icon: "file",
        choose: () => download("result.yaml", `${yamlText(root)}\n`, "application/yaml"),
      });
    return items;
  }

  /**
   * The view to show: what this draft has, what was last chosen for the dialect, or the usual one, as far as it
   * applies.
   */
  function currentView(): ViewId {
    const offered = model?.views() ?? [];
    const last = kept<Record<string, string>>(viewsKey, {})[store.state.workspace.dialect];
    const wanted = [store.state.view, last].find((id) => offered.includes(id as ViewId));
    return (wanted as ViewId | undefined) ?? model?.usualView() ?? "keys";
  }

  function emptyText(): string {
    const { engine, result } = store.state;
    if (engine === "unsupported") return text("engine.unsupported");
    if (model) return text("results.nothing");
    return result ? text("results.noneEarlier") : text("results.none");
  }

  function showView(anew: boolean): void {
    const id = currentView();
    const offered = model?.views() ?? [];
    viewTabs.show(
      viewIds
        .filter((each) => offered.includes(each) || (offered.length === 0 && each === "keys"))
        .map((each) => ({ id: each, label: viewNames[each], controls: view.id })),
      id,
    );
    if (!anew && id === shownView) return;
    const isSame = id === shownView;
    shownView = id;
    view.setAttribute("aria-label", viewNames[id]);
    view.dataset["view"] = id;
    table = null;
    const isText = !ledgerViews.includes(id) && id !== "table" && id !== "files";
    blanks.hidden = id !== "text" && id !== "reports";
    if (isText) view.tabIndex = 0;
    else view.removeAttribute("tabindex");
    if (!model || model.views().length === 0) {
      ledgerView = null;
      fill(view, element("p", { class: "result-empty" }, emptyText()));
      return;
    }
    const scrolled = isSame ? view.scrollTop : 0;
    if (ledgerViews.includes(id)) {
      const { matchesJson } = model.result;
      const rows =
        id === "variables"
          ? model.variables()
          : id === "matches" && matchesJson !== undefined
            ? plainLedger(model.result, matchesJson)
            : model.rows();
      if (!isSame || !ledgerView)
        ledgerView = new Ledger(view, id === "keys" ? text("results.ledger") : viewNames[id], actions);
      ledgerView.show(rows);
      if (valueViews.includes(id) && chosen) ledgerView.choose(chosen.pointer, false);
    } else {
      ledgerView = null;
      if (id === "table") {
        table = new Table(view, model.tableRows() ?? []);
      } else if (id === "classes") {
        showNames(view, model.result.classes ?? []);
      } else if (id === "diff") {
        showRestored(model.text() ?? "");
      } else if (id === "files") {
        showWritten(view, model.result.files ?? {}, store);
      } else if (id === "yaml" || id === "json") {
        showText(view, id === "yaml" ? model.yaml() : model.json(), { language: id, fileName: `result.${id}` });
      } else {
        const whole = id === "reports" ? (model.result.reports ?? []).join("\n") : (model.text() ?? "");
        showText(view, whole, {
          language: model.operation === "evaluate" ? "text" : "yaml",
          fileName: "result.txt",
          showsBlanks,
        });
      }
    }
    view.scrollTop = scrolled;
    placeRow();
  }

  /** Shows what restoring has changed in the document. The way of comparing is fetched when it is first needed. */
  function showRestored(restored: string): void {
    const path = store.mainFile;
    const before = path === null ? undefined : filesOf(store.state.workspace).get(path);
    if (path === null || typeof before !== "string") return fill(view);
    const shown = model;
    const replace = (): void => {
      const { changes, files } = store.state.workspace;
      store.editFiles({ [path]: restored });
      store.edit({ changes: undefined });
      offerUndo(text("diff.replaced", { path }), () => store.edit({ files, changes }));
    };
    void import("./diff.ts").then(({ showDiff }) => {
      if (model === shown && shownView === "diff") showDiff(view, before, restored, { path, replace });
    });
  }

  function showProblem({ result, freshness }: Readonly<State>): void {
    const errors =
      result && freshness === "error" ? result.diagnostics.filter(({ severity }) => severity === "error") : [];
    const [first] = errors;
    problem.hidden = !first;
    if (!first) return fill(problem);
    const { span } = first;
    fill(
      problem,
      element(
        "p",
        { class: "result-message", dir: "auto" },
        element("strong", {}, text("severity.error")),
        " ",
        first.message,
      ),
      span &&
        element(
          "button",
          {
            type: "button",
            class: "button quiet small place",
            on: { click: () => store.perform("show", { span, focus: true }) },
          },
          placeText(span),
        ),
      errors.length > 1 &&
        element(
          "button",
          {
            type: "button",
            class: "button quiet small",
            on: { click: () => store.perform("openPane", { pane: "problems", focus: true }) },
          },
          text("results.moreErrors", { count: errors.length - 1 }),
        ),
      model && element("p", { class: "muted" }, text("results.earlier")),
    );
  }

  // The prerendered example stays until something else is to be shown.
  const attach = (): void => {
    if (!frame.isConnected) fill(body, frame);
  };

  /** Shows the last answer, as it was after the stage that is chosen. */
  function showAnswer(): void {
    const { lastGood, workspace } = store.state;
    const stage = stages.chosen();
    model = lastGood ? new ResultModel(stage ? atStage(lastGood, stage) : lastGood, workspace.operation) : null;
    const still = chosen ? (model?.byPointer().get(chosen.pointer) ?? null) : null;
    if (chosen) {
      const wasHere = store.state.selection?.from === "results";
      chosen = still;
      detail.show(still, model);
      if (!still) store.update({ marks: [], ...(wasHere && { selection: null }) });
      else if (wasHere) store.update({ marks: marksOf(still.origins) });
    }
    showView(true);
  }

  store.watch(["lastGood", "draft"], ({ lastGood }, before) => {
    if (lastGood || before.lastGood || store.state.example === null) attach();
    stages.show(lastGood?.stages ?? []);
    showAnswer();
  });
  mountPending(pending, store);
  store.watch(["view", "workspace"], ({ view: chosenView, workspace }, before) => {
    if (chosenView !== before.view || workspace.dialect !== before.workspace.dialect) showView(false);
  });
  store.watch(["freshness", "result", "engine"], (state, before) => {
    if (state.freshness === "error" || state.engine === "unsupported") attach();
    if (!model && (state.engine !== before.engine || state.result !== before.result)) showView(true);
    showProblem(state);
  });
  store.watch(["revealed"], ({ revealed }, before) => {
    if (revealed === before.revealed) return;
    ledgerView?.renewAll();
    detail.show(chosen, model);
    announce(revealed ? text("results.revealed") : text("results.hiddenAgain"));
  });

  // The selection of the other panes
  store.watch(["selection"], ({ selection }) => {
    if (selection?.from === "results" || !shownView || !valueViews.includes(shownView) || !model) return;
    if (chosen && selection) {
      chosen = null;
      ledgerView?.choose(null, false);
      detail.show(null, null);
    }
    if (selection?.pointer !== undefined) ledgerView?.mark(new Set([selection.pointer]));
    else ledgerView?.mark(selection?.span ? rowsMadeIn(model.rows(), selection.span) : new Set());
  });

  // Where the thread ends: the height of the row that is hovered or chosen.
  let placing = false;
  function placeRow(): void {
    if (placing) return;
    placing = true;
    requestAnimationFrame(() => {
      placing = false;
      const pointer =
        store.state.hovered ?? (store.state.selection?.from === "results" ? (chosen?.pointer ?? null) : null);
      const row = pointer === null ? undefined : ledgerView?.elementOf(pointer);
      let middle: number | null = null;
      if (row) {
        const box = row.getBoundingClientRect();
        const frameBox = view.getBoundingClientRect();
        middle = Math.min(frameBox.bottom, Math.max(frameBox.top, (box.top + box.bottom) / 2));
      }
      if (middle !== store.state.rowPlace) store.update({ rowPlace: middle });
    });
  }
  store.watch(["hovered", "selection", "layout", "pane"], placeRow);
  addEventListener("resize", placeRow);

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && store.state.revealed) {
      store.update({ revealed: null });
    } else if (event.key === "F4" && !event.ctrlKey && !event.metaKey && !event.altKey && chosen) {
      event.preventDefault();
      if (event.shiftKey) backToValue();
      else goToSource();
    }
  });
}
