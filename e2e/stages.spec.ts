// The rounds of an evaluation, and the versions of a reference, compared with each other.
import { expect, type Playground, test } from "./playground.ts";

const policy = `bundle agent main
{
  classes:
    "ready" expression => isvariable("host");
  vars:
    "host" string => "web1";
    ready::
      "url" string => "http://$(host)/";
  reports:
    "see $(url)";
}
`;

test("a pass of a policy can be chosen, and shows what it added and changed", async ({ page, playground }) => {
  await playground.open({ dialect: "cfengine", files: { "main.cf": policy } } as never);
  const slider = playground.results.getByRole("slider", { name: "After" });
  await playground.results.getByRole("tab", { name: "Changes" }).click();
  const summary = playground.results.locator(".diff-summary");
  await slider.focus();
  await page.keyboard.press("Home");
  const count = Number(await slider.getAttribute("max"));
  expect(count).toBeGreaterThan(1);
  const said: string[] = [];
  for (let place = 0; place < count; place += 1) {
    await expect(summary).toContainText("main, pass");
    const table = playground.results.locator(".step-diff");
    if (await table.isVisible()) said.push(...(await table.getByRole("row").allInnerTexts()));
    await page.keyboard.press("ArrowRight");
  }
  const all = said.join("\n");
  expect(all).toContain("main.host");
  expect(all).toContain("ready");
  expect(all).toContain("see http://web1/");
});

test("a stage of a pipeline can be chosen, with its objects and what it changed", async ({ page, playground }) => {
  await playground.open({
    dialect: "dcontroller",
    files: {
      "controller.yaml": `name: ports
sources: [{apiGroup: '', kind: Service}]
pipeline:
  - '@select': {'@eq': [$.metadata.namespace, shop]}
  - '@project': {metadata: {name: $.metadata.name, namespace: $.metadata.namespace}, port: $.spec.port}
target: {kind: PortView}
`,
    },
    data: [
      { apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "shop" }, spec: { port: 80 } },
      { apiVersion: "v1", kind: "Service", metadata: { name: "mail", namespace: "post" }, spec: { port: 25 } },
    ],
  } as never);
  await playground.results.getByRole("tab", { name: "Changes" }).click();
  const slider = playground.results.getByRole("slider", { name: "After" });
  await slider.focus();
  await page.keyboard.press("Home");
  const rows = playground.results.locator(".step-diff").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("removed");
  await expect(rows).toContainText("mail");
  await page.keyboard.press("ArrowRight");
  await expect(rows.filter({ hasText: "port" }).first()).toBeVisible();
  await page.keyboard.press("Home");
  await playground.view("Keys");
  await expect(playground.row("0.spec.port")).toContainText("80");
});

/** Opens a document with a condition that only the older reference accepts. */
async function openCondition(playground: Playground, reference: string): Promise<void> {
  const options = { flavor: "ansible", reference, as: "conditional" };
  await playground.open({ dialect: "jinja2", options, expression: "items", vars: { items: [1] } } as never);
}

test("Ansible's references are shown side by side, with the first difference and the rule that causes it", async ({
  playground,
}) => {
  await openCondition(playground, "2.14");
  await playground.results.getByRole("tab", { name: "Versions" }).click();
  const old = playground.results.getByRole("region", { name: "Version 2.14" });
  const fresh = playground.results.getByRole("region", { name: "Version 2.21" });
  await expect(old).toContainText("true");
  await expect(fresh).toContainText("Conditional");
  await expect(playground.results.locator("mark").first()).toBeVisible();
  const rules = playground.results.getByRole("list").filter({ hasText: "In 2.21 this fails" });
  await rules.getByRole("button", { name: "Compare it" }).click();
  await expect(playground.expression).toHaveText("items | length > 0");
  await expect(playground.results).toContainText("All versions give the same result.");
});

test("a document that fails with the newest reference is compared with the previous one", async ({
  page,
  playground,
}) => {
  await openCondition(playground, "2.21");
  await playground.results.getByRole("button", { name: "Compare versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare versions" });
  await expect(dialog.getByRole("region", { name: "Version 2.14" })).toContainText("true");
  await dialog.getByRole("button", { name: "Compare it" }).click();
  await expect(dialog).toBeHidden();
  await expect(playground.row("result")).toContainText("true");
});

test("a new Ansible draft follows the newest reference, which is an option of the page", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await page.getByRole("combobox", { name: "Dialect" }).selectOption({ label: "Ansible" });
  await playground.settle();
  await playground.inputs.getByRole("tab", { name: "Limits & options" }).click();
  const choice = playground.inputs.getByRole("combobox", { name: "reference" });
  await expect(choice).toHaveValue("2.21");
  await choice.selectOption("2.14");
  await playground.settle();
  await page.getByRole("combobox", { name: "Dialect" }).selectOption({ label: "Jinja2" });
  await playground.settle();
  await expect(playground.results.getByRole("tab", { name: "Versions" })).toBeHidden();
});
