// What the page shows for every dialect: its default example, its inputs, and switching to it and back.
import { createEngine } from "evalground";
import { violations } from "./axe.ts";
import { expect, test } from "./playground.ts";

/** What the page must show for each dialect: its name, its input tabs, and a text by which it is recognised. */
const promised: Record<string, { name: string; tabs: string[]; text: string; hasData?: true }> = {
  unfurl: {
    name: "Unfurl",
    tabs: ["Vars", "Inputs", "Env", "Secrets"],
    text: "apiVersion: unfurl/v1alpha1\nkind: Ensemble\n",
  },
  jinja2: { name: "Jinja2", tabs: ["Vars", "Env", "Secrets"], text: "Hello {{ name }}, how are you?\n" },
  yaql: {
    name: "YAQL",
    tabs: ["Data $", "Vars", "Host functions"],
    text: "$.where($.up).select($.name)",
    hasData: true,
  },
  heat: { name: "Heat", tabs: ["Parameters", "Attributes"], text: "heat_template_version: 2021-04-16\noutputs: {}\n" },
  cfengine: { name: "CFEngine", tabs: ["Classes", "Env"], text: 'bundle agent main\n{\n  reports:\n    "hello";\n}\n' },
  dcontroller: { name: "Δ-controller", tabs: ["Data $", "Local $$"], text: '"@concat": [a, b]\n', hasData: true },
};

const engine = await createEngine();
const dialects = await engine.dialects();
engine.close();

test("a chosen language stays while a path is typed over an expression that is a map", async ({ page, playground }) => {
  await playground.open({ dialect: "dcontroller", data: { app: { name: "cart" } }, expression: { a: "$.app" } });
  await playground.expression.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("$.app.name and on", { delay: 30 });
  await playground.settle();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("dcontroller");
});

for (const dialect of dialects) {
  const { name, tabs, text, hasData } = promised[dialect]!;

  test(`${name} can be chosen; its default example has a tree and no problems`, async ({ page, playground }) => {
    test.setTimeout(90_000);
    await playground.visit();
    const choice = page.getByRole("combobox", { name: "Dialect" });
    await choice.selectOption({ label: name });
    await expect(choice).toHaveValue(dialect);
    if (dialect !== "unfurl") await expect(page.getByRole("button", { name: /^Back to/ })).toBeVisible();
    await playground.settle();
    await expect(playground.problems).toContainText("No problems");
    await expect(playground.tree.getByRole("treeitem").first()).toBeVisible();
    await expect(playground.resultsState).toHaveAttribute("data-freshness", "fresh");
    if (dialect === "unfurl") return;
    for (const tab of await playground.inputs.getByRole("tab").all()) {
      await tab.click();
      // accessibility.spec.ts checks the rest of the page.
      expect(await violations(page, { include: "#inputs" })).toEqual([]);
    }
  });

  test(`${name} shows its own input tabs only`, async ({ playground }) => {
    await playground.open({ dialect, files: { "main.txt": text } } as never, { settle: false });
    const shown = async (): Promise<string[]> =>
      (await playground.inputs.getByRole("tab").allInnerTexts()).map((tab) =>
        tab.replace(/[\d\s]*(\(\d+ not set\))?$/, ""),
      );
    await expect.poll(shown).toEqual([...tabs, "Time & chance", "Limits & options"]);
  });

  if (hasData) {
    test(`the data of ${name} is edited in the source pane where there is no file, and says what $ is`, async ({
      page,
      playground,
    }) => {
      await playground.open({ dialect, title: "Data", expression: "$.a", data: { a: 1 } } as never);
      await expect(playground.file("Data $")).toBeVisible();
      await expect(page.getByRole("button", { name: "$ is a map, 1 key" })).toBeVisible();
      const editor = page.getByRole("textbox", { name: "Editor, data $, YAML" });
      await editor.focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText("a: 9007199254740993\nb: 2\n");
      await playground.view("JSON");
      await expect.poll(() => playground.text()).toBe("9007199254740993\n");
      await page.locator("#expression").getByRole("textbox").focus();
      await page.getByRole("button", { name: "$ is a map, 2 key" }).click();
      await expect(editor).toBeFocused();
      await expect(playground.inputs.getByRole("tab", { name: "Data $" })).toHaveCount(0);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.insertText("c: [1");
      await expect(editor.locator(".cm-lintRange-error")).toBeVisible();
    });
  }

  if (dialect === "unfurl") continue;

  test(`switching to ${name} and back keeps files, expression and inputs, and restores the result`, async ({
    page,
    playground,
  }) => {
    await playground.open({
      files: { "main.yaml": "a: 1\n", "b.yaml": "b: 2\n" },
      expression: "::main::a",
      vars: { size: 3 },
    });
    await playground.view("JSON");
    const before = await playground.text();
    const choice = page.getByRole("combobox", { name: "Dialect" });
    await choice.selectOption(dialect);
    await playground.settle();
    await expect(playground.files.getByRole("tab")).toHaveText(["main.yaml", "b.yaml"]);
    await choice.selectOption("unfurl");
    await playground.settle();
    await expect(playground.expression).toHaveText("::main::a");
    await playground.inputs.getByRole("tab", { name: "Vars" }).click();
    await expect(playground.inputs.getByRole("textbox", { name: "Value of size" })).toHaveValue("3");
    await expect.poll(() => playground.text()).toBe(before);
  });

  test(`a text that looks like ${name}, pasted into an empty draft, makes it the dialect, which can be undone`, async ({
    page,
    playground,
  }) => {
    await playground.visit();
    await playground.chooseInDraftMenu("New draft");
    await expect(playground.draft("Untitled")).toBeVisible();
    await page.getByRole("textbox", { name: /^Editor/ }).focus();
    await page.keyboard.insertText(text);
    const choice = page.getByRole("combobox", { name: "Dialect" });
    await expect(choice).toHaveValue(dialect);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(choice).toHaveValue("unfurl");
    await expect(playground.file("main.yaml")).toBeVisible();
    await expect(playground.editor).toContainText(text.split("\n")[0]!);
  });
}
