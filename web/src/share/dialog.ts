// The share dialog: the link, made and copied at once; Markdown, commands and files; and what goes into all of them.
// Each form of sharing is a value in a list, and all draw the same share.

import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/clipboard.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, element, fill, freshId } from "../ui/dom.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { partBoxes, secretsBox, suspectList } from "./choices.ts";
import { posixCommand } from "./command.ts";
import { suspects } from "./content.ts";
import { commandForm } from "./forms/command.ts";
import { fileForm } from "./forms/file.ts";
import type { Form } from "./forms/form.ts";
import { linkForm } from "./forms/link.ts";
import { markdownForm } from "./forms/markdown.ts";
import { Share } from "./share.ts";

const forms: readonly Form[] = [linkForm, markdownForm, commandForm, fileForm];

function openShare(store: Store): void {
  const share = new Share(store.state, location.href);
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
    fill(panel, ...form.draw(share, showForm));
  }
  function showAll(): void {
    fill(warnings, suspectList(share, showAll));
    showForm();
  }

  showAll();
  openDialog(text("share.title"), [
    element(
      "div",
      { class: "stack" },
      element("div", { class: "share-tabs" }, list.root),
      panel,
      warnings,
      partBoxes(share, showAll),
      secretsBox(share, showForm),
    ),
  ]);
  store.perform("keepHistory", "share");

  const link = share.offeredLink;
  if (link === null) return;
  noteLink(store, link);
  const field = panel.querySelector("textarea");
  field?.focus();
  field?.select();
  field?.scrollTo(0, 0);
  if (share.suspects.length > 0) announce(text("share.suspects"));
  else copyLink(link);
}

/** Puts the link into the address, where it stands for the open draft. */
function noteLink(store: Store, link: string): void {
  history.replaceState({ draft: store.state.draft }, "", link);
}

function copyLink(link: string): void {
  void copyText(link, text("share.copied", { form: text("share.link") }));
}

/** Copies the link at once; what should be looked at first, or has no link, is a matter for the dialog. */
function shareAtOnce(store: Store): void {
  const share = new Share(store.state, location.href);
  store.perform("keepHistory", "share");
  const link = share.offeredLink;
  if (link === null || suspects(share.given).length > 0) {
    store.perform("share");
    return;
  }
  noteLink(store, link);
  copyLink(link);
}

/**
 * Puts the Share button into `root`, and carries out what shares without the dialog: Ctrl+S, and copying the command.
 */
export function mountShare(root: HTMLElement, store: Store): void {
  fill(
    root,
    button({
      label: text("share.title"),
      icon: "share",
      words: true,
      class: "primary spare-words",
      attributes: { "aria-haspopup": "dialog" },
      press: () => store.perform("share"),
    }),
  );
  store.handle("share", () => {
    if (!document.querySelector("dialog[open]")) openShare(store);
  });
  store.handle("copyCommand", () => {
    const { given } = new Share(store.state, location.href);
    const needsPython = store.state.result?.diagnostics.some(({ code }) => code === "python-unavailable") ?? false;
    const command = posixCommand(given, needsPython ? " --allow-python" : "");
    void copyText(command, text("share.copied", { form: text("share.command") }));
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    shareAtOnce(store);
  });
}
