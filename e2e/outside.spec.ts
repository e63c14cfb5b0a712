// URLs in a document: the page does not fetch them, but accepts the content as a file.
import { expect, test, type Playground } from "./playground.ts";

const url = "https://example.org/defaults.yaml";
const asking = { files: { "main.yaml": `+include: ${url}\nhost: shop\n` } };

const request = ({ page }: Playground) => page.getByRole("group", { name: url });

/** Drops or pastes a file. */
async function give(playground: Playground, type: "drop" | "paste", content: string): Promise<void> {
  await request(playground)
    .getByRole("textbox")
    .evaluate(
      (field, [kind, words]) => {
        const data = new DataTransfer();
        data.items.add(new File([words!], "download.yaml"));
        const options = { bubbles: true, cancelable: true };
        field.dispatchEvent(
          kind === "drop"
            ? new DragEvent("drop", { ...options, dataTransfer: data })
            : new ClipboardEvent("paste", { ...options, clipboardData: data }),
        );
      },
      [type, content],
    );
}

test.beforeEach(async ({ playground }) => {
  await playground.open(asking, { settle: false });
  await expect(request(playground)).toContainText(`The document needs ${url}.`, { timeout: 20_000 });
});

test("an include of a URL is answered by pasting, and the link gives the same without the network", async ({
  playground,
  visitor,
}) => {
  await request(playground)
    .getByRole("textbox")
    .evaluate((field) => {
      const data = new DataTransfer();
      data.setData("text/plain", "port: 81\n");
      field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
    });
  await expect(playground.row("instances.main.port")).toContainText("81");
  await expect(request(playground)).toBeHidden();
  await expect(playground.file(url)).toBeVisible();

  const { link } = await playground.share();
  const other = await visitor();
  await other.page.goto(link.replace("#", "?test=1#"));
  await expect(other.row("instances.main.port")).toContainText("81");
});

for (const way of ["drop", "paste"] as const) {
  test(`a file answers the URL: ${way}`, async ({ playground }) => {
    await give(playground, way, "port: 82\n");
    await expect(playground.row("instances.main.port")).toContainText("82");
    await expect(playground.file("download.yaml")).toHaveCount(0);
  });
}

test("a request is a problem at its place until it is answered", async ({ playground }) => {
  await expect(playground.problems).toContainText(`The content of "${url}" is needed`);
  await expect(playground.problems).toContainText("main.yaml 1:11");
});

test("an answer can be uploaded", async ({ playground }) => {
  const { page } = playground;
  const choosing = page.waitForEvent("filechooser");
  await request(playground).getByRole("button", { name: "Upload" }).click();
  await (await choosing).setFiles({ name: "any.yaml", mimeType: "text/yaml", buffer: Buffer.from("port: 83\n") });
  await expect(playground.row("instances.main.port")).toContainText("83");
});

test("an answer can be typed", async ({ playground }) => {
  await request(playground).getByRole("button", { name: "Add the answer as a file" }).click();
  await expect(playground.file(url)).toHaveAttribute("aria-selected", "true");
  await playground.write("port: 84\n");
  await expect(playground.row("instances.main.port")).toContainText("84");
});
