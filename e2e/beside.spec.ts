// What the editor shows beside the text: unused lines, sticky parents, inlay results, and the value of a selection.
import { violations } from "./axe.ts";
import { expect, type Playground, test } from "./playground.ts";

async function choose(playground: Playground, command: string): Promise<void> {
  const { page } = playground;
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /^Search commands/ }).fill(command);
  await page.getByRole("option", { name: command }).first().click();
}

const template = "{% if big %}\nlarge\n{% else %}\nsmall\n{% endif %}\n{{ users | map('upper') | join(', ') }}\n";

test("unused lines are dimmed on demand, and updated with the next result", async ({ playground }) => {
  const { page } = playground;
  await playground.open({
    dialect: "jinja2",
    files: { "page.j2": template },
    vars: { big: false, users: ["ann", "bob"] },
  } as never);
  const editor = page.getByRole("textbox", { name: /^Editor, / });
  const dimmed = editor.locator(".unused-line");
  await page.getByRole("button", { name: "Expect and compare" }).click();
  await page.getByRole("menuitemradio", { name: "Dim unused lines" }).click();
  await expect(dimmed).toHaveText(["large"]);
  await expect(playground.status).toHaveText("1 unused line is dimmed: 2");
  expect(await violations(page)).toEqual([]);
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(template.replace("if big", "if not big"));
  await expect(dimmed).toHaveText(["small"]);
  await choose(playground, "Coverage: dim unused lines, on or off");
  await expect(dimmed).toHaveCount(0);
});

test("the selected part of an expression is evaluated in its context", async ({ playground }) => {
  const { page } = playground;
  await playground.open({ dialect: "yaql", expression: "$.where($ > 1).select($ * 10)", data: [1, 2, 3] } as never);
  const strip = page.locator(".assist-strip");
  const selected = page.getByRole("list", { name: "Selection" });
  await playground.expression.focus();
  await page.keyboard.press("Home");
  for (let count = 0; count < "$.where($ > 1)".length; count += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+Alt+Enter");
  await expect(selected.getByRole("listitem")).toContainText("$.where($ > 1)");
  await expect(selected).toContainText(/\[2,\s?3\]/);
  await expect(selected).toContainText("2 items");
  // A selection without a step of its own is evaluated separately.
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  for (let count = 0; count < 2; count += 1) await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Control+Alt+Enter");
  await expect(selected.getByRole("listitem")).toContainText("10");
  await page.keyboard.press("End");
  await expect(selected).toHaveCount(0);
  await page.keyboard.press("Control+Alt+Enter");
  await expect(playground.status).toHaveText("Select a part of an expression first");
  await expect(strip).toBeVisible();
});

const values = Array.from({ length: 200 }, (_, at) => `      v${at}: ${at}\n`).join("");
const long = `topology:\n  app:\n    values:\n${values}  db:\n    size: 3\n`;

test("sticky parents appear above the first visible line, lead to their keys, and are not shown on a phone", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open({ main: "main.yaml", files: { "main.yaml": long } });
  const parents = page.locator(".sticky-line");
  const { editor } = playground;
  await editor.focus();
  await expect(parents).toHaveCount(0);
  await editor.evaluate((content) => content.parentElement?.scrollTo(0, 2000));
  await expect(parents).toHaveText(["topology:", "  app:", "    values:"]);
  await parents.nth(1).click();
  await expect(playground.caret(2)).toBeVisible();
  await expect(editor).toBeFocused();
  await page.setViewportSize({ width: 390, height: 800 });
  await editor.evaluate((content) => content.parentElement?.scrollTo(0, 1500));
  await expect(parents).toHaveCount(0);
});

test("the settings have a switch for inlay results, which count repeated lines once", async ({ playground }) => {
  const { page, editor } = playground;
  await playground.open({ main: "main.yaml", files: { "main.yaml": "a: {eval: {concat: [x, y]}}\n" } });
  await playground.openSettings();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("checkbox", { name: "Show results of the last run beside the lines" }).check();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(editor.locator(".inlay")).toHaveText('= "xy"');
  await page.reload();
  await expect(editor.locator(".inlay")).toHaveText('= "xy"');
});
