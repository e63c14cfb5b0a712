// On a phone nothing may be hidden, cut off or covered.
import type { Locator } from "@playwright/test";
import { expect, test } from "./playground.ts";

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

/** The visible height of an element within another. */
async function seenIn(inner: Locator, outer: Locator): Promise<number> {
  const [one, other] = [await inner.boundingBox(), await outer.boundingBox()];
  if (!one || !other || one.height === 0) return 0;
  const seen = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, seen) / one.height;
}

test("the problems cover the panes, are fixed with one press, and close when going to one", async ({
  page,
  playground,
}) => {
  const text =
    "instances:\n  a:\n    attributes:\n      bad: {eval: {concatt: [a, b]}}\n      other: {eval: {nope: 1}}\n";
  await playground.open({ files: { "main.yaml": text } });
  const count = page.getByRole("button", { name: "2 problems" });
  await count.tap();
  const { problems } = playground;
  const message = problems.getByRole("button", { name: /Did you mean "concat"/ }).last();
  await expect.poll(() => seenIn(message, problems)).toBe(1);
  await problems.getByRole("button", { name: 'Change to "concat"' }).tap();
  await expect(playground.editor).toContainText("{concat: [a, b]}");
  await expect(problems.getByRole("button", { name: /nope/ })).toBeVisible();
  await problems.getByRole("button", { name: /nope/ }).tap();
  await expect(playground.editor).toBeFocused();
  await expect(playground.caret(5)).toBeAttached();
  await expect(problems).toBeHidden();
});

test("a host's variable shows its value and where it was set", async ({ page, playground }) => {
  await playground.open({
    dialect: "jinja2",
    operation: "host",
    files: {
      "hosts.ini": "[web]\nweb1\n",
      "site.yml": "- hosts: all\n  tasks: []\n",
      "group_vars/all.yml": "owner: platform\n",
    },
    options: { flavor: "ansible", inventory: "hosts.ini", play: "site.yml", host: "web1" },
  } as never);
  await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Results" }).tap();
  const row = page.getByRole("treegrid", { name: "Variables of the host" }).getByRole("row", { name: /owner/ });
  for (const words of ['"platform"', /group_vars\/all/]) {
    const part = row.getByText(words);
    expect((await part.boundingBox())!.width).toBeGreaterThan(60);
    expect(await seenIn(part, row)).toBe(1);
  }
});

test("Run shows the results, typing does not, and a row tells its whole value", async ({ page, playground }) => {
  const url = "https://api.shop.example/jobs/42";
  const document = (short: string): string => `instances: {a: {attributes: {address: ${url}, short: ${short}}}}\n`;
  await playground.open({ files: { "main.yaml": document("x") } });
  await playground.write(document("y"));
  await expect(playground.source).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).tap();
  await expect(playground.source).toBeHidden();
  await expect(playground.ledger).toBeVisible();
  await playground.row("instances.a.address").tap();
  await expect(playground.results.getByRole("textbox", { name: "instances.a.address" })).toHaveText(url);
  await playground.row("instances.a.short").tap();
  await expect(playground.results.getByRole("group", { name: "instances.a.short" })).toBeVisible();
  await expect(playground.results.getByRole("textbox", { name: "instances.a.short" })).toHaveCount(0);
});

test("an expression of many lines stays small until it has the focus", async ({ playground }) => {
  const expression = Array.from({ length: 30 }, (_, at) => `k${at}: $.a`).join("\n");
  await playground.open({ dialect: "dcontroller", expression, data: { a: 1 } } as never);
  const { height } = (await playground.source.boundingBox())!;
  expect(height).toBeGreaterThan(400);
  await playground.expression.tap();
  await expect.poll(async () => (await playground.source.boundingBox())!.height).toBeLessThan(height - 80);
});

test("without JavaScript the last line is fully readable", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await page.goto("/");
  const status = page.locator("#status");
  const { x, width, height } = (await status.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(320);
  expect(height).toBeGreaterThan(30); // a text of several lines
  await context.close();
});
