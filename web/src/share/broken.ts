// The dialog that asks for a link, and the one for a link that cannot be opened. It says why, and lets the user paste
// the rest of a link that was cut off. Loaded when first needed.

import type { DecodedLink, LinkError, LinkErrorKind } from "evalground";
import { alarm } from "../ui/announce.ts";
import { askText, openDialog } from "../ui/dialog.ts";
import { button, element, freshId } from "../ui/dom.ts";
import { formatNumber, text, type TextKey } from "../ui/text.ts";
import { readLink } from "./read_link.ts";

const reasons: Record<LinkErrorKind, TextKey> = {
  "not-a-link": "link.notALink",
  truncated: "link.truncated",
  damaged: "link.damaged",
  "too-large": "link.tooLarge",
  newer: "link.newer",
  invalid: "link.invalid",
};

/** The reason why a link cannot be read, in words. */
export function linkProblem({ kind, length, message }: LinkError): string {
  return text(reasons[kind], { count: formatNumber(length), reason: message });
}

/** Whether pasting the rest of a link could complete it. */
export function canBeCompleted({ kind }: LinkError): boolean {
  return kind === "truncated" || kind === "damaged";
}

/** Joins a truncated link and the pasted rest. If a whole link was pasted, the result is that link. */
export function joinLink(beginning: string, pasted: string): string {
  const added = pasted.trim().replace(/\s+/g, "");
  const fragment = added.slice(added.indexOf("#") + 1);
  return /^w\d+\./.test(fragment) ? fragment : beginning.replace(/^#/, "") + added;
}

/** Explains in a dialog why a link cannot be opened. `open` receives the link once it is complete. */
export function explainBroken(
  error: LinkError,
  fragment: string,
  open: (link: DecodedLink, fragment: string) => void,
): void {
  alarm(linkProblem(error));
  const canPaste = canBeCompleted(error);
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

/** Asks for a link. `open` receives it once it can be decoded. */
export function askLink(open: (link: DecodedLink) => void): void {
  const read = (typed: string) => readLink(typed.replace(/\s+/g, ""));
  const problem = (typed: string): string | null => {
    const found = read(typed);
    return "error" in found ? linkProblem(found.error) : null;
  };
  askText(text("draft.openLinkTitle"), text("draft.link"), "", problem, (typed) => {
    const found = read(typed);
    if ("link" in found) open(found.link);
  });
}
