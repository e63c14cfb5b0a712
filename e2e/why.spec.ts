// Why not? The form that tells why a value is missing, false or null, and the changes that would turn that.
import type { Locator, Page } from "@playwright/test";
import type { Workspace } from "evalground";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { expect, type Playground, test } from "./playground.ts";

type Given = Omit<Workspace, "dialect"> & { dialect: string };

const query: Given = {
  dialect: "yaql",
  expression: "$.servers.where($.status = ACTIVE).name",
  data: {
    servers: [
      { name: "web-1", status: "ACTIVE" },
      { name: "web-2", status: "ERROR" },
    ],
  },
};
const stack: Given = {
  dialect: "heat",
  files: {
    "stack.yaml":
      "heat_template_version: 2021-04-16\nparameters:\n  env: {type: string, default: test}\nconditions:\n" +
      "  is_prod: {equals: [{get_param: env}, prod]}\nresources:\n  standby:\n    type: OS::Nova::Server\n" +
      "    condition: is_prod\n    properties: {name: b}\noutputs:\n  size: {value: {if: [is_prod, big, small]}}\n",
  },
};
const template: Given = {
  dialect: "jinja2",
  files: { "page.j2": "{% if tls %}\n  ssl on;\n{% else %}\n  ssl off;\n{% endif %}\n" },
  vars: { tls: false },
};
const policy: Given = {
  dialect: "cfengine",
  files: {
    "main.cf": `bundle agent main
{
  reports:
    web.linux::
      "serve";
    any::
      "always" unless => "web";
}
`,
  },
  classes: ["linux"],
};
const ensemble: Given = {
  dialect: "unfurl",
  files: {
    "main.yaml":
      "instances:\n  web:\n    attributes:\n      region: eu\n      port: 80\n      tls: false\n      note: null\n",
  },
};

const form = (page: Page): Locator => page.getByRole("dialog", { name: "Why not?" });
const path = (page: Page): Locator => form(page).getByLabel("Path or line");
const status = (page: Page): Locator => form(page).getByRole("status");
const reasons = (page: Page): Locator => form(page).getByRole("list", { name: "Reasons" }).locator("> li");
const changes = (page: Page): Locator => form(page).getByRole("radio");
const apply = (page: Page): Locator => form(page).getByRole("button", { name: "Apply" });
const undo = (page: Page): Locator => page.getByRole("button", { name: "Undo", exact: true });

/** Chooses a command of the palette by keyboard. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await field.fill(words);
  await field.press("Enter");
}

/** Asks about a path that is typed. */
async function ask(page: Page, typed: string): Promise<void> {
  await command(page, "Why is … missing");
  await expect(path(page)).toBeFocused();
  await path(page).fill(typed);
  await path(page).press("Enter");
}

/** Puts the caret on a line of the open file. */
async function caretOn(playground: Playground, words: string): Promise<void> {
  await playground.source.locator(".cm-line").filter({ hasText: words }).first().click();
}

/** Opens the menu of a node and asks why it is not there. */
async function askAboutNode(page: Page, playground: Playground, name: string): Promise<void> {
  await playground.node(name).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Why not?" }).click();
}

test("an item that a query dropped: the condition, what it compared, and a change of the data", async ({
  page,
  playground,
}) => {
  await playground.open(query);
  await ask(page, "$.servers[1]");
  await expect(status(page)).toHaveText("1 reason found.");
  await expect(reasons(page)).toContainText("$.status = ACTIVE does not hold for servers[1]");
  await expect(form(page).getByRole("list", { name: "Compared values" })).toHaveText('$.servers[1].status: "ERROR"');
  await expect(changes(page).first()).toBeFocused();
  await expect(form(page)).toContainText("data.servers.1.status: ERROR → ACTIVE");
  await apply(page).click();
  await expect(form(page)).toBeHidden();
  await playground.settle();
  await expect(playground.row("1")).toContainText("web-2");
  await undo(page).click();
  await playground.settle();
  await expect(playground.row("1")).toHaveCount(0);
});

test("a resource whose condition is false: from the tree, with a link to the condition", async ({
  page,
  playground,
}) => {
  await playground.open(stack);
  await askAboutNode(page, playground, "standby");
  await expect(path(page)).toHaveValue("resources.standby");
  await expect(reasons(page)).toContainText("{equals: [{get_param: env}, prod]} does not hold");
  await form(page).getByRole("button", { name: "stack.yaml 5:12" }).click();
  await expect(playground.caret(5, 12)).toBeVisible();
  await expect(form(page)).toBeVisible();
  await changes(page).first().check();
  await expect(playground.source.locator("ins")).toHaveText("prod");
  await changes(page).first().press("Enter");
  await playground.settle();
  await expect(playground.source).toContainText("default: prod");
  await expect(playground.resources).not.toContainText("condition false");
});

test("a line of a template that was not rendered: from the palette", async ({ page, playground }) => {
  await playground.open(template);
  await caretOn(playground, "ssl on");
  await command(page, "Why is this line not there");
  await expect(path(page)).toHaveValue("page.j2:2");
  await expect(reasons(page)).toContainText("tls does not hold");
  await expect(changes(page).first()).toHaveAccessibleName(/vars\.tls/);
  await changes(page).first().press("Enter");
  await playground.settle();
  await expect(playground.results).toContainText("ssl on;");
  await expect(playground.source.getByRole("textbox")).toBeFocused();
});

test("a promise that was skipped: from the tree", async ({ page, playground }) => {
  await playground.open(policy);
  await page.getByRole("searchbox", { name: "Filter resources" }).fill("serve");
  await askAboutNode(page, playground, "serve");
  await expect(path(page)).toHaveValue("main.cf:5");
  await expect(changes(page).first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(playground.node("serve")).toBeFocused();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Why not?" }).press("Enter");
  await expect(reasons(page)).toContainText("web.linux:: does not hold");
  await apply(page).click();
  await playground.settle();
  await expect(playground.results).toContainText("serve");
});

test("a key that is not there: where the path ends, with the nearest name first", async ({ page, playground }) => {
  await playground.open(ensemble);
  await ask(page, "instances.web.regoin");
  await expect(status(page)).toHaveText("The path ends too early.");
  await expect(form(page)).toContainText("instances.web does not have this name. It has:");
  const names = form(page).getByRole("group", { name: "Names at the end of the path" }).getByRole("button");
  await expect(names).toHaveText(["region", "port", "tls", "note"]);
  await names.nth(2).click();
  await expect(path(page)).toHaveValue("value.instances.web.tls");
  await expect(form(page)).toContainText("Changes that make the value true");
  await apply(page).click();
  await playground.settle();
  await expect(playground.row("instances.web.tls")).toContainText("true");
});

test("by keyboard: Shift+F2 on a row, Enter, and the focus is on the row again", async ({ page, playground }) => {
  await playground.open(ensemble);
  const row = playground.row("instances.web.tls");
  await row.focus();
  await page.keyboard.press("Shift+F2");
  await expect(changes(page).first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeHidden();
  await expect(row).toBeFocused();
  await page.keyboard.press("Shift+F2");
  await expect(changes(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await playground.settle();
  await expect(row).toContainText("true");
  await expect(row).toBeFocused();
});

test("a value that no condition decided says so, and shows what it comes from", async ({ page, playground }) => {
  await playground.open(ensemble);
  await playground.row("instances.web.note").click();
  await playground.results.getByRole("button", { name: "Why not?" }).click();
  await expect(status(page)).toHaveText("No reason found.");
  await expect(form(page)).toContainText("The value is null, and no condition decides about it.");
  await expect(apply(page)).toBeHidden();
  await expect(playground.results.getByRole("group", { name: "instances.web.note" })).toBeVisible();
  await playground.row("instances.web.port").click();
  await expect(playground.results.getByRole("button", { name: "Why not?" })).toHaveCount(0);
});

test("an edit in the editor asks again", async ({ page, playground }) => {
  await playground.open(template);
  await ask(page, "page.j2:2");
  await expect(reasons(page)).toContainText("tls does not hold");
  const editor = playground.source.getByRole("textbox");
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("{% if not tls %}\n  ssl on;\n{% endif %}\n");
  await expect(status(page)).toHaveText("No reason found.");
});

for (const width of [1280, 390]) {
  test(`the form has no axe violation in both themes, ${width} px wide`, async ({ page, playground }) => {
    await page.setViewportSize({ width, height: 780 });
    await playground.open(stack);
    await ask(page, "resources.standby");
    await expect(reasons(page)).toHaveCount(1);
    expect(await violations(page, { include: ".result-change" })).toEqual([]);
    await inDarkTheme(page, async () => {
      expect(await violations(page, { include: ".result-change", rules: rulesOfColours })).toEqual([]);
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await path(page).fill("outputs.siz");
    await path(page).press("Enter");
    await expect(status(page)).toHaveText("The path ends too early.");
    expect(await violations(page, { include: ".result-change" })).toEqual([]);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  test("a row without a value is asked about and changed by touch", async ({ page, playground }) => {
    await playground.open(ensemble);
    await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Results" }).tap();
    await playground.row("instances.web.tls").tap();
    await playground.results.getByRole("button", { name: "Why not?" }).tap();
    await expect(apply(page)).toBeInViewport();
    await apply(page).tap();
    await playground.settle();
    await expect(playground.row("instances.web.tls")).toContainText("true");
  });
});

test("a long search can be canceled", { tag: "@fresh" }, async ({ page, playground }) => {
  // Answers to questions are held back, so that the search takes as long as the test needs.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { call?: { ask: string } }, ...rest: never[]) {
      if (message.call?.ask !== "change") post.call(this, message, ...rest);
    };
  });
  await playground.open(query);
  await ask(page, "$.servers[1]");
  await expect(status(page)).toHaveText("Looking for reasons…");
  await form(page).getByRole("button", { name: "Cancel the search" }).click();
  await expect(status(page)).toHaveText("The search was canceled.");
  await expect(path(page)).toBeFocused();
});
