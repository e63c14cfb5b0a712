// A view of the results is a value: what its tab says, which answers it is for, how it draws them and what can be
// copied of it. Adding one is its file and its line in list.ts.

import type { Store } from "../../store.ts";
import type { Answer } from "../answer.ts";
import type { Copies } from "../copies.ts";
import type { Ledger, LedgerActions } from "../ledger.ts";
import type { LedgerRow } from "../rows.ts";
import type { GoToSource, PrintedText } from "./printed.ts";
import type { Table } from "../table.ts";

export interface View {
  /** Names it in links, in drafts and in what this browser remembers; never changes. */
  readonly id: string;
  readonly label: string;
  /** Whether an answer has something for it to show. */
  readonly applies: (answer: Answer) => boolean;
  /** Whether an answer begins with it, although others that apply stand before it. */
  readonly begins?: (answer: Answer) => boolean;
  /** Draws an answer into `place.root`, replacing what is there. */
  readonly draw: (answer: Answer, place: ViewPlace) => void;
  /** The entries of the copy menu, for an answer and what was drawn of it. */
  readonly copy: (answer: Answer, drawn: Drawn) => Copies;
  /**
   * Its rows are those of the value, which know where they come from: they can be chosen, and found from the source.
   */
  readonly hasOrigins?: true;
  /** Its rows, where it is made of some. */
  readonly rows?: (answer: Answer) => readonly LedgerRow[];
  /** Something in it takes the focus; for other views their place does, so that they can be scrolled by keys. */
  readonly takesFocus?: true;
  /** Its spaces can be made visible. */
  readonly hasBlanks?: true;
}

/**
 * The parts of a drawn view that the pane asks for later. They last until another view is drawn: a ledger that is there
 * shows the next answer too, so that what is closed and focused stays so.
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
  /** Shows where something in the view comes from. */
  goTo: GoToSource;
  /** Whether this is still the answer and the view that are shown, for what is drawn late. */
  isCurrent: () => boolean;
}
