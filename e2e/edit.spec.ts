// The files and the source editor: tabs by keyboard, paths, includes, highlighting, problems in the text, Tab, undo.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./playground.ts";

/**
 * Presses a key until the focus is on the target, like a keyboard user. Leaves editors, in which Tab indents, with
 * Escape.
 */
async function walk(page: Page, key: "Tab" | "Shift+Tab", target: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    if (await page.evaluate(() => document.activeElement?.classList.contains("editor-host")))
      await page.keyboard.press("Escape");
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("files are added, renamed, moved and deleted by keyboard; undo restores name, place and text", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "a: 1\n", "other.yaml": "b: 2\n" } });
  const { files } = playground;
  const paths = (): Promise<string[]> => files.getByRole("tab").allInnerTexts();
  await walk(page, "Tab", page.getByRole("button", { name: "Add file" }));
  await page.keyboard.press("Enter");
  const field = page.getByRole("dialog").getByRole("textbox", { name: "Path" });
  await expect(field).toBeFocused();
  await page.keyboard.type("lib/new.yaml");
  await page.keyboard.press("Enter");
  await expect(playground.file("lib/new.yaml")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Control+Shift+Digit1");
  await page.keyboard.type("c: 3");
  await page.keyboard.press("Escape");
  await walk(page, "Shift+Tab", playground.file("lib/new.yaml"));

  await page.keyboard.press("F2");
  await expect(field).toHaveValue("lib/new.yaml");
  await page.keyboard.type("added.yaml");
  await page.keyboard.press("Enter");
  await expect(playground.file("added.yaml")).toBeFocused();
  await expect.poll(paths).toEqual(["main.yaml", "other.yaml", "added.yaml"]);

  await page.keyboard.press("Shift+F10");
  await page.keyboard.type("Move left");
  await page.keyboard.press("Enter");
  await expect(files.getByRole("tab").nth(1)).toHaveText("added.yaml");
  await playground.said("Moved added.yaml to position 2 of 3");
  await expect(playground.file("added.yaml")).toBeFocused();

  await page.keyboard.press("Delete");
  await expect(playground.file("added.yaml")).toHaveCount(0);
  await playground.said("You can undo this");
  await page.keyboard.press("Shift+F6");
  await walk(page, "Tab", page.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(playground.file("added.yaml")).toBeVisible();
  await expect.poll(paths).toEqual(["main.yaml", "added.yaml", "other.yaml"]);
  await expect(page.getByRole("textbox", { name: "Editor, added.yaml" })).toContainText("c: 3");
});

test("invalid and duplicate paths are refused with a message tied to the field", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "a: 1\n", "lib/base.yaml": "b: 2\n" } });
  await page.getByRole("button", { name: "Add file" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a file" });
  const field = dialog.getByRole("textbox", { name: "Path" });
  const wrong = {
    "../x": "cannot contain “..”",
    "": "Enter a path",
    "a//b": "has an empty part",
    "/a": "cannot start with “/”",
    "main.yaml": "file named “main.yaml” exists",
    "./lib/base.yaml": "file named “lib/base.yaml” exists",
  };
  for (const [path, message] of Object.entries(wrong)) {
    await field.fill(path);
    await field.press("Enter");
    await expect(field, path).toHaveAttribute("aria-invalid", "true");
    await expect(field, path).toHaveAccessibleDescription(new RegExp(message));
    await expect(field).toBeFocused();
  }
  await field.fill("fine.yaml");
  await field.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(playground.file("fine.yaml")).toBeVisible();
});

test("an include of another tab's file evaluates; renaming that file marks the include", async ({
  page,
  playground,
}) => {
  await playground.open({
    files: {
      "main.yaml": "instances:\n  a:\n    attributes:\n      +include: lib/base.yaml\n",
      "lib/base.yaml": "port: 80\n",
    },
  });
  await expect(playground.row("instances.a.port")).toContainText("80");
  await playground.file("lib/base.yaml").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("lib/renamed.yaml");
  await page.keyboard.press("Enter");
  await expect(playground.file("lib/renamed.yaml")).toBeVisible();
  const problem = (await playground.openProblems()).getByRole("button").first();
  await expect(problem).toContainText("lib/base.yaml");
  await problem.click();
  // Both the key and the value of the directive lead to the include.
  await expect(playground.caret(4)).toBeVisible();
  await expect(playground.editor.locator(".cm-lintRange-error").first()).toHaveText(/\+include|lib\/base\.yaml/);
});

test("expressions inside quoted strings and merge directives are highlighted", async ({ playground }) => {
  await playground.open({
    files: {
      "main.yaml":
        "a: {x: 1}\ninstances:\n  b:\n    attributes:\n      +/a:\n" +
        '      url: {eval: "::b[.name=b]::$key?"}\n      called: {eval: {concat: [a]}}\n',
    },
  });
  const { editor } = playground;
  await expect(editor.locator(".token-directive")).toHaveText("+/a");
  await expect(editor.locator(".token-variable")).toHaveText("$key");
  await expect(editor.locator(".token-special")).toHaveText(".name");
  await expect(editor.locator(".token-function")).toHaveText("concat");
  await expect(editor.locator(".token-operator").first()).toHaveText("::");
});

test("Jinja2 expressions in block scalars and queries in Heat strings are highlighted", async ({ playground }) => {
  await playground.open({
    files: {
      "main.yaml": "instances:\n  b:\n    attributes:\n      note: |\n        one\n        {{ 'x' | upper }}\n",
    },
  });
  const { editor } = playground;
  await expect(editor.locator(".token-function")).toHaveText("upper");
  await expect(editor.locator(".token-string")).toHaveText("'x'");
  const head = "heat_template_version: wallaby\noutputs:\n  names:\n    value:\n      yaql:\n";
  const data = "        data: {hosts: [{name: a}]}\n";
  // In every YAML string style, at the exact characters.
  for (const [written, text] of [
    ["$.data.hosts.where($.name = a).len()", "a"],
    ["'$.data.hosts.where($.name = ''b'').len()'", "''b''"],
    ['"$.data.hosts.where($.name = \\"c\\").len()"', '\\"c\\"'],
    [">-\n          $.data.hosts\n          .where($.name = 'd').len()", "'d'"],
  ] as const) {
    const main = `${head}        expression: ${written}\n${data}`;
    await playground.open({ dialect: "heat", files: { "main.yaml": main } } as never);
    await expect(editor.locator(".token-function")).toHaveText(["yaql", "where", "len"]);
    await expect(editor.locator(".token-variable")).toHaveText(["$", "$"]);
    // Escapes of YAML may split a text into several elements.
    const texts = editor.locator(text === "a" ? ".token-name" : ".token-string");
    await expect.poll(async () => (await texts.allTextContents()).join("")).toContain(text);
  }
});

test("highlighting appears before the engine has answered", async ({ page, playground }) => {
  await playground.visit();
  await page.getByRole("switch", { name: "Live" }).click();
  await playground.write('x:\n  eval: "::q::$v"\n', { settle: false });
  await expect(playground.editor.locator(".token-variable")).toHaveText("$v");
});

test("a problem is underlined exactly where it is and moves with the text", async ({ page, playground }) => {
  await playground.open({
    files: { "main.yaml": "instances:\n  b:\n    attributes:\n      bad: {eval: {nope: 1}}\n" },
  });
  const underlined = playground.editor.locator(".cm-lintRange-error");
  await expect(underlined.first()).toHaveText("{nope: 1}");
  await page.getByRole("switch", { name: "Live" }).click();
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("# first\n");
  await expect(underlined.first()).toHaveText("{nope: 1}");
});

test("Tab indents and after Esc moves the focus; Ctrl+M switches between them and the rail says so", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "a: 1\n" } });
  const { editor } = playground;
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Tab");
  await expect(editor).toContainText("  a: 1");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
  await editor.focus();
  await page.keyboard.press("Control+m");
  await expect(page.locator("#rail")).toContainText("Tab moves focus");
  await expect(playground.status).toContainText("Tab now moves the focus");
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
  await editor.focus();
  await page.keyboard.press("Control+m");
  await expect(playground.status).toContainText("Tab now indents");
  await page.keyboard.press("Tab");
  await expect(editor).toBeFocused();
});

test("undo works for each file on its own, across tab switches", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "a: 1\n", "other.yaml": "b: 2\n" } });
  const { editor } = playground;
  const type = async (words: string): Promise<void> => {
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText(words);
  };
  await type("one: 1\n");
  await playground.file("other.yaml").click();
  await type("two: 2\n");
  await playground.file("main.yaml").click();
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor).not.toContainText("one");
  await playground.file("other.yaml").click();
  await expect(editor).toContainText("two");
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor).not.toContainText("two");
  await page.keyboard.press("ControlOrMeta+y");
  await expect(editor).toContainText("two");
});

test("undo works across Reset", async ({ page, playground }) => {
  await playground.visit();
  await playground.write("mine: 1\n");
  await playground.chooseInDraftMenu("Reset to the example");
  await expect(playground.editor).toContainText("instances:");
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.editor).toHaveText("mine: 1");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.editor).toContainText("instances:");
});

test("an emptied file accepts what is typed next", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "instances:\n  a: {attributes: {x: 1}}\n" } });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await expect(playground.results).toContainText("The draft is empty");
  await page.keyboard.type("x: 2");
  await expect(playground.row("instances.main.x")).toContainText("2");
});

test("find marks what it finds", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "alpha: 1\nbeta: alpha\n" } });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("alpha");
  await expect(playground.editor.locator(".cm-searchMatch")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(playground.editor).toBeFocused();
});

test("the expression line runs on Enter, breaks on Shift+Enter, and shows its history with the arrow keys", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "instances:\n  a:\n    attributes: {x: 1, y: 2}\n" } });
  const { expression } = playground;
  const whole = playground.row("result");
  await expression.focus();
  await page.keyboard.insertText("::a::x");
  await page.keyboard.press("Enter");
  await expect(whole).toContainText("1");
  await playground.evaluate("::a::y");
  await page.keyboard.press("Enter");
  await expect(whole).toContainText("2");
  await playground.settle();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(expression).toHaveText("::a::x");
  await expect(whole).toContainText("1"); // a live run of an intermediate expression does not change the walk
  await page.keyboard.press("ArrowDown");
  await expect(expression).toHaveText("::a::y");
  await page.keyboard.press("Shift+Enter");
  await expect(expression.locator(".cm-line")).toHaveCount(2);
});
