// All ways in which a draft can leave the page. None contains a withheld secret, or a value computed from one.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { decodeLink } from "evalground";
import type { Locator, Page } from "@playwright/test";
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

/** Everything that the share dialog offers, with its name: panels, texts, what links contain, and saved files. */
async function offeredBy(page: Page, dialog: Locator): Promise<[string, string][]> {
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
  return given;
}

test("no form of a share and no saved file contains a withheld value", async ({ page, playground }) => {
  await playground.open(draft);
  const { dialog } = await playground.share();
  const given = await offeredBy(page, dialog);
  // Check that each of these exists: a test that reads nothing would find no secrets.
  const names = given.map(([name]) => name).join("\n");
  for (const kind of ["the link in Link", "the link in Markdown", "a text of Case", ".zip", ".yaml", ".json"])
    expect(names).toContain(kind);
  const holding = given.filter(([, text]) => text.toLowerCase().includes("hunter2")).map(([name]) => name);
  expect(holding).toEqual([]);
  expect(given.filter(([, text]) => text.includes("5432")).length).toBeGreaterThan(3);
});

/** What people have as secrets in their files, and where. */
const kinds: Record<string, { file: string; text: string; secret: string }> = {
  "a password by its name": { file: "group_vars/all.yml", text: "db_password: swordfish-1\n", secret: "swordfish-1" },
  "a session key": { file: "group_vars/web.yml", text: "vault_session_key: swordfish-2\n", secret: "swordfish-2" },
  "a password in an inventory": {
    file: "hosts.ini",
    text: "[web]\nweb1 ansible_password=swordfish-3\n",
    secret: "swordfish-3",
  },
  "a private key": {
    file: "id_rsa",
    text: "-----BEGIN OPENSSH PRIVATE KEY-----\nc3dvcmRmaXNoLTQ\n-----END OPENSSH PRIVATE KEY-----\n",
    secret: "c3dvcmRmaXNoLTQ",
  },
  "a token by its shape": {
    file: "notes.txt",
    text: "use ghp_abcdefghijklmnopqrstuvwxyz0123456789\n",
    secret: "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  },
  "a password in an address": {
    file: "app.env",
    text: "URL=postgres://app:swordfish-6@db/app\n",
    secret: "swordfish-6",
  },
  "a header": {
    file: "headers.txt",
    text: "Authorization: Basic c3dvcmRmaXNoLTc=\n",
    secret: "c3dvcmRmaXNoLTc=",
  },
};

test("no form contains a secret of a file once all are replaced with placeholders", async ({ page, playground }) => {
  const files = Object.fromEntries(Object.values(kinds).map(({ file, text }) => [file, text]));
  const main =
    "heat_template_version: 2018-08-31\nparameters:\n  pin: {type: string, hidden: true, default: swordfish-8}\n";
  await playground.open({
    dialect: "heat",
    files: { "main.yaml": `${main}outputs:\n  port: {value: 5432}\n`, ...files },
  });
  const { dialog } = await playground.share();
  await dialog.getByRole("button", { name: "Replace all with placeholders" }).click();
  await expect(dialog).toContainText("the result is the same except for them");
  const given = await offeredBy(page, dialog);
  const secrets = { ...Object.fromEntries(Object.entries(kinds).map(([kind, { secret }]) => [kind, secret])) };
  for (const [kind, hidden] of Object.entries({ ...secrets, "a hidden parameter": "swordfish-8" })) {
    const holding = given.filter(([, text]) => text.includes(hidden)).map(([name]) => name);
    // The dialog itself shows each finding to its author.
    expect(holding, kind).toEqual([]);
  }
  expect(given.filter(([, text]) => text.includes("5432")).length).toBeGreaterThan(3);
});
