// Small choices kept in this browser: settings and sizes. A browser that refuses storage just forgets them.

/** The value kept under a key, or the fallback when there is none or storage is denied. */
export function kept<Value>(key: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** Keeps a value under a key. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Denied or full: the choice lasts as long as the page.
  }
}
