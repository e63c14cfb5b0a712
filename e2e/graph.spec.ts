// The view Graph: what a document consists of and what refers to what.
import type { Locator } from "@playwright/test";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { expect, type Playground, test } from "./playground.ts";

const stack = `heat_template_version: wallaby
conditions: {never: false}
resources:
  net: {type: OS::Neutron::Net}
  server:
    type: OS::Nova::Server
    depends_on: net
    properties: {name: {get_attr: [net, name]}}
  spare: {type: OS::Nova::Server, condition: never}
outputs:
  address: {value: {get_attr: [server, first_address]}}
`;

async function openGraph({ results }: Playground): Promise<Locator> {
  await results.getByRole("tablist", { name: "Result view" }).getByRole("tab", { name: "Graph", exact: true }).click();
  const panel = results.getByRole("tabpanel", { name: "Graph", exact: true });
  await expect(panel.locator(".graph-box").first()).toBeVisible();
  return panel;
}

test("a node of the graph leads to the source, and a place in the source to its node", async ({ playground }) => {
  await playground.open({ dialect: "heat", main: "main.yaml", files: { "main.yaml": stack } });
  const panel = await openGraph(playground);
  await expect(panel.getByRole("status")).toContainText("4 nodes, 3 connections.");
  const box = (name: string): Locator => panel.locator(`.graph-box[data-id$="/${name}"]`);
  await expect(panel.locator(".graph-arrow").filter({ hasText: "depends_on, get_attr" })).toHaveCount(1);
  await expect(box("spare")).toHaveAttribute("data-state", "unused");
  await box("server").click();
  await expect(box("server")).toHaveAttribute("data-chosen", "");
  await expect(playground.editor.locator(".mark-definition")).toHaveText("server");
  await playground.node("net").click();
  await expect(box("net")).toHaveAttribute("data-chosen", "");
  await expect(box("server")).not.toHaveAttribute("data-chosen");
  await playground.editor.getByText("address", { exact: true }).first().click();
  await expect(box("address")).toHaveAttribute("data-chosen", "");
});

test("the list behind the graph is for keyboards and screen readers", async ({ playground }) => {
  const { page } = playground;
  await playground.open({ dialect: "heat", main: "main.yaml", files: { "main.yaml": stack } });
  const panel = await openGraph(playground);
  await panel.getByText("As a list (4 nodes)").focus();
  await page.keyboard.press("Enter");
  const list = panel.getByRole("list", { name: "Nodes of the graph" });
  await expect(list.getByRole("listitem").filter({ hasText: "spare" })).toContainText("not used");
  await expect(list.getByRole("listitem").filter({ hasText: /^ ?net/ })).toContainText(
    "referred to by server (depends_on), server (get_attr)",
  );
  const server = list.getByRole("button", { name: "server", exact: true });
  await server.focus();
  await page.keyboard.press("Enter");
  await expect(server).toHaveAttribute("aria-pressed", "true");
  await expect(panel.locator(".graph-box[data-chosen]")).toContainText("server");
  expect(await violations(page, { include: "#results" })).toEqual([]);
  await inDarkTheme(page, async () => {
    expect(await violations(page, { include: "#results", rules: rulesOfColours })).toEqual([]);
  });
});

test("two hundred nodes fold, and unfold on request", async ({ playground }) => {
  const servers = Array.from({ length: 200 }, (_, at) => `  server${at}: {type: OS::Nova::Server, depends_on: net}\n`);
  const many = `heat_template_version: wallaby\nresources:\n  net: {type: OS::Neutron::Net}\n${servers.join("")}`;
  await playground.open({ dialect: "heat", main: "main.yaml", files: { "main.yaml": many } });
  const panel = await openGraph(playground);
  await expect(panel.locator(".graph-box")).toHaveCount(2);
  await expect(panel.getByRole("status")).toContainText("201 nodes, 200 connections. 200 nodes are folded.");
  await panel.locator(".graph-box[data-folded]").click();
  await expect(panel.locator(".graph-box")).toHaveCount(201);
  await panel.getByRole("button", { name: "Fold all", exact: true }).click();
  await expect(panel.locator(".graph-box")).toHaveCount(2);
});

test("on a phone the details of a value leave half of the pane to the drawing", async ({ page, playground }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await playground.open({ dialect: "heat", main: "main.yaml", files: { "main.yaml": stack } });
  await page.locator("#panes").getByRole("button", { name: "Results" }).click();
  await playground.results.getByRole("row").first().click();
  const panel = await openGraph(playground);
  const pane = (await page.locator("#results-body").boundingBox())!;
  const canvas = (await panel.locator(".graph-canvas").boundingBox())!;
  expect(canvas.height).toBeGreaterThanOrEqual(pane.height / 2);
});
