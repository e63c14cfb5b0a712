// The whole way through the page without a pointer.
import type { Locator, Page } from "@playwright/test";
import { decodeLink } from "evalground";
import { expect, test } from "./playground.ts";

/** Presses Tab until the focus is where it should be. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test("the keyboard alone chooses an example, edits, runs, reads, goes to a source, repairs and shares", async ({
  page,
  playground,
}) => {
  await playground.visit("/");

  // Choose an example.
  await tabTo(page, page.getByRole("button", { name: "Examples" }));
  await page.keyboard.press("Enter");
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await expect(playground.draft("First steps")).toBeVisible();
  await playground.settle();

  // Edit, without live evaluation.
  await tabTo(page, page.getByRole("switch", { name: "Live" }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name: "Live" })).toHaveAttribute("aria-checked", "false");
  await page.keyboard.press("Control+Shift+Digit1");
  await expect(playground.editor).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("instances: {app: {attributes: {port: 80, url: {eval: {concatt: [a, b]}}}}}");
  await expect(playground.results).toHaveAttribute("data-freshness", "stale");

  // Run.
  await page.keyboard.press("ControlOrMeta+Enter");
  await playground.settle();
  await expect(playground.status).toContainText("1 error");

  // Read a result: the focused row says path and value.
  await page.keyboard.press("Control+Shift+Digit5");
  const port = playground.row("instances.app.port");
  await tabTo(page, playground.ledger.locator('[role=row][tabindex="0"]'));
  for (let steps = 0; steps < 10 && !(await port.evaluate((row) => row === document.activeElement)); steps += 1)
    await page.keyboard.press("ArrowDown");
  await expect(port).toBeFocused();
  await expect(port).toHaveAccessibleName("instances.app.port: 80, literal");

  // Go to its source, and back.
  await page.keyboard.press("Enter");
  await expect(playground.editor).toBeFocused();
  await expect(playground.caret(1, 38)).toBeVisible();
  await page.keyboard.press("Shift+F4");
  await expect(port).toBeFocused();

  // Fix a problem.
  await page.keyboard.press("F8");
  await expect(playground.editor).toBeFocused();
  await expect(playground.status).toContainText("1 of 1. Error: Function missing");
  await page.keyboard.press("Alt+Enter");
  await expect(playground.editor).toContainText("{concat: [a, b]}");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(playground.row("instances.app.url")).toContainText('"ab"');
  await expect(playground.problems).toContainText("No problems");

  // Share.
  await page.keyboard.press("ControlOrMeta+s");
  await expect(playground.status).toContainText("Link copied");
  const { workspace } = decodeLink(await playground.copied());
  expect(workspace.files).toEqual({
    "main.yaml": "instances: {app: {attributes: {port: 80, url: {eval: {concat: [a, b]}}}}}",
  });
});

test("keys pressed while the examples are still on their way choose among them", async ({ page, playground }) => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/_virtual_examples*", (route) => arrived.then(() => route.continue()));
  await playground.visit("/");
  const examples = page.getByRole("button", { name: "Examples" });

  // Escape gives the menu up.
  await examples.press("Enter");
  await page.keyboard.press("Escape");
  await examples.press("Enter");
  await page.keyboard.type("Merge");
  await page.keyboard.press("Enter");
  arrive();
  await expect(playground.draft("Merge directives")).toBeVisible();
});

test("F6 goes round the panes, and each takes the focus", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "instances: {a: {attributes: {x: 1}}}\n" } });
  const { source, resources, inputs, results, problems } = playground;
  const bar = page.getByRole("region", { name: "Run and expression" });
  await page.keyboard.press("F6");
  for (const pane of [source, resources, inputs, results, bar, problems, source]) {
    await expect(
      pane
        .locator(":focus")
        .or(pane.and(page.locator(":focus")))
        .first(),
    ).toBeVisible();
    await page.keyboard.press("F6");
  }
});
