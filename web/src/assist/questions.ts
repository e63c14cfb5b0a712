// Asks the engine about a place in a text, beside whatever runs: the spare worker answers.
//
// Whoever types asks faster than anything can answer. At most one question is under way; of those that wait only the
// newest of each kind is asked, and an answer is of use only as long as the text is the one that it was asked of.

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
  /** A newer question took its place. */
  giveUp: () => void;
}

/** The part of the engine that is asked. */
type Ready = () => Promise<{
  ask(
    request: AssistRequest,
  ): Promise<{ ok: boolean; value?: unknown; json?: string; diagnostics: { message: string }[] }>;
}>;

/** The text that an editor holds, as the workspace is to have it while it is asked about. */
export interface Place {
  file: string;
  text: string;
}

/** The workspace with the text that the editor holds: what it has may be of a moment ago. */
export function withText(workspace: Workspace, { file, text }: Place): Workspace {
  if (file === expressionFile) return workspace.expression === text ? workspace : { ...workspace, expression: text };
  const content = filesOf(workspace).get(file);
  if (content === text) return workspace;
  return { ...workspace, files: new Map([...filesOf(workspace), [file, text]]) };
}

/** A position as the engine is asked about it. */
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

  /** Asks about the text of a place; null when a newer question of the kind came first, or the engine failed. */
  ask<Value>(request: Request, place?: Place): Promise<Answer<Value> | null> {
    // The data of `$` is no file of the workspace, and the engine knows no place in it; it can lay it out.
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
    // One after the other, the oldest first; whatever comes meanwhile is among them.
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
