// Other forms of sharing: embeds, cases, zip files and the QR code.
import { readFileSync } from "node:fs";
import { decodeLink } from "evalground";
import { expect, test } from "./playground.ts";

const shop = {
  files: { "main.yaml": "instances:\n  app:\n    attributes:\n      port: 443\n" },
  expression: "::app::port",
  secrets: { token: "never-shown-1" },
  title: "A shop",
};

test("the tab Embed gives an element, a frame and a block without secrets, and shows the frame", async ({
  playground,
}) => {
  await playground.open(shop);
  const { dialog } = await playground.share();
  await dialog.getByRole("tab", { name: "Embed" }).click();
  const field = (name: string): Promise<string> => dialog.getByRole("textbox", { name, exact: true }).inputValue();
  const [element, frame, block] = [await field("Element"), await field("Frame"), await field("Markdown")];
  expect(element).toContain('<evalground-embed dialect="unfurl" expression="::app::port"');
  expect(element).toContain('data-file="main.yaml" data-main>\ninstances:');
  expect(frame).toContain('title="A shop"');
  expect(block).toContain("data-evalground-output>443</pre>");
  for (const text of [element, frame, block]) expect(text).not.toContain("never-shown-1");
  const src = /src="([^"]*)"/.exec(frame)![1]!.replaceAll("&amp;", "&");
  expect(decodeLink(src).workspace).toMatchObject({ expression: "::app::port", secrets: { token: null } });

  await dialog.getByRole("combobox", { name: "Readers may edit" }).selectOption("expression");
  await expect.poll(() => field("Element")).toContain('editable="expression"');
  await expect.poll(() => field("Frame")).toContain("editable=expression");
  const preview = dialog.frameLocator("iframe");
  await preview.locator("body").scrollIntoViewIfNeeded();
  await expect(preview.getByRole("treegrid")).toContainText("443");
});

test("a case has the workspace and its result; files go into a zip; the QR code contains the link", async ({
  page,
  playground,
}) => {
  await playground.open(shop);
  const { dialog, link } = await playground.share();
  await dialog.getByRole("tab", { name: "Case" }).click();
  const words = await dialog.getByRole("textbox", { name: "Case", exact: true }).inputValue();
  expect(JSON.parse(words)).toMatchObject({
    id: "a-shop",
    dialect: "unfurl",
    expression: "::app::port",
    secrets: { token: null },
    expect: { value: 443 },
  });
  await dialog.getByRole("tab", { name: "File" }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the files as .zip" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("A-shop.zip");
  const bytes = readFileSync(await saved.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("main.yaml")).toBe(true);
  await dialog.getByRole("tab", { name: "QR" }).click();
  await expect(dialog.getByRole("img", { name: link })).toBeVisible();
});
