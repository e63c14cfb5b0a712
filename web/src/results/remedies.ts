// What stands beside the message of a problem: what caused it, its quick fixes, and a link to its explanation. The list
// of problems, its closed bar and the box above the results show the same.

import type { Diagnostic, Fix } from "evalground";
import type { Store } from "../store.ts";
import { codeWords, quotedCode } from "../ui/code_words.ts";
import { button, element } from "../ui/dom.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";

/** A button for each quick fix. */
export function fixButtons(store: Store, fixes: readonly Fix[] = []): HTMLElement[] {
  return fixes.map((fix) =>
    button({
      label: quotedCode(fix.title),
      words: true,
      class: "small fix",
      attributes: { title: text("problems.fixShortcut") },
      press: () => store.perform("repair", fix),
    }),
  );
}

/** Leads to the page that explains problems with this code. */
export function explanationLink(code: string): HTMLElement {
  const attributes = { class: "small quiet", href: `/docs/problems/#${code}`, target: "_blank" };
  return element("a", attributes, text("problems.why"));
}

/** The includes, calls and outputs that led to a problem; null if it has none. */
export function causes(store: Store, { related = [] }: Pick<Diagnostic, "related">): HTMLElement | null {
  if (related.length === 0) return null;
  return element(
    "ul",
    { class: "problem-chain", "aria-label": text("problems.chain") },
    ...related.map(({ message, span }) =>
      element(
        "li",
        { dir: "auto" },
        ...codeWords(message),
        span &&
          button({
            label: placeText(span),
            class: "quiet small place",
            press: () => store.perform("show", { span, focus: true }),
          }),
      ),
    ),
  );
}
