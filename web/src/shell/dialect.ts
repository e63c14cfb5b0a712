// The dialect of the draft: the switch in the header, the example it offers when the text does not look like it, and
// the guess when a text comes into an empty draft.

import type { Workspace } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts, dialects } from "../ui/dialects.ts";
import { button, byId, element, fill } from "../ui/dom.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { guessDialect } from "../ui/guess.ts";
import { hueOf, signColours } from "../ui/signs.ts";
import { engineText, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { openFirstExample } from "./examples.ts";

/** Letters that arrive at once and are not typed. */
const pasted = 12;

/** The text that is evaluated: of the main file, or of the expression when there is none. */
function evaluatedText(store: Store): string {
  const { workspace, mainFile } = { workspace: store.state.workspace, mainFile: store.mainFile };
  const content = mainFile === null ? workspace.expression : filesOf(workspace).get(mainFile);
  return typeof content === "string" ? content : "";
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
  function choose(dialect: string): void {
    const { dialect: before, operation } = store.state.workspace;
    operations.set(before, operation);
    store.edit({ dialect, operation: operations.get(dialect) });
  }

  select.addEventListener("change", () => {
    choose(select.value);
    offerExample();
  });

  /** Offers an example of the dialect that was chosen, as long as the text shows no mark of it. */
  function offerExample(): void {
    const { dialect } = store.state.workspace;
    const written = evaluatedText(store);
    const { name } = dialectFacts(dialect);
    const open = button({
      label: text("dialect.load", { dialect: name }),
      words: true,
      class: "small",
      press: () => {
        offer.hidden = true;
        void openFirstExample(store, dialect);
      },
    });
    offer.hidden = guessDialect(written) === dialect;
    fill(
      offer,
      written.trim() !== "" && element("span", { class: "rail-offer-words" }, text("dialect.offer", { dialect: name })),
      open,
    );
  }

  /** Takes the dialect of a text that came at once into an empty draft. */
  function guess(before: string, now: string): void {
    if (before.trim() !== "" || now.length < pasted) return;
    const { dialect } = store.state.workspace;
    const guessed = guessDialect(now);
    if (guessed === null || guessed === dialect || !dialects.some(({ id }) => id === guessed)) return;
    const rename = (from: string, to: string): void => {
      choose(to);
      const [path, ...others] = pathsOf(store.state.workspace);
      if (path !== dialectFacts(from).file.path || others.length > 0) return;
      store.edit({
        files: { [dialectFacts(to).file.path]: filesOf(store.state.workspace).get(path) ?? "" },
        main: undefined,
      });
      store.openFile(dialectFacts(to).file.path);
    };
    rename(dialect, guessed);
    offerUndo(text("dialect.guessed", { dialect: dialectFacts(guessed).name }), () => rename(guessed, dialect));
  }

  let written = "";
  let draft = "";
  store.watch(["workspace", "draft"], ({ workspace, draft: open }) => {
    const before = written;
    written = evaluatedText(store);
    if (open !== draft || written !== before) offer.hidden = true;
    if (open === draft && written !== before) queueMicrotask(() => guess(before, written));
    if (open !== draft) operations.clear();
    draft = open;
    const facts = dialectFacts(workspace.dialect);
    const { id, monogram, about } = facts;
    if (select.value === id && sign.textContent === monogram) return;
    const offered = dialects.some((dialect) => dialect.id === id) ? dialects : [...dialects, dialectFacts(id)];
    fill(
      select,
      ...offered.map((dialect) => element("option", { value: dialect.id, title: dialect.about }, dialect.name)),
    );
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
