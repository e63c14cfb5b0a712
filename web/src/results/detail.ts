// The details below the results: the chosen row in full, and where its value comes from.

import type { RunResult } from "evalground";
import type { Store } from "../store.ts";
import { codeWords } from "../ui/code_words.ts";
import { dataPath } from "../ui/data_paths.ts";
import { button, element, fill, freshId } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import type { Answer } from "./answer.ts";
import { entriesGiven, entryGiven, entryRead, tabText } from "./given.ts";
import { fillProvenance, marksOf, placeOfRead, rowMadeAt } from "./provenance.ts";
import { pathText, type LedgerRow } from "./rows.ts";
import { plainText } from "./values.ts";

/** Longest value that is shown here. Copying gives the whole value. */
const longestShown = 100_000;

/** All rows of an answer: of its result, its resources and its variables. */
const rowsOf = (model: Answer): LedgerRow[] => [...model.rows(), ...model.resources(), ...model.variables()];

/** Actions of the details that the results pane carries out. */
interface DetailActions {
  choose: (row: LedgerRow) => void;
  goToSource: () => void;
  openMenu: (row: LedgerRow, anchor: HTMLElement) => void;
  change: (row: LedgerRow) => void;
  canChange: (row: LedgerRow) => boolean;
  why: (row: LedgerRow) => void;
  canAskWhy: (row: LedgerRow) => boolean;
  revealed: (row: LedgerRow) => string | null;
  close: () => void;
}

/** The value of a row that is too long for one line, or that the row cuts; else null. */
export function fullText(row: LedgerRow, revealed: string | null, isCut: boolean): string | null {
  if (revealed !== null) return revealed;
  const { node } = row;
  if (row.isSensitive || row.hasChildren || row.error || !node || node.kind === "map" || node.kind === "list")
    return null;
  return isCut || (node.kind === "string" && /^.{61}|\n/u.test(node.text)) ? plainText(node) : null;
}

export class Detail {
  readonly root: HTMLElement;
  private readonly store: Store;
  private readonly actions: DetailActions;
  /** The rows visited by following what a value was read from. The last one is shown. */
  private trail: LedgerRow[] = [];
  /** The shown row, if its value could be cut where the row stands. */
  private uncut: { row: LedgerRow; model: Answer } | null = null;

  constructor(store: Store, actions: DetailActions) {
    this.store = store;
    this.actions = actions;
    this.root = element("div", { class: "detail", role: "group", hidden: true });
  }

  /** Shows a row, or nothing. A row that was not reached by following starts a new trail. */
  show(row: LedgerRow | null, model: Answer | null): void {
    if (!row || !model) {
      this.trail = [];
      this.uncut = null;
      this.root.hidden = true;
      fill(this.root);
      return;
    }
    if (this.trail.at(-1)?.pointer === row.pointer) this.trail[this.trail.length - 1] = row;
    else this.trail = [row];
    this.draw(row, model);
  }

  /** Shows the value too: its row has no room for it. */
  showCutValue(): void {
    if (this.uncut) this.draw(this.uncut.row, this.uncut.model, true);
  }

  private draw(row: LedgerRow, model: Answer, isCut = false): void {
    const { store, actions } = this;
    const path = row.path.length === 0 ? text("results.whole") : pathText(row.path);
    const heading = freshId("detail");
    const revealed = row.isSensitive ? actions.revealed(row) : null;
    const full = fullText(row, revealed, isCut);
    this.uncut = full === null && fullText(row, null, true) !== null ? { row, model } : null;
    const { workspace } = store.state;
    const hasSource =
      marksOf(row.origins).length > 0 || row.error?.span !== undefined || entriesGiven(row.origins, store).length > 0;
    const list = element("ol", { class: "origins", "aria-label": text("origin.label") });
    fillProvenance(list, row.origins, {
      levels: row.levels ?? [],
      files: filesOf(workspace),
      given: (origin) => {
        const entry = store.handles("openInput") ? entryGiven(origin, workspace) : null;
        return entry && { entry, label: text("origin.inInputs", { tab: tabText(entry.tab, workspace.dialect) }) };
      },
      goToInput: (entry) => store.perform("openInput", entry),
      go: (span) => store.perform("show", { span, focus: true }),
      goToData: (path) => store.perform("showData", { path, focus: true }),
      follow: (read) => this.follow(read, model),
      isKnown: (read) => dataPath(read) !== null || entryRead(read, workspace) !== null,
      nameOf: (place) => {
        const made = rowMadeAt(rowsOf(model), place);
        return made && pathText(made.path);
      },
    });
    const back = this.trail.slice(0, -1).map((earlier, index) =>
      button({
        label: pathText(earlier.path),
        class: "quiet small",
        press: () => {
          this.trail = this.trail.slice(0, index + 1);
          actions.choose(earlier);
        },
      }),
    );
    fill(
      this.root,
      element(
        "div",
        { class: "detail-head" },
        back.length > 0 && element("nav", { class: "trail", "aria-label": text("origin.trail") }, ...back),
        element("strong", { id: heading, class: "code", dir: "auto" }, path),
        element(
          "div",
          { class: "pane-tools" },
          actions.canAskWhy(row) &&
            button({
              label: text("why.open"),
              words: true,
              class: "small",
              attributes: { "aria-keyshortcuts": "Shift+F2", title: text("why.openKey") },
              press: () => actions.why(row),
            }),
          actions.canChange(row) &&
            button({
              label: text("change.open"),
              words: true,
              class: "small",
              attributes: { "aria-keyshortcuts": "F2", title: text("change.openKey") },
              press: () => actions.change(row),
            }),
          hasSource &&
            button({
              label: text("results.toSource"),
              icon: "go",
              class: "quiet small",
              attributes: { "aria-keyshortcuts": "F4", title: text("results.toSourceKey") },
              press: actions.goToSource,
            }),
          button({
            label: text("results.copyRow"),
            icon: "copy",
            class: "quiet small",
            attributes: { "aria-haspopup": "menu" },
            press: (event) => actions.openMenu(row, event.currentTarget as HTMLElement),
          }),
          button({ label: text("results.closeDetail"), icon: "close", class: "quiet small", press: actions.close }),
        ),
      ),
      full !== null &&
        element(
          "pre",
          {
            class: "detail-value",
            tabindex: 0,
            role: "textbox",
            "aria-readonly": "true",
            "aria-multiline": "true",
            "aria-label": path,
            dir: "auto",
          },
          full.length > longestShown ? `${full.slice(0, longestShown)}…` : full,
        ),
      row.error && this.errorPart(row.error),
      row.origins.length > 0
        ? element(
            "div",
            { class: "detail-origins" },
            element("p", { class: "muted", "aria-hidden": "true" }, text("origin.label")),
            list,
          )
        : !row.error && element("p", { class: "muted" }, text("origin.unknown")),
    );
    this.root.setAttribute("aria-labelledby", heading);
    this.root.hidden = false;
  }

  private errorPart(error: RunResult["diagnostics"][number]): HTMLElement {
    const { message, span, related = [] } = error;
    const go = (place: NonNullable<typeof span>): HTMLElement =>
      button({
        label: placeText(place),
        class: "quiet small place",
        press: () => this.store.perform("show", { span: place, focus: true }),
      });
    return element(
      "div",
      { class: "detail-error" },
      element("p", { dir: "auto" }, ...codeWords(message), span && go(span)),
      ...related.map((note) =>
        element("p", { class: "muted", dir: "auto" }, ...codeWords(note.message), note.span && go(note.span)),
      ),
    );
  }

  private follow(read: string, model: Answer): void {
    const place = placeOfRead(read, filesOf(this.store.state.workspace));
    const row = place ? rowMadeAt(rowsOf(model), place) : (model.byPointer().get(read) ?? null);
    if (row) {
      this.trail = [...this.trail.filter(({ pointer }) => pointer !== row.pointer), row];
      this.actions.choose(row);
    } else if (place) this.store.perform("show", { span: place, focus: true });
    else {
      const path = dataPath(read);
      const input = entryRead(read, this.store.state.workspace);
      if (path) this.store.perform("showData", { path, focus: true });
      else if (input) this.store.perform("openInput", input);
    }
  }
}
