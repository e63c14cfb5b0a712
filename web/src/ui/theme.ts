// The theme of the page: light, dark, or that of the system.

type ThemeChoice = "system" | "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");
let choice: ThemeChoice = "system";

function show(): void {
  document.documentElement.dataset["theme"] =
    choice === "dark" || (choice === "system" && dark.matches) ? "dark" : "light";
}

/** Applies a theme. "system" follows the system as it changes. */
export function showTheme(chosen: ThemeChoice): void {
  choice = chosen;
  show();
}

dark.addEventListener("change", show);
