// The theme of the page around an embed, also when it changes: `color-scheme` if it is light or dark, else the marks
// that sites set on <html> or <body>, else the system's.

type Theme = "light" | "dark";

/** Attributes with which sites mark their theme. */
const attributes = [
  "data-theme",
  "data-bs-theme",
  "data-color-mode",
  "data-mode",
  "data-md-color-scheme",
  "class",
  "style",
];

const system = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function marked(element: Element | null): Theme | null {
  for (const name of attributes) {
    if (name === "style") continue;
    const words = (element?.getAttribute(name) ?? "").toLowerCase().split(/[\s]+/);
    if (words.some((word) => ["dark", "slate", "theme-dark", "dark-mode"].includes(word))) return "dark";
    if (words.some((word) => ["light", "default", "theme-light", "light-mode"].includes(word))) return "light";
  }
  return null;
}

/** The theme of the page at an element. */
export function hostTheme(element: Element): Theme {
  const schemes = getComputedStyle(element)
    .colorScheme.split(/\s+/)
    .filter((word) => word !== "only");
  if (schemes.length === 1 && (schemes[0] === "light" || schemes[0] === "dark")) return schemes[0];
  return marked(document.documentElement) ?? marked(document.body) ?? system();
}

const watchers = new Set<() => void>();
let observer: MutationObserver | undefined;

function notify(): void {
  for (const watcher of watchers) watcher();
}

/** Calls back when the page's theme may have changed. Returns a function that ends it. */
export function watchTheme(changed: () => void): () => void {
  watchers.add(changed);
  if (!observer) {
    observer = new MutationObserver(notify);
    for (const element of [document.documentElement, document.body])
      observer.observe(element, { attributes: true, attributeFilter: attributes });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", notify);
  }
  return () => void watchers.delete(changed);
}

/** The style tokens that a page may set, such as `--evalground-accent` for `--accent`. */
const tokens = [
  ..."bg pane sunk line edge text muted accent on-accent sel prov prov-line ok warn err info sens focus".split(" "),
  ..."syntax-key syntax-string syntax-number syntax-atom syntax-comment syntax-anchor syntax-function".split(" "),
  ..."syntax-variable syntax-operator syntax-embedded font-ui font-code radius".split(" "),
];

/** The tokens that the page sets at an element. */
export function hostTokens(element: Element): Record<string, string> {
  const style = getComputedStyle(element);
  const found = tokens.map((name) => [name, style.getPropertyValue(`--evalground-${name}`).trim()] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}
