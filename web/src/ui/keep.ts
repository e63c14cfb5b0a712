// Small choices stored in this browser: settings and sizes. Without storage they are forgotten, also for a page inside
// another site's frame.

let isKeeping = true;

/** Disables reading and writing of the browser's storage. */
export function keepNothing(): void {
  isKeeping = false;
}

/** The value stored under a key; the fallback if there is none or storage is denied. */
export function kept<Value>(key: string, fallback: Value): Value {
  try {
    const text = isKeeping ? localStorage.getItem(key) : null;
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** Stores a value under a key. */
export function keep(key: string, value: unknown): void {
  try {
    if (isKeeping) localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is denied or full: the choice lasts until the page is closed.
  }
}
