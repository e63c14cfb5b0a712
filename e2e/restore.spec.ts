// Restoring merge directives: changes of the expanded document become changes of the source, shown as a diff.
import type { Locator } from "@playwright/test";
import { expect, test } from "./playground.ts";

const source = `# shop
base: {port: 80, tls: {cert: a}}
web:
  # the front
  +/base:
  name: web # the name
`;

/** The rendered lines of an editor. */
const lines = async (editor: Locator): Promise<string> =>
  (await editor.locator(".cm-line").allInnerTexts()).map((line) => line.replace(/\n$/, "")).join("\n");

test("an edit of the expanded document changes the source and leaves directives and comments", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": source } });
  await page.getByRole("radio", { name: "Restore merges" }).check();
  const changed = playground.inputs.getByRole("textbox", { name: "Expanded document to change" });
  await expect.poll(() => lines(changed)).toContain("web:\n  name: web\n  port: 80\n");
  await expect(playground.results).toContainText("The restored text is identical to main.yaml.");

  await changed.fill((await lines(changed)).replace("name: web\n  port: 80", "name: www\n  port: 8080"));
  const diff = playground.results.getByRole("table", { name: "Differences from main.yaml" });
  await expect(diff.getByRole("row", { name: "removed name: web # the name" })).toBeVisible();
  await expect(diff.getByRole("row", { name: "added name: www # the name" })).toBeVisible();
  await expect(diff.getByRole("row", { name: "added port: 8080" })).toBeVisible();
  await expect(playground.results).toContainText("main.yaml: 2 lines added, 1 line removed.");
  await expect(playground.inputs.getByRole("tab", { name: "Changed data 2" })).toBeVisible();

  await page.getByRole("button", { name: "Replace main.yaml" }).click();
  const restored = source.replace("name: web # the name\n", "name: www # the name\n  port: 8080\n");
  await expect(playground.results).toContainText("The restored text is identical to main.yaml.");
  await playground.results.getByRole("tab", { name: "Text" }).click();
  await expect(playground.results.locator("[data-result-text]")).toHaveText(restored);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playground.inputs.getByRole("tab", { name: "Changed data 2" })).toBeVisible();
});

test("what cannot be parsed or applied is reported beside the field, and the changes can be dropped", async ({
  page,
  playground,
}) => {
  await playground.open({
    files: { "main.yaml": source },
    operation: "restore",
    changes: [{ path: "/web/port", value: 81 }],
  });
  const { inputs } = playground;
  const changed = inputs.getByRole("textbox", { name: "Expanded document to change" });
  await expect(changed).toContainText("port: 81");
  await expect(inputs).toContainText("1 change to the expanded document");
  // Type the text, because fill() inside marked text would copy the mark's style.
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
  };
  await write(changed, "base: [\n");
  await expect(inputs.locator(".field-problem")).toContainText("Line ");
  await write(changed, "5\n");
  await expect(inputs.locator(".field-problem")).toContainText("must stay a map");
  await inputs.getByRole("button", { name: "Discard the changes" }).click();
  await expect.poll(() => lines(changed)).toContain("web:\n  name: web\n  port: 80\n");
  await inputs.getByRole("radio", { name: "List of changes" }).check();
  await write(inputs.getByRole("textbox", { name: "Changed data as a list" }), "- {path: /web/nowhere/x, value: 1}\n");
  await expect(playground.problems).toContainText("leads nowhere");
});

test("after an edit of the source it is expanded again, with the current changes", async ({ playground }) => {
  await playground.open({
    files: { "main.yaml": source },
    operation: "restore",
    changes: [{ path: "/web/name", value: "www" }],
  });
  const changed = playground.inputs.getByRole("textbox", { name: "Expanded document to change" });
  await expect(changed).toContainText("name: www");
  await playground.write(source.replace("port: 80", "port: 90"));
  await expect.poll(() => lines(changed)).toContain("web:\n  name: www\n  port: 90\n");
  await playground.write("web: {+/none: }\n");
  await expect(playground.inputs.locator(".field-problem")).toContainText("cannot be expanded");
  await expect(changed).toHaveAttribute("aria-readonly", "true");
});

test("changes that directives cannot express cause a warning, and a link includes the changes", async ({
  playground,
  visitor,
}) => {
  await playground.open({
    files: { "main.yaml": "base: {l: [1, 2]}\nx:\n  +/base:\n" },
    operation: "restore",
    changes: [{ path: "/x/l", value: [1] }],
  });
  await expect(playground.problems).toContainText("Merge directives cannot express all of the changes");
  const { link } = await playground.share();
  const other = await visitor();
  await other.page.goto(`/?test=1${new URL(link).hash}`);
  await expect(other.results.getByRole("row", { name: "added - 1" })).toBeVisible();
});
