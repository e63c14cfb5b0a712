// Repositories: the view of a host, the matrix, templates for all hosts, opening a folder or an archive, and outputs of
// tools that become a repository.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodeLink } from "evalground";
import { expect, type Playground, test } from "./playground.ts";

const files = {
  "hosts.ini": "[web]\nweb1 port=81\nweb2\n\n[db]\ndb1\n\n[web:vars]\nport=80\n",
  "site.yml": "- hosts: all\n  roles: [app]\n",
  "group_vars/all.yml": "owner: platform\n",
  "roles/app/defaults/main.yml": 'port: 8080\nurl: "http://{{ inventory_hostname }}:{{ port }}/"\n',
  "roles/app/templates/app.conf.j2": "listen {{ port }}\nowner {{ owner }}\n",
};
const options = { flavor: "ansible", inventory: "hosts.ini", play: "site.yml", host: "web1" };

async function open(playground: Playground, special: object = {}): Promise<void> {
  await playground.open({ dialect: "jinja2", operation: "host", files, options, ...special } as never);
}

test("a host's variables show which level won, and their chain leads across the files", async ({
  page,
  playground,
}) => {
  await open(playground);
  const ledger = page.getByRole("treegrid", { name: "Variables of the host" });
  const port = ledger.getByRole("row", { name: /^variables\.port\.value:? / });
  await expect(port).toContainText("81");
  await expect(port).toContainText("host in the inventory – hosts.ini");
  await port.click();
  const chain = playground.results.getByRole("list", { name: "Where this comes from" });
  await expect(chain.getByRole("listitem")).toHaveCount(3);
  await expect(chain.getByRole("listitem").nth(1)).toContainText("group “web” in the inventory – hosts.ini");
  await expect(chain.getByRole("listitem").nth(2)).toContainText("defaults of role “app” – defaults/main.yml");
  await chain.getByRole("button", { name: /roles\/app\/defaults\/main\.yml/ }).click();
  await expect(playground.file("roles/app/defaults/main.yml")).toHaveAttribute("aria-selected", "true");
});

test("the long name of a variable, its value and where it was set are readable", async ({ page, playground }) => {
  const name = "application_public_address";
  await open(playground, { files: { ...files, "group_vars/all.yml": `${name}: "http://localhost/"\n` } });
  const row = page
    .getByRole("treegrid", { name: "Variables of the host" })
    .getByRole("row", { name: new RegExp(name) });
  for (const part of [".ledger-name", ".ledger-words", ".ledger-note"]) {
    const isCut = await row.locator(part).evaluate((each) => each.scrollWidth > each.clientWidth);
    expect(isCut, part).toBe(false);
  }
});

test("another host is chosen above the results, or in the tree", async ({ page, playground }) => {
  await open(playground);
  const chooser = page.getByRole("combobox", { name: "Host" });
  await expect(chooser).toHaveValue("web1");
  await expect(chooser.locator("optgroup")).toHaveCount(2);
  await chooser.selectOption("db1");
  const ledger = page.getByRole("treegrid", { name: "Variables of the host" });
  await expect(ledger.getByRole("row", { name: /variables\.url/ })).toContainText("http://db1:8080/");
  await playground.node("web2").focus();
  await page.keyboard.press("Space");
  await expect(chooser).toHaveValue("web2");
  await expect(ledger.getByRole("row", { name: /variables\.url/ })).toContainText("http://web2:80/");
});

test("the matrix shows what differs, filters, copies as CSV, and leads to a cell's chain", async ({
  page,
  playground,
}) => {
  await open(playground, { operation: "matrix" });
  const table = page.getByRole("table", { name: "Variables by host" });
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(table.getByRole("rowheader")).toHaveText(["port", "url"]);
  await playground.results.getByRole("checkbox", { name: "Only variables that differ" }).uncheck();
  await expect(table.getByRole("rowheader")).toHaveText(["owner", "port", "url"]);
  await playground.results.getByRole("searchbox", { name: "Filter variables" }).fill("port");
  await expect(table.getByRole("rowheader")).toHaveText(["port"]);
  await playground.results.getByRole("button", { name: "Copy the result" }).click();
  await page.getByRole("menuitem", { name: "Copy as CSV" }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { clipboard: string[] }).clipboard.at(-1)))
    .toBe("Variable,web1,web2,db1\r\nport,81,80,8080\r\n");
  await table.getByRole("button", { name: "81" }).click();
  await expect(playground.results.getByRole("list", { name: "Where this comes from" })).toContainText("hosts.ini");
  await page.getByRole("button", { name: "Column web2" }).click();
  await page.getByRole("menuitem", { name: "All variables of web2" }).click();
  await expect(page.getByRole("combobox", { name: "Host" })).toHaveValue("web2");
  await expect(page.getByRole("radio", { name: "Host" })).toBeChecked();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("the views of a matrix scroll, and do not overlap", async ({ page, playground }) => {
    await open(playground, { operation: "matrix" });
    await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Results" }).click();
    const views = playground.results.getByRole("tab");
    await expect(views).toHaveText(["Matrix", "Keys", "YAML", "JSON", "Versions", "Graph", "Trace", "Explain"]);
    const cut = await views.evaluateAll((tabs) =>
      tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent),
    );
    expect(cut).toEqual([]);
  });
});

test("a template is rendered for all hosts, with the difference between two of them", async ({ playground }) => {
  await open(playground, { operation: "matrix", main: "roles/app/templates/app.conf.j2" });
  const { results } = playground;
  await expect(results).toContainText("3 different results");
  await expect(results.locator("del")).toHaveText("listen 81");
  await expect(results.locator("ins")).toHaveText("listen 80");
  await results.getByRole("combobox", { name: "Host" }).selectOption("2");
  await expect(results.locator("ins")).toHaveText("listen 8080");
  await results.getByRole("combobox", { name: "compared with" }).selectOption("");
  await expect(results.locator("pre")).toContainText("owner platform");
});

test("a link keeps only what the result read, and never a vault password", async ({ page, playground }) => {
  const secrets = { vault_password: "open sesame" };
  await open(playground, { files: { ...files, "group_vars/other.yml": "a: 1\n" }, secrets });
  await page.getByRole("button", { name: /^Share/ }).click();
  const dialog = page.getByRole("dialog", { name: /Share/ });
  const other = dialog.getByRole("checkbox", { name: /group_vars\/other\.yml/ });
  await expect(other).toBeChecked();
  await dialog.getByRole("button", { name: "Keep only what the result read" }).click();
  await expect(other).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: /group_vars\/all\.yml/ })).toBeChecked();
  const { workspace } = decodeLink(new URL(await dialog.getByRole("textbox").first().inputValue()).hash);
  expect(Object.keys(workspace.files ?? {})).not.toContain("group_vars/other.yml");
  expect(workspace.secrets).toEqual({ vault_password: null });
});

test("a folder with a repository opens as one, and reports what was left out", async ({
  page,
  playground,
}, testInfo) => {
  await playground.visit();
  const folder = testInfo.outputPath("repo");
  for (const [path, content] of Object.entries({ ...files, "roles/app/files/logo.bin": "\u0000\u0001" })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  await page.locator("input[webkitdirectory]").setInputFiles(folder);
  await expect(page.getByRole("dialog", { name: "1 skipped file" })).toContainText("roles/app/files/logo.bin");
  await page.keyboard.press("Escape");
  await expect(playground.draft("repo")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Host" })).toHaveValue("web1");
  await expect(page.getByRole("treegrid", { name: "Variables of the host" })).toContainText("host in the inventory");
});

test("facts pasted over an example become a repository, which can be undone", async ({ page, playground }) => {
  await playground.visit();
  const before = await page.getByRole("button", { name: /^Draft: / }).textContent();
  const setup = 'web1 | SUCCESS => {"ansible_facts": {"ansible_distribution": "Debian"}, "changed": false}\n';
  await playground.editor.evaluate((field, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    field.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, composed: true, clipboardData: data }),
    );
  }, setup);
  await expect(playground.draft("Facts of web1")).toBeVisible();
  await expect(page.getByRole("treegrid", { name: "Variables of the host" })).toContainText("Debian");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Draft: / })).toHaveText(before ?? "");
});
