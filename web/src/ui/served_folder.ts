// Whether the page is served for a folder of the machine, by `evalground serve`.

/** The address of that folder below the page's own; null: the page is any other site's. */
export function servedFolder(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="evalground-folder"]')?.content ?? null;
}
