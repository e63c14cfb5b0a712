// The dialect of the draft: the switch in the header, the example it offers when the text does not look like it, and
// the guess when a text comes in the place of all that was there.

import type { Workspace } from "evalground";
import type { Store } from "../store.ts";
import { isUntouched } from "../ui/blank.ts";
import { cameAtOnce, chosen } from "../ui/choose.ts";
import { type Choice, choiceOf, choices, choicesOf, dialectFacts } from "../ui/dialects.ts";
import { button, byId, element, fill } from "../ui/dom.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { guessed } from "../ui/guess.ts";
import { hueOf, signColours } from "../ui/signs.ts";
import { engineText, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { openFirstExample } from "./examples.ts";

/** The text that is evaluated: of the main file, or of the expression when there is none. */
function evaluatedText(store: Store): string {
  const { workspace } = store.state;
  const content = store.mainFile === null ? workspace.expression : filesOf(workspace).get(store.mainFile);
  return typeof content === "string" ? content : "";
}

/** The keys of a workspace that a choice may change. */
function before({ dialect, options, operation, files, main, expression }: Workspace): Partial<Workspace> {
  return { dialect, options, operation, files, main, expression };
}

/** Builds the switch into `root` and the offer into the rail. */
export function buildDialectSwitch(root: HTMLElement, store: Store): void {
  const sign = element("span", { class: "monogram", "aria-hidden": "true" });
  const select = element("select", { "aria-label": text("dialect.label") });
  const offer = element("span", { class: "rail-offer", hidden: true });
  byId("status").after(offer);
  fill(root, sign, select);

  /** The last operation of each dialect of this draft, for the way back to it. */
  const operations = new Map<string, Workspace["operation"]>();

  /** Makes changes of the workspace, with a file that is there in the editor. */
  function put(changes: Partial<Workspace>): void {
    const open = store.state.activeFile;
    store.edit(changes);
    const paths = pathsOf(store.state.workspace);
    if (open === null || !paths.includes(open)) store.openFile(paths[0] ?? null);
  }

  function choose(choice: Choice): void {
    const { dialect: former, operation } = store.state.workspace;
    operations.set(former, operation);
    put({ ...chosen(store.state.workspace, choice), operation: operations.get(choice.dialect) });
  }

  /** Takes the text for another language, with a way back. */
  function switchTo(choice: Choice): void {
    const undo = before(store.state.workspace);
    choose(choice);
    offerUndo(text("dialect.guessed", { dialect: choice.name }), () => put(undo));
  }

  function choiceNamed(id: string): Choice {
    return choices.find((choice) => choice.id === id) ?? (choicesOf(dialectFacts(id))[0] as Choice);
  }

  select.addEventListener("change", () => {
    const choice = choiceNamed(select.value);
    const { example, edited, workspace } = store.state;
    // Nothing of the user's own is in the way: the language shows itself.
    if (example !== null && !edited) return void openFirstExample(store, choice.id);
    const wasUntouched = isUntouched(workspace);
    choose(choice);
    if (wasUntouched) store.perform("openPane", { pane: "source", focus: false });
    else offerExample();
  });
  store.handle("chooseDialect", ({ choice }) => switchTo(choiceNamed(choice)));

  /** Offers an example of the dialect that was chosen, as long as the text shows no mark of it. */
  function offerExample(): void {
    const { id, dialect, name } = choiceOf(store.state.workspace);
    const written = evaluatedText(store);
    const open = button({
      label: text("dialect.load", { dialect: name }),
      words: true,
      class: "small",
      press: () => {
        offer.hidden = true;
        void openFirstExample(store, id);
      },
    });
    offer.hidden = guessed(written)?.choice.dialect === dialect;
    fill(
      offer,
      written.trim() !== "" && element("span", { class: "rail-offer-words" }, text("dialect.offer", { dialect: name })),
      open,
    );
  }

  /** Takes the language of a text that came at once: of any mark in an empty draft, of a sure one over other text. */
  function guess(former: string, now: string): void {
    if (!cameAtOnce(former, now)) return;
    const found = guessed(now);
    const current = choiceOf(store.state.workspace);
    if (!found || found.choice.id === current.id || found.choice.id === current.dialect) return;
    if (former.trim() === "" || found.isSure) switchTo(found.choice);
  }

  let written = "";
  let draft = "";
  store.watch(["workspace", "draft"], ({ workspace, draft: open }) => {
    const former = written;
    written = evaluatedText(store);
    if (open !== draft || written !== former) offer.hidden = true;
    if (open === draft && written !== former) queueMicrotask(() => guess(former, written));
    if (open !== draft) operations.clear();
    draft = open;
    const facts = dialectFacts(workspace.dialect);
    const { id, monogram, about } = choiceOf(workspace);
    if (select.value === id && sign.textContent === monogram) return;
    const offered = choices.some(({ dialect }) => dialect === facts.id) ? choices : [...choices, ...choicesOf(facts)];
    fill(select, ...offered.map((choice) => element("option", { value: choice.id, title: choice.about }, choice.name)));
    select.value = id;
    select.title = about;
    sign.textContent = monogram;
    root.dataset["dialect"] = id;
    const { light, dark } = signColours(hueOf(facts));
    sign.style.setProperty("--sign-light", light);
    sign.style.setProperty("--sign-dark", dark);
    const heading = byId("resources-head").querySelector("h2");
    if (heading) heading.textContent = engineText(facts.tree);
  });
}
