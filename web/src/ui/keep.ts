// Small choices kept in this browser: settings and sizes. A browser that refuses storage just forgets them, and so does
// a page that is shown inside of another site's.

let isKeeping = true;

/** Neither reads nor writes what this browser keeps, from now on. */
export function keepNothing(): void {
  isKeeping = false;
}

/** The value kept under a key, or the fallback when there is none or storage is denied. */
export function kept<Value>(key: string, fallback: Value): Value {
  try {
    const text = isKeeping ? localStorage.getItem(key) : null;
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** Keeps a value under a key. */
export function keep(key: string, value: unknown): void {
  try {
    if (isKeeping) localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Denied or full: the choice lasts as long as the page.
  }
}
