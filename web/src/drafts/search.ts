// Searches the drafts: their titles, and the texts of their files with the line that matches.

import type { Workspace } from "evalground";
import { readJson, toFaithful } from "evalground";
import { type Hit, searchContents } from "../ui/contents.ts";
import { breathe } from "../ui/breathe.ts";
import { filesOf } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { workspaceText } from "./records.ts";
import type { DraftRecord } from "./storage.ts";

/** The part of each text that is searched, in characters. */
const searched = 100 * 1024;

type Texts = readonly (readonly [file: string, text: string])[];

/** The beginnings of a draft's texts, by file. */
function textsOf(draft: DraftRecord): Texts {
  const workspace = toFaithful(readJson(workspaceText(draft))) as Workspace;
  const all = [...filesOf(workspace), [expressionFile, workspace.expression] as const];
  return all.flatMap(([file, text]) => (typeof text === "string" ? [[file, text.slice(0, searched)] as const] : []));
}

/** Whether the title of a draft contains the words. */
export function isTitled({ title }: DraftRecord, words: string): boolean {
  return title.toLowerCase().includes(words.trim().toLowerCase());
}

export class DraftSearch {
  /** Reading a large draft takes a while, so each is read once. */
  private readonly texts = new Map<string, Texts>();
  private newest = 0;

  /**
   * The first matching line of each draft whose texts contain the words, by its id; null if a later search has begun.
   */
  async linesIn(drafts: readonly DraftRecord[], words: string): Promise<ReadonlyMap<string, Hit> | null> {
    this.newest += 1;
    const own = this.newest;
    const isNewest = (): Promise<boolean> => breathe().then(() => own === this.newest);
    const found = new Map<string, Hit>();
    if (words.trim() === "") return found;
    for (const draft of drafts) {
      if (!(await isNewest())) return null;
      const texts = this.texts.get(draft.id) ?? textsOf(draft);
      this.texts.set(draft.id, texts);
      const lines = await searchContents(texts, words.trim(), isNewest);
      if (!lines) return null;
      if (lines.hits[0]) found.set(draft.id, lines.hits[0]);
    }
    return found;
  }
}
