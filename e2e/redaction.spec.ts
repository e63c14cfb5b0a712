// All ways in which a draft can leave the page. None contains a withheld secret, or a value computed from one.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { decodeLink } from "evalground";
import { expect, test } from "./playground.ts";

const secret = "hunter2-hunter2";
const draft = {
  files: {
    "main.yaml":
      "instances:\n  db:\n    attributes:\n      password: {eval: {secret: pw}}\n" +
      "      url: \"{{ 'http://u:' ~ SELF.password | upper }}\"\n      port: 5432\n",
  },
  expression: "::db",
  secrets: { pw: secret },
};

/** The texts in a zip of deflated or stored files, found by their local headers. */
function zipTexts(bytes: Buffer): string {
  let all = "";
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [size, name, extra] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
    const from = at + 30 + name + extra;
    const data = bytes.subarray(from, from + size);
    all += bytes.readUInt16LE(at + 8) === 8 ? inflateRawSync(data).toString() : data.toString();
    at = from + size;
  }
  return all;
}

test("no form of a share and no saved file contains a withheld value", async ({ page, playground }) => {
  await playground.open(draft);
  const { dialog } = await playground.share();
  const tabs = await dialog.getByRole("tab").allTextContents();
  expect(tabs).toEqual(expect.arrayContaining(["Link", "Markdown", "Command", "File", "Embed", "Case"]));
  const given: [string, string][] = [];
  for (const tab of tabs) {
    await dialog.getByRole("tab", { name: tab, exact: true }).click();
    const panel = dialog.getByRole("tabpanel");
    given.push([`the panel of ${tab}`, await panel.innerHTML()]);
    for (const field of await panel.getByRole("textbox").all()) {
      const value = await field.inputValue();
      given.push([`a text of ${tab}`, value]);
      for (const [link] of value.matchAll(/https?:[^\s"'<>)]*#w1\.[\w.-]+/g))
        given.push([`the link in ${tab}`, JSON.stringify(decodeLink(link).workspace)]);
    }
    for (const save of await panel.getByRole("button", { name: /^Save/ }).all()) {
      const [saved] = await Promise.all([page.waitForEvent("download"), save.click()]);
      const bytes = readFileSync(await saved.path());
      const isZip = saved.suggestedFilename().endsWith(".zip");
      given.push([saved.suggestedFilename(), isZip ? zipTexts(bytes) : bytes.toString("utf8")]);
    }
  }
  // Check that each of these exists: a test that reads nothing would find no secrets.
  const names = given.map(([name]) => name).join("\n");
  for (const kind of ["the link in Link", "the link in Markdown", "a text of Case", ".zip", ".yaml", ".json"])
    expect(names).toContain(kind);
  const holding = given.filter(([, text]) => text.toLowerCase().includes("hunter2")).map(([name]) => name);
  expect(holding).toEqual([]);
  expect(given.filter(([, text]) => text.includes("5432")).length).toBeGreaterThan(3);
});
