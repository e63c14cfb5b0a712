// The dialog that reduces the draft to a minimal example and anonymises it. The user chooses what to keep and starts
// it; it shows progress and can be stopped. The result is shown beside the draft, which changes only when the user
// accepts it.

import type { Workspace } from "evalground";
import { askEngine, engineReady } from "../run/ready.ts";
import { showDiff } from "../results/diff.ts";
import { openShare } from "../share/dialog.ts";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, type Child, element, fill, freshId } from "../ui/dom.ts";
import { pathsOf } from "../ui/entries.ts";
import { Search } from "../run/secrets.ts";
import { secretInputs } from "../ui/outline.ts";
import { text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { type Keeping, keepings } from "./keeping.ts";
import { reduceDraft, type Reduction, type Wish } from "./reducing.ts";
import { changedTexts, editBetween, goneFiles, shownNames, withSecretsOf } from "./smaller.ts";

type Reduced = Extract<Reduction, { workspace: Workspace }>;

/** Replaces the draft's workspace. Can be undone. */
function use(store: Store, reduced: Workspace): void {
  const { workspace: before, activeFile } = store.state;
  const after = withSecretsOf(before, reduced);
  store.perform("keepHistory", "reset");
  store.edit(editBetween(before, after));
  if (activeFile !== null && !pathsOf(after).includes(activeFile)) store.openFile(pathsOf(after)[0] ?? null);
  offerUndo(text("minimal.used"), () => {
    store.edit(editBetween(store.state.workspace, before));
    store.openFile(activeFile);
  });
}

function namesTable(changed: readonly (readonly [string, string])[]): HTMLElement {
  const head = ["minimal.was", "minimal.is"] as const;
  return element(
    "div",
    {
      class: "repro-scroll",
      role: "region",
      tabindex: "0",
      "aria-label": text("minimal.names", { count: changed.length }),
    },
    element(
      "table",
      { class: "repro-table" },
      element("thead", {}, element("tr", {}, ...head.map((key) => element("th", { scope: "col" }, text(key))))),
      element(
        "tbody",
        {},
        ...changed.map(([was, is]) =>
          element("tr", {}, element("th", { scope: "row", dir: "auto" }, was), element("td", { dir: "auto" }, is)),
        ),
      ),
    ),
  );
}

/** The table of replaced names, and the names that could not be replaced. */
function namesParts(store: Store, { changed, stayed }: NonNullable<Reduced["names"]>): Child[] {
  const { workspace, outline } = store.state;
  const hidden = secretInputs(workspace, outline);
  const shown = shownNames(changed, workspace, hidden);
  const staying = shownNames(
    stayed.map((name) => [name, name] as const),
    workspace,
    hidden,
  ).map(([name]) => name);
  const said =
    staying.length === 0
      ? text("minimal.allNames")
      : text("minimal.stayed", { names: new Intl.ListFormat("en").format(staying) });
  return [
    element("p", {}, said),
    shown.length > 0 &&
      element(
        "details",
        { class: "repro-details" },
        element("summary", {}, text("minimal.names", { count: shown.length })),
        element("p", { class: "muted" }, text("minimal.namesNote")),
        namesTable(shown),
      ),
  ];
}

/** The differences between the draft and the result, text by text. */
function changeParts(
  before: Workspace,
  { workspace: named, reduced }: Reduced,
  hidden: { before: string[]; after: string[] },
): Child[] {
  const settings = text("minimal.settings");
  const gone = goneFiles(before, reduced);
  const diffs = changedTexts(before, { reduced, named }, settings, hidden).map((change) => {
    const root = element("div", {
      class: "repro-diff",
      role: "region",
      tabindex: "0",
      "aria-label": change.path,
    });
    showDiff(root, change.before, change.after, { path: change.path });
    return root;
  });
  return [
    gone.length > 0 &&
      element("p", {}, text("minimal.gone", { count: gone.length, names: new Intl.ListFormat("en").format(gone) })),
    diffs.length > 0 && element("h3", {}, text("minimal.changes")),
    ...diffs,
  ];
}

/** The form: what must be kept, and what is done. */
function wishForm(choices: readonly Keeping[], wish: Wish, changed: () => void) {
  const select = element(
    "select",
    { id: freshId("keep"), dir: "auto" },
    ...choices.map(({ id, label }) => element("option", { value: id }, label)),
  );
  select.addEventListener("change", () => {
    wish.options = choices.find(({ id }) => id === select.value)?.options ?? {};
  });
  const box = (
    key: "minimal.reduce" | "minimal.disguise" | "minimal.lengths",
    name: "reduce" | "disguise" | "lengths",
  ) => {
    const input = element("input", { type: "checkbox" });
    input.checked = wish[name];
    input.addEventListener("change", () => {
      wish[name] = input.checked;
      lengths.input.disabled = !wish.disguise;
      changed();
    });
    return { input, root: element("label", {}, input, element("span", {}, text(key))) };
  };
  const lengths = box("minimal.lengths", "lengths");
  const reduce = box("minimal.reduce", "reduce");
  const disguise = box("minimal.disguise", "disguise");
  const lock = (isLocked: boolean): void => {
    for (const input of [select, reduce.input, disguise.input]) input.disabled = isLocked;
    lengths.input.disabled = isLocked || !wish.disguise;
  };
  lock(false);
  const keep = element("label", { for: select.id }, text("minimal.keep"));
  return {
    parts: [
      element("div", { class: "repro-keep" }, keep, select),
      element("fieldset", { class: "repro-choices" }, reduce.root, disguise.root, lengths.root),
    ],
    lock,
  };
}

/** Whether the result is no smaller than the draft and has the same names. */
const isUnchanged = ({ names, before, after }: Reduced): boolean => !names && after >= before;

/** The result with its actions. `close` closes the dialog. */
async function outcomeParts(store: Store, draft: Workspace, found: Reduced, close: () => void): Promise<Child[]> {
  // Which inputs are secret is declared in the document, which may have new names now.
  const { outline } = await askEngine((engine) => engine.check(found.workspace));
  const { declared } = await Search.of(draft);
  const hidden = { before: secretInputs(draft, store.state.outline), after: secretInputs(found.workspace, outline) };
  const press = (act: () => void) => () => {
    close();
    act();
  };
  const actions = element(
    "div",
    { class: "dialog-actions" },
    button({
      label: text("minimal.use"),
      words: true,
      press: press(() => {
        use(store, found.workspace);
        announce(text("minimal.used"));
      }),
    }),
    button({
      label: text("minimal.share"),
      words: true,
      class: "primary",
      press: press(() => void openShare(store, { workspace: found.workspace, outline, declared })),
    }),
  );
  const hasSecrets = hidden.before.length > 0 || draft.secrets !== undefined;
  return [
    !isUnchanged(found) && actions,
    ...(found.names ? namesParts(store, found.names) : []),
    hasSecrets && element("p", { class: "muted" }, text("minimal.secrets")),
    ...changeParts(draft, found, hidden),
  ];
}

/** Opens the dialog. `isEmpty`: the draft has nothing to reduce. */
export function openMinimal(store: Store, isEmpty: boolean): void {
  const { workspace, result, selection, engine: engineState } = store.state;
  const title = text("repro.minimal");
  if (isEmpty) {
    openDialog(title, [element("p", {}, text("minimal.empty"))]);
    return;
  }
  const choices = keepings(workspace, result, selection?.from === "results" ? selection.pointer : undefined);
  const wish: Wish = { options: choices[0]?.options ?? {}, reduce: true, disguise: false, lengths: false };
  let control: AbortController | null = null;

  const status = element("p", { role: "status", class: "repro-status" });
  const meter = element("p", { class: "muted repro-progress", "aria-hidden": "true" });
  const outcome = element("div", { class: "stack" });
  const start = button({ label: text("minimal.start"), words: true, class: "primary", press: () => void run() });
  const startWords = start.querySelector(".words") as HTMLElement;
  const stop = button({ label: text("minimal.stop"), words: true, press: () => control?.abort() });
  stop.hidden = true;
  const form = wishForm(choices, wish, () => {
    startWords.textContent = text(wish.reduce ? "minimal.start" : "minimal.startDisguise");
  });

  const setRunning = (running: boolean): void => {
    const hadFocus = document.activeElement === start || document.activeElement === stop;
    start.hidden = running;
    stop.hidden = !running;
    form.lock(running);
    if (hadFocus) (running ? stop : start).focus();
  };

  async function run(): Promise<void> {
    fill(outcome);
    if (!wish.reduce && !wish.disguise) {
      status.textContent = text("minimal.nothingChosen");
      return;
    }
    const own = new AbortController();
    control = own;
    status.textContent = text(engineState === "loading" ? "minimal.waiting" : "minimal.starting");
    setRunning(true);
    const found = await reduceDraft(
      await engineReady(),
      workspace,
      wish,
      own.signal,
      ({ before, now, trials }) => {
        meter.textContent = text("minimal.progress", { before, now, trials });
      },
      () => {
        status.textContent = text("minimal.disguising");
        control = new AbortController();
        return control.signal;
      },
    );
    control = null;
    if (!dialog.root.isConnected) return;
    meter.textContent = "";
    setRunning(false);
    if ("problem" in found) status.textContent = found.problem;
    else await show(found);
  }

  async function show(found: Reduced): Promise<void> {
    const { before, after, trials, how } = found;
    const parts = await outcomeParts(store, workspace, found, () => dialog.close());
    status.textContent = isUnchanged(found)
      ? text("minimal.unchanged")
      : text("minimal.done", { before, after, trials, how: text(`minimal.how.${how}`) });
    fill(outcome, ...parts);
  }

  const note = element("p", { class: "muted" }, text("minimal.note"));
  const controls = element("div", { class: "repro-meter" }, start, stop, meter);
  const content = element("div", { class: "stack" }, note, ...form.parts, controls, status, outcome);
  const dialog = openDialog(title, [content], () => control?.abort());
  start.focus();
}
