// Files that are opened as a draft: folders, archives, saved drafts, cases, several files, one document.
import { expect, test, type Playground } from "./playground.ts";

/** Drops files onto the page. */
async function drop({ page }: Playground, files: Record<string, string | number[]>): Promise<void> {
  await page.evaluate((given) => {
    const data = new DataTransfer();
    for (const [name, content] of Object.entries(given))
      data.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  }, files);
}

const heat = "heat_template_version: 2021-04-16\noutputs: {a: {value: 1}}\n";

/** An uncompressed zip archive of one folder with two files. */
function archive(): number[] {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const crcOf = (bytes: Buffer): number => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
  };
  for (const [name, words] of [
    ["stack/main.yaml", heat],
    ["stack/notes.txt", "words"],
  ] as const) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(words)];
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(crcOf(bytes), 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    head.copy(entry, 16, 14, 26);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, path, bytes);
    directory.push(entry, path);
    at += head.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(2, 8);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return [...Buffer.concat([...parts, ...directory, end])];
}

test("a document dropped on an untouched draft becomes its main file, in its own language", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await drop(playground, { "stack.yaml": heat });
  await expect(playground.draft("stack")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("heat");
  await playground.settle();
  await expect(playground.results).toContainText("a");
  await expect(page.getByRole("button", { name: "Back to “A web shop”" })).toBeVisible();
});

test("an archive becomes a draft without its common folder", async ({ page, playground }) => {
  await playground.visit();
  await drop(playground, { "stack.zip": archive() });
  await expect(playground.file("main.yaml")).toHaveAttribute("aria-selected", "true");
  await expect(playground.file("notes.txt")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("heat");
});

test("for several files and the user's own text the page asks: a new draft, or part of this one", async ({
  page,
  playground,
}) => {
  await playground.open({ title: "Mine", files: { "main.yaml": "a: 1\n" } });
  const files = { "one.yaml": heat, "two.yaml": "b: 1\n" };
  await drop(playground, files);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add to this draft" }).click();
  await expect(playground.file("main.yaml")).toBeVisible();
  await expect(playground.file("two.yaml")).toBeVisible();
  await drop(playground, { ...files, "three.yaml": "c: 1\n" });
  await dialog.getByRole("button", { name: "Open as a new draft" }).click();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("heat");
  await expect(playground.file("main.yaml")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Back to “Mine”" })).toBeVisible();
});

test("saved drafts and case files open with their contents", async ({ page, playground }) => {
  await playground.open({ title: "Mine", files: { "main.yaml": "a: 1\n" } });
  await drop(playground, {
    "kept.evalground.json": JSON.stringify({ dialect: "yaql", expression: "$.a", data: { a: 7 } }),
  });
  await expect(playground.draft("kept")).toBeVisible();
  await expect(playground.row("result")).toContainText("7");
  const cases = { defaults: { dialect: "yaql" }, cases: [{ id: "1", expression: "1 + 1", expect: { value: 2 } }] };
  await drop(playground, { "cases.json": JSON.stringify(cases) });
  await expect(playground.row("result")).toContainText("2");
  await expect(page.getByRole("button", { name: "Back to “kept”" })).toBeVisible();
});

test("a file dropped into a draft of the user's own is added to it", async ({ playground }) => {
  await playground.open({ title: "Mine", files: { "main.yaml": "a: 1\n" } });
  await drop(playground, { "more.yaml": "b: 1\n" });
  await expect(playground.file("more.yaml")).toHaveAttribute("aria-selected", "true");
  await expect(playground.file("main.yaml")).toBeVisible();
});

test("an environment dropped on the user's own template becomes a file listed in the inputs", async ({
  playground,
}) => {
  await playground.open({
    dialect: "heat",
    title: "Mine",
    files: {
      "stack.yaml":
        "heat_template_version: 2018-08-31\nparameters:\n  size: {type: string}\nresources:\n" +
        "  tier: {type: 'My::Tier', properties: {flavor: {get_param: size}}}\n" +
        "outputs:\n  o: {value: {get_attr: [tier, name]}}\n",
      "tier.yaml":
        "heat_template_version: 2018-08-31\nparameters:\n  flavor: {type: string}\n  zone: {type: string}\n" +
        "outputs:\n  name: {value: {list_join: ['-', [{get_param: flavor}, {get_param: zone}]]}}\n",
    },
  } as never);
  await drop(playground, {
    "env.yaml":
      "parameters:\n  size: large\nparameter_defaults:\n  zone: north\nresource_registry:\n  My::Tier: tier.yaml\n",
  });
  await expect(playground.page.locator("#toasts")).toContainText("stack.yaml uses the environment env.yaml");
  await expect(playground.row("o")).toContainText("large-north");
  await expect(playground.file("env.yaml")).toBeVisible();
  await expect(playground.file("tier.yaml")).toBeVisible();
});

test("kubectl output dropped on the user's own pipeline becomes its data", async ({ playground }) => {
  await playground.open({
    dialect: "dcontroller",
    title: "Mine",
    files: { "main.yaml": "- '@project': {metadata: {name: $.metadata.name}, next: $.spec.port}\n" },
  } as never);
  const service = { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { port: 80 } };
  await drop(playground, { "services.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [service] }) });
  await playground.page.getByRole("button", { name: "Open as draft" }).click();
  await expect(playground.row("0.next")).toContainText("80");
  await expect(playground.file("main.yaml")).toBeVisible();
});
