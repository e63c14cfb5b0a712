// What the page asks of `evalground serve`: the files of the folder, its changes, and to save. All errors of the
// network, and answers that are not expected, reject.

import type { FileContent } from "evalground";

/** A file as the server sends it: as text, or as base64 where it is no text. */
interface SentFile {
  text?: string;
  base64?: string;
  /** Digest of the content. */
  version: string;
}

/** A file on disk. */
export interface DiskFile {
  content: FileContent;
  version: string;
}

/** Why the server did not read a file. */
export type ServerReason = "large" | "link" | "unreadable" | "tooMany";

/** All files of the folder. */
export interface WholeFolder {
  /** The folder's own name. */
  name: string;
  /** The same for the same folder in each run of the server. */
  id: string;
  revision: number;
  files: Map<string, DiskFile>;
  /** Text of `.evalground.yaml`; null: the folder has none. */
  settings: string | null;
  left: { path: string; reason: ServerReason }[];
}

/** What has changed since a revision. */
export interface FolderChanges {
  revision: number;
  files: Map<string, DiskFile>;
  removed: string[];
  /** Text of `.evalground.yaml`; null: it is gone; undefined: it has not changed. */
  settings: string | null | undefined;
  /** Files that the server did not read; one that it has read before is among `removed` too. */
  left: WholeFolder["left"];
  /** The answer holds the whole folder. */
  isWhole: boolean;
}

/** A file to be saved; null removes it. `was`: the version that it replaces; null: the file must not exist. */
export interface FileToSave {
  content: FileContent | null;
  was: string | null;
}

/** Why a file was not saved: it has another version, exists already, or is gone. */
type ConflictReason = "changed" | "exists" | "gone";

/** What came of saving: the new versions, the files that stood in the way, or the server's sentence on why not. */
export type SaveOutcome =
  | { kind: "saved"; versions: Map<string, string> }
  | { kind: "conflicts"; conflicts: { path: string; reason: ConflictReason }[] }
  | { kind: "refused"; reason: string };

/** The server's own sentence on why it cannot answer. */
export class ServerError extends Error {}

const settingsName = ".evalground.yaml";

function filesIn(sent: Record<string, SentFile> = {}): Map<string, DiskFile> {
  return new Map(
    Object.entries(sent).map(([path, { text, base64 = "", version }]) => [
      path,
      { content: text ?? { base64 }, version },
    ]),
  );
}

export class FolderServer {
  /** `address` is that of the server's `folder/`, with a slash at its end. */
  constructor(private readonly address: string) {}

  /** Reads the whole folder. */
  async files(signal?: AbortSignal): Promise<WholeFolder> {
    const { name, id, revision, files, settings, left } = await this.read("files", signal);
    return { name, id, revision, files: filesIn(files), settings: settings ?? null, left: left ?? [] };
  }

  /** Waits for a change after a revision, for about 20 seconds; without one the answer is empty. */
  async changes(since: number, signal: AbortSignal): Promise<FolderChanges> {
    const {
      revision,
      files,
      removed = [],
      settings,
      left = [],
      reset,
    } = await this.read(`changes?since=${since}`, signal);
    const isWhole = reset === true;
    const isGone = isWhole || (removed as string[]).includes(settingsName);
    return {
      revision,
      files: filesIn(files),
      removed,
      settings: settings ?? (isGone ? null : undefined),
      left,
      isWhole,
    };
  }

  /** Saves all of these files, or none. */
  async save(files: ReadonlyMap<string, FileToSave>): Promise<SaveOutcome> {
    const sent = [...files].map(([path, { content, was }]) => {
      if (content === null) return [path, { remove: true, was }] as const;
      return [path, typeof content === "string" ? { text: content, was } : { ...content, was }] as const;
    });
    const response = await this.ask("save", {
      method: "POST",
      body: JSON.stringify({ files: Object.fromEntries(sent) }),
      headers: { "Content-Type": "application/json" },
    });
    const answer = await response.json();
    if (response.ok) return { kind: "saved", versions: new Map(Object.entries(answer.files ?? {})) };
    if (response.status === 409) return { kind: "conflicts", conflicts: answer.conflicts ?? [] };
    return { kind: "refused", reason: String(answer.error ?? response.status) };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the server's answer, whose parts are named where they are read
  private async read(path: string, signal?: AbortSignal): Promise<any> {
    const response = await this.ask(path, signal ? { signal } : {});
    if (response.ok) return response.json();
    const { error } = await response.json();
    throw typeof error === "string" ? new ServerError(error) : new Error(`the server answered ${response.status}`);
  }

  /** Asks with the header that no page of another origin can send. */
  private ask(path: string, { headers, ...request }: RequestInit): Promise<Response> {
    return fetch(`${this.address}${path}`, {
      ...request,
      headers: { ...(headers as Record<string, string>), "X-Evalground": "1" },
      cache: "no-store",
    });
  }
}
