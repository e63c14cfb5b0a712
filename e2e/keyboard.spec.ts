// All main tasks without a pointer.
import type { Locator, Page } from "@playwright/test";
import { decodeLink } from "evalground";
import { expect, test } from "./playground.ts";

/** Presses Tab until the focus is on the target. Leaves editors, in which Tab indents, with Escape. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 90; steps += 1) {
    const isThere = await target.evaluate(
      (element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
    );
    if (isThere) return;
    if (await page.evaluate(() => document.activeElement?.classList.contains("editor-host")))
      await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test("the keyboard alone chooses an example, edits, runs, reads, goes to a source, repairs and shares", async ({
  page,
  playground,
}) => {
  test.setTimeout(60_000);
  await playground.visit();

  // Choose an example.
  await tabTo(page, page.getByRole("button", { name: "Examples" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search examples" })).toBeFocused();
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

  // Read a result: the focused row announces path and value.
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

test("with nothing but Tab and the keys of widgets the whole way can be gone, too", async ({ page, playground }) => {
  test.setTimeout(60_000);
  await playground.visit();
  // Choose an example.
  await tabTo(page, page.getByRole("button", { name: "Examples" }));
  await page.keyboard.press("Enter");
  const examples = page.getByRole("dialog", { name: "Examples" });
  await expect(examples.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("First steps");
  await tabTo(page, examples.getByRole("button", { name: /^First steps/ }));
  await page.keyboard.press("Enter");
  await expect(playground.draft("First steps")).toBeVisible();
  await playground.settle();
  await tabTo(page, page.getByRole("switch", { name: "Live" }));
  await page.keyboard.press("Space");
  // Tab moves into the editor, Escape and Tab out of it.
  await tabTo(page, playground.editor);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(
    "instances: {app: {attributes: {port: 80}}}\noutputs: {url: {eval: {concatt: [a, b]}}}\n",
  );
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "stale");
  await page.keyboard.press("Escape");
  // Run, then turn on live evaluation.
  await tabTo(page, page.getByRole("button", { name: "Run", exact: true }));
  await page.keyboard.press("Enter");
  await expect(playground.status).toContainText("1 error");
  await tabTo(page, page.getByRole("switch", { name: "Live" }));
  await page.keyboard.press("Space");
  // The expression line takes the focus and releases it.
  await tabTo(page, playground.expression);
  await page.keyboard.insertText("::app::port");
  await page.keyboard.press("Enter");
  await expect(playground.row("result")).toContainText("80");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  // A result, and its source.
  const port = playground.row("instances.app.port");
  await expect(port).toBeVisible();
  await tabTo(page, playground.ledger.locator('[role=row][tabindex="0"]'));
  for (let steps = 0; steps < 10 && !(await port.evaluate((row) => row === document.activeElement)); steps += 1)
    await page.keyboard.press("ArrowDown");
  await expect(port).toHaveAccessibleName("instances.app.port: 80, literal");
  await page.keyboard.press("Enter");
  await expect(playground.editor).toBeFocused();
  await page.keyboard.press("Escape");
  // Fix the problem with the button of its quick fix.
  await tabTo(page, playground.problems.getByRole("button", { name: "Show or hide the list of problems" }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await tabTo(page, playground.problems.getByRole("button", { name: /concat/ }).last());
  await page.keyboard.press("Enter");
  await expect(playground.row("outputs.url")).toContainText('"ab"');
  // Share.
  await tabTo(page, page.getByRole("button", { name: "Share", exact: true }));
  await page.keyboard.press("Enter");
  const share = page.getByRole("dialog", { name: "Share" });
  await expect(share).toBeVisible();
  await tabTo(page, share.getByRole("button", { name: /^Copy: / }).first());
  await page.keyboard.press("Enter");
  await expect.poll(() => playground.copied()).toMatch(/#w/);
  const { workspace } = decodeLink(await playground.copied());
  // The example's text was replaced, and its name with it.
  expect(workspace).not.toHaveProperty("title");
  expect(JSON.stringify(workspace.files)).toContain("{concat: [a, b]}");
});

test("text typed before the palette is loaded becomes its search, and leads to a view of the results", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/guide-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await playground.open({ files: { "main.yaml": "instances: {shop: {type: A}}\n" } });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("json");
  release();
  await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toHaveValue("json");
  await expect(page.getByRole("option", { name: /^Results: JSON/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "JSON", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(playground.editor).not.toContainText("json");
});

test("the palette finds commands, files, resources, examples and functions by the keyboard", async ({
  page,
  playground,
}) => {
  await playground.open({
    files: { "main.yaml": "instances: {shop: {type: A}}\n", "lib/other.yaml": "b: 1\n" },
  });
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const field = palette.getByRole("combobox");
  const option = (name: RegExp) => palette.getByRole("option", { name }).first();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  for (const [typed, name] of [
    ["::shop", /^::shop/],
    ["conc", /^concat .*function/],
    ["merge dir", /^Merge directives.*example/],
    ["settings", /^Settings.*command/],
  ] as const) {
    await field.fill(typed);
    await expect(option(name)).toBeVisible();
  }
  await field.fill("@other");
  await page.keyboard.press("Enter");
  await expect(playground.file("lib/other.yaml")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("F1");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("menuitem", { name: "Privacy" }).click();
  await expect(page.getByRole("dialog", { name: "Privacy" })).toContainText("Nothing you type leaves your browser");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share", exact: true }).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("F6 goes round the panes, and each takes the focus", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "instances: {a: {attributes: {x: 1}}}\n" } });
  const { source, resources, inputs, results, problems } = playground;
  const bar = page.getByRole("region", { name: "Run and expression" });
  await page.keyboard.press("F6");
  await expect(problems).toBeHidden();
  for (const pane of [source, resources, inputs, results, bar, source]) {
    await expect(
      pane
        .locator(":focus")
        .or(pane.and(page.locator(":focus")))
        .first(),
    ).toBeVisible();
    await page.keyboard.press("F6");
  }
});
