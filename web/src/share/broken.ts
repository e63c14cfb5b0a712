// A link that cannot be opened: why, and for one that lost its end on its way the chance to paste the rest.

import { type DecodedLink, decodeLink, LinkError, type LinkErrorKind } from "evalground";
import { openDialog } from "../ui/dialog.ts";
import { button, element, freshId } from "../ui/dom.ts";
import { formatNumber, type TextKey, text } from "../ui/text.ts";

const reasons: Record<LinkErrorKind, TextKey> = {
  "not-a-link": "link.notALink",
  truncated: "link.truncated",
  damaged: "link.damaged",
  "too-large": "link.tooLarge",
  newer: "link.newer",
  invalid: "link.invalid",
};

/** A link that was read, or why it cannot be. */
export type ReadLink = { link: DecodedLink } | { error: LinkError };

/** Reads a link; whatever else than the link is wrong is thrown on. */
export function readLink(fragment: string): ReadLink {
  try {
    return { link: decodeLink(fragment) };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return { error };
  }
}

/** The reason why a link cannot be read, in words. */
export function linkProblem({ kind, length, message }: LinkError): string {
  return text(reasons[kind], { count: formatNumber(length), reason: message });
}

/** Whether the rest of a link may mend it. */
export function canBeMended({ kind }: LinkError): boolean {
  return kind === "truncated" || kind === "damaged";
}

/** The link that a broken beginning and what was pasted make together; a whole link that was pasted stands alone. */
export function joinLink(beginning: string, pasted: string): string {
  const added = pasted.trim().replace(/\s+/g, "");
  const fragment = added.slice(added.indexOf("#") + 1);
  return /^w\d+\./.test(fragment) ? fragment : beginning.replace(/^#/, "") + added;
}

/** Says in a dialog why a link cannot be opened; `open` is given the link once its rest has been pasted. */
export function explainBroken(
  error: LinkError,
  fragment: string,
  open: (link: DecodedLink, fragment: string) => void,
): void {
  const canPaste = canBeMended(error);
  const problem = element("p", { class: "field-problem", id: freshId("problem"), role: "alert" });
  const field = element("textarea", {
    class: "field-text code",
    rows: 4,
    id: freshId("rest"),
    spellcheck: "false",
    "aria-describedby": problem.id,
  });
  const tryAgain = (): void => {
    const whole = joinLink(fragment, field.value);
    const read = readLink(whole);
    if ("link" in read) {
      dialog.close();
      open(read.link, whole);
      return;
    }
    problem.textContent = linkProblem(read.error);
    field.focus();
  };
  const dialog = openDialog(text("link.broken"), [
    element(
      "div",
      { class: "stack" },
      element("p", {}, linkProblem(error)),
      element("p", { class: "muted" }, text("link.kept")),
      canPaste && element("label", { for: field.id }, text("link.pasteRest")),
      canPaste && field,
      canPaste && problem,
      element(
        "div",
        { class: "dialog-actions" },
        error.kind === "newer" &&
          button({ label: text("link.reload"), words: true, class: "primary", press: () => location.reload() }),
        canPaste && button({ label: text("link.open"), words: true, class: "primary", press: tryAgain }),
      ),
    ),
  ]);
  if (canPaste) field.focus();
}
