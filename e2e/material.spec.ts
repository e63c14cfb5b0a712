// Own material: pasted text, dropped files and repositories become a draft that shows a result.
import type { Page } from "@playwright/test";
import { expect, type Playground, test } from "./playground.ts";

/** Pastes a text into the source editor, as from the clipboard. */
async function paste(playground: Playground, text: string): Promise<void> {
  await playground.editor.focus();
  await playground.page.keyboard.press("ControlOrMeta+a");
  await playground.editor.evaluate((field, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const event = { bubbles: true, cancelable: true, composed: true, clipboardData: data };
    field.dispatchEvent(new ClipboardEvent("paste", event));
  }, text);
}

/** Drops files onto the page. */
async function drop(page: Page, files: Record<string, string>, on = page.locator("body")): Promise<void> {
  await on.evaluate((target, given) => {
    const data = new DataTransfer();
    for (const [name, content] of Object.entries(given)) data.items.add(new File([content], name));
    const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: data };
    target.dispatchEvent(new DragEvent("drop", init));
  }, files);
}

const template = `heat_template_version: rocky
description: A web server
parameters:
  size: {type: number, default: 1}
outputs:
  size: {value: {get_param: size}}
`;

test("a pasted text names its draft, and stays named", async ({ playground }) => {
  await playground.visit();
  await expect(playground.draft("A web shop")).toBeVisible();
  await paste(playground, "# Load balancer of the shop\na: {eval: {concat: [x, y]}}\n");
  await expect(playground.draft("Load balancer of the shop")).toBeVisible();
  await paste(playground, "# Something else entirely\nb: 1\n");
  await playground.settle();
  await expect(playground.draft("Load balancer of the shop")).toBeVisible();
});

test("a text in another language is named after what it is", async ({ page, playground }) => {
  await playground.visit();
  await paste(playground, "heat_template_version: rocky\noutputs: {a: {value: 1}}\n");
  await expect(playground.draft("Heat template")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("heat");
});

test("a file dropped on the text of the editor is opened, not inserted", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", files: { "main.j2": "mine" } });
  const line = page.locator("#editor .cm-line").first();
  await drop(page, { "two.j2": "second" }, line);
  await expect(playground.file("two.j2")).toBeVisible();
  await playground.file("main.j2").click();
  await expect(page.locator("#editor .cm-content")).toHaveText("mine");
});

test.describe("text that replaces an example", () => {
  const open = async (page: Page): Promise<void> => {
    await page.getByRole("combobox", { name: "Dialect" }).selectOption({ label: "Heat" });
    await expect(page.getByRole("region", { name: "About this example" })).toBeVisible();
    await expect(page.locator(".toast")).toContainText("Opened");
  };
  const text = "# My stack\nheat_template_version: rocky\noutputs: {a: {value: 1}}\n";

  test("ends its introduction and the notice that it was opened", async ({ page, playground }) => {
    await playground.visit();
    await open(page);
    await paste(playground, text);
    await expect(playground.draft("My stack")).toBeVisible();
    await expect(page.getByRole("region", { name: "About this example" })).toHaveCount(0);
    await expect(page.locator(".toast")).toHaveCount(0);
  });

  test("names the draft, even if it was typed", async ({ page, playground }) => {
    await playground.visit();
    await open(page);
    await playground.editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
    await expect(playground.draft("My stack")).toBeVisible();
    await expect(page.getByRole("region", { name: "About this example" })).toHaveCount(0);
  });
});

test("a pasted list is opened as data; undo brings the text back as it was, and redo the list", async ({
  page,
  playground,
}) => {
  await playground.open({ dialect: "yaql", data: { a: 1 }, expression: "$" });
  const data = page.getByRole("textbox", { name: /^Editor, data/ });
  await data.press("ControlOrMeta+a");
  await page.keyboard.insertText('{"a": 2}');
  await expect(data).toHaveText('{"a": 2}');
  await playground.settle();
  await data.press("ControlOrMeta+End");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, '[{"id": 1, "name": "first of the list"}, {"id": 2, "name": "second"}]');
  const toast = page.locator(".toast");
  await toast.getByRole("button", { name: "Open as draft" }).click();
  await expect(data).toContainText("name: second");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(data).toHaveText('{"a": 2}');
  await toast.getByRole("button", { name: "Redo" }).click();
  await expect(data).toContainText("name: second");
});

test("a template pasted over an example leaves the caret behind it, and nothing selected", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await paste(playground, template);
  await expect(playground.row("outputs.size").or(playground.row("size"))).toContainText("1");
  await page.keyboard.type("# more");
  await expect(page.locator("#editor .cm-content")).toContainText("size: {value: {get_param: size}}");
  await expect(page.locator("#editor .cm-content")).toContainText("# more");
});

test("a Heat environment is used by the template beside it, whichever comes first", async ({ page, playground }) => {
  await playground.visit();
  const size = playground.row("outputs.size").or(playground.row("size"));
  // Together.
  await drop(page, { "server.yaml": template, "prod.yaml": "parameters: {size: 3}\n" });
  await expect(page.locator("#toasts")).toContainText("server.yaml uses the environment prod.yaml");
  await expect(size).toContainText("3");
  // The template first, then the environment.
  await playground.open({ dialect: "heat", files: { "server.yaml": template } } as never);
  await drop(page, { "test.yaml": "parameter_defaults: {size: 7}\n" });
  await expect(page.locator("#toasts")).toContainText("server.yaml uses the environment test.yaml");
  await expect(size).toContainText("7");
  await page.locator("#toasts").getByRole("button", { name: "Undo" }).click();
  await expect(size).toContainText("1");
  // The environment first.
  await playground.chooseInDraftMenu("New draft");
  await drop(page, { "stage.yaml": "parameters: {size: 5}\n" });
  await expect(playground.draft("stage")).toBeVisible();
  await drop(page, { "server.yaml": template });
  await expect(page.locator("#toasts")).toContainText("server.yaml replaces the placeholder");
  await expect(playground.file("server.yaml")).toHaveAttribute("aria-selected", "true");
  await expect(size).toContainText("5");
});

const files = {
  "hosts.ini": "[web]\nweb1\nweb2\n",
  "site.yml": "- hosts: all\n  roles: [app, nginx]\n",
  "group_vars/all.yml": "owner: platform\n",
  "group_vars/web.yml": "port: 80\n",
  "host_vars/web2.yml": "port: 81\n",
  "roles/app/defaults/main.yml": "port: 8080\n",
  "roles/app/tasks/main.yml": "- debug: {msg: x}\n",
  "roles/app/templates/app.conf.j2": "listen {{ port }} for {{ inventory_hostname }}\n",
  "roles/nginx/templates/sites/shop.j2": "server_name {{ inventory_hostname }}\n",
};
const options = { flavor: "ansible", inventory: "hosts.ini", play: "site.yml", host: "web1" };

test("templates of all roles are in one list, and one press renders one for the host", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", operation: "host", files, options } as never);
  const templates = page.getByRole("combobox", { name: "Template" });
  await expect(templates.locator("optgroup")).toHaveCount(2);
  await templates.selectOption("roles/app/templates/app.conf.j2");
  await expect.poll(() => playground.text()).toBe("listen 80 for web1\n");
  await page.getByRole("combobox", { name: "Host" }).selectOption("web2");
  await expect.poll(() => playground.text()).toBe("listen 81 for web2\n");
  await templates.selectOption("");
  await expect(page.getByRole("treegrid", { name: "Variables of the host" })).toContainText(
    "host – host_vars/web2.yml",
  );
});

test("the matrix marks the hosts that differ", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", operation: "matrix", files, options } as never);
  const table = page.getByRole("table", { name: "Variables by host" });
  const marked = table.locator('[role="row"]', { hasText: "port" }).locator("[data-shade]");
  await expect(marked).toHaveText(["81"]);
  await expect(marked).toHaveAttribute("aria-description", /differs from most hosts/);
});

test("all files are a tree beside the editor, with search, renaming and the keyboard", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", operation: "host", files, options } as never);
  // A repository with more files than the tabs can show opens with it.
  const tree = page.getByRole("tree", { name: "All files" });
  await expect(tree).toBeVisible();
  const item = (name: string) => tree.getByRole("treeitem", { name, exact: true });
  await item("shop.j2").click();
  await expect(playground.file("roles/nginx/templates/sites/shop.j2")).toHaveAttribute("aria-selected", "true");

  const search = page.getByRole("searchbox", { name: "Search files" });
  const found = page.getByRole("region", { name: "All files" }).getByRole("status");
  await search.fill("nowhere");
  await expect(found).toHaveText("No matches");
  await search.fill("app/");
  await expect(tree.getByRole("treeitem")).toHaveCount(8);
  await search.fill("");
  await expect(found).toBeHidden();

  await item("nginx").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(item("nginx")).toHaveAttribute("aria-expanded", "false");
  await expect(item("shop.j2")).toHaveCount(0);
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Rename the folder roles/nginx" });
  await dialog.getByRole("textbox").fill("roles/proxy");
  await page.keyboard.press("Enter");
  await expect(item("proxy")).toBeVisible();
  await expect(playground.file("roles/proxy/templates/sites/shop.j2")).toHaveAttribute("aria-selected", "true");

  await page.getByRole("button", { name: "Close the list of files" }).click();
  await expect(tree).toBeHidden();
  await expect(page.getByRole("button", { name: "Show all files" })).toBeFocused();
});

test("a search of all files lists the lines that contain the text, and leads to them", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", operation: "host", files, options } as never);
  const tree = page.getByRole("tree", { name: "All files" });
  await page.getByRole("searchbox", { name: "Search files" }).fill("PORT");
  await expect(page.getByRole("region", { name: "All files" }).getByRole("status")).toHaveText("4 lines in 4 files");
  await expect(tree.locator("mark")).toHaveText(["port", "port", "port", "port"]);
  await tree.getByRole("treeitem", { name: /listen/ }).click();
  await expect(playground.file("roles/app/templates/app.conf.j2")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("textbox", { name: /^Editor, .*app\.conf\.j2/ })).toBeFocused();
});

test("the focus returns to a file renamed in the list of files", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", operation: "host", files, options } as never);
  const tree = page.getByRole("tree", { name: "All files" });
  await tree.getByRole("treeitem", { name: "web2.yml" }).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Move/ })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("host_vars/web3.yml");
  await page.keyboard.press("Enter");
  await expect(tree.getByRole("treeitem", { name: "web3.yml" })).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("the list of files covers the editor until a file is chosen", async ({ page, playground }) => {
    await playground.open({ dialect: "jinja2", operation: "host", files, options } as never);
    const tree = page.getByRole("tree", { name: "All files" });
    await expect(tree).toBeHidden();
    await page.getByRole("button", { name: "Show all files" }).tap();
    await tree.getByRole("treeitem", { name: "site.yml" }).tap();
    await expect(tree).toBeHidden();
    await expect(page.getByRole("button", { name: /site\.yml/ })).toBeVisible();
  });
});

test("the inputs can stand beside the files, and a value leads to the field that set it", async ({
  page,
  playground,
}) => {
  const vars = { port: 80, name: "shop" };
  await playground.open({ dialect: "jinja2", files: { "main.j2": "{{ [port, name] }}" }, vars } as never);
  const { inputs } = playground;
  const editor = page.getByRole("textbox", { name: /^Editor, main\.j2/ });
  await inputs.getByRole("button", { name: "Show inputs beside the files" }).click();
  await expect(playground.file("Inputs")).toHaveAttribute("aria-selected", "true");
  await expect(editor).toBeHidden();
  expect((await inputs.boundingBox())?.width).toBeGreaterThan(450);
  await playground.file("main.j2").click();
  await expect(editor).toBeVisible();
  await expect(inputs).toBeHidden();

  await page.reload();
  await playground.settle();
  await expect(playground.file("Inputs")).toHaveAttribute("aria-selected", "false");
  await playground.file("Inputs").click();
  await inputs.getByRole("button", { name: "Show inputs beside the files" }).click();
  await expect(playground.file("Inputs")).toHaveCount(0);
  await expect(editor).toBeVisible();
  await expect(inputs).toBeVisible();
});

test("where a value comes from leads to the entry of the inputs", async ({ page, playground }) => {
  await playground.open({ dialect: "heat", files: { "main.yaml": template }, inputs: { size: 4 } } as never);
  await playground.row("size").click();
  const origins = playground.results.getByRole("list", { name: "Where this comes from" });
  await origins.getByRole("button", { name: "Show in Parameters" }).click();
  const field = playground.inputs.getByRole("textbox", { name: "Value of size" });
  await expect(field).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("9");
  await expect(playground.row("size")).toContainText("9");
});

test("a workflow of Mistral becomes its expressions on its inputs", async ({ page, playground }) => {
  await playground.visit();
  const workflow = [
    "version: '2.0'",
    "build:",
    "  input:",
    "    - servers: [a, b]",
    "  tasks:",
    "    first:",
    "      action: std.echo output=<% $.servers.len() %>",
    "      publish: {last: <% $.servers.last() %>}",
    "",
  ].join("\n");
  await paste(playground, workflow);
  await expect(playground.draft("build")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("yaql");
  await expect(playground.row("result")).toContainText("2");
  await playground.expression.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(playground.row("result")).toContainText('"b"');
});
