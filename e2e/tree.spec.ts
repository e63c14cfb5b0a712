// The resource tree: its keys, its statuses, and its connection to the source and the current resource.
import type { Locator } from "@playwright/test";
import { expect, test } from "./playground.ts";

const files = {
  "main.yaml": `instances:
  app:
    type: WebApp
    attributes:
      url: {eval: "::db::host"}
      bad: {eval: {nope: 1}}
    instances:
      worker:
        attributes: {queue: jobs}
  db:
    type: Postgres
    attributes: {host: localhost}
`,
};

test("the default example shows resources by hostedOn and their groups, with names and types", async ({
  page,
  playground,
}) => {
  await playground.visit();
  const at = (level: number, words: string): Locator =>
    playground.tree.locator(`[aria-level="${level}"]`, { hasText: words });
  await expect(at(1, "root")).toBeVisible();
  await expect(at(2, "db Postgres")).toBeVisible();
  await expect(at(2, "api Service")).toBeVisible();
  await playground.node("db").focus();
  await page.keyboard.press("*");
  await expect(at(3, "worker Service")).toBeVisible();
  for (const group of ["attributes", "capabilities", "relationships", "requirements"])
    await expect(at(3, group).first()).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("*");
  await expect(at(4, 'host "db.shop.example"')).toBeVisible();
  await expect(at(4, "feature tosca.capabilities.Node")).toBeVisible();
  await expect(at(4, "db tosca.relationships.DependsOn")).toBeVisible();
});

test("↑ ↓ → ← Home End * and type-ahead move in the tree as ARIA has it, with one tab stop", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": files["main.yaml"] } });
  const { tree } = playground;
  const node = (name: string): Locator => playground.node(name);
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await node("root").focus();
  await page.keyboard.press("ArrowDown");
  await expect(tree.getByRole("treeitem").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(node("root")).toBeFocused();
  await page.keyboard.press("End");
  await expect(tree.getByRole("treeitem").last()).toBeFocused();
  await page.keyboard.press("Home");
  await expect(node("root")).toBeFocused();
  await page.keyboard.press("a");
  await expect(node("attributes").first()).toBeFocused();
  await page.keyboard.type("pp");
  await expect(node("app")).toBeFocused();
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(node("attributes").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(node("attributes").nth(1)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(node("url")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(node("attributes").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(node("attributes").nth(1)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowLeft");
  await expect(node("app")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(node("app")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("*");
  await expect(node("app")).toHaveAttribute("aria-expanded", "true");
  await expect(node("db")).toHaveAttribute("aria-expanded", "true");
});

test("level, set size and position are right in a tree of 2,000 nodes", async ({ page, playground }) => {
  const many = Array.from({ length: 2000 }, (_, index) => `  r${index}: {}`).join("\n");
  await playground.open({ files: { "main.yaml": `instances:\n${many}\n` } });
  await playground.node("root").focus();
  await page.keyboard.type("r1999");
  const last = playground.node("r1999");
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute("aria-level", "2");
  // The group of the root's own attributes is beside the resources.
  await expect(last).toHaveAttribute("aria-posinset", "2001");
  await expect(last).toHaveAttribute("aria-setsize", "2001");
  expect(await page.getByRole("treeitem").count()).toBeLessThan(200);
  await expect(playground.tree.locator('[tabindex="0"]')).toHaveCount(1);
});

test("Enter on a node puts the caret at its definition, also in another file", async ({ page, playground }) => {
  await playground.open({
    files: {
      "main.yaml": "instances:\n  web: {}\n  +include: more.yaml\n",
      "more.yaml": "\n\nstore:\n  attributes: {size: 3}\n",
    },
  });
  await playground.node("web").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Editor, main.yaml" })).toBeFocused();
  await expect(playground.caret(2, 3)).toBeVisible();
  await playground.node("store").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Editor, more.yaml" })).toBeFocused();
  await expect(playground.caret(3, 1)).toBeVisible();
});

test("Space sets the current resource: aria-current, the combobox and the expression's result follow", async ({
  page,
  playground,
}) => {
  await playground.open({ files, expression: ".name" });
  await playground.node("db").focus();
  await page.keyboard.press(" ");
  await expect(playground.node("db")).toHaveAttribute("aria-current", "true");
  await expect(playground.tree.locator("[aria-current]")).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: "Current resource" })).toHaveValue("::db");
  await expect(playground.row("result")).toContainText('"db"');
});

test("moving the caret into a resource's source marks that node", async ({ page, playground }) => {
  await playground.open({ files });
  const marked = playground.tree.locator('[data-at]:not([data-at="false"])');
  await playground.editor.getByText("Postgres").click();
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAccessibleName(/^db/);
  await page.keyboard.press("ControlOrMeta+Home");
  for (let line = 1; line < 8; line += 1) await page.keyboard.press("ArrowDown");
  await expect(marked).toHaveAccessibleName(/^worker/);
});

test("a failed attribute shows at its resource by icon and text, at its ancestors by a count", async ({
  playground,
}) => {
  await playground.open({
    files: { "main.yaml": files["main.yaml"].replace("{queue: jobs}", "{queue: {eval: {nope: 2}}}") },
  });
  const worker = playground.node("worker");
  await expect(worker).toContainText("error");
  await expect(worker.locator('[data-status="error"] svg')).toBeVisible();
  await expect(worker).toContainText("1 error");
  await expect(playground.node("app")).toContainText("2 problems, with errors");
  await expect(playground.node("root")).toContainText("2 problems");
  await expect(playground.node("db")).not.toContainText(/error|problem/);
});

test("the filter keeps matching nodes with their ancestors", async ({ page, playground }) => {
  await playground.open({ files });
  const filter = page.getByRole("searchbox", { name: "Filter resources" });
  await filter.fill("worker");
  await expect(playground.node("worker")).toBeVisible();
  await expect(playground.node("app")).toBeVisible();
  await expect(playground.node("db")).toHaveCount(0);
  await filter.fill("type:post");
  await expect(playground.node("db")).toBeVisible();
  await expect(playground.node("worker")).toHaveCount(0);
  await filter.fill("error");
  await expect(playground.node("bad")).toBeVisible();
});

test("a run that reached a limit does not report that the data could not be parsed", async ({ playground }) => {
  await playground.open({ dialect: "yaql", expression: "$.a", data: { a: 1 } } as never);
  await expect(playground.node("a")).toBeVisible();
  await playground.evaluate("range(1, 1000000000).select($ * 2).sum()");
  await expect(playground.results).toContainText("The run reached a limit");
  await expect(
    playground.resources.getByText("From an earlier run, because the last one reached a limit"),
  ).toBeVisible();
  await playground.evaluate("$.a");
  await expect(playground.resources.getByText("Of an earlier run")).toBeHidden();
});

test("while the text does not parse, the last tree stays and is marked stale", async ({ page, playground }) => {
  await playground.open({ files });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("a: [1\n");
  await expect(playground.results).toHaveAttribute("data-freshness", "error");
  await expect(playground.node("app")).toBeVisible();
  const stale = playground.resources.getByText("From the last version that parsed");
  await expect(stale).toBeVisible();
  // The error is at a position of a text that the tree does not show.
  await expect(playground.node("db")).not.toContainText(/error|problem/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.results).toHaveAttribute("data-freshness", "fresh");
  await expect(stale).toBeHidden();
});

test("the filter has room for words beside a long name of the tree", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await playground.open({ dialect: "jinja2", files: { "template.j2": "{{ a }}\n" } });
  await expect(playground.resources.getByRole("heading", { name: "Template and variables" })).toBeVisible();
  const { width } = (await playground.resources.getByRole("searchbox").boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(7 * 16);
});
