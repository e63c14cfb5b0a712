// The theme on the page: light, dark, or whatever the system has at the moment.

type ThemeChoice = "system" | "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");
let choice: ThemeChoice = "system";

function show(): void {
  document.documentElement.dataset["theme"] =
    choice === "dark" || (choice === "system" && dark.matches) ? "dark" : "light";
}

/** Shows a theme; "system" goes on following the system. */
export function showTheme(chosen: ThemeChoice): void {
  choice = chosen;
  show();
}

dark.addEventListener("change", show);
