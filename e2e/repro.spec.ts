// The dialogs that reduce and anonymise a draft and that run the original, with the browser's own modules.
import type { Locator, Page } from "@playwright/test";
import { decodeLink, type Workspace } from "evalground";
import { violations } from "./axe.ts";
import { expect, test, type Playground } from "./playground.ts";

const failing: Omit<Workspace, "dialect"> & { dialect: string } = {
  dialect: "jinja2",
  files: {
    "site.j2": "server {{ shop_host }};\n{% for x in [1, 2] %}\n  listen {{ x }};\n{% endfor %}\n{{ vanished.port }}\n",
    "unused.j2": "nothing\n",
  },
  vars: { shop_host: "web01.shop.example.org", unused: 1 },
  secrets: { pw: "hunter2-hunter2" },
};

/** A workspace for each language that fails or gives a result, with much that can be removed. */
const perLanguage: (Omit<Workspace, "dialect"> & { dialect: string })[] = [
  { dialect: "unfurl", files: { "a.yaml": "x: 1\nbad: {eval: {nope: 1}}\ny: [1, 2]\n" } },
  { dialect: "jinja2", files: { "a.j2": "one\n{{ a.b.c }}\ntwo\n" }, vars: { z: 1 } },
  { dialect: "yaql", expression: "$.a.nope()", data: { a: [1], b: [2, 3] } },
  {
    dialect: "heat",
    files: {
      "a.yaml":
        "heat_template_version: rocky\nparameters: {n: {type: number, default: 1}}\n" +
        "outputs: {o: {value: {get_param: missing}}, p: {value: {get_param: n}}}\n",
    },
  },
  {
    dialect: "cfengine",
    files: { "a.cf": 'bundle agent main\n{\n  vars:\n    "a" string => nope("x");\n  reports:\n    "hello";\n}\n' },
  },
  { dialect: "dcontroller", expression: { "@nope": [1, { "@add": [1, 2] }] }, data: { a: 1, b: 2 } },
];

const minimal = (page: Page): Locator => page.getByRole("dialog", { name: "Reduce to a minimal example" });
const original = (page: Page): Locator => page.getByRole("dialog", { name: "Compare with the original" });

async function byPalette(page: Page, entry: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill(entry);
  await palette.getByRole("option").filter({ hasText: entry }).first().click();
}

/** Opens a workspace, whether its evaluation succeeds or not. */
const open = (playground: Playground, workspace: Omit<Workspace, "dialect">): Promise<void> =>
  playground.open(workspace);

test.describe.configure({ timeout: 120_000 });

test("a draft is reduced, shown beside the original, accepted, and restored by one undo", async ({
  page,
  playground,
}) => {
  await open(playground, failing);
  await page.getByRole("button", { name: "Reduce to a minimal example" }).click();
  const dialog = minimal(page);
  await expect(dialog.getByLabel("Preserve", { exact: true })).toHaveValue("problem undefined");
  await dialog.getByRole("button", { name: "Reduce", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Nothing more can be removed.", { timeout: 30_000 });
  await expect(dialog).toContainText("Removed the file unused.j2");
  await expect(dialog.getByRole("region", { name: "site.j2" })).toContainText("{{ vanished.port }}");
  await expect(dialog).not.toContainText("hunter2");
  await dialog.getByRole("button", { name: "Use it" }).click();
  await expect(playground.files.getByRole("tab")).toHaveCount(1);
  await expect(playground.source).not.toContainText("listen");
  await expect(playground.problems).toContainText("vanished");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(playground.files.getByRole("tab")).toHaveCount(2);
  await expect(playground.source).toContainText("listen");
});

test("with new names it is shared without the old ones, and the table is not shared", async ({ page, playground }) => {
  await open(playground, failing);
  await byPalette(page, "Reduce to a minimal example");
  const dialog = minimal(page);
  await dialog.getByRole("checkbox", { name: "Remove everything that is not needed" }).uncheck();
  await dialog.getByRole("checkbox", { name: /^Anonymize/ }).check();
  await dialog.getByRole("button", { name: "Anonymize" }).click();
  await expect(dialog.getByRole("status")).toContainText("evaluations");
  await dialog.getByText(/names were replaced/).click();
  await expect(dialog.getByRole("rowheader", { name: "shop", exact: true })).toBeVisible();
  await expect(dialog).not.toContainText("hunter2");
  const before = page.url();
  await dialog.getByRole("button", { name: "Share it" }).click();
  const field = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link", exact: true });
  const { workspace } = decodeLink(await field.inputValue());
  expect(JSON.stringify(workspace)).not.toMatch(/shop|vanished|unused|hunter2/);
  expect(workspace.secrets).toEqual({ pw: null });
  // The draft and its address are unchanged.
  expect(page.url()).toBe(before);
  await page.keyboard.press("Escape");
  await expect(playground.file("unused.j2")).toBeVisible();
});

for (const workspace of perLanguage) {
  test(`it works for ${workspace.dialect}`, async ({ page, playground }) => {
    await open(playground, workspace);
    await page.getByRole("button", { name: "Reduce to a minimal example" }).click();
    const dialog = minimal(page);
    await dialog.getByRole("checkbox", { name: /^Anonymize/ }).check();
    await dialog.getByRole("button", { name: "Reduce", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText(/(\d+) → (\d+) bytes/);
    const [, was, is] = /(\d+) → (\d+) bytes/.exec((await dialog.getByRole("status").textContent()) ?? "")!;
    expect(Number(is)).toBeLessThan(Number(was));
  });
}

test("Stop ends it, and it can be started again", async ({ page, playground }) => {
  await open(playground, failing);
  await byPalette(page, "Reduce to a minimal example");
  const dialog = minimal(page);
  // Immediately, before the engine can have answered.
  await dialog.evaluate((root) => {
    for (const label of ["Reduce", "Stop"])
      [...root.querySelectorAll("button")].find(({ textContent }) => textContent === label)?.click();
  });
  await expect(dialog.getByRole("status")).toHaveText("Stopped before anything was removed.");
  await expect(dialog.getByRole("button", { name: "Use it" })).toBeHidden();
  await dialog.getByRole("button", { name: "Reduce", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Nothing more can be removed.", { timeout: 30_000 });
});

test("an empty draft cannot be reduced", async ({ page, playground }) => {
  await playground.visit();
  await playground.chooseInDraftMenu("New draft");
  await byPalette(page, "Reduce to a minimal example");
  await expect(minimal(page)).toContainText("The draft is empty");
});

test("the original of YAQL runs in the page once that was allowed", async ({ page, playground }) => {
  const paths: string[] = [];
  page.context().on("request", (request) => paths.push(new URL(request.url()).pathname));
  await open(playground, { dialect: "yaql", expression: "$.a.select($ * 2)", data: { a: [1, 2] } } as never);
  await byPalette(page, "Compare with the original");
  const dialog = original(page);
  expect(paths.filter((path) => path.includes("/pyodide/"))).toEqual([]);
  await dialog.getByRole("button", { name: "Load and compare" }).click();
  await expect(dialog.getByRole("status")).toContainText("yaql 2.0.0 gives the same result.", {
    timeout: 100_000,
  });
  await expect(dialog.getByRole("row")).toHaveText(["WhereEvalgroundyaql 2.0.0Comparison", "[0]22same", "[1]44same"]);
});

test("the original of Jinja2 renders the draft's templates with their includes", async ({ page, playground }) => {
  const files = { "a.j2": "{% include 'sub/b.j2' %}\n{{ x }}\n", "sub/b.j2": "one" };
  await open(playground, { dialect: "jinja2", files, vars: { x: [1, "é"] } } as never);
  await byPalette(page, "Compare with the original");
  const dialog = original(page);
  await dialog.getByRole("button", { name: "Load and compare" }).click();
  await expect(dialog.getByRole("status")).toContainText("jinja2 3.1.2 gives the same", { timeout: 100_000 });
  await expect(dialog.getByRole("row")).toHaveCount(3);
});

test("an original that cannot run in a browser says where it can", async ({ page, playground }) => {
  await open(playground, { dialect: "heat", files: { "a.yaml": "heat_template_version: rocky\n" } } as never);
  await byPalette(page, "Compare with the original");
  await expect(original(page)).toContainText("evalground verify runs the one on your machine");
});

test("on a phone it is reached from Share, fits, and axe finds nothing, in both themes", async ({
  page,
  playground,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(playground, failing);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Share" })
      .getByRole("button", { name: "Reduce to a minimal example" })
      .click();
    const dialog = minimal(page);
    await dialog.getByRole("checkbox", { name: /^Anonymize/ }).check();
    await page.keyboard.press("Tab"); // Keep the lengths of words
    await dialog.getByRole("button", { name: "Reduce", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Use it" })).toBeVisible();
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await violations(page, { include: "dialog" })).toEqual([]);
    await page.keyboard.press("Escape");
  }
});
