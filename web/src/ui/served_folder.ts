// Whether the page is served by `evalground serve` for a folder on disk.

/** The address of that folder, relative to the page; null if the page is on any other site. */
export function servedFolder(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="evalground-folder"]')?.content ?? null;
}
