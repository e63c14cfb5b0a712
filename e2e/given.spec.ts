// Inputs of a draft: files of any kind, parameters with constraints, clock and seed.
import { inflateRawSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { expect, test } from "./playground.ts";

/** The files of a zip archive, by name. */
function unpacked(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const size = archive.readUInt32LE(at + 18);
    const name = at + 30;
    const content = name + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
    const bytes = archive.subarray(content, content + size);
    const isPacked = archive.readUInt16LE(at + 8) === 8;
    files.set(
      archive.subarray(name, name + archive.readUInt16LE(at + 26)).toString(),
      isPacked ? inflateRawSync(bytes) : bytes,
    );
    at = content + size;
  }
  return files;
}

test("two documents and a binary file that are dropped are added; the binary one is the same when saved", async ({
  page,
  playground,
}) => {
  const bytes = [...Array.from({ length: 256 }, (_, at) => at), 0xff, 0xfe, 0, 10];
  await playground.open({ title: "Mine", files: { "main.yaml": "a: 1\n" } });
  await page.evaluate((binary) => {
    const data = new DataTransfer();
    data.items.add(new File(["b: 1\n"], "one.yaml"));
    data.items.add(new File(["c: 1\n"], "two.yaml"));
    data.items.add(new File([new Uint8Array(binary)], "logo.bin"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  }, bytes);
  const choice = page.getByRole("dialog");
  const isThere = playground.file("logo.bin");
  await expect(choice.or(isThere).first()).toBeVisible();
  if (await choice.isVisible()) await choice.getByRole("button", { name: /this draft/i }).click();
  for (const name of ["one.yaml", "two.yaml", "logo.bin"]) await expect(playground.file(name)).toBeVisible();
  await playground.file("logo.bin").click();
  await expect(page.locator(".binary")).toContainText("260");
  await expect(page.locator(".binary")).toContainText("0000  00 01 02 03");
  const { dialog } = await playground.share();
  await dialog.getByRole("tab", { name: "File" }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the files as .zip" }).click();
  const saved = unpacked(readFileSync(await (await download).path()));
  expect([...saved.keys()].sort()).toEqual(["logo.bin", "main.yaml", "one.yaml", "two.yaml"]);
  expect([...saved.get("logo.bin")!]).toEqual(bytes);
});

test("a parameter of Heat shows its type, default and constraint, and says when that is violated", async ({
  page,
  playground,
}) => {
  const main =
    "heat_template_version: 2021-04-16\nparameters:\n" +
    "  size: {type: number, default: 2, constraints: [{range: {min: 1, max: 5}}]}\n" +
    "outputs:\n  o: {value: {get_param: size}}\n";
  const workspace = { dialect: "heat", files: { "main.yaml": main } };
  await playground.open({ ...workspace, inputs: { size: 3 } } as never);
  const inputs = page.getByRole("region", { name: "Inputs" });
  await expect(inputs.locator(".input-declared")).toHaveText(/number.*default 2.*"max": 5, "min": 1/);
  await playground.open({ ...workspace, inputs: { size: 9 } } as never);
  await expect(playground.results).toContainText("9 is out of range (min: 1, max: 5)");
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("main.yaml 3:3");
});

test("a frozen clock and a seed give the same in ten runs", async ({ page, playground }) => {
  const expression = "[now(), random()]";
  const workspace = { dialect: "yaql", expression, clock: "2026-01-02T03:04:05Z", seed: 7 };
  await playground.open(workspace as never);
  await playground.view("JSON");
  const first = await playground.text();
  expect(first).toContain("2026-01-02T03:04:05");
  for (let run = 0; run < 9; run += 1) {
    const before = await playground.results.getAttribute("data-run");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(playground.results).not.toHaveAttribute("data-run", before ?? "");
    await expect(playground.results).toHaveAttribute("data-freshness", "fresh");
    expect(await playground.text()).toBe(first);
  }
});
