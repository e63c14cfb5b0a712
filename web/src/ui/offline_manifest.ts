// What the service worker knows of the build that it belongs to: web/plugins/offline.ts writes it in front of the
// worker's script.

/** Addresses are relative to that of the site, and begin with `./`. */
export interface OfflineManifest {
  /** Stands for the content of all files. */
  version: string;
  /** What the playground needs, fetched before this version is used. */
  shell: string[];
  /** The prerendered pages, fetched when nothing else is. */
  pages: string[];
  /** The languages' modules, fetched when they are used, or asked for. */
  modules: string[];
  /** What is kept once it was used, such as Pyodide. */
  others: string[];
  /**
   * Of each file whose name does not stand for its content, in the order of the four lists: the first 12 bytes of its
   * SHA-256, in base64.
   */
  hashes: string[];
}

/** Names of assets carry a hash of their content, so that one of an older version is the same. */
export const isHashed = (address: string, site = "./"): boolean => address.startsWith(`${site}assets/`);

/** What a page says to the worker. */
export type OfflineRequest =
  /** Use this version from now on. */
  | { type: "activate" }
  /** Fetch the pages; with `all` the modules, too. */
  | { type: "fill"; all: boolean }
  /** Keep these, which the page has fetched before the worker was there. */
  | { type: "keep"; addresses: string[] };

/** What the worker answers to "fill": how far it is, and in the end whether all is there. */
export interface OfflineProgress {
  done: number;
  count: number;
  ended?: "complete" | "failed";
}
