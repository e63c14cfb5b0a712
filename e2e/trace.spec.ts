// How a value was computed: the trace with its stepper, and the explanation of an expression.
import type { Locator } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, type Playground, repeats, test } from "./playground.ts";

async function openView(playground: Playground, name: "Trace" | "Explain"): Promise<Locator> {
  await playground.results
    .getByRole("tablist", { name: "Result view" })
    .getByRole("tab", { name, exact: true })
    .click();
  return playground.results.getByRole("tabpanel", { name, exact: true });
}

const steps = (playground: Playground): Locator =>
  playground.results.getByRole("tree", { name: "Steps of the evaluation" });

test("the trace lists steps with values and times; stepping marks each source; the last value is the result", async ({
  playground,
}) => {
  const { page } = playground;
  const text = "value: {eval: {concat: [a, {eval: {concat: [b, c]}}]}}\n";
  await playground.open({ main: "main.yaml", files: { "main.yaml": text } });
  const panel = await openView(playground, "Trace");
  const tree = steps(playground);
  const attribute = tree.getByRole("treeitem").filter({ hasText: "attribute" }).last();
  await expect(attribute).toContainText('"abc"');
  await expect(attribute).toContainText(/\d ms/);
  await expect(attribute).toContainText("main.yaml 1:8");
  const stepper = panel.getByRole("group", { name: "Stepper" });
  await expect(stepper.getByText(/^Step (\d+) of \1$/)).toBeVisible();
  await expect(panel.locator(".trace-detail")).toContainText(/^result → \{.*value: "abc"/);
  const marked = (): Promise<string> =>
    playground.editor.locator(".mark-winning").evaluateAll((all) => all.map((each) => each.textContent).join(""));
  await stepper.getByRole("button", { name: "First step" }).click();
  await expect(stepper.getByText("Step 1 of")).toBeVisible();
  const seen = new Set<string>();
  for (let step = 0; step < 8; step += 1) {
    await stepper.getByRole("button", { name: "Next step" }).click();
    seen.add(await marked());
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(["{concat: [b, c]}", "{eval: {concat: [a, {eval: {concat: [b, c]}}]}}"]),
  );
  await page.keyboard.press("ArrowLeft");
  await expect(stepper.getByText(/^Step \d+ of/)).toBeVisible();
});

test("loops group their iterations, filters list steps, and the trace copies as text", async ({ playground }) => {
  const { page } = playground;
  const workspace = {
    dialect: "jinja2",
    main: "page.j2",
    files: { "page.j2": "{% for u in users %}{{ u | upper }}{% endfor %}\n" },
    vars: { users: Array.from({ length: 37 }, (_, at) => `user${at}`) },
  };
  await playground.open(workspace);
  const panel = await openView(playground, "Trace");
  const tree = steps(playground);
  await tree.getByRole("treeitem").filter({ hasText: "loop" }).click();
  await page.keyboard.press("ArrowRight");
  const group = tree.getByRole("treeitem").filter({ hasText: "37 times" });
  await expect(group).toContainText("u | upper");
  await group.click();
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("treeitem").filter({ hasText: '"USER0"' }).last()).toBeVisible();
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await panel.getByRole("searchbox", { name: "Find in steps" }).fill("USER36");
  await expect(tree.getByRole("treeitem")).toHaveCount(1);
  await panel.getByRole("searchbox", { name: "Find in steps" }).fill("");
  await panel.getByRole("combobox", { name: "Steps to show" }).selectOption("The 10 slowest");
  await expect(tree.getByRole("treeitem")).toHaveCount(10);
  await panel.getByRole("button", { name: "Copy the steps as text" }).click();
  await expect(playground.status).toHaveText("Copied");
  const copied = await playground.copied();
  expect(copied).toContain("37×");
  expect(copied).toMatch(/\n {6,}filter {2}u \| upper {2}→ "USER36"/);
});

test("the trace of a run by chance shows the very values of the result", async ({ playground }) => {
  const workspace = { dialect: "jinja2", main: "page.j2", files: { "page.j2": "{{ range(90000) | random }}" } };
  await playground.open(workspace);
  await playground.view("Text");
  const value = (await playground.text()).trim();
  await openView(playground, "Trace");
  await expect(steps(playground).getByRole("treeitem").filter({ hasText: "random" }).first()).toContainText(value);
});

test("what is sensitive is in no trace", async ({ playground }) => {
  const { page } = playground;
  const text = "plain: {eval: {secret: pw}}\nmade: {eval: {sensitive: {concat: [hun, ter2]}}}\n";
  await playground.open({ main: "main.yaml", files: { "main.yaml": text }, secrets: { pw: "hunter2" } });
  await openView(playground, "Trace");
  await expect(steps(playground)).toContainText("<<REDACTED>>");
  expect(await page.locator("#results").textContent()).not.toContain("hunter2");
});

const expressions: Record<string, { workspace: object; at?: string; row: string; says: RegExp }> = {
  unfurl: { workspace: { expression: "{eval: {concat: [a, b]}}" }, row: "concat", says: /text|join|concat/i },
  yaql: { workspace: { expression: "$.where($ > 1)", data: [1, 2] }, row: "where", says: /condition holds/ },
  jinja2: {
    workspace: { files: { "a.j2": "{{ 'a' | upper }}" } },
    at: "upp",
    row: "upper",
    says: /upper ?case|capital/i,
  },
  heat: {
    workspace: {
      files: {
        "a.yaml": "heat_template_version: 2018-08-31\noutputs:\n  o:\n    value: {list_join: [',', [a, b]]}\n",
      },
    },
    at: "list_jo",
    row: "list_join",
    says: /delimiter/,
  },
  cfengine: {
    workspace: {
      files: {
        "a.cf": 'bundle agent main\n{\n  vars:\n    "x" string => string_upcase("abc");\n  reports:\n    "$(x)";\n}\n',
      },
    },
    at: "string_up",
    row: "string_upcase",
    says: /upper ?case|capital/i,
  },
  dcontroller: {
    workspace: { expression: { text: { "@concat": ["$.a", "/"] } }, data: { a: "x" } },
    row: "@concat",
    says: /Joins texts/,
  },
};

for (const [dialect, { workspace, at, row, says }] of Object.entries(expressions)) {
  test(`explain says what each part of an expression does: ${dialect}`, async ({ playground }) => {
    const { page } = playground;
    await playground.open({ dialect, ...workspace } as object);
    if (at !== undefined) {
      const text = Object.values((workspace as { files: Record<string, string> }).files)[0]!;
      await page.getByRole("textbox", { name: /^Editor, / }).focus();
      await page.keyboard.press("Control+Home");
      const lines = text.slice(0, text.indexOf(at) + at.length).split("\n");
      for (let line = 1; line < lines.length; line += 1) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Home");
      await page.keyboard.press("Home");
      for (let column = 0; column < lines.at(-1)!.length; column += 1) await page.keyboard.press("ArrowRight");
    }
    const panel = await openView(playground, "Explain");
    const found = panel.getByRole("row").filter({ has: page.getByRole("button", { name: row, exact: true }) });
    await expect(found.first()).toContainText(says);
    if (at !== undefined) await expect(found.first()).toHaveAttribute("aria-current", "true");
  });
}

for (const theme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    const title = `trace and explanation have no axe violation in the ${theme} theme at ${width} px`;
    test(title, repeats((theme === "dark") === (width === 1280)), async ({ playground }) => {
      const { page } = playground;
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 800 });
      await playground.open({ expression: "{eval: {concat: [a, {eval: {concat: [b, c]}}]}}" });
      if (width === 320)
        await page
          .getByRole("navigation", { name: "Panes" })
          .getByRole("button", { name: /Results/ })
          .click();
      for (const view of ["Trace", "Explain"] as const) {
        const panel = await openView(playground, view);
        await expect(panel.getByText("concat").first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  }
}

test("a step of a loop names the item that $ stands for", async ({ playground }) => {
  const data = { users: [{ age: 1 }, { age: 2 }] };
  await playground.open({ dialect: "yaql", expression: "$.users.select($.age + 1)", data });
  const panel = await openView(playground, "Trace");
  await panel.getByRole("searchbox", { name: "Find in steps" }).fill("$.users[1]");
  await expect(steps(playground).getByRole("treeitem")).toHaveCount(1);
  await expect(steps(playground).getByRole("treeitem")).toContainText("{age: 2}");
});
