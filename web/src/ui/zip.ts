// The virtual files as one zip archive, the same bytes for the same files.

import type { FileContent } from "evalground";
import { zipSync } from "fflate";
import { bytesOf } from "./content.ts";

/** The zip format counts from 1980; a fixed day keeps the archive the same however often it is made. */
const day = new Date(1980, 0, 1);

/** A zip archive of the files. A name that is a URL becomes a path below `fetched/`. */
export function zipFiles(files: ReadonlyMap<string, FileContent>): Uint8Array<ArrayBuffer> {
  const entries = [...files].map(([path, content]): [string, Uint8Array] => [
    path.replace(/^https?:\/\//, "fetched/"),
    bytesOf(content),
  ]);
  return zipSync(Object.fromEntries(entries), { mtime: day, level: 6 }) as Uint8Array<ArrayBuffer>;
}
