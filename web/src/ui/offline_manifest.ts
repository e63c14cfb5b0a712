// What the service worker knows about its build. web/plugins/offline.ts writes it at the start of the worker's script.

/** Addresses are relative to the site and begin with `./`. */
export interface OfflineManifest {
  /** Changes when the content of any file changes. */
  version: string;
  /** Files that the playground needs, fetched before this version becomes active. */
  shell: string[];
  /** The prerendered pages, fetched when the network is idle. */
  pages: string[];
  /** The languages' modules, fetched when they are used or requested. */
  modules: string[];
  /** Files that are stored once they were used, such as Pyodide. */
  others: string[];
  /**
   * For each file whose name contains no hash, in the order of the four lists: the first 12 bytes of its SHA-256, in
   * base64.
   */
  hashes: string[];
}

/** Names of assets contain a hash of their content, so a file with the same name is the same in older versions. */
export const isHashed = (address: string, site = "./"): boolean => address.startsWith(`${site}assets/`);

/** Messages from a page to the worker. */
export type OfflineRequest =
  /** Activate this version. */
  | { type: "activate" }
  /** Fetch the pages; with `all` also the modules; `calmly`: one file after the other. */
  | { type: "fill"; all: boolean; calmly?: boolean }
  /** Store these files, which the page loaded before the worker was active. */
  | { type: "keep"; addresses: string[] };

/** The worker's answer to "fill": its progress, and at the end whether everything is stored. */
export interface OfflineProgress {
  done: number;
  count: number;
  ended?: "complete" | "failed";
}
