// The playground on a folder, served by the real command: it follows the disk, offers to save edits, keeps what both
// sides changed, and does not let other pages read or write.
import { test as base } from "@playwright/test";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { Host } from "./hosts.ts";
import { expect, Playground, watch } from "./playground.ts";
import { ServedFolder } from "./served_folder.ts";

const template = "templates/app.conf.j2";
const role = {
  "defaults/main.yml": "---\nname: app\n",
  "tasks/main.yml": "- name: Configure\n  ansible.builtin.template:\n    src: app.conf.j2\n    dest: /etc/app.conf\n",
  [template]: "# {{ ansible_managed }}\nport = {{ listen | default(80) }}\n",
};
const portOf = (port: number): string => role[template].replace("80", String(port));

interface Fixtures {
  folder: ServedFolder;
  /** The page of the folder, settled. */
  playground: Playground;
  host: Host;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  folder: async ({}, use) => {
    const folder = await ServedFolder.start(role);
    await use(folder);
    await folder.close();
  },
  playground: async ({ browser, folder }, use) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const troubles = await watch(context, folder.url);
    const playground = new Playground(await context.newPage());
    await playground.page.goto(`${folder.url}?test=1`);
    await playground.settle();
    await use(playground);
    expect(await troubles(), "violations of the policy, cookies, requests elsewhere and errors").toEqual([]);
    await context.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  host: async ({}, use) => {
    const host = await Host.start();
    await use(host);
    await host.close();
  },
});

const editorOf = ({ page }: Playground) => page.getByRole("textbox", { name: /^Editor, / });
const saveButton = ({ page }: Playground) => page.locator("#bar").getByRole("button", { name: /^Save to disk/ });
const saveDialog = ({ page }: Playground) => page.getByRole("dialog", { name: "Save to disk" });
const notice = ({ page }: Playground) => page.locator("#folder-notice");
const results = ({ page }: Playground) => page.locator("#results-body");

async function type(playground: Playground, words: string): Promise<void> {
  await editorOf(playground).focus();
  await playground.page.keyboard.press("ControlOrMeta+End");
  await playground.page.keyboard.insertText(words);
  await playground.settle();
}

test("a folder opens as a draft of its name, with its files and its results", async ({ folder, playground }) => {
  await expect(playground.draft("web")).toBeVisible();
  await expect(playground.page).toHaveTitle("web – Evalground");
  await expect(playground.files.getByRole("tab")).toHaveText([/^defaults/, /^tasks/, /^templates/]);
  await expect(results(playground)).toContainText("port = 80");
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk");
  await playground.page.goto(`${folder.url}#?dialect=yaql&expression=1%20%2B%201`);
  await playground.page.reload();
  await expect(playground.draft("web")).toBeHidden();
  await expect(saveButton(playground)).toBeHidden();
  await expect(playground.page).toHaveTitle("Evalground");
});

test("settings of the folder say dialect, document and inputs, and change with the file", async ({ browser }) => {
  const settings = "dialect: yaql\nexpression: $.a + 1\ndata: {a: 1}\nsecrets: {key: hidden-word}\n";
  const folder = await ServedFolder.start({ ".evalground.yaml": settings, "notes.md": "words\n" });
  try {
    const page = await browser.newPage();
    const playground = new Playground(page);
    await page.goto(folder.url);
    await playground.settle();
    await expect(results(playground)).toContainText("2");
    folder.write(".evalground.yaml", settings.replace("a: 1", "a: 41"));
    await expect(results(playground)).toContainText("42");
    await expect(page.locator("#rail")).toContainText("Saved");
    const stored = await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open("evalground").onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest;
            result.transaction("drafts").objectStore("drafts").getAll().onsuccess = (read) =>
              resolve(JSON.stringify((read.target as IDBRequest).result));
          };
        }),
    );
    expect(stored).toContain("$.a + 1");
    expect(stored).not.toContain("hidden-word");
    // After an error in the settings the previous ones stay in effect, also in the next visit.
    folder.write(".evalground.yaml", "dialect: [\n");
    await expect(notice(playground)).toContainText("is ignored, because it has an error: line 2: ");
    await page.reload();
    await playground.settle();
    await expect(results(playground)).toContainText("42");
    folder.write(".evalground.yaml", "dialect: [1]\nmain: {a: 1}\nvars: 3\n");
    await expect(notice(playground)).toContainText("“dialect” must be text.");
    await expect(results(playground)).toContainText("42");
    folder.write(".evalground.yaml", settings);
    await expect(notice(playground)).toHaveText("");
    await expect(results(playground)).toContainText("2");
    await page.close();
  } finally {
    await folder.close();
  }
});

test("a repository shows its first host, and says which files were left out", async ({ browser }) => {
  const folder = await ServedFolder.start({
    "hosts.ini": "[web]\nweb1\nweb2\n",
    "group_vars/web.yml": "port: 8080\n",
    "site.yml": "- hosts: web\n  roles: [app]\n",
    "roles/app/tasks/main.yml": "[]\n",
    "large.txt": "x".repeat(2 * 1024 * 1024),
  });
  try {
    const page = await browser.newPage();
    const playground = new Playground(page);
    await page.goto(folder.url);
    await playground.settle();
    await expect(page.getByRole("combobox", { name: "Host" })).toHaveValue("web1");
    await expect(results(playground)).toContainText("8080");
    await expect(page.locator("#toasts")).toContainText("Skipped 1 file");
    await page.getByRole("button", { name: "Show the list" }).click();
    await expect(page.getByRole("dialog")).toContainText("large.txt – larger than 1 MiB");
    await page.keyboard.press("Escape");
    folder.write("group_vars/web.yml", "port: 9090\n");
    await expect(results(playground)).toContainText("9090");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText("Links open on this machine only");
    await page.close();
  } finally {
    await folder.close();
  }
});

test("what an editor saves is shown with its results, and the caret stays", async ({ folder, playground }) => {
  await editorOf(playground).focus();
  await playground.page.keyboard.press("ControlOrMeta+End");
  await expect(playground.caret(3, 1)).toBeVisible();
  folder.write(template, portOf(8080));
  await expect(results(playground)).toContainText("port = 8080");
  await expect(editorOf(playground)).toContainText("default(8080)");
  await expect(playground.caret(3, 1)).toBeVisible();
  folder.write("files/new.conf", "new\n");
  await expect(playground.file("files/new.conf")).toBeVisible();
  folder.remove("files/new.conf");
  await expect(playground.file("files/new.conf")).toBeHidden();
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk");
});

test("a result follows a save within 200 ms", { tag: "@timed" }, async ({ folder, playground }) => {
  const times: number[] = [];
  for (let port = 9000; port < 9010; port += 1) {
    const shown = playground.page.evaluate(
      (words) =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            if (document.getElementById("results-body")!.innerText.includes(words)) resolve(Date.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      `port = ${port}`,
    );
    await playground.page.waitForTimeout(200);
    const saved = Date.now();
    folder.write(template, portOf(port));
    times.push((await shown) - saved);
  }
  times.sort((one, other) => one - other);
  console.log(`      measured: a result follows a save after ${times.join(", ")} ms`);
  expect(times[5]).toBeLessThanOrEqual(200);
});

test("a main file that is missing for a moment stays the main file", async ({ folder, playground }) => {
  folder.remove(template);
  await playground.page.waitForTimeout(800);
  folder.write(template, portOf(8081));
  await expect(results(playground)).toContainText("port = 8081");
  await expect(notice(playground)).toHaveText("");
  folder.remove(template);
  await expect(notice(playground)).toContainText(`${template} was deleted on disk. `);
  folder.write(template, portOf(8082));
  await expect(results(playground)).toContainText("port = 8082");
  await expect(notice(playground)).toHaveText("");
  await expect(editorOf(playground)).toContainText("default(8082)");
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk");
});

test("line ends and a byte order mark stay as on disk", async ({ browser }) => {
  const folder = await ServedFolder.start({
    ".evalground.yaml": "dialect: jinja2\nmain: a.j2\n",
    "a.j2": "\ufeffa {{ 1 }}\r\nb\r\n",
    "mixed.txt": "a\r\nb\nc\r",
  });
  try {
    const page = await browser.newPage();
    const playground = new Playground(page);
    await page.goto(folder.url);
    await playground.settle();
    await expect(saveButton(playground)).toHaveAccessibleName("Save to disk");
    folder.write("a.j2", "\ufeffc {{ 2 }}\r\nd\r\n");
    await expect(results(playground)).toContainText("c 2");
    await type(playground, "e\n");
    await playground.file("mixed.txt").click();
    await type(playground, "d\n");
    await saveButton(playground).click();
    await expect(saveDialog(playground)).toContainText("a.j2: 1 line added, 0 lines removed.");
    await saveDialog(playground).getByRole("button", { name: "Save 2 files to disk" }).click();
    await expect(saveDialog(playground)).toBeHidden();
    expect(folder.read("a.j2")).toBe("\ufeffc {{ 2 }}\r\nd\r\ne\r\n");
    expect(folder.read("mixed.txt")).toBe("a\r\nb\nc\rd\r");
    await expect(saveButton(playground)).toHaveAccessibleName("Save to disk");
    await page.close();
  } finally {
    await folder.close();
  }
});

test("edits are offered with their differences, and saved to disk", async ({ folder, playground }) => {
  const { page } = playground;
  await type(playground, "workers = 4\n");
  await expect(playground.file(`${template} , not saved to disk`)).toBeVisible();
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk (1)");
  await page.getByRole("button", { name: "Add file" }).click();
  await page.getByRole("textbox", { name: "Path" }).fill("files/new.conf");
  await page.getByRole("button", { name: "OK" }).click();
  await type(playground, "new\n");
  await page.getByRole("button", { name: "Add file" }).click();
  await page.getByRole("textbox", { name: "Path" }).fill(".hidden/name");
  await page.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("dialog")).toContainText("cannot be saved to disk: a part of the path begins with a dot");
  await page.keyboard.press("Escape");
  await playground.files.getByRole("tab", { name: /^defaults/ }).click();
  await page.keyboard.press("Delete");
  await page.keyboard.press("ControlOrMeta+s");
  const dialog = saveDialog(playground);
  await expect(dialog.getByRole("region", { name: template }).getByText("workers = 4")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Delete defaults/main.yml on disk" })).not.toBeChecked();
  expect(folder.read(template)).toBe(role[template]);
  await dialog.getByRole("button", { name: "Save 2 files to disk" }).click();
  await expect(dialog).toBeHidden();
  expect(folder.read(template)).toBe(`${role[template]}workers = 4\n`);
  expect(folder.read("files/new.conf")).toBe("new\n");
  expect(folder.read("defaults/main.yml")).toBe(role["defaults/main.yml"]);
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk (1)");
  await saveButton(playground).click();
  await dialog.getByRole("checkbox", { name: "Delete defaults/main.yml on disk" }).check();
  await dialog.getByRole("button", { name: "Save 1 file to disk" }).click();
  await expect(dialog).toBeHidden();
  expect(folder.read("defaults/main.yml")).toBeUndefined();
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk");
});

test("a file that changed on both sides keeps both until the user chooses", async ({ folder, playground }) => {
  const { page } = playground;
  await type(playground, "mine\n");
  folder.write(template, "theirs\n");
  await expect(notice(playground)).toContainText(`${template} changed on disk. Your edit is kept.`);
  await expect(editorOf(playground)).toContainText("mine");
  await notice(playground).getByRole("button", { name: "Show difference" }).click();
  const difference = page.getByRole("dialog", { name: `${template}: on disk and here` });
  await expect(difference).toContainText("theirs");
  await page.keyboard.press("Escape");
  await notice(playground)
    .getByRole("button", { name: /^Use the version/ })
    .click();
  await expect(editorOf(playground)).toHaveText(/^theirs/);
  await expect(notice(playground)).toBeEmpty();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(editorOf(playground)).toContainText("mine");
  await expect(notice(playground)).toContainText("changed on disk");
  await saveButton(playground).click();
  const dialog = saveDialog(playground);
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Keep my version/ }).click();
  await dialog.getByRole("button", { name: "Save 1 file to disk" }).click();
  await expect(dialog).toBeHidden();
  expect(folder.read(template)).toBe(`${role[template]}mine\n`);
});

test("a save that meets a change on disk writes nothing and asks", async ({ folder, playground }) => {
  await type(playground, "mine\n");
  await saveButton(playground).click();
  const dialog = saveDialog(playground);
  // Change the disk after the page has sent its save request, but before the server receives it.
  await playground.page.route("**/folder/save", async (route) => {
    folder.write(template, "theirs\n");
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save 1 file to disk" }).click();
  await expect(dialog).toContainText("Nothing was saved: 1 file has changed on disk.");
  await expect(dialog.getByRole("button", { name: /^Keep my version/ })).toBeVisible();
  expect(folder.read(template)).toBe("theirs\n");
});

test("a reload keeps edits, and takes what changed on disk", async ({ folder, playground }) => {
  const { page } = playground;
  await type(playground, "mine\n");
  await expect(page.locator("#rail")).toContainText("Saved");
  await page.goto("about:blank");
  folder.write("defaults/main.yml", "---\nport: 81\n");
  folder.write("tasks/other.yml", "[]\n");
  await page.goto(`${folder.url}?test=1`);
  await playground.settle();
  await expect(editorOf(playground)).toContainText("mine");
  await expect(saveButton(playground)).toHaveAccessibleName("Save to disk (1)");
  await expect(notice(playground)).toBeEmpty();
  await expect(playground.file("tasks/other.yml")).toBeVisible();
  await playground.file("defaults/main.yml").click();
  await expect(editorOf(playground)).toContainText("port: 81");
  // A new run of the server has another address but the same folder.
  const { port } = folder;
  await folder.stop();
  folder.write(template, "theirs\n");
  await folder.serve(port);
  await page.goto(`${folder.url}?test=1`);
  await playground.settle();
  await expect(notice(playground)).toContainText(`${template} changed on disk. Your edit is kept.`);
  await playground.files.getByRole("tab", { name: template }).click();
  await expect(editorOf(playground)).toContainText("mine");
});

test("a server that has stopped is said, and edits stay", async ({ folder, playground }) => {
  // The dialog is loaded before the server stops.
  const fetched = () =>
    playground.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(fetched).toContainEqual(expect.stringContaining("save_dialog"));
  expect(await folder.stop()).toBe(0);
  await expect(notice(playground)).toHaveText("The server has stopped. Edits stay in this browser.");
  await type(playground, "mine\n");
  await saveButton(playground).click();
  const dialog = saveDialog(playground);
  await dialog.getByRole("button", { name: "Save 1 file to disk" }).click();
  await expect(dialog).toContainText("Nothing was saved: the server does not answer.");
});

test("files that the server cannot read are reported with its own message", async ({ browser, folder }) => {
  const page = await browser.newPage();
  const playground = new Playground(page);
  const error = "The folder /roles/web cannot be read: No such file or directory.";
  await page.goto(folder.url);
  await playground.settle();
  await page.route("**/folder/**", (route) => route.fulfill({ status: 500, json: { error } }));
  folder.write("notes.md", "ends the question that is open\n");
  await expect(notice(playground)).toHaveText(error);
  await page.unroute("**/folder/**");
  await expect(notice(playground)).toHaveText("");
  await page.close();
});

test("an empty folder explains what to do", async ({ browser }) => {
  const folder = await ServedFolder.start({ "a.yaml": "" });
  try {
    folder.remove("a.yaml");
    const page = await browser.newPage();
    const playground = new Playground(page);
    await page.goto(folder.url);
    await expect(results(playground)).toContainText("Files that you add to “web” appear here.");
    folder.write("stack.yaml", "heat_template_version: 2018-08-31\noutputs:\n  a: {value: 1}\n");
    await expect(playground.file("stack.yaml")).toBeVisible();
    await page.close();
  } finally {
    await folder.close();
  }
});

for (const width of [320, 1280]) {
  test(`axe finds nothing in a folder with a conflict, ${width} px wide`, async ({ folder, playground }) => {
    const { page } = playground;
    await type(playground, "mine\n");
    folder.write(template, "theirs\n");
    await expect(notice(playground)).toContainText("changed on disk");
    await page.setViewportSize({ width, height: 720 });
    const inOrder = async (what: string): Promise<void> => {
      expect(await violations(page), what).toEqual([]);
      await inDarkTheme(page, async () => expect(await violations(page, { rules: rulesOfColours }), what).toEqual([]));
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth), what).toBeLessThanOrEqual(width);
    };
    await inOrder("the page");
    await saveButton(playground).click();
    await inOrder("the dialog with a conflict");
    await saveDialog(playground)
      .getByRole("button", { name: /^Keep my version/ })
      .click();
    await inOrder("the dialog with a file to save");
  });
}

test("other pages of the served site work", async ({ folder, playground }) => {
  const { page } = playground;
  await page.goto(`${folder.url}gallery/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`${folder.url}learn/yaql/first-questions/`);
  await expect(page.locator("evalground-embed").first()).toHaveAttribute("data-live", "");
});

test("no page is kept for use offline", async ({ folder, playground }) => {
  const { page } = playground;
  for (const path of ["", "learn/"]) {
    await page.goto(folder.url + path);
    // The part that would install the service worker is loaded.
    const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    await expect.poll(fetched).toContainEqual(expect.stringMatching(/\/offline-[^/]*\.js$/));
    await page.waitForTimeout(300);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), path).toBe(0);
    expect(await page.evaluate(() => caches.keys()), path).toEqual([]);
  }
});

test("a page of another origin reads and writes nothing", async ({ browser, folder, host }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const statuses: number[] = [];
  context.on("response", (response) => {
    if (response.url().startsWith(folder.url)) statuses.push(response.status());
  });
  await page.goto(host.serve({ body: "<p>Another page</p>" }));
  const body = JSON.stringify({ files: { "stolen.txt": { text: "stolen", was: null } } });
  // Even with the token in the address, which no other page can know.
  const read = await page.evaluate(
    async ([site, sent]) => {
      const said: string[] = [];
      const attempt = async (name: string, act: () => Promise<string>): Promise<void> => {
        said.push(`${name}: ${await act().catch(() => "refused")}`);
      };
      const own = { "X-Evalground": "1" };
      const text = async (asked: Promise<Response>): Promise<string> => (await asked).text();
      const loads = (element: HTMLImageElement | HTMLScriptElement): Promise<string> =>
        new Promise((resolve, reject) => {
          element.onload = () => resolve("loaded");
          element.onerror = reject;
          document.body.append(element);
        });
      await attempt("fetch", () => text(fetch(`${site}folder/files`)));
      await attempt("fetch with the header", () => text(fetch(`${site}folder/files`, { headers: own })));
      await attempt("fetch with credentials", () => text(fetch(`${site}folder/files`, { credentials: "include" })));
      await attempt("fetch without cors", () => text(fetch(`${site}folder/files`, { mode: "no-cors" })));
      await attempt("fetch of the page", () => text(fetch(site!)));
      await attempt("post", () => text(fetch(`${site}folder/save`, { method: "POST", body: sent!, headers: own })));
      await attempt("post without cors", () =>
        text(fetch(`${site}folder/save`, { method: "POST", body: sent!, mode: "no-cors" })),
      );
      await attempt("beacon", async () => (navigator.sendBeacon(`${site}folder/save`, sent) ? "" : "refused"));
      await attempt("image", () => loads(Object.assign(new Image(), { src: `${site}icon.svg` })));
      await attempt("script", () =>
        loads(Object.assign(document.createElement("script"), { src: `${site}folder/files` })),
      );
      return said;
    },
    [folder.url, body],
  );
  expect(read.filter((line) => !/: (?:refused)?$/.test(line))).toEqual([]);

  // A form, a frame and a window are requested by the browser itself.
  await page.evaluate(
    ([site, sent]) => {
      for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        const frame = Object.assign(document.createElement("iframe"), { name: enctype });
        const form = Object.assign(document.createElement("form"), {
          action: `${site}folder/save`,
          method: "post",
          enctype,
          target: enctype,
        });
        form.append(Object.assign(document.createElement("input"), { name: sent, value: "" }));
        document.body.append(frame, form);
        form.submit();
      }
      document.body.append(Object.assign(document.createElement("iframe"), { name: "page", src: site }));
    },
    [folder.url, body],
  );
  await page.waitForTimeout(1000);
  for (const frame of page.frames().slice(1))
    expect(await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "")).not.toContain("port");
  const opening = context.waitForEvent("page");
  await page.evaluate((site) => void open(site), folder.url);
  const opened = await opening;
  await opened.waitForLoadState().catch(() => undefined);
  await expect(opened.locator("meta[name=evalground-folder]")).toHaveCount(0);
  expect(statuses.length).toBeGreaterThan(5);
  expect(statuses.filter((status) => status !== 403)).toEqual([]);
  expect(folder.read("stolen.txt")).toBeUndefined();
  expect(folder.read(template)).toBe(role[template]);
  await context.close();
});
