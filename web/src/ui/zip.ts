// Packs the virtual files into a zip archive. The same files always give the same bytes.

import type { FileContent } from "evalground";
import { zipSync } from "fflate";
import { bytesOf } from "./content.ts";

/** The earliest date of the zip format. A fixed date keeps the archive reproducible. */
const day = new Date(1980, 0, 1);

/** A zip archive of the files. A file named by a URL is stored below `fetched/`. */
export function zipFiles(files: ReadonlyMap<string, FileContent>): Uint8Array<ArrayBuffer> {
  const entries = [...files].map(([path, content]): [string, Uint8Array] => [
    path.replace(/^https?:\/\//, "fetched/"),
    bytesOf(content),
  ]);
  return zipSync(Object.fromEntries(entries), { mtime: day, level: 6 }) as Uint8Array<ArrayBuffer>;
}
