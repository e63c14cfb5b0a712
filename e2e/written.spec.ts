// Files written by a run: tabs after those of the workspace, to read, keep or dismiss. Files that contain a secret stay
// hidden.
import { expect, test } from "./playground.ts";

const writing = {
  files: {
    "main.yaml":
      "port: 80\nout: {eval: {file: out/app.yaml, contents: {port: {eval: port}}}}\n" +
      "raw: {eval: {file: out/raw.txt, contents: é, encoding: latin-1}}\n",
  },
};

test("files written by an evaluation are listed read-only, shown, and can be kept", async ({ page, playground }) => {
  await playground.open(writing);
  const tabs = playground.files.getByRole("tab");
  await expect(tabs).toHaveText([
    /^main.yaml/,
    /^out\/app.yaml, written by the run/,
    /^out\/raw.txt, written by the run/,
  ]);
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  const text = playground.source.getByRole("region", { name: "out/app.yaml" });
  await expect(text).toHaveText("port: 80\n");
  await expect(playground.editor).toBeHidden();
  await expect(playground.source.getByText("Written by the run", { exact: true })).toBeVisible();

  await tabs.nth(2).click();
  await expect(playground.source.getByRole("region", { name: "out/raw.txt" })).toContainText("e9");

  await tabs.nth(1).click();
  await playground.source.getByRole("button", { name: "Keep" }).click();
  await expect(tabs).toHaveText([/^main.yaml/, /^out\/app.yaml$/, /^out\/raw.txt, written/]);
  await expect(page.getByRole("textbox", { name: /^Editor, out\/app.yaml/ })).toBeVisible();
  await expect(playground.results).toHaveAttribute("data-freshness", "fresh");
  await expect(tabs).toHaveCount(3);
});

test("a file of the run follows the next run and can be dismissed by keyboard", async ({ page, playground }) => {
  await playground.open(writing);
  const tabs = playground.files.getByRole("tab");
  await tabs.nth(0).focus();
  await page.keyboard.press("End");
  await expect(tabs.nth(2)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(tabs).toHaveCount(2);
  await expect(playground.editor).toBeVisible();
  await tabs.nth(1).click();
  await expect(playground.source.getByRole("region", { name: "out/app.yaml" })).toHaveText("port: 80\n");
  await playground.evaluate("port");
  await expect(playground.files.getByRole("tab")).toHaveCount(1);
  await expect(playground.editor).toBeVisible();
});

test("a written file that holds a secret is hidden, and can be neither read nor kept", async ({ page, playground }) => {
  await playground.open({
    files: { "main.yaml": "out: {eval: {file: app.conf, contents: {eval: {secret: token}}}}\n" },
    secrets: { token: "k7-plain-text" },
  });
  await playground.files.getByRole("tab").nth(1).click();
  await expect(playground.source.getByText("This file contains a secret")).toBeVisible();
  await expect(playground.source.getByRole("button", { name: "Keep" })).toBeDisabled();
  expect(await page.evaluate(() => document.documentElement.textContent!.includes("k7-plain-text"))).toBe(false);
});
