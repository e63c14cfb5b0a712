// The share dialog, loaded when it is first opened: the link, made and copied at once; Markdown, commands and files;
// and the choice of what they include. Each form of sharing is an object in a list, and all show the same share.

import type { State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, element, fill, freshId } from "../ui/dom.ts";
import { servedFolder } from "../ui/served_folder.ts";
import { siteRoot } from "../ui/site_root.ts";
import { tabs } from "../ui/tabs.ts";
import { text, type TextKey } from "../ui/text.ts";
import { partBoxes, reducing, secretsBox } from "./choices.ts";
import { findingList } from "./findings.ts";
import { caseForm } from "./forms/case.ts";
import { commandForm } from "./forms/command.ts";
import { embedForm } from "./forms/embed.ts";
import { fileForm } from "./forms/file.ts";
import type { Form } from "./forms/form.ts";
import { linkForm } from "./forms/link.ts";
import { markdownForm } from "./forms/markdown.ts";
import { qrForm } from "./forms/qr.ts";
import { copyLink, noteLink } from "./given.ts";
import { Share } from "./share.ts";

const forms: readonly Form[] = [linkForm, embedForm, markdownForm, commandForm, caseForm, fileForm, qrForm];

/** A workspace to share instead of the draft's, with its resource tree. */
type Other = Pick<State, "workspace" | "outline"> & {
  /** Literals that the workspace it was made from declares secret. */
  declared: readonly string[];
};

/** The state with the other workspace in it. Nothing that belongs to the draft is included. */
function stateOf({ state }: Store, other: Other): State {
  const { workspace, outline } = other;
  return { ...state, workspace, outline, result: null, resultRevision: -1, activeFile: null, caret: null, title: "" };
}

export async function openShare(store: Store, other?: Other): Promise<void> {
  const share = await Share.of(other ? stateOf(store, other) : store.state, siteRoot, other?.declared);
  let form = linkForm;
  const panel = element("div", { role: "tabpanel", class: "share-panel", id: freshId("share") });
  const warnings = element("div", { class: "stack" });
  const list = tabs({
    label: text("share.forms"),
    activation: "automatic",
    choose: (id) => {
      form = forms.find((each) => each.id === id) ?? form;
      showForm();
    },
  });

  function showForm(): void {
    list.show(
      forms.map(({ id, label }) => ({ id, label, controls: panel.id })),
      form.id,
    );
    panel.setAttribute("aria-label", form.label);
    const wait = share.isPending && element("p", { class: "muted", role: "status" }, text("share.replacing"));
    fill(panel, ...(wait ? [wait] : form.draw(share, showForm)));
  }
  function showAll(): void {
    const boxes = (): HTMLInputElement[] => [...warnings.querySelectorAll("input")];
    const focused = boxes().findIndex((box) => box === document.activeElement);
    fill(warnings, findingList(share, showAll));
    boxes()[focused]?.focus();
    showForm();
  }
  const parts = element("div", { class: "stack" });
  function showParts(): void {
    fill(parts, reducing(share, reduced), partBoxes(share, showAll));
  }
  function reduced(): void {
    showParts();
    showAll();
    parts.querySelector("input")?.focus();
  }
  showParts();

  /** Actions that improve a report. Small screens have no other buttons for them. */
  function further(): HTMLElement {
    const to = (label: TextKey, command: "makeMinimal" | "compareOriginal"): HTMLElement =>
      button({
        label: text(label),
        words: true,
        class: "small",
        press: () => {
          dialog.close();
          store.perform(command);
        },
      });
    return element(
      "p",
      { class: "dialog-actions" },
      to("repro.minimal", "makeMinimal"),
      to("repro.original", "compareOriginal"),
    );
  }

  showAll();
  const dialog = openDialog(text("share.title"), [
    element(
      "div",
      { class: "stack" },
      element("div", { class: "share-tabs" }, list.root),
      panel,
      servedFolder() !== null && element("p", { class: "notice", "data-kind": "warning" }, text("share.local")),
      warnings,
      parts,
      secretsBox(share, showForm),
      other ? null : further(),
    ),
  ]);
  if (!other) store.perform("keepHistory", "share");

  const link = share.offeredLink;
  if (link === null) return;
  if (!other) noteLink(store, link);
  const field = panel.querySelector("textarea");
  field?.focus();
  field?.select();
  field?.scrollTo(0, 0);
  if (share.open.length > 0) announce(text("share.suspects", { count: share.open.length }));
  else copyLink(link, panel.querySelector(".share-field .button"));
}
