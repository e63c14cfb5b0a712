// Where the site is: below any path of any origin, so that all of its addresses come from that of its own scripts.

/** The folder of the site, with a slash at its end: the scripts of a built page are in its `assets/`. */
export const siteRoot = new URL("../", import.meta.url).href;

/** The address of a path of the site, such as `learn/`; `""` is the playground. */
export function siteUrl(path: string): string {
  return new URL(path, siteRoot).href;
}
