// Explains above the results of an earlier run why the last run failed, and offers the fixes.

import type { Diagnostic, Workspace } from "evalground";
import type { State, Store } from "../store.ts";
import { referencesOf } from "../ui/dialects.ts";
import { codeWords } from "../ui/code_words.ts";
import { button, element, fill } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { causes, explanationLink, fixButtons } from "./remedies.ts";

/** The place of an offer to switch to the language that the document looks like. Its code is loaded for it. */
function languageOffer(store: Store): HTMLElement {
  const offer = element("p", { class: "language-offer", hidden: true });
  void import("./language_offer.ts").then(({ offerLanguage }) => offerLanguage(offer, store));
  return offer;
}

/** The version of the reference that the document is written for, if the engine has found a sign of it. */
export function otherReference(
  workspace: Pick<Workspace, "dialect" | "options">,
  diagnostics: readonly Pick<Diagnostic, "code">[],
): string | null {
  if (!diagnostics.some(({ code }) => code === "other-reference")) return null;
  const versions = referencesOf(workspace);
  const [, current = versions[0]] = entriesOf(workspace.options).find(([name]) => name === "reference") ?? [];
  return versions.find((version) => version !== current) ?? null;
}

function referenceOffer(store: Store, diagnostics: readonly Diagnostic[]): HTMLElement | null {
  const version = otherReference(store.state.workspace, diagnostics);
  if (version === null) return null;
  const others = entriesOf(store.state.workspace.options).filter(([name]) => name !== "reference");
  return button({
    label: text("references.use", { version }),
    words: true,
    class: "small",
    press: () => {
      store.edit({ options: mapOf([...others, ["reference", version]]) as NonNullable<Workspace["options"]> });
    },
  });
}

/** Most errors that are shown in full. The list of problems has the others. */
const mostShown = 3;

function link(label: string, classes: string, press: () => void): HTMLElement {
  return element("button", { type: "button", class: `button quiet small${classes}`, on: { click: press } }, label);
}

/** An error with its place, its causes and its fixes. */
function errorItem(store: Store, problem: Diagnostic): HTMLElement {
  const { message, span, code, fixes } = problem;
  return element(
    "div",
    { class: "result-error" },
    element(
      "p",
      { class: "result-message", dir: "auto" },
      element("strong", {}, text("severity.error")),
      " ",
      ...codeWords(message),
    ),
    span && link(placeText(span), " place", () => store.perform("show", { span, focus: true })),
    ...fixButtons(store, fixes),
    explanationLink(code),
    causes(store, problem),
  );
}

/** Shows the errors of a failed run, or nothing. `hasEarlier`: results of an earlier run are shown below. */
export function showFailure(
  root: HTMLElement,
  { result, freshness }: Readonly<State>,
  store: Store,
  hasEarlier: boolean,
): void {
  const failed = result && freshness === "error" ? result.diagnostics : [];
  const errors = failed.filter(({ severity }) => severity === "error");
  root.hidden = errors.length === 0;
  if (errors.length === 0) return fill(root);
  fill(
    root,
    ...errors.slice(0, mostShown).map((problem) => errorItem(store, problem)),
    errors.length > mostShown &&
      link(text("results.moreErrors", { count: errors.length - mostShown }), "", () =>
        store.perform("openPane", { pane: "problems", focus: true }),
      ),
    languageOffer(store),
    referenceOffer(store, failed),
    // The document may fail with the newest reference and work with an older one.
    referencesOf(store.state.workspace).length > 1 &&
      link(
        text("references.compare"),
        "",
        () => void import("./references.ts").then(({ openComparison }) => openComparison(store)),
      ),
    hasEarlier && element("p", { class: "muted" }, text("results.earlier")),
  );
}
