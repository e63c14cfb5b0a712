// The expanded document from which merge directives are restored, without its field: a text whose edits become the
// `changes` of the workspace.
//
//   document ──expand──▶ expanded ──change(changes)──▶ shown        another part has changed the workspace
//   shown, edited ──changes(expanded, edited)──▶ changes            the user has
//
// The engine does all three. Expanding is the dear one: it is done anew only when something that it depends on has
// changed, and a moment after the last edit of that. Whoever is asked last is heard: an answer to an earlier question
// is dropped.
//
// Invariants: `expanded` is the expansion of `source`; `written` are the changes that the shown text stands for.

import { type Engine, readJson, toFaithful, type Workspace } from "evalground";
import { runLimits } from "../run/limits.ts";
import { reading } from "../run/reading.ts";
import type { Store } from "../store.ts";
import { text } from "../ui/text.ts";

/** Pause after an edit of the document before it is expanded anew, in milliseconds. */
const pause = 300;

/** The keys that an expansion depends on. */
const expandedFrom = ["files", "main", "env", "options", "limits", "dialect"] as const satisfies (keyof Workspace)[];

/** The part of the engine that is asked. */
export type Changer = Pick<Engine, "evaluate" | "change" | "changes">;

/** The field, as far as it is told what to show. */
interface ShownDocument {
  /** Replaces the text. */
  write(words: string): void;
  /** Says what is wrong, or that nothing is. */
  say(message: string | null): void;
  /** There is a text that can be edited. */
  open(is: boolean): void;
}

export class ChangedDocument {
  private expanded: string | null = null;
  private source: Workspace | null = null;
  private written: Workspace["changes"];
  /** Counts the questions to the engine. */
  private questions = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store,
    private readonly engine: () => Promise<Changer>,
    private readonly shown: ShownDocument,
  ) {}

  /** Shows what the workspace holds by now, unless it is shown already. */
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

  /** Takes up the text as the user has edited it. */
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
    const { json, diagnostics } = await (await this.engine()).change(expanded, workspace.changes);
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

  /** An engine that ends says so by itself; the next one is asked again after the next edit. */
  private ended(): void {
    this.source = null;
  }
}
