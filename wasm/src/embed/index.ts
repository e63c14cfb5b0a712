// `evalground/embed`: the element <evalground-embed> for bundled scripts. Importing it has no side effects.

import { enhance, languageMarks } from "./enhance.js";
import { EvalgroundEmbed, setSite } from "./element.js";

export { EvalgroundEmbed, type EmbedEvents } from "./element.js";
export { enhance, languageMarks } from "./enhance.js";
export { dataText } from "./data_text.js";
export { highlightedLines, type Piece, type PieceKind } from "./highlight.js";
export {
  boundedHeight,
  heightLimits,
  heightOf,
  messageNamespace,
  messageVersion,
  type EmbedResult,
  type EmbedState,
  type FromFrame,
  type Look,
  type ToFrame,
  type WindowMessage,
} from "./messages.js";
export {
  editables,
  embedParts,
  frameOptions,
  OptionError,
  unreadIn,
  type Editable,
  type EmbedPart,
  type FrameOptions,
  type Unread,
} from "./options.js";
export { hiddenRegions, type Region } from "./regions.js";
export { placeIn, pressedPlace, TypedAhead, typedBy, typedIn, type TextPlace, type Typed } from "./typed.js";

export interface EmbedSettings {
  /** The address of the playground, whose /embed/ the frames show. */
  site: string | URL;
  /** A selector for the blocks that become embeds; null: none. Absent: marked blocks. */
  enhance?: string | null;
  /** Whether all blocks in a dialect's language become embeds, even without a mark. */
  enhanceLanguages?: boolean;
}

/** Defines the element, and turns the marked blocks of the page into embeds. */
export function defineEmbed({ site, enhance: selector, enhanceLanguages = false }: EmbedSettings): void {
  setSite(String(site));
  if (!customElements.get("evalground-embed")) customElements.define("evalground-embed", EvalgroundEmbed);
  const start = (): void => {
    if (selector !== null) enhance(selector);
    if (enhanceLanguages) enhance(languageMarks);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start, { once: true });
  else start();
}
