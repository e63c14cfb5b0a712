// What the folder of each language holds for the page (engine/dialects/<name>): its gallery, its lessons, its cases.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

/** The folder of all languages. */
const root = new URL("../../engine/dialects/", import.meta.url);

/** The paths of the files in a part of every language's folder, such as its "gallery". */
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

/** The path of a language's guide, whether there is one or not. */
export const guideOf = (dialect: string): string => new URL(`${dialect}/guide.md`, root).pathname;

/** The name of the folder that a path of `filesOf` is in. */
export const folderOf = (file: string): string => /([^/]+)\/[^/]+\/[^/]+$/.exec(file)?.[1] ?? "";

/** By dialect, and then by the names of the files: what belongs to a flavor stands behind what is the dialect's own. */
export function inOrder(one: { dialect: string; file: string }, other: { dialect: string; file: string }): number {
  const key = ({ dialect, file }: { dialect: string; file: string }): string => `${dialect}/${file.split("/").pop()}`;
  return key(one) < key(other) ? -1 : 1;
}
