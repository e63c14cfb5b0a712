// Typing before the page is fully loaded, and a draft that is open in two tabs.
import type { Page } from "@playwright/test";
import { expect, Playground, test } from "./playground.ts";

/** Delays the engine's modules until the returned function is called. */
async function holdEngine(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test("typing before the editor arrives loses nothing: text, selection and focus are taken over", {
  tag: "@fresh",
}, async ({ page }) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/editor-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/?test=1", { waitUntil: "commit" });
  const plain = page.locator("textarea.plain-editor#first-text");
  await expect(plain).toHaveValue(/instances:/);
  await plain.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("first: 1\nsecond: typed early");
  await plain.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 8)); // the 1
  release();

  const playground = new Playground(page);
  await playground.settle();
  await expect(playground.editor).toBeFocused();
  await expect.poll(() => playground.lines()).toEqual(["first: 1", "second: typed early"]);
  await page.keyboard.type("42"); // replaces the selection
  await expect.poll(() => playground.lines()).toEqual(["first: 42", "second: typed early"]);
});

test("a first visit has rows before the engine is loaded; an edit meanwhile is run once it is", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  const release = await holdEngine(page);
  await page.goto("/?test=1");
  await expect(playground.row("instances.api.url")).toContainText("https://api.shop.example");
  await expect(playground.node("worker")).toBeVisible();
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "built");
  await expect(page.locator("html")).toHaveAttribute("data-engine", "loading");
  await expect(page.locator("#rail")).toContainText("Showing prepared results while the engine loads");
  // They are ordinary rows with origins.
  await playground.row("instances.api.database").click();
  await expect(playground.results.getByRole("list", { name: "Where this comes from" })).toContainText("main.yaml");

  await playground.write("instances: {app: {attributes: {x: {concat: [an, ' ', edit]}}}}\n", { settle: false });
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "stale");
  await expect(page.locator("#rail")).toContainText("Loading the engine");
  release();
  await playground.settle();
  await expect(playground.row("instances.app.x")).toContainText("an edit");
  await expect(playground.row("instances.api.url")).toHaveCount(0);
  await page.reload();
  await playground.settle();
  await expect(playground.row("instances.app.x")).toContainText("an edit");
});

test("the prerendered result of the example equals that of the engine", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  const rows = (): Promise<string[]> => playground.ledger.getByRole("row").allTextContents();
  const release = await holdEngine(page);
  await page.goto("/?test=1");
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "built");
  await expect(playground.row("instances.api.url")).toBeVisible();
  const before = await rows();
  expect(before.length).toBeGreaterThan(10);
  release();
  await playground.settle();
  expect(await rows()).toEqual(before);
  await expect(page.locator("#rail")).toContainText("Evaluated in");
});

test("a second tab on a draft is told, and no text of either is lost", async ({ page, playground, context }) => {
  await playground.visit();
  await playground.write("kept: by the first");
  await expect(page.locator("#rail")).toContainText("Saved");
  const other = new Playground(await context.newPage());
  await other.page.goto("/?test=1");
  await other.settle();
  const notice = other.page.locator("#draft-notice");
  await expect(notice).toContainText("This draft is open in another tab.");
  await other.write("typed: in the second");

  await notice.getByRole("button", { name: "Duplicate" }).click();
  await expect(notice).not.toContainText("This draft is open in another tab.");
  await expect.poll(() => other.lines()).toEqual(["typed: in the second"]);
  await playground.write("kept: and changed by the first");
  await expect(page.locator("#rail")).toContainText("Saved");
  await expect(other.page.locator("#rail")).toContainText("Saved");

  // Both are stored.
  await page.reload();
  await playground.settle();
  await playground.draft(/^Draft: /).click();
  await page.getByRole("menuitem", { name: "Drafts" }).click();
  const list = page.getByRole("dialog", { name: "Drafts" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
});
