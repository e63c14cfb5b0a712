// Access to help: its menu in the header, and the keys that open the palette and the list of keys. What they open is
// loaded when it is first needed.

import type { HelpPage, Store } from "../store.ts";
import { button, byId, fill, icon } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { type MenuItem, menuButton } from "../ui/menu.ts";
import { siteUrl } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";

/** The module that explains the page. */
interface Guide {
  openPalette(store: Store, typed: string): Promise<void>;
  openExamples(store: Store): void;
  openHelp(store: Store, page: HelpPage): void;
  openReference(store: Store, entry: { kind: string; name: string }): Promise<void>;
  showAbout(root: HTMLElement, store: Store): void;
}

const introKey = "evalground.intro";

/** Whether the key was pressed in a text field. */
function isTyped(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** The other pages of the site. They open in a new tab: the draft stays open, with secrets that are not stored. */
function siteItems(): MenuItem[] {
  return (["learn", "gallery", "phrases", "reference"] as const).map((path) => ({
    label: text(`help.site.${path}`),
    choose: () => void open(siteUrl(`${path}/`), "_blank", "noopener"),
  }));
}

function menuItems(store: Store): MenuItem[] {
  const page = (label: string, name: HelpPage, more: Partial<MenuItem> = {}): MenuItem => ({
    label,
    ...more,
    choose: () => store.perform("openHelp", name),
  });
  const small: MenuItem[] = [
    { label: text("examples.label"), icon: "book", choose: () => store.perform("openExamples") },
    { label: text("settings.title"), icon: "sliders", choose: () => store.perform("openSettings") },
  ];
  return [
    // A small screen has no room for these in its header.
    ...(store.state.layout === "narrow" ? small : []),
    page(text("help.keys"), "keys", { hint: "?", apart: store.state.layout === "narrow" }),
    { label: text("help.palette"), hint: "Ctrl+K", choose: () => store.perform("openPalette") },
    ...siteItems().map((item, at) => ({ ...item, apart: at === 0 })),
    page(text("help.about"), "about", { apart: true }),
    page(text("help.source"), "about"),
    page(text("help.privacy"), "privacy"),
  ];
}

/** Shows one line about the page until the user closes it or starts editing. */
function buildIntro(store: Store): void {
  const intro = byId("intro");
  const end = (): void => {
    intro.hidden = true;
    keep(introKey, "seen");
  };
  if (kept<string | null>(introKey, null) === "seen") end();
  intro.append(button({ label: text("app.introClose"), icon: "close", class: "quiet small", press: end }));
  store.handle("openExample", end);
  store.watch(["edited", "example", "draft"], ({ edited, example }) => {
    if (edited) end();
    else if (example === null) intro.hidden = true;
  });
}

/** Collects keys typed until the palette is loaded. Otherwise they would go into the document. */
function typedAhead(): { text: string; end: () => void } {
  const typed = { text: "", end: () => removeEventListener("keydown", take, true) };
  function take(event: KeyboardEvent): void {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
    typed.text += event.key;
    event.preventDefault();
    event.stopPropagation();
  }
  addEventListener("keydown", take, true);
  return typed;
}

/** Builds the menu and the introduction, and handles the keys. */
export function buildHelp(store: Store, guide: () => Promise<Guide>): void {
  fill(
    byId("help"),
    menuButton({ label: text("help.label"), icon: "help", class: "quiet", items: () => menuItems(store) }),
  );
  const sections = menuButton({
    label: text("site.sections"),
    words: text("site.learn"),
    class: "quiet",
    attributes: { "aria-label": `${text("site.learn")}: ${text("site.sections")}` },
    items: siteItems,
  });
  sections.append(icon("chevron"));
  fill(byId("sections-menu"), sections);
  buildIntro(store);
  store.handle("openPalette", () => {
    const typed = typedAhead();
    void guide()
      .finally(typed.end)
      .then(({ openPalette }) => openPalette(store, typed.text));
  });
  store.handle("openExamples", () => void guide().then(({ openExamples }) => openExamples(store)));
  store.handle("openHelp", (page) => void guide().then(({ openHelp }) => openHelp(store, page)));
  store.handle("openReference", (entry) => void guide().then(({ openReference }) => openReference(store, entry)));
  store.handle("aboutExample", () => void guide().then(({ showAbout }) => showAbout(byId("example-about"), store)));
  // When the user chooses an example, show its description once it is open.
  let wanted: string | null = null;
  store.handle("openExample", ({ id }) => (wanted = id));
  // The user's own text may replace the example within its draft.
  store.watch(["draft", "example"], ({ example }) => {
    fill(byId("example-about"));
    if (example !== null && example === wanted) store.perform("aboutExample");
    wanted = null;
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (hasModifier && !event.shiftKey && event.key.toLowerCase() === "k") store.perform("openPalette");
    else if (event.key === "F1" && !hasModifier) store.perform("openHelp", "keys");
    else if (event.key === "?" && !hasModifier && !isTyped(event)) store.perform("openHelp", "keys");
    else return;
    event.preventDefault();
  });
}
