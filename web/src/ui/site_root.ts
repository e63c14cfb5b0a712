// The address of the site. It may be below any path, so it is derived from the address of the site's own scripts.

/** The folder of the site, ending with a slash. Scripts of a built page are in its `assets/`. */
export const siteRoot = new URL("../", import.meta.url).href;

/** The address of a page of the site, such as `learn/`. `""` is the playground. */
export function siteUrl(path: string): string {
  return new URL(path, siteRoot).href;
}
