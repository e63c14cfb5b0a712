// The expectation of a draft, its cases, the differences, and the same verdicts by the command.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, type Playground, repeats, test } from "./playground.ts";

const command = process.env.EVG_COMMAND ?? fileURLToPath(new URL("../build/native/evalground", import.meta.url));

const bar = ({ page }: Playground): Locator => page.getByRole("group", { name: "Expected result" });
const list = ({ page }: Playground): Locator => page.getByRole("group", { name: "Cases" });

async function chooseInMenu(playground: Playground, entry: string | RegExp): Promise<void> {
  const { page } = playground;
  await page.getByRole("button", { name: "Expect and compare" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Saves the current inputs as a case with this name. */
async function keep(playground: Playground, name: string): Promise<void> {
  const { page } = playground;
  await chooseInMenu(playground, "Keep as a case");
  const dialog = page.getByRole("dialog", { name: "Keep as a case" });
  await dialog.getByRole("textbox", { name: "Name the case" }).fill(name);
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(list(playground).getByRole("button", { name: `Open the case ${name}` })).toBeVisible();
}

/** The last lines of the command's output for a case file. */
function judged(file: string): string {
  try {
    return execFileSync(command, ["cases", file], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

async function saved(playground: Playground, press: () => Promise<void>): Promise<string> {
  const download = playground.page.waitForEvent("download");
  await press();
  return (await download).path();
}

const numbers = { dialect: "yaql", expression: "$.select($ * 2)", data: [1, 2, 3] };

test("the result is expected; an edit says how much differs; it is updated, removed and comes back", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open(numbers as never);
  await expect(bar(playground)).toBeHidden();
  const run = await playground.run();
  await chooseInMenu(playground, /^Expect this result/);
  await expect(bar(playground)).toContainText("As expected");
  // Setting an expectation does not evaluate again.
  expect(await playground.run()).toBe(run);
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "fresh");
  await playground.evaluate("$.select($ * 3)");
  await expect(bar(playground)).toContainText("Differs in 3 places");
  await bar(playground).getByRole("button", { name: "Show differences" }).click();
  const panel = playground.results.getByRole("tabpanel", { name: "Diff" });
  await expect(panel.getByRole("combobox", { name: "Compare with" })).toHaveValue("expected");
  await expect(panel.getByRole("row")).toHaveCount(3);
  await bar(playground).getByRole("button", { name: "Update" }).click();
  await expect(bar(playground)).toContainText("As expected");
  await expect(panel).toContainText("no differences");
  // It is stored in the draft and in its link.
  const { link } = await playground.share();
  await page.keyboard.press("Escape");
  await playground.openLink(link);
  await expect(bar(playground)).toContainText("As expected");
  await bar(playground).getByRole("button", { name: "Remove" }).click();
  await expect(bar(playground)).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(bar(playground)).toContainText("As expected");
});

test("an error is expected by its message", async ({ playground }) => {
  await playground.open({ dialect: "yaql", expression: "$.nothing()", data: [] } as never);
  await chooseInMenu(playground, /^Expect this error/);
  await expect(bar(playground)).toContainText("As expected");
  await playground.evaluate("1");
  await expect(bar(playground)).toContainText("Gave a result, but an error is expected");
});

test("one output is expected, regardless of the others", async ({ playground }) => {
  const text = (other: string): string =>
    `heat_template_version: 2018-08-31\noutputs:\n  size: {value: 3}\n  other: {value: ${other}}\n`;
  await playground.open({ dialect: "heat", files: { "main.yaml": text("a") } } as never);
  await playground.chooseInRowMenu("size", "Expect this value");
  await expect(bar(playground)).toContainText("As expected");
  await playground.write(text("b"));
  await expect(playground.row("other")).toContainText("b");
  await expect(bar(playground)).toContainText("As expected");
  await playground.write(text("b").replace("value: 3", "value: 4"));
  await expect(bar(playground)).toContainText("Differs in 1 place");
});

test("the value of an attribute is expected with the expression that yields it", async ({ playground }) => {
  await playground.open({ expression: "::main::a", files: { "main.yaml": "a: {b: 1}\n" } } as never);
  await playground.chooseInRowMenu("b", "Expect this value");
  await expect(list(playground).getByRole("row", { name: /^Open the case b/ })).toContainText("passes");
  await expect(list(playground)).toContainText("::main::a::b");
});

for (const [name, draft, row, written] of [
  [
    "YAQL",
    { dialect: "yaql", expression: "{ports => $.select($.port)}", data: [{ port: 80 }, { port: 443 }] },
    "ports.1",
    "({ports => $.select($.port)}).ports.toList()[1]",
  ],
  [
    "Jinja2",
    { dialect: "jinja2", main: "{{ {'a': users | list} }}", vars: { users: ["x", "y"] }, options: { native: true } },
    "a.1",
    "['a']",
  ],
  [
    "Δ",
    {
      dialect: "dcontroller",
      expression: { one: { "@len": "$.items" }, two: [1, "$.name"] },
      data: { name: "n", items: [] },
    },
    "one",
    "@len",
  ],
] as const)
  test(`a row within the result of ${name} is expected with its own expression`, async ({ playground }) => {
    await playground.open(draft as never);
    await playground.chooseInRowMenu(row, "Expect this value");
    const cases = list(playground).getByRole("row", { name: /^Open the case/ });
    await expect(cases).toHaveCount(1);
    await expect(cases).toContainText("passes");
    await expect(list(playground)).toContainText(written);
  });

test("cases of one draft run together, lead to each, and the command gives the same verdicts", async ({
  playground,
  visitor,
}) => {
  // Compares the page's verdicts with those of the native command, which scripts/test builds before the browser tests.
  test.skip(!existsSync(command), "the command is not built: scripts/build native");
  await playground.open(numbers as never);
  await keep(playground, "doubled");
  await playground.evaluate("$.sum()");
  await expect(bar(playground)).toContainText("Differs");
  await bar(playground).getByRole("button", { name: "Update" }).click();
  await keep(playground, "sum");
  const toggle = bar(playground).getByRole("button", { name: /^(2 of 2 pass|Running)/ });
  await expect(toggle).toHaveText("2 of 2 pass");
  const press = (): Promise<void> => list(playground).getByRole("button", { name: "Save as a case file" }).click();
  const passing = await saved(playground, press);
  expect(judged(passing)).toMatch(/2 passed, 0 failed/);
  // Change the expectation of one case.
  await list(playground).getByRole("button", { name: "Open the case doubled" }).click();
  await playground.settle();
  await expect(playground.expression).toHaveText("$.select($ * 2)");
  await expect(bar(playground)).toContainText("doubled: As expected");
  await expect(list(playground).getByRole("button", { name: "Open the case doubled" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await playground.evaluate("$.select($ * 5)");
  await list(playground).getByRole("button", { name: "Actions for the case doubled" }).click();
  await playground.page.getByRole("menuitem", { name: "Replace with the current inputs" }).click();
  await expect(bar(playground).getByRole("button", { name: /pass/ })).toHaveText("1 of 2 pass");
  await expect(list(playground).getByRole("row", { name: /doubled/ })).toContainText("Differs in");
  const failing = await saved(playground, press);
  expect(judged(failing)).toMatch(/FAIL doubled[\s\S]*1 passed, 1 failed/);
  // The file opens as a draft with the same verdicts.
  const other = await visitor();
  await other.visit();
  await other.page.locator("body").evaluate(
    (body, content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "cases.json", { type: "application/json" }));
      for (const type of ["dragenter", "dragover", "drop"])
        body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    readFileSync(failing, "utf8"),
  );
  await expect(bar(other)).toContainText("2 cases");
  await bar(other).getByRole("button", { name: "2 cases" }).click();
  await expect(bar(other).getByRole("button", { name: /pass/ })).toHaveText("1 of 2 pass");
});

test("results are compared with the one before and with a pinned one, by parts and by lines", async ({
  playground,
}) => {
  await playground.open({ dialect: "yaql", expression: "$", data: { a: 1, b: 2 } } as never);
  const tab = playground.results.getByRole("tab", { name: "Diff" });
  await expect(tab).toBeHidden();
  await chooseInMenu(playground, "Pin this run");
  await tab.click();
  const panel = playground.results.getByRole("tabpanel", { name: "Diff" });
  await expect(panel).toContainText("no differences");
  await playground.evaluate("dict(a => 5, c => 3)");
  const rows = panel.getByRole("row");
  await expect(rows).toHaveText([/changed.*a.*1 → 5/, /removed.*b.*2/, /added.*c.*3/]);
  await panel.getByRole("combobox", { name: "Compare with" }).selectOption("Previous result");
  await expect(rows).toHaveCount(3);
  await panel.getByRole("radio", { name: "Lines" }).check();
  await expect(panel.locator("ins")).toHaveText(["a: 5", "c: 3"]);
  await expect(panel.locator("del")).toHaveText(["a: 1", "b: 2"]);
  await panel.getByRole("button", { name: "Unpin run" }).click();
  await expect(panel.getByRole("combobox", { name: "Compare with" }).getByRole("option")).toHaveText([
    "Previous result",
  ]);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    const title = `expectations and cases have no axe violation in the ${theme} theme at ${width} px`;
    test(title, repeats((theme === "dark") === (width === 1280)), async ({ playground }) => {
      const { page } = playground;
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 800 });
      const one = { id: "doubled", expression: "$.select($ * 2)", data: [1, 2, 3], expect: { value: [2, 4, 6] } };
      const other = { id: "sum", expression: "$.sum()", data: [1, 2, 3], expect: { value: 7 } };
      const draft = { ...numbers, expression: "$.select($ * 3)", expect: one.expect, cases: [one, other] };
      await playground.open(draft as never);
      if (width === 320)
        await page
          .getByRole("navigation", { name: "Panes" })
          .getByRole("button", { name: /^Results/ })
          .click();
      await bar(playground)
        .getByRole("button", { name: /cases$/ })
        .click();
      await expect(bar(playground)).toContainText("1 of 2 pass");
      await bar(playground).getByRole("button", { name: "Show differences" }).click();
      await expect(playground.results.getByRole("row", { name: /changed/ }).first()).toBeVisible();
      expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page)).toEqual([]);
      if (process.env.EVG_PICTURES)
        await page.screenshot({ path: `${process.env.EVG_PICTURES}/cases-${theme}-${width}.png` });
    });
  }
}
