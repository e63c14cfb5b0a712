// The state of the results pane without the page: the answer, the view that fits it best, the chosen row, and the way
// from a row to the source that made it.
//
// The chosen row is that of the last answer in which it was: each new answer is searched for the same pointer, and the
// choice ends where it is gone. Its places in the source are marked while it is chosen; F4 visits them one after the
// other, what won before what it overrode. A row under the pointer borrows the marks and gives them back.

import { readJson, type JsonNode, type Origin, type Path, type RunResult, type Span } from "evalground";
import type { Mark, Store } from "../store.ts";
import { prettyJson } from "../ui/json.ts";
import { dataText } from "../ui/data_paths.ts";
import { referencesOf } from "../ui/dialects.ts";
import { keep, kept } from "../ui/keep.ts";
import { own } from "../ui/own.ts";
import { placeText } from "../ui/places.ts";
import { Answer } from "./answer.ts";
import { marksOf, rowsMadeIn, rowsReadFrom } from "./provenance.ts";
import { pathText, type LedgerRow } from "./rows.ts";
import { atStage, type StageParts, type Step } from "./stages.ts";
import { offeredOf, usualView } from "./views/list.ts";
import { keys } from "./views/keys.ts";
import type { View } from "./views/view.ts";

/** Where the choice of a view is kept, for each dialect. */
const viewsKey = "evalground.views";

/** A place of the chosen row that was gone to: which of how many. */
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
  /** How far F4 has gone through the places of the chosen row. */
  private step = 0;
  /** The marks that a row under the pointer has taken the place of. */
  private marksBefore: Mark[] | null = null;

  constructor(store: Store) {
    this.store = store;
    this.select = store.writer("selection");
    this.write = store.writer("results");
  }

  /** Takes up the last answer, as it was after a stage when one is given. */
  take(result: RunResult | null, stage: StageParts | null, step: Step | null = null): void {
    const { workspace, selection, former, pinned } = this.store.state;
    const chosen = result && stage ? atStage(result, stage) : result;
    const references = referencesOf(workspace);
    const isComparable = [former, pinned, workspace.expect].some((other) => other);
    this.answer = chosen ? new Answer(chosen, workspace.operation, { step, references, isComparable }) : null;
    if (!this.chosen) return;
    const wasHere = selection?.from === "results";
    this.chosen = this.answer?.row(this.chosen.pointer) ?? null;
    if (!this.chosen) this.select({ marks: [], ...(wasHere && { selection: null }) });
    else if (wasHere) this.select({ marks: marksOf(this.chosen.origins) });
  }

  /** The views that the answer has something for. */
  offered(): View[] {
    return this.answer ? offeredOf(this.answer) : [];
  }

  /** The view to show: what this draft has, what was last chosen for the dialect, or the usual one, if it applies. */
  view(): View {
    const { view, workspace } = this.store.state;
    const last = own(kept<Record<string, string>>(viewsKey, {}), workspace.dialect);
    const offered = this.offered();
    const wanted = [view, last].map((id) => offered.find((each) => each.id === id)).find((each) => each);
    return wanted ?? (this.answer ? usualView(this.answer) : keys);
  }

  /** Chooses a view, also for the next draft of this dialect. */
  chooseView(id: string): void {
    keep(viewsKey, { ...kept<Record<string, string>>(viewsKey, {}), [this.store.state.workspace.dialect]: id });
    this.write({ view: id });
  }

  /** Shows the view whose rows can be chosen, when another one is shown. */
  showRows(): void {
    const wanted = this.chosen?.part;
    const shows = ({ id, hasOrigins }: View): boolean =>
      wanted ? id === wanted : hasOrigins === true && id !== "variables" && id !== "resources";
    if (!shows(this.view())) this.write({ view: this.offered().find(shows)?.id ?? "keys" });
  }

  /** Makes a row the chosen one and marks its places in the source, or ends the choice. */
  choose(row: LedgerRow | null): void {
    const { store } = this;
    this.chosen = row;
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

  /** Shows where a part of a view that is no row comes from. */
  showOrigins(origins: readonly Origin[], span: Span): void {
    this.chosen = null;
    this.select({ marks: marksOf(origins), selection: { from: "results", span } });
    this.store.perform("show", { span, focus: false });
  }

  /** Lets go of the choice, because another pane has the selection now. */
  forget(): void {
    this.chosen = null;
  }

  /** Marks the places of the row under the pointer as long as it is there. */
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

  /** Goes to the next place of the chosen row; null when none is known. */
  visitSource(): Visit | null {
    const { chosen } = this;
    if (!chosen) return null;
    const marks = marksOf(chosen.origins);
    const failed = chosen.error?.span;
    const places: Mark[] = marks.length > 0 ? marks : failed ? [{ span: failed, as: "winning" }] : [];
    const place = this.step % Math.max(1, places.length);
    const visited = places[place];
    if (!visited) return null;
    const { span, data } = visited;
    this.step += 1;
    this.select({ marks, selection: { from: "results", pointer: chosen.pointer, span } });
    if (data) this.store.perform("showData", { path: data, focus: true });
    else this.store.perform("show", { span, focus: true });
    return { where: data ? dataText(data) : placeText(span), number: place + 1, count: places.length };
  }

  /** Pointers of the rows that what is selected in another pane has made. */
  rowsOfSelection(): ReadonlySet<string> {
    const { selection } = this.store.state;
    if (selection?.pointer !== undefined) return new Set([selection.pointer]);
    if (!selection || !this.answer) return new Set();
    const rows = this.view().rows?.(this.answer) ?? this.answer.rows();
    if (selection.data) return rowsReadFrom(rows, selection.data);
    return selection.span ? rowsMadeIn(rows, selection.span) : new Set();
  }

  /** Pointer of the row that the thread begins at: the one under the pointer, or the chosen one. */
  threadRow(): string | null {
    const { hovered, selection } = this.store.state;
    return hovered ?? (selection?.from === "results" ? (this.chosen?.pointer ?? null) : null);
  }

  /** The plain text of a row whose value is in the clear just now, or null. */
  revealed(row: LedgerRow): string | null {
    const { revealed } = this.store.state;
    if (!revealed || row.part || revealed.result.json === undefined) return null;
    if (pathText(revealed.path) !== pathText(row.path)) return null;
    const node = nodeAt(readJson(revealed.result.json), row.path);
    return node && (node.kind === "string" ? JSON.stringify(node.text) : prettyJson(node));
  }

  /** The value of a row that may be copied: what is sensitive stays redacted unless it is in the clear. */
  copied(row: LedgerRow): JsonNode | null {
    const plain = row.isSensitive ? this.revealed(row) : null;
    return plain === null ? row.node : readJson(plain);
  }
}
