// A view of the results is an object: the label of its tab, the answers it applies to, how it draws them and what can
// be copied. To add a view, write its file and add a line to list.ts.

import type { Store } from "../../store.ts";
import type { Answer } from "../answer.ts";
import type { Copies } from "../copies.ts";
import type { Ledger, LedgerActions } from "../ledger.ts";
import type { LedgerRow } from "../rows.ts";
import type { GoToSource, PrintedText } from "./printed.ts";
import type { Table } from "../table.ts";

export interface View {
  /** Identifies it in links, in drafts and in this browser's settings. Never changes. */
  readonly id: string;
  readonly label: string;
  /** Whether the view has something to show for an answer. */
  readonly applies: (answer: Answer) => boolean;
  /** Whether an answer opens with this view although earlier views apply. */
  readonly begins?: (answer: Answer) => boolean;
  /** Draws an answer into `place.root` and replaces what is there. */
  readonly draw: (answer: Answer, place: ViewPlace) => void;
  /** The entries of the copy menu, for an answer and what was drawn. */
  readonly copy: (answer: Answer, drawn: Drawn) => Copies;
  /** Its rows are those of the value, which have origins. They can be chosen, and be found from the source. */
  readonly hasOrigins?: true;
  /** Its rows, if it has rows. */
  readonly rows?: (answer: Answer) => readonly LedgerRow[];
  /** An element in it takes the focus. Otherwise the container does, so that it can be scrolled with keys. */
  readonly takesFocus?: true;
  /** It shows the last run, also a failed one. Others then show the last result without errors. */
  readonly isOfLastRun?: true;
  /** It can show whitespace. */
  readonly hasBlanks?: true;
}

/**
 * The parts of a drawn view that the pane uses later. They last until another view is drawn. An existing ledger shows
 * the next answer as well, so that closed and focused rows stay so.
 */
export interface Drawn {
  ledger?: Ledger;
  table?: Pick<Table, "forms">;
  printed?: PrintedText;
}

/** Where a view is drawn. */
export interface ViewPlace {
  root: HTMLElement;
  drawn: Drawn;
  store: Store;
  actions: LedgerActions;
  showsBlanks: boolean;
  /** Shows the source of something in the view. */
  goTo: GoToSource;
  /** Whether the answer and the view are still current, for parts that are drawn asynchronously. */
  isCurrent: () => boolean;
}
