// What restoring merge directives starts from: the expanded document as text, whose edits become the `changes` of the workspace.

import { readJson, toFaithful, type Workspace } from "evalground";
import { engineReady } from "../run/engine.ts";
import { runLimits } from "../run/limits.ts";
import type { Store, Watch } from "../store.ts";
import { button, element, freshId, setAttribute } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { valueText } from "./whole.ts";

/** Pause after an edit of the document before it is expanded anew, in milliseconds. */
const pause = 300;

/** The keys that an expansion depends on. */
const expandedFrom = ["files", "main", "env", "options", "limits", "dialect"] as const satisfies (keyof Workspace)[];

/** The expanded document with the changes so far, to be edited. */
export function changedDocument(store: Store, watch: Watch): HTMLElement {
  const label = text("changes.document");
  const problem = element("p", { class: "field-problem", id: freshId("problem") });
  const note = element("span", { id: freshId("note") });
  const field = element("textarea", {
    class: "plain-editor",
    spellcheck: "false",
    wrap: "off",
    readonly: true,
    "aria-label": label,
    "aria-describedby": `${note.id} ${problem.id}`,
  });
  const reset = button({
    label: text("changes.reset"),
    words: true,
    icon: "undo",
    class: "quiet small",
    press: () => store.edit({ changes: undefined }),
  });
  let expanded: string | null = null;
  let source: Workspace | null = null;
  let written: Workspace["changes"];
  let asked = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** An engine that ends says so by itself; the next one is asked again after the next edit. */
  function ended(): void {
    source = null;
  }

  function say(message: string | null): void {
    problem.textContent = message ?? "";
    setAttribute(field, "aria-invalid", message === null ? null : "true");
  }

  async function expand(workspace: Workspace): Promise<string | null> {
    const { changes: _changes, expression: _expression, ...document } = workspace;
    const { settings, cautious } = store.state;
    const { workspace: limited, ...options } = runLimits({ ...document, operation: "expand" }, settings.limits, {
      factor: 1,
      cautious,
    });
    const { text: whole, diagnostics } = await (await engineReady()).evaluate(limited, options);
    if (whole === undefined)
      say(
        text("changes.unexpanded", {
          message: diagnostics.find(({ severity }) => severity === "error")?.message ?? "",
        }),
      );
    return whole ?? null;
  }

  /** Shows the expansion of the document with the changes of the workspace. */
  async function show(): Promise<void> {
    asked += 1;
    const question = asked;
    const { workspace } = store.state;
    if (expanded === null || expandedFrom.some((key) => workspace[key] !== source?.[key])) {
      const found = await expand(workspace);
      if (question !== asked) return;
      expanded = found;
      source = workspace;
    }
    field.readOnly = expanded === null;
    if (expanded === null) return;
    written = workspace.changes;
    if (!workspace.changes?.length) {
      say(null);
      field.value = expanded;
      return;
    }
    const { json, diagnostics } = await (await engineReady()).change(expanded, workspace.changes);
    if (question !== asked) return;
    say(json === undefined ? (diagnostics[0]?.message ?? null) : null);
    field.value = json === undefined ? expanded : readJson(json).text;
  }

  field.addEventListener("input", () => {
    asked += 1;
    const question = asked;
    if (expanded === null) return;
    void engineReady()
      .then((engine) => engine.changes(expanded ?? "", field.value))
      .then(({ json, diagnostics }) => {
        // A later keystroke has asked again.
        if (question !== asked) return;
        const [wrong] = diagnostics;
        const place = wrong?.span ? text("changes.line", { line: wrong.span.line }) : "";
        say(json === undefined ? `${place}${wrong?.message ?? text("inputs.unreadable")}` : null);
        if (json === undefined) return;
        const changes = toFaithful(readJson(json)) as NonNullable<Workspace["changes"]>;
        written = changes.length === 0 ? undefined : changes;
        store.edit({ changes: written });
      })
      .catch(ended);
  });
  watch(["workspace"], ({ workspace }) => {
    const count = workspace.changes?.length ?? 0;
    note.textContent = count === 0 ? text("changes.note") : text("changes.count", { count });
    reset.hidden = count === 0;
    const isSame = source !== null && expandedFrom.every((key) => workspace[key] === source?.[key]);
    if (isSame && workspace.changes === written) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void show().catch(ended), isSame || source === null ? 0 : pause);
  });
  return element(
    "div",
    { class: "input-yaml" },
    element("div", { class: "changes-head muted" }, note, reset),
    field,
    problem,
  );
}

/** The changes themselves, as a list. */
export function changeList(store: Store, watch: Watch): HTMLElement {
  return valueText(watch, {
    label: text("changes.list"),
    face: "yaml",
    read: () => store.state.workspace.changes,
    write: (value) => store.edit({ changes: value as Workspace["changes"] }),
    refuse: (node) =>
      node.kind === "list" && node.children.every(({ kind }) => kind === "map") ? null : text("changes.notChanges"),
  });
}
