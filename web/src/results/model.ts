// The state of the results pane without the page: the answer, the view that fits it best, the chosen row, and the way
// from a row to the source that produced it.
//
// The chosen row is remembered by its pointer. Each new answer is searched for that pointer; if it is gone, nothing is
// chosen. The row's places in the source are marked while it is chosen. F4 visits them in turn, the winning definition
// before those it overrode. Hovering over a row replaces the marks temporarily.

import { readJson, type JsonNode, type Path, type RunResult, type Span } from "evalground";
import type { Mark, Store } from "../store.ts";
import { prettyJson } from "../ui/json.ts";
import { dataText } from "../ui/data_paths.ts";
import { dialectFacts, referencesOf } from "../ui/dialects.ts";
import { keep, kept } from "../ui/keep.ts";
import { own } from "../ui/own.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { Answer } from "./answer.ts";
import { entriesGiven, tabText } from "./given.ts";
import { marksOf, rowsMadeIn, rowsReadFrom } from "./provenance.ts";
import { pathText, type LedgerRow } from "./rows.ts";
import { atStage, type StageParts, type Step } from "./stages.ts";
import { offeredOf, usualView } from "./views/list.ts";
import { keys } from "./views/keys.ts";
import type { View } from "./views/view.ts";

/** Storage key of the last chosen view of each dialect. */
const viewsKey = "evalground.views";

/** A visited place of the chosen row, with its number and how many there are. */
interface Visit {
  /** The place in words. */
  where: string;
  number: number;
  count: number;
}

/** The value at a path, or null. */
function nodeAt(root: JsonNode, path: Path): JsonNode | null {
  let node: JsonNode | undefined = root;
  for (const part of path) node = node?.children.find(({ key }) => key === part);
  return node ?? null;
}

export class ResultsModel {
  answer: Answer | null = null;
  chosen: LedgerRow | null = null;
  private readonly store: Store;
  private readonly select;
  private readonly write;
  /** The chosen line of a text, and its place in the source. */
  private line: { row: LedgerRow; span: Span } | null = null;
  /** Counts how many places of the chosen row F4 has visited. */
  private step = 0;
  /** Whether the answer is the state after an earlier round. */
  private isEarlier = false;
  /** The marks to restore when the pointer leaves a row. */
  private marksBefore: Mark[] | null = null;

  constructor(store: Store) {
    this.store = store;
    this.select = store.writer("selection");
    this.write = store.writer("results");
  }

  /** Takes the last answer, or its state after a stage if one is given. */
  take(result: RunResult | null, stage: StageParts | null, step: Step | null = null): void {
    const { workspace, selection, former, pinned } = this.store.state;
    const chosen = result && stage ? atStage(result, stage) : result;
    this.isEarlier = stage !== null;
    const references = referencesOf(workspace);
    const isComparable = [former, pinned, workspace.expect].some((other) => other);
    // The graph is that of the document, which an expression asks about.
    const hasGraph = dialectFacts(workspace.dialect).hasGraph;
    this.line = null;
    this.answer = chosen ? new Answer(chosen, workspace.operation, { step, references, isComparable, hasGraph }) : null;
    if (!this.chosen) return;
    const wasHere = selection?.from === "results";
    this.chosen = this.answer?.row(this.chosen.pointer) ?? null;
    if (!this.chosen) this.select({ marks: [], ...(wasHere && { selection: null }) });
    else if (wasHere) this.select({ marks: marksOf(this.chosen.origins) });
  }

  /** The views that have something to show for the answer. */
  offered(): View[] {
    return this.answer ? offeredOf(this.answer) : [];
  }

  /**
   * The view to show: the draft's own choice, else the last choice for the dialect, else the default, if it applies.
   */
  view(): View {
    const { view, workspace } = this.store.state;
    const last = own(kept<Record<string, string>>(viewsKey, {}), workspace.dialect);
    const offered = this.offered();
    const wanted = [view, last].map((id) => offered.find((each) => each.id === id)).find((each) => each);
    return wanted ?? (this.answer ? usualView(this.answer) : keys);
  }

  /** Chooses a view for this draft and for the next drafts of its dialect. */
  chooseView(id: string): void {
    keep(viewsKey, { ...kept<Record<string, string>>(viewsKey, {}), [this.store.state.workspace.dialect]: id });
    this.write({ view: id });
  }

  /** Switches to a view whose rows can be chosen. */
  showRows(): void {
    const wanted = this.chosen?.part;
    const shows = ({ id, hasOrigins }: View): boolean =>
      wanted ? id === wanted : hasOrigins === true && id !== "variables" && id !== "resources";
    if (!shows(this.view())) this.write({ view: this.offered().find(shows)?.id ?? "keys" });
  }

  /** Chooses a row and marks its places in the source. Null clears the choice. */
  choose(row: LedgerRow | null): void {
    const { store } = this;
    this.chosen = row;
    this.line = null;
    this.step = 0;
    this.marksBefore = null;
    const marks = row ? marksOf(row.origins) : [];
    const [first] = marks;
    const span = first?.span ?? row?.error?.span;
    this.select({
      marks: marks.length > 0 || !span ? marks : [{ span, as: "winning" }],
      selection: row ? { from: "results", pointer: row.pointer, ...(span && { span }) } : null,
    });
    const { activeFile, layout } = store.state;
    if (layout === "narrow") return;
    if (span && span.file === activeFile) store.perform("show", { span, focus: false });
    const read = marks.find(({ data }) => data)?.data;
    if (read) store.perform("showData", { path: read, focus: false });
  }

  /** Shows the source of a line of a text. */
  showLine(row: LedgerRow, span: Span): void {
    this.chosen = null;
    this.line = { row, span };
    this.step = 0;
    this.select({ marks: marksOf(row.origins), selection: { from: "results", span } });
    this.store.perform("show", { span, focus: false });
  }

  /** Clears the choice because another pane now has the selection. */
  forget(): void {
    this.chosen = null;
    this.line = null;
  }

  /** Marks the places of the hovered row until the pointer leaves it. */
  hover(row: LedgerRow | null): void {
    const { marks } = this.store.state;
    if (row) {
      this.marksBefore ??= marks;
      this.select({ marks: marksOf(row.origins) });
      this.write({ hovered: row.pointer });
    } else {
      this.select({ marks: this.marksBefore ?? marks });
      this.write({ hovered: null });
      this.marksBefore = null;
    }
  }

  /**
   * Goes to the next place of the chosen row: in the source, then in the inputs. Null if no place is known.
   */
  visitSource(): Visit | null {
    const { line, store } = this;
    const chosen = this.chosen ?? line?.row;
    if (!chosen) return null;
    const { workspace } = store.state;
    const marks = marksOf(chosen.origins);
    const failed = chosen.error?.span;
    const places: Mark[] = marks.length > 0 ? [...marks] : failed ? [{ span: failed, as: "winning" }] : [];
    // The first place of a line is the part that printed it, in a text that may have many lines.
    if (line && places[0]) places[0] = { ...places[0], span: line.span };
    const entries = entriesGiven(chosen.origins, store);
    const count = places.length + entries.length;
    const place = this.step % Math.max(1, count);
    const visited = places[place];
    const entry = entries[place - places.length];
    this.step += 1;
    if (entry) {
      store.perform("openInput", entry);
      const tab = tabText(entry.tab, workspace.dialect);
      return { where: text("origin.entry", { tab, name: entry.name ?? "" }), number: place + 1, count };
    }
    if (!visited) return null;
    const { span, data } = visited;
    this.select({ marks, selection: { from: "results", ...(!line && { pointer: chosen.pointer }), span } });
    if (data) store.perform("showData", { path: data, focus: true });
    else store.perform("show", { span, focus: true });
    return { where: data ? dataText(data) : placeText(span), number: place + 1, count };
  }

  /** Whether there is a row or a line whose source can be visited. */
  get hasChoice(): boolean {
    return this.chosen !== null || this.line !== null;
  }

  /** The chosen row or line, or null. */
  get choice(): LedgerRow | null {
    return this.chosen ?? this.line?.row ?? null;
  }

  /** Whether a row or line has a value that the user can wish to be different. An embed cannot change values. */
  canChange({ error, line, node }: LedgerRow): boolean {
    return !this.isEarlier && !error && (line ?? node) !== null && this.store.handles("changeValue");
  }

  /** Whether a row has no value, or one that a condition may have decided: null, false, or nothing in it. */
  canAskWhy({ line, node }: LedgerRow): boolean {
    if (this.isEarlier || line || !this.store.handles("showWhy")) return false;
    if (node === null || node.kind === "null") return true;
    const isEmpty = (node.kind === "map" || node.kind === "list") && node.children.length === 0;
    return isEmpty || (node.kind === "boolean" && node.text === "false");
  }

  /** Pointers of the rows that were produced by the selection in another pane. */
  rowsOfSelection(): ReadonlySet<string> {
    const { selection } = this.store.state;
    if (selection?.pointer !== undefined) return new Set([selection.pointer]);
    if (!selection || !this.answer) return new Set();
    const rows = this.view().rows?.(this.answer) ?? this.answer.rows();
    if (selection.data) return rowsReadFrom(rows, selection.data);
    return selection.span ? rowsMadeIn(rows, selection.span) : new Set();
  }

  /** Pointer of the row from which the thread is drawn: the hovered row, else the chosen one. */
  threadRow(): string | null {
    const { hovered, selection } = this.store.state;
    return hovered ?? (selection?.from === "results" ? (this.chosen?.pointer ?? null) : null);
  }

  /** The plain text of a sensitive row that is revealed now, else null. */
  revealed(row: LedgerRow): string | null {
    const { revealed } = this.store.state;
    if (!revealed || row.part || revealed.result.json === undefined) return null;
    if (pathText(revealed.path) !== pathText(row.path)) return null;
    const node = nodeAt(readJson(revealed.result.json), row.path);
    return node && (node.kind === "string" ? JSON.stringify(node.text) : prettyJson(node));
  }

  /** The value of a row for copying: sensitive values stay redacted unless they are revealed. */
  copied(row: LedgerRow): JsonNode | null {
    const plain = row.isSensitive ? this.revealed(row) : null;
    return plain === null ? row.node : readJson(plain);
  }
}
