// Changing a value from its result: the form below the results, its candidates, Apply and Undo.
import type { Locator, Page } from "@playwright/test";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { ensemble, ensembleText, type EverydayWish, repository, wishes } from "./change_wishes.ts";
import { expect, type Playground, test } from "./playground.ts";

const form = (page: Page): Locator => page.getByRole("dialog", { name: /^Change / });
const wanted = (page: Page): Locator => form(page).getByLabel("Wanted value");
const candidates = (page: Page): Locator => form(page).getByRole("radio");
const undo = (page: Page): Locator => page.getByRole("button", { name: "Undo", exact: true });

/** The row of a wish, in the view that has it. */
function rowOf({ results }: Playground, row: string): Locator {
  return results.getByRole("row", { name: new RegExp(`\\b${row.replaceAll(".", "\\.")}\\b`) }).first();
}

async function openWish(playground: Playground, { view, workspace }: EverydayWish): Promise<void> {
  await playground.open(workspace);
  if (view) await playground.results.getByRole("tab", { name: view, exact: true }).click();
}

/** Types a wish and waits for what is found. */
async function wish(page: Page, to: string): Promise<void> {
  await wanted(page).fill(to);
  await wanted(page).press("Enter");
  await expect(candidates(page).first()).toBeFocused();
}

/** Presses Change… for the row or line of a wish. */
async function pressChange(page: Page, playground: Playground, { row }: EverydayWish): Promise<void> {
  if (typeof row === "string") await rowOf(playground, row).click();
  else await playground.clickLine(row.line);
  await playground.results.getByRole("button", { name: "Change…" }).click();
  await expect(wanted(page)).toBeFocused();
}

/** Expects the row or line of a wish to have its value. */
async function expectValue(playground: Playground, { row }: EverydayWish, value: RegExp): Promise<void> {
  const place = typeof row === "string" ? rowOf(playground, row) : playground.results.locator("[data-result-text]");
  await expect(place).toHaveText(value);
}

for (const each of wishes) {
  test(`by mouse: ${each.title}`, async ({ page, playground }) => {
    await openWish(playground, each);
    await pressChange(page, playground, each);
    await wish(page, each.to);
    await expect(candidates(page).first()).toHaveAccessibleName(each.first);
    await expect(form(page).getByRole("status")).toContainText("found");
    await form(page).getByRole("button", { name: "Apply" }).click();
    await expect(form(page)).toBeHidden();
    await playground.settle();
    await expectValue(playground, each, each.after);
    await undo(page).click();
    await playground.settle();
    await expect(playground.results).not.toHaveText(each.after);
  });
}

test("by keyboard: F2, the value, Enter, an arrow and Enter change it, and the focus is on the row again", async ({
  page,
  playground,
}) => {
  await playground.open(ensemble);
  const row = playground.row("instances.api.region");
  await row.focus();
  await page.keyboard.press("F2");
  await expect(wanted(page)).toBeFocused();
  await expect(wanted(page)).toHaveValue("eu-west");
  await page.keyboard.type("us-east"); // the present value is selected
  await page.keyboard.press("Enter");
  await expect(candidates(page).nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(candidates(page).nth(1)).toBeChecked();
  await page.keyboard.press("Enter");
  await playground.settle();
  await expect(row).toHaveText(/us-east/);
  await expect(playground.row("instances.web.region")).toHaveText(/us-east/);
  await expect(playground.editor).toContainText("region: us-east, replicas: 1} # for all");
  await expect(row).toBeFocused();
});

test("a preview stands in the editor, and Escape changes nothing", async ({ page, playground }) => {
  await playground.open(repository);
  await rowOf(playground, "port").click();
  await page.keyboard.press("F2");
  await wish(page, "8080");
  await form(page)
    .getByRole("radio", { name: /group_vars\/web\.yml/ })
    .check();
  const editor = page.getByRole("textbox", { name: /^Editor, .*group_vars/ });
  await expect(editor.locator("del")).toHaveText("80");
  await expect(editor.locator("ins")).toHaveText("8080");
  await expect(form(page).getByRole("region", { name: "Preview of group_vars/web.yml" })).toContainText("port: 8080");
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeHidden();
  await expect(rowOf(playground, "port")).toBeFocused();
  await expect(playground.file("hosts.ini")).toHaveAttribute("aria-selected", "true");
  await playground.file("group_vars/web.yml").click();
  await expect(editor).toContainText("port: 80");
  await expect(editor.locator("ins")).toHaveCount(0);
});

test("what else a place changes is listed, and a file that it creates is removed by Undo", async ({
  page,
  playground,
}) => {
  await playground.open(repository);
  await rowOf(playground, "port").click();
  await page.keyboard.press("F2");
  await wish(page, "8080");
  const created = form(page).getByRole("radio", { name: /^Create host_vars\/web1\.yml/ });
  await created.check();
  await expect(form(page).getByRole("region", { name: "New file host_vars/web1.yml" })).toContainText("port: 8080");
  await created.press("Enter");
  await playground.settle();
  await expect(playground.file("host_vars/web1.yml")).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(playground, "port")).toContainText("8080");
  await undo(page).click();
  await playground.settle();
  await expect(playground.file("host_vars/web1.yml")).toHaveCount(0);
  await expect(rowOf(playground, "port")).toContainText("80");

  await playground.open(ensemble);
  await playground.row("instances.api.port").click();
  await page.keyboard.press("F2");
  await wish(page, "9090");
  await form(page).getByText("Also changes 1 other value").click();
  await expect(form(page).getByRole("listitem")).toHaveText("instances.api.url: https://api:8080 → https://api:9090");
});

test("a secret is never shown, and its place is changed", async ({ page, playground }) => {
  const text = "instances:\n  db:\n    attributes:\n      password: {eval: {sensitive: hunter2-hunter2}}\n";
  await playground.open({ files: { "main.yaml": text } });
  await playground.row("instances.db.password").click();
  await page.keyboard.press("F2");
  await expect(wanted(page)).toHaveValue("");
  await expect(wanted(page)).toHaveAttribute("type", "password");
  await wish(page, "swordfish-swordfish");
  await expect(form(page)).toContainText("because the value is secret");
  await expect(form(page)).not.toContainText(/hunter2|swordfish/);
  await expect(playground.editor.locator("ins")).toHaveCount(0);
  await candidates(page).first().press("Enter");
  await playground.settle();
  await expect(playground.editor).toContainText(/password: .*swordfish-swordfish/);
});

test("a value that no change gives says so, and shows what the value comes from", async ({ page, playground }) => {
  await playground.open(wishes.find(({ title }) => title === "a pipeline's label")!.workspace);
  const row = playground.row("0.kind"); // set by the pipeline itself
  await row.click();
  await page.keyboard.press("F2");
  const details = playground.results.getByRole("group", { name: "0.kind" });
  await expect(details).toBeHidden();
  await wanted(page).fill("Other");
  await wanted(page).press("Enter");
  await expect(form(page).getByRole("status")).toContainText("No single change gives this value.");
  await expect(candidates(page)).toHaveCount(0);
  await expect(form(page).getByRole("button", { name: "Apply" })).toBeHidden();
  await expect(details).toBeVisible();
});

test("a wish that cannot be read, or is the value already, is not searched for", async ({ page, playground }) => {
  await playground.open(ensemble);
  await playground.row("instances.api.port").click();
  await page.keyboard.press("F2");
  await wanted(page).fill("[1");
  await wanted(page).press("Enter");
  await expect(form(page).getByRole("alert")).not.toBeEmpty();
  await wanted(page).fill("8080");
  await wanted(page).press("Enter");
  await expect(form(page).getByRole("alert")).toHaveText("This is the value now. Type a different one.");
});

test("an edit in the editor ends the candidates, and searches again", async ({ page, playground }) => {
  await playground.open(ensemble);
  await playground.row("instances.api.port").click();
  await page.keyboard.press("F2");
  await wish(page, "9090");
  await playground.write(ensembleText.replace("port: 8080", "port: 7070"));
  await expect(form(page).getByRole("region")).toContainText("port: 7070");
  await candidates(page).first().press("Enter");
  await playground.settle();
  await expect(playground.editor).toContainText("port: 9090");
});

test("values of the inputs and of the data are changed there", async ({ page, playground }) => {
  await playground.open({
    dialect: "yaql",
    expression: "$.servers.select($.name)",
    data: { servers: [{ name: "a" }] },
  });
  await playground.row("0").click();
  await page.keyboard.press("F2");
  await wish(page, "b");
  await expect(form(page)).toContainText("data.servers.0.name: a → b");
  await candidates(page).first().press("Enter");
  await playground.settle();
  await expect(playground.row("0")).toContainText('"b"');
  await undo(page).click();
  await playground.settle();
  await expect(playground.row("0")).toContainText('"a"');
});

test("the palette changes the selected value", async ({ page, playground }) => {
  await playground.open(ensemble);
  await playground.row("instances.api.port").click();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("Change the selected value");
  await palette.getByRole("combobox").press("Enter");
  await expect(wanted(page)).toHaveValue("8080");
});

for (const width of [1280, 390]) {
  test(`the form has no axe violation in both themes, ${width} px wide`, async ({ page, playground }) => {
    await page.setViewportSize({ width, height: 780 });
    await playground.open(ensemble);
    if (width < 600)
      await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Results" }).click();
    await playground.row("instances.api.port").click();
    await playground.results.getByRole("button", { name: "Change…" }).click();
    await wish(page, "9090");
    await form(page).getByText("Also changes 1 other value").click();
    expect(await violations(page, { include: ".result-change" })).toEqual([]);
    await inDarkTheme(page, async () => {
      expect(await violations(page, { include: ".result-change", rules: rulesOfColours })).toEqual([]);
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  for (const each of wishes) {
    test(`by touch: ${each.title}`, async ({ page, playground }) => {
      await playground.open(each.workspace);
      await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Results" }).tap();
      const { view, row } = each;
      if (view) await playground.results.getByRole("tab", { name: view, exact: true }).tap();
      if (typeof row === "string") await rowOf(playground, row).tap();
      else {
        const { x, y } = await playground.placeOfText(row.line);
        await page.touchscreen.tap(x, y);
      }
      await playground.results.getByRole("button", { name: "Change…" }).tap();
      await wanted(page).fill(each.to);
      await form(page).getByRole("button", { name: "Find places" }).tap();
      const apply = form(page).getByRole("button", { name: "Apply" });
      await expect(candidates(page).first()).toHaveAccessibleName(each.first);
      await expect(apply).toBeInViewport();
      await apply.tap();
      await playground.settle();
      await expectValue(playground, each, each.after);
    });
  }
});

test("a long search can be canceled", { tag: "@fresh" }, async ({ page, playground }) => {
  // Answers to changes are held back, so that the search takes as long as the test needs.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { call?: { ask: string } }, ...rest: never[]) {
      if (message.call?.ask !== "change") post.call(this, message, ...rest);
    };
  });
  await playground.open(ensemble);
  await playground.row("instances.api.port").click();
  await page.keyboard.press("F2");
  await wanted(page).fill("9090");
  await wanted(page).press("Enter");
  const cancel = form(page).getByRole("button", { name: "Cancel the search" });
  await expect(cancel).toBeVisible();
  await expect(form(page).getByRole("status")).toHaveText("Trying changes…");
  await cancel.click();
  await expect(form(page).getByRole("status")).toHaveText("The search was canceled.");
  await expect(wanted(page)).toBeFocused();
  await expect(cancel).toBeHidden();
});
