// The dialect of the draft: the switch in the header, the offer of an example if the text does not look like the chosen
// dialect, and the guess when the whole text is replaced.

import type { Workspace } from "evalground";
import type { Store } from "../store.ts";
import { isUntouched } from "../ui/blank.ts";
import { cameAtOnce, chosen } from "../ui/choose.ts";
import { type Choice, choiceOf, choices, choicesOf, dialectFacts } from "../ui/dialects.ts";
import { button, byId, element, fill } from "../ui/dom.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { hueOf, signColours } from "../ui/signs.ts";
import { engineText, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { openFirstExample } from "./examples.ts";

/** The evaluated text: the main file, or the expression if there is no file. "{}" if that is a map or a list. */
function evaluatedText(store: Store): string {
  const { workspace } = store.state;
  const content = store.mainFile === null ? workspace.expression : filesOf(workspace).get(store.mainFile);
  return typeof content === "string" ? content : content === undefined ? "" : "{}";
}

/** The keys of a workspace that a choice may change, with their current values. */
function before({ dialect, options, operation, files, main, expression }: Workspace): Partial<Workspace> {
  return { dialect, options, operation, files, main, expression };
}

/** Mounts the switch in `root` and the offer in the rail. */
export function buildDialectSwitch(root: HTMLElement, store: Store): void {
  const sign = element("span", { class: "monogram", "aria-hidden": "true" });
  const select = element("select", { "aria-label": text("dialect.label") });
  const offer = element("span", { class: "rail-offer", hidden: true });
  byId("status").after(offer);
  fill(root, sign, select);

  /** The last operation for each dialect of this draft, to restore it on the way back. */
  const operations = new Map<string, Workspace["operation"]>();

  /** Applies changes to the workspace and keeps an existing file open. */
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

  /** Switches the language of the draft. Can be undone. */
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
    // The draft is an unedited example, so show an example of the chosen language.
    if (example !== null && !edited) return void openFirstExample(store, choice.id);
    const wasUntouched = isUntouched(workspace);
    choose(choice);
    if (wasUntouched) store.perform("openPane", { pane: "source", focus: false });
    else void offerExample();
  });
  store.handle("chooseDialect", ({ choice }) => switchTo(choiceNamed(choice)));

  /** Offers an example of the chosen dialect if the text has no marks, or certain ones of another dialect. */
  async function offerExample(): Promise<void> {
    const { id, dialect, name } = choiceOf(store.state.workspace);
    const words = evaluatedText(store);
    const { guessed } = await import("../ui/guess.ts");
    if (evaluatedText(store) !== words || choiceOf(store.state.workspace).id !== id) return;
    const open = button({
      label: text("dialect.load", { dialect: name }),
      words: true,
      class: "small",
      press: () => {
        offer.hidden = true;
        void openFirstExample(store, id);
      },
    });
    const found = guessed(words);
    offer.hidden = found !== null && (!found.isSure || found.choice.dialect === dialect);
    fill(
      offer,
      words.trim() !== "" && element("span", { class: "rail-offer-words" }, text("dialect.offer", { dialect: name })),
      open,
    );
  }

  /** Guesses the language of pasted text: by any mark in an empty draft, by a certain one if it replaces other text. */
  async function guess(former: string, now: string): Promise<void> {
    if (!cameAtOnce(former, now)) return;
    const { guessed } = await import("../ui/guess.ts");
    if (written !== now) return;
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
    if (open === draft && written !== former) queueMicrotask(() => void guess(former, written));
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
