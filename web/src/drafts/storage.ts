// The storage of drafts: IndexedDB, and memory if the browser denies it or has no room.
//
// The database has two stores. `drafts` holds a record for each draft by its id, including deleted ones. `history`
// holds snapshots of their texts with an index on the draft; at most fifty per draft, the oldest are dropped. A draft
// that could not be written stays in memory until a later write succeeds, and is read from there first. Workspaces are
// stored as exact JSON text, because a copy of the objects would lose digits of numbers. Long texts in it are stored as
// they are, beside the JSON around them, because escaping megabytes would block the page.

import type { JsonParts } from "evalground";
import type { FolderRecord } from "../store.ts";

/** The record of a draft. */
export interface DraftRecord {
  id: string;
  title: string;
  dialect: string;
  /** Milliseconds since 1970. */
  changed: number;
  /** The workspace as exact JSON text, or its parts. Secrets are withheld unless the user wants them remembered. */
  workspace: string | JsonParts;
  /** The file that was open, so that the draft reopens as it was left. */
  activeFile: string | null;
  view: string;
  live: boolean;
  /** The last expressions, newest last. */
  expressions: string[];
  rememberSecrets: boolean;
  /** Id of the example that it began as. */
  example: string | null;
  /** Whether the workspace was changed. An example that was only viewed is not stored. */
  edited: boolean;
  /** When it was deleted (milliseconds since 1970). It can be restored until newer ones displace it. */
  deleted: number | null;
  /** The folder on disk that it shows. */
  folder?: FolderRecord | null;
}

/** A snapshot in a draft's history. */
export interface HistoryRecord {
  id?: number;
  draft: string;
  at: number;
  reason: string;
  workspace: string;
}

/** Why the browser does not store drafts: no room, or no permission. */
export type StorageTrouble = "full" | "denied";

const databaseName = "evalground";
const pointsKept = 50;

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the request failed"));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
    transaction.onerror = () => reject(transaction.error ?? new Error("the transaction failed"));
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("drafts", { keyPath: "id" });
    request.result.createObjectStore("history", { keyPath: "id", autoIncrement: true }).createIndex("draft", "draft");
  };
  return settled(request);
}

/** The reason for a failed write. */
function troubleOf(error: unknown): StorageTrouble {
  return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "denied";
}

/**
 * Drafts by id, with their history. No method rejects: data that cannot be stored stays in memory, and `trouble` is
 * called.
 */
export class DraftStorage {
  private readonly drafts = new Map<string, DraftRecord>();
  private points: HistoryRecord[] = [];

  private constructor(
    private readonly database: IDBDatabase | null,
    private readonly trouble: (kind: StorageTrouble) => void,
  ) {}

  /** Opens the storage of this browser. `trouble` is called whenever something cannot be stored. */
  static async open(trouble: (kind: StorageTrouble) => void): Promise<DraftStorage> {
    try {
      return new DraftStorage(await openDatabase(), trouble);
    } catch (error) {
      trouble(troubleOf(error));
      return new DraftStorage(null, trouble);
    }
  }

  /** Stores a draft; false if it is in memory only. */
  async put(draft: DraftRecord): Promise<boolean> {
    this.drafts.set(draft.id, draft);
    if (!this.database) {
      this.trouble("denied");
      return false;
    }
    try {
      const transaction = this.database.transaction("drafts", "readwrite");
      transaction.objectStore("drafts").put(draft);
      transaction.commit(); // runs wait for this write, and an explicit commit saves a round trip
      await done(transaction);
      this.drafts.delete(draft.id);
      return true;
    } catch (error) {
      this.trouble(troubleOf(error));
      return false;
    }
  }

  /** The draft with this id, or null. */
  async get(id: string): Promise<DraftRecord | null> {
    const held = this.drafts.get(id);
    if (held || !this.database) return held ?? null;
    try {
      const found = await settled(
        this.database.transaction("drafts").objectStore("drafts").get(id) as IDBRequest<DraftRecord | undefined>,
      );
      return found ?? null;
    } catch {
      return null;
    }
  }

  /** All drafts, the most recently changed first. */
  async list(): Promise<DraftRecord[]> {
    let kept: DraftRecord[] = [];
    if (this.database) {
      try {
        kept = await settled(
          this.database.transaction("drafts").objectStore("drafts").getAll() as IDBRequest<DraftRecord[]>,
        );
      } catch (error) {
        this.trouble(troubleOf(error));
      }
    }
    const all = new Map(kept.map((draft) => [draft.id, draft]));
    for (const [id, draft] of this.drafts) all.set(id, draft);
    return [...all.values()].sort((one, other) => other.changed - one.changed);
  }

  /** Removes a draft permanently. */
  async remove(id: string): Promise<void> {
    this.drafts.delete(id);
    if (!this.database) return;
    try {
      const transaction = this.database.transaction("drafts", "readwrite");
      transaction.objectStore("drafts").delete(id);
      await done(transaction);
    } catch (error) {
      this.trouble(troubleOf(error));
    }
  }

  /**
   * Adds a snapshot to a draft's history, and drops the oldest beyond fifty. A text equal to the latest snapshot is not
   * added. It only gives that a reason that says more than "run".
   */
  async addPoint(added: HistoryRecord): Promise<void> {
    const before = await this.history(added.draft);
    const [last] = before;
    const same = last?.workspace === added.workspace ? last : undefined;
    if (same && added.reason === "run") return;
    if (!this.database) {
      this.points = [...this.points.filter((point) => point !== same), { ...added, id: this.points.length }];
      return;
    }
    const point = same?.id === undefined ? added : { ...added, id: same.id };
    try {
      const transaction = this.database.transaction("history", "readwrite");
      const store = transaction.objectStore("history");
      store.put(point);
      for (const old of before.slice(pointsKept - 1)) if (old.id !== undefined) store.delete(old.id);
      await done(transaction);
    } catch (error) {
      this.trouble(troubleOf(error));
    }
  }

  /** Removes all stored data. */
  async erase(): Promise<void> {
    this.drafts.clear();
    this.points = [];
    this.database?.close();
    await new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase(databaseName);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
  }

  /** The snapshots of a draft, newest first. */
  async history(draft: string): Promise<HistoryRecord[]> {
    const held = this.points.filter((point) => point.draft === draft);
    if (!this.database) return held.reverse();
    try {
      const index = this.database.transaction("history").objectStore("history").index("draft");
      const found = await settled(index.getAll(draft) as IDBRequest<HistoryRecord[]>);
      return found.sort((one, other) => other.at - one.at || (other.id ?? 0) - (one.id ?? 0));
    } catch {
      return held.reverse();
    }
  }
}
