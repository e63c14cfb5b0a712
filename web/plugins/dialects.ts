// Files of the dialects' folders (engine/dialects/<name>) that the page uses: galleries, lessons and cases.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

/** The folder of all dialects. */
const root = new URL("../../engine/dialects/", import.meta.url);

/** The paths of the files in one subfolder of every dialect, such as "gallery". */
export function filesOf(part: string): string[] {
  return readdirSync(root)
    .sort()
    .map((dialect) => new URL(`${dialect}/${part}`, root).pathname)
    .filter(existsSync)
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((file) => `${folder}/${file}`),
    );
}

export const readYaml = (file: string): unknown => parse(readFileSync(file, "utf8"), { intAsBigInt: false });

/** The path of a dialect's guide. The file may not exist. */
export const guideOf = (dialect: string): string => new URL(`${dialect}/guide.md`, root).pathname;

/** The name of the dialect's folder in a path of `filesOf`. */
export const folderOf = (file: string): string => /([^/]+)\/[^/]+\/[^/]+$/.exec(file)?.[1] ?? "";

/** Sorts by dialect, then by file name. Files of a flavor come after those of its dialect. */
export function inOrder(one: { dialect: string; file: string }, other: { dialect: string; file: string }): number {
  const key = ({ dialect, file }: { dialect: string; file: string }): string => `${dialect}/${file.split("/").pop()}`;
  return key(one) < key(other) ? -1 : 1;
}
