// Sends language-service requests to the engine. The spare worker answers them, so they do not wait for runs.
//
// Typing produces requests faster than they can be answered. At most one is under way. Of the waiting requests of a
// kind only the newest is sent. An answer is useful only if the text has not changed since its request.

import type { AssistPosition, AssistRequest, Workspace } from "evalground";
import { engineReady } from "../run/ready.ts";
import type { Store } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile, expressionFile } from "../ui/places.ts";

/** An answer: a value, or the reason why there is none. */
export type Answer<Value> = { value: Value; reason?: undefined } | { value?: undefined; reason: string };

export type Ask = AssistRequest["ask"];
export type Request = Omit<AssistRequest, "workspace" | "version">;

interface Waiting {
  start: () => Promise<void>;
  /** Resolves with null because a newer request replaces this one. */
  giveUp: () => void;
}

/** The part of the engine that is needed. */
type Ready = () => Promise<{
  ask(
    request: AssistRequest,
  ): Promise<{ ok: boolean; value?: unknown; json?: string; diagnostics: { message: string }[] }>;
}>;

/** The text in an editor, with the name of its file. */
export interface Place {
  file: string;
  text: string;
}

/** The workspace with the editor's text, in case the workspace does not have the latest edit yet. */
export function withText(workspace: Workspace, { file, text }: Place): Workspace {
  if (file === expressionFile) return workspace.expression === text ? workspace : { ...workspace, expression: text };
  const content = filesOf(workspace).get(file);
  if (content === text) return workspace;
  return { ...workspace, files: new Map([...filesOf(workspace), [file, text]]) };
}

/** A position in the form that the engine expects. */
export function positionOf(file: string, offset: number): AssistPosition {
  return file === expressionFile ? { expression: offset } : { file, offset };
}

export class Questions {
  private isBusy = false;
  private readonly waiting = new Map<string, Waiting>();
  private version = 0;

  constructor(
    private readonly store: Store,
    private readonly ready: Ready = engineReady,
  ) {}

  /** Asks about a text. Null if a newer request of the same kind replaced this one, or if the engine failed. */
  ask<Value>(request: Request, place?: Place): Promise<Answer<Value> | null> {
    // The data of `$` is not a file, so the engine has no positions in it. It can only format it.
    if (place?.file === dataFile && request.target !== "data") return Promise.resolve(null);
    const kind = request.ask + (request.label === undefined ? "" : " details");
    return new Promise((resolve) => {
      this.waiting.get(kind)?.giveUp();
      this.waiting.set(kind, {
        start: async () => resolve(await this.put<Value>(request, place).catch(() => null)),
        giveUp: () => resolve(null),
      });
      void this.advance();
    });
  }

  private async put<Value>(request: Request, place: Place | undefined): Promise<Answer<Value> | null> {
    const engine = await this.ready();
    const { workspace } = this.store.state;
    this.version += 1;
    const { ok, value, json, diagnostics } = await engine.ask({
      ...request,
      workspace: place ? withText(workspace, place) : workspace,
      version: this.version,
    });
    if (!ok) return { reason: diagnostics[0]?.message ?? "" };
    return { value: (json === undefined ? value : JSON.parse(json)) as Value };
  }

  private async advance(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    // One at a time, the oldest first, including those added meanwhile.
    for (let next = this.next(); next; next = this.next()) await next.start();
    this.isBusy = false;
  }

  private next(): Waiting | undefined {
    for (const [kind, question] of this.waiting) {
      this.waiting.delete(kind);
      return question;
    }
    return undefined;
  }
}
