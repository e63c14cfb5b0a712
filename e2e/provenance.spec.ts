// From every view to the origins of its values, and back.
import type { Locator } from "@playwright/test";
import { expect, type Playground, test } from "./playground.ts";

/** The marked text in a rendered text. */
const printed = ({ page }: Playground): Promise<string[]> =>
  page.evaluate(() => [...(CSS.highlights.get("printed") ?? [])].map((range) => String(range)));

/** The marked text in an editor. A mark may consist of several elements. */
const marked = (editor: Locator): Promise<string> =>
  editor
    .locator(".mark-winning")
    .allTextContents()
    .then((pieces) => pieces.join(""));

test("a line of a rendered template leads to the template's line and its variables, and back", async ({
  page,
  playground,
}) => {
  await playground.open({
    dialect: "jinja2",
    files: { "hosts.j2": "# hosts\n{% for server in servers %}\n{{ server.name }} on {{ port }}\n{% endfor %}\n" },
    vars: { servers: [{ name: "alpha" }, { name: "beta" }], port: 8080 },
  } as never);
  const editor = page.getByRole("textbox", { name: /^Editor, hosts\.j2/ });
  await playground.clickLine("beta");
  await expect.poll(() => printed(playground)).toEqual(["beta"]);
  await expect.poll(() => marked(editor)).toContain("{{ server.name }}");
  const origins = playground.results.getByRole("list", { name: "Where this comes from" });
  await expect(origins).toContainText("servers[1].name");
  await origins.getByRole("button", { name: "servers[1].name" }).click();
  await expect(playground.inputs.getByRole("tab", { name: /^Vars/ })).toHaveAttribute("aria-selected", "true");

  // In the other direction: the line of the loop printed a line for each server.
  await editor.getByText("server.name", { exact: false }).first().click();
  await expect.poll(async () => (await printed(playground)).join("")).toContain("alpha");
  expect((await printed(playground)).join("")).toContain("beta on 8080");
  expect((await printed(playground)).join("")).not.toContain("# hosts");

  // With the keyboard only.
  await playground.results.getByRole("tabpanel", { name: "Text" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => printed(playground)).toEqual(["# hosts"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => printed(playground)).toEqual(["alpha on 8080"]);
  await expect(playground.status).toContainText("hosts.j2");
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await expect(playground.caret(3)).toBeVisible();
  await page.keyboard.press("Shift+F4");
  await expect(playground.results.getByRole("tabpanel", { name: "Text" })).toBeFocused();
});

const policy = `bundle agent main
{
  vars:
    "name" string => "world";
    "greeting" string => "hello $(name)";
  reports:
    "said: $(greeting)";
    "done";
}
`;

test("reports and variables of a policy lead to their promises, and the promises to them", async ({
  page,
  playground,
}) => {
  await playground.open({ dialect: "cfengine", files: { "main.cf": policy } } as never);
  const editor = page.getByRole("textbox", { name: /^Editor, main\.cf/ });
  const views = playground.results.getByRole("tablist", { name: "Result view" });
  await views.getByRole("tab", { name: "Reports" }).click();
  await playground.clickLine("done");
  await expect.poll(() => marked(editor)).toContain("done");
  await editor.getByText("said", { exact: false }).first().click();
  await expect.poll(() => printed(playground)).toEqual(["said: hello world\n"]);

  await views.getByRole("tab", { name: "Variables" }).click();
  const row = playground.results.getByRole("row", { name: /^main\.greeting: / });
  await row.click();
  await expect.poll(() => marked(editor)).toContain("hello $(name)");
  await expect(page.locator("#thread path").first()).toBeAttached();
  await playground.results.getByRole("button", { name: /main\.cf 4:/ }).click();
  await expect(playground.results.getByRole("row", { name: /^main\.name: / })).toHaveAttribute("aria-selected", "true");
});

const template = `heat_template_version: 2018-08-31
parameters:
  zone: {type: string, default: north}
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: {list_join: ['-', [web, {get_param: zone}]]}
outputs:
  place: {value: {get_param: zone}}
`;

test("outputs and properties of resources lead to the template", async ({ page, playground }) => {
  await playground.open({ dialect: "heat", files: { "main.yaml": template } } as never);
  await playground.row("place").click();
  await expect.poll(() => marked(playground.editor)).not.toBe("");
  await expect(page.locator("#thread path").first()).toBeAttached();
  await playground.results.getByRole("tab", { name: "Resources" }).click();
  await playground.results.getByRole("row", { name: /^server\.properties\.name: / }).click();
  await expect(playground.results.getByRole("list", { name: "Where this comes from" })).toContainText("main.yaml 8:");
  await expect.poll(() => marked(playground.editor)).toContain("list_join");
});

const data = {
  servers: [
    { name: "alpha", ram: 1 },
    { name: "beta", ram: 4 },
  ],
};

test("results of a query lead to the data they were read from, and the data to them", async ({ page, playground }) => {
  await playground.open({
    dialect: "yaql",
    expression: "$.servers.where($.ram > 1).select({who => $.name, twice => $.ram * 2})",
    data,
  } as never);
  const editor = page.getByRole("textbox", { name: "Editor, data $, YAML" });
  await playground.row("0.who").click();
  await expect.poll(() => marked(editor)).toContain("name: beta");
  await expect(page.locator("#thread path").first()).toBeAttached();
  const origins = playground.results.getByRole("list", { name: "Where this comes from" });
  await expect(origins).toContainText("read from the data");
  await origins.getByRole("button", { name: "$.servers[1].name" }).click();
  await expect(editor).toBeFocused();
  await expect(playground.caret(4)).toBeVisible();

  await playground.row("0.twice").click();
  await expect.poll(() => marked(editor)).toContain("ram: 4");
  await page.keyboard.press("F4");
  await editor.getByText("beta").click();
  await expect(playground.row("0.who")).toHaveAttribute("data-made");
  await expect(playground.row("0.twice")).not.toHaveAttribute("data-made");
});

test("if the data is an input, its field shows what a result was read from", async ({ page, playground }) => {
  await playground.open({
    dialect: "dcontroller",
    files: { "notes.yaml": "" },
    expression: "$.servers[1].name",
    data,
  } as never);
  await playground.row("result").click();
  const origins = playground.results.getByRole("list", { name: "Where this comes from" });
  await origins.getByRole("button", { name: "$.servers[1].name" }).click();
  const field = playground.inputs.getByRole("textbox", { name: "Data $ as YAML" });
  await expect(field).toBeFocused();
  await expect.poll(() => marked(field)).toContain("name: beta");
  await expect(page.locator("#inputs")).toBeVisible();
});

test("each object of a pipeline leads to the data object it was made from", async ({ page, playground }) => {
  const service = (name: string, port: number): object => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "shop" },
    spec: { port },
  });
  await playground.open({
    dialect: "dcontroller",
    files: {
      "controller.yaml": `name: ports
sources: [{apiGroup: '', kind: Service}]
pipeline:
  - '@project':
      metadata: {name: $.metadata.name, namespace: $.metadata.namespace}
      next: {'@sum': [$.spec.port, 1]}
target: {kind: PortView}
`,
    },
    data: [service("api", 8080), service("web", 80)],
  } as never);
  const origins = playground.results.getByRole("list", { name: "Where this comes from" });
  // Objects are sorted by name, each with its own data.
  await playground.row("1.next").click();
  await expect(origins).toContainText("$[1].spec.port");
  await expect(origins).not.toContainText("$[0]");
  await playground.row("0.metadata.name").click();
  await expect(origins).toContainText("controller.yaml 5:");
  await origins.getByRole("button", { name: "$[0].metadata.name" }).click();
  const field = playground.inputs.getByRole("textbox", { name: "Data $ as YAML" });
  await expect(field).toBeFocused();
  await expect.poll(() => marked(field)).toContain("name: api");
  await expect(page.locator("#inputs")).toBeVisible();
});

test("each item of a query leads to its own data, also if it was computed", async ({ page, playground }) => {
  await playground.open({ dialect: "yaql", expression: "$.servers.select($.ram * 2)", data } as never);
  const editor = page.getByRole("textbox", { name: "Editor, data $, YAML" });
  await playground.row("0").click();
  await expect.poll(() => marked(editor)).toContain("ram: 1");
  await playground.row("1").click();
  await expect.poll(() => marked(editor)).toContain("ram: 4");
  await expect.poll(() => marked(editor)).not.toContain("ram: 1");
});

test("a size with its unit is shown and copied as written", async ({ playground }) => {
  await playground.open({ files: { "main.yaml": "disk: {eval: {scalar: 20 GB}}\n" } });
  await expect(playground.row("instances.main.disk")).toContainText("20 GB");
  expect(await playground.copyRow("instances.main.disk", "Copy as JSON")).toContain('"scalar": "20 GB"');
});
