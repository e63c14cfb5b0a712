// Opens what the fragment of the address holds: a shared workspace, as a new draft, or a word on why it cannot be opened.

import { decodeLink, LinkError, type DecodedLink, type LinkErrorKind, type Workspace } from "evalground";
import type { Store } from "../store.ts";
import { alarm } from "../ui/announce.ts";
import { askText, openDialog } from "../ui/dialog.ts";
import { button, element, freshId } from "../ui/dom.ts";
import { filesOf, mapOf, pathsOf } from "../ui/entries.ts";
import { formatNumber, text, type TextKey } from "../ui/text.ts";

const reasons: Record<LinkErrorKind, TextKey> = {
  "not-a-link": "link.notALink",
  truncated: "link.truncated",
  damaged: "link.damaged",
  "too-large": "link.tooLarge",
  newer: "link.newer",
  invalid: "link.invalid",
};

/** Whether a fragment is meant as a shared workspace: `#w1.…` or `#?dialect=…`. */
export function isShared(fragment: string): boolean {
  return /^#(?:w\d|\?)/.test(fragment);
}

/** The link that a broken beginning and what was pasted make together; a whole link that was pasted stands alone. */
export function joinLink(beginning: string, pasted: string): string {
  const added = pasted.trim().replace(/\s+/g, "");
  const fragment = added.slice(added.indexOf("#") + 1);
  return /^w\d+\./.test(fragment) ? fragment : beginning.replace(/^#/, "") + added;
}

/** The workspace with its document as a file, which the editor can show: `main` may be the text itself. */
export function withMainFile(workspace: Workspace): Workspace {
  const { main, files: _files, ...rest } = workspace;
  const files = filesOf(workspace);
  if (main === undefined || files.has(main)) return workspace;
  let path = "main.yaml";
  for (let number = 2; files.has(path); number += 1) path = `main-${number}.yaml`;
  return { ...rest, files: mapOf([[path, main], ...files]) };
}

/** The draft that this entry of the browser's history shows, or undefined when it is a new one. */
function draftOfEntry(): string | undefined {
  return (history.state as { draft?: string } | null)?.draft;
}

/**
 * Watches the address and opens what it holds. Each entry of the browser's history notes its draft, so that Back, Forward and
 * a reload come to the draft with its edits and not to another copy of the link.
 */
export function openLinks(store: Store, openDraft: (id: string) => Promise<boolean>): void {
  const noteDraft = (): void => history.replaceState({ draft: store.state.draft }, "");

  function show({ workspace: given, view }: DecodedLink): void {
    const workspace = withMainFile(given);
    const file = view?.file;
    const main = file ?? workspace.main ?? pathsOf(workspace)[0];
    const before = store.state.draft;
    const stop = store.watch(["draft"], ({ draft }) => {
      if (draft === before) return;
      queueMicrotask(() => stop());
      const content = main === undefined ? undefined : filesOf(workspace).get(main);
      if (view?.line === undefined || main === undefined || typeof content !== "string") return;
      const lines = content.split("\n").slice(0, view.line - 1);
      const from = lines.reduce((sum, line) => sum + line.length + 1, 0);
      if (from <= content.length)
        setTimeout(() =>
          store.perform("show", {
            span: { file: main, from, to: from, line: lines.length + 1, column: 1 },
            focus: false,
          }),
        );
    });
    store.perform("openWorkspace", {
      workspace,
      title: workspace.title ?? text("link.title"),
      fromLink: true,
      ...(view?.live === false && { live: false }),
      ...(view?.tab !== undefined && { view: view.tab }),
      ...(file !== undefined && filesOf(workspace).has(file) && { file }),
    });
  }

  function explain(error: LinkError, fragment: string): void {
    const words = text(reasons[error.kind], { count: formatNumber(error.length), reason: error.message });
    alarm(words);
    const canPaste = error.kind === "truncated" || error.kind === "damaged";
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
      try {
        const link = decodeLink(whole);
        dialog.close();
        history.replaceState(history.state, "", `#${whole}`);
        show(link);
      } catch (again) {
        if (!(again instanceof LinkError)) throw again;
        problem.textContent = text(reasons[again.kind], { count: formatNumber(again.length), reason: again.message });
        field.focus();
      }
    };
    const dialog = openDialog(text("link.broken"), [
      element(
        "div",
        { class: "stack" },
        element("p", {}, words),
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

  async function follow(): Promise<void> {
    const fragment = location.hash;
    const draft = draftOfEntry();
    if (draft !== undefined && (draft === store.state.draft || (await openDraft(draft)))) return;
    if (!isShared(fragment)) {
      noteDraft();
      return;
    }
    try {
      show(decodeLink(fragment));
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      explain(error, fragment);
    }
  }

  store.handle("askLink", () => {
    const problem = (typed: string): string | null => {
      try {
        decodeLink(typed.replace(/\s+/g, ""));
        return null;
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        return text(reasons[error.kind], { count: formatNumber(error.length), reason: error.message });
      }
    };
    askText(text("draft.openLinkTitle"), text("draft.link"), "", problem, (typed) =>
      show(decodeLink(typed.replace(/\s+/g, ""))),
    );
  });

  addEventListener("hashchange", () => void follow());
  void follow();
  store.watch(["draft"], (state, before) => {
    if (state !== before) noteDraft();
  });
}
