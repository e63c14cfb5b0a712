// The expanded document whose edits become the workspace's `changes`, from which merge directives are restored. This
// file is the logic without the text field.
//
//   document ──expand──▶ expanded ──change(changes)──▶ shown        another part has changed the workspace
//   shown, edited ──changes(expanded, edited)──▶ changes            the user has
//
// The engine does all three. Expanding is the expensive step. It is repeated only when something it depends on has
// changed, after a pause. Only the answer to the latest request counts; earlier answers are dropped.
//
// Invariants: `expanded` is the expansion of `source`; `written` are the changes contained in the shown text.

import { type Engine, readJson, toFaithful, type Workspace } from "evalground";
import { runLimits } from "../run/limits.ts";
import { reading } from "../run/reading.ts";
import type { Store } from "../store.ts";
import { text } from "../ui/text.ts";

/** Debounce after an edit of the document before it is expanded again, in milliseconds. */
const pause = 300;

/** The keys that the expansion depends on. */
const expandedFrom = ["files", "main", "env", "options", "limits", "dialect"] as const satisfies (keyof Workspace)[];

/** The part of the engine that is needed. */
export type Changer = Pick<Engine, "evaluate" | "applyChanges" | "changes">;

/** The interface of the field. */
interface ShownDocument {
  /** Replaces the text. */
  write(words: string): void;
  /** Shows a problem; null clears it. */
  say(message: string | null): void;
  /** Shows or hides the editable text. */
  open(is: boolean): void;
}

export class ChangedDocument {
  private expanded: string | null = null;
  private source: Workspace | null = null;
  private written: Workspace["changes"];
  /** Counts requests to the engine, so that outdated answers can be dropped. */
  private questions = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store,
    private readonly engine: () => Promise<Changer>,
    private readonly shown: ShownDocument,
  ) {}

  /** Shows the current state of the workspace, unless it is shown already. */
  follow(): void {
    const { workspace } = this.store.state;
    const isSame = this.isExpanded(workspace);
    if (isSame && workspace.changes === this.written) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.show(), isSame || this.source === null ? 0 : pause);
  }

  /** Shows the expansion of the document with the changes of the workspace. */
  async show(): Promise<void> {
    try {
      await this.showNow();
    } catch {
      this.ended();
    }
  }

  /** Converts the edited text to changes and stores them. */
  async take(edited: string): Promise<void> {
    const question = this.ask();
    const { expanded } = this;
    if (expanded === null) return;
    try {
      const { json, diagnostics } = await reading(async () => (await this.engine()).changes(expanded, edited));
      if (question !== this.questions) return;
      const [wrong] = diagnostics;
      const place = wrong?.span ? text("changes.line", { line: wrong.span.line }) : "";
      this.shown.say(json === undefined ? `${place}${wrong?.message ?? text("inputs.unreadable")}` : null);
      if (json === undefined) return;
      const changes = toFaithful(readJson(json)) as NonNullable<Workspace["changes"]>;
      this.written = changes.length === 0 ? undefined : changes;
      this.store.edit({ changes: this.written });
    } catch {
      this.ended();
    }
  }

  private async showNow(): Promise<void> {
    const question = this.ask();
    const { workspace } = this.store.state;
    if (this.expanded === null || !this.isExpanded(workspace)) {
      const expanded = await this.expand(workspace);
      if (question !== this.questions) return;
      this.expanded = expanded;
      this.source = workspace;
    }
    const { expanded } = this;
    this.shown.open(expanded !== null);
    if (expanded === null) return;
    this.written = workspace.changes;
    if (!workspace.changes?.length) {
      this.shown.say(null);
      this.shown.write(expanded);
      return;
    }
    const { json, diagnostics } = await (await this.engine()).applyChanges(expanded, workspace.changes);
    if (question !== this.questions) return;
    this.shown.say(json === undefined ? (diagnostics[0]?.message ?? null) : null);
    this.shown.write(json === undefined ? expanded : readJson(json).text);
  }

  private async expand(workspace: Workspace): Promise<string | null> {
    const { changes: _changes, expression: _expression, ...document } = workspace;
    const { settings, cautious } = this.store.state;
    const { workspace: limited, ...options } = runLimits({ ...document, operation: "expand" }, settings.limits, {
      factor: 1,
      cautious,
    });
    const { text: whole, diagnostics } = await (await this.engine()).evaluate(limited, options);
    if (whole !== undefined) return whole;
    const message = diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
    this.shown.say(text("changes.unexpanded", { message }));
    return null;
  }

  private isExpanded(workspace: Workspace): boolean {
    const { source } = this;
    return source !== null && expandedFrom.every((key) => workspace[key] === source[key]);
  }

  private ask(): number {
    this.questions += 1;
    return this.questions;
  }

  /** An engine failure is reported elsewhere. The next edit asks again. */
  private ended(): void {
    this.source = null;
  }
}
