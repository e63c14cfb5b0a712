// A view of the results is a value: what its tab says, which answers it is for, how it draws them and what can be
// copied of it. Adding one is its file and its line in list.ts.

import type { JsonNode } from "evalground";
import type { Store } from "../../store.ts";
import { prettyJson } from "../../ui/json.ts";
import { text } from "../../ui/text.ts";
import type { Answer } from "../answer.ts";
import type { Ledger, LedgerActions } from "../ledger.ts";
import type { LedgerRow } from "../rows.ts";
import { plainText, yamlText } from "../values.ts";
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

/** One entry of the copy menu. */
export interface CopyForm {
  label: string;
  text: () => string;
  /** The first form of a kind, which stands apart from those before it. */
  isFirst?: true;
}

export interface Copies {
  forms: CopyForm[];
  /** The value to save as a file, or null. */
  file: JsonNode | null;
}

/** A text to copy as it is. */
export function wholeText(whole: string): CopyForm {
  return { label: text("copy.text"), text: () => whole };
}

/** The copies of a value, and of the text that stands for it. */
export function copiesOf(value: JsonNode | null, whole = value && plainText(value)): Copies {
  const forms: CopyForm[] = [];
  if (value) {
    forms.push(
      { label: text("copy.yaml"), text: () => yamlText(value), isFirst: true },
      { label: text("copy.json"), text: () => prettyJson(value) },
    );
  }
  if (whole !== null) forms.push(wholeText(whole));
  return { forms, file: value };
}
