// The client of `evalground serve`: reads the files of the folder, waits for changes, and saves. Rejects on network
// errors and unexpected answers.

import type { FileContent } from "evalground";

/** A file as the server sends it: text, or base64 if it is binary. */
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
  /** An id that is the same for a folder in each run of the server. */
  id: string;
  revision: number;
  files: Map<string, DiskFile>;
  /** Text of `.evalground.yaml`; null if the folder has none. */
  settings: string | null;
  left: { path: string; reason: ServerReason }[];
}

/** The changes since a revision. */
export interface FolderChanges {
  revision: number;
  files: Map<string, DiskFile>;
  removed: string[];
  /** Text of `.evalground.yaml`; null: it was removed; undefined: unchanged. */
  settings: string | null | undefined;
  /** Files that the server did not read. If it had read one before, `removed` contains it as well. */
  left: WholeFolder["left"];
  /** Whether the answer contains the whole folder. */
  isWhole: boolean;
}

/** A file to save; null content removes it. `was`: the version it replaces; null: the file must not exist. */
export interface FileToSave {
  content: FileContent | null;
  was: string | null;
}

/** Why a file was not saved: it has another version, exists already, or was removed. */
type ConflictReason = "changed" | "exists" | "gone";

/** The result of saving: the new versions, the conflicting files, or the server's explanation. */
export type SaveOutcome =
  | { kind: "saved"; versions: Map<string, string> }
  | { kind: "conflicts"; conflicts: { path: string; reason: ConflictReason }[] }
  | { kind: "refused"; reason: string };

/** The server's explanation of why it cannot answer. */
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
  /** `address` is that of the server's `folder/`, ending with a slash. */
  constructor(private readonly address: string) {}

  /** Reads the whole folder. */
  async files(signal?: AbortSignal): Promise<WholeFolder> {
    const { name, id, revision, files, settings, left } = await this.read("files", signal);
    return { name, id, revision, files: filesIn(files), settings: settings ?? null, left: left ?? [] };
  }

  /** Waits for changes since a revision, for about 20 seconds. Without changes the answer is empty. */
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

  // biome-ignore lint/suspicious/noExplicitAny: the server's answer, whose parts are typed where they are used
  private async read(path: string, signal?: AbortSignal): Promise<any> {
    const response = await this.ask(path, signal ? { signal } : {});
    if (response.ok) return response.json();
    const { error } = await response.json();
    throw typeof error === "string" ? new ServerError(error) : new Error(`the server answered ${response.status}`);
  }

  /** Sends a request with the header that pages of other origins cannot send. */
  private ask(path: string, { headers, ...request }: RequestInit): Promise<Response> {
    return fetch(`${this.address}${path}`, {
      ...request,
      headers: { ...(headers as Record<string, string>), "X-Evalground": "1" },
      cache: "no-store",
    });
  }
}
