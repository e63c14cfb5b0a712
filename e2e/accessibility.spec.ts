// axe in the main states of the page, in both themes and at three widths; target sizes, visible focus, motion and
// announcements.
import type { Page } from "@playwright/test";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { expect, repeats, test, type Playground } from "./playground.ts";
import { endless, raised } from "./workspaces.ts";

const wrong = "instances:\n  a:\n    attributes:\n      bad: {eval: {nope: 1}}\n      secret: {eval: {sensitive: x}}\n";

const steps = {
  expression: "$.servers.where($.ram > 2).select(dict(name => $.name))",
  data: { servers: [{ name: "web", ram: 4 }] },
  expect: { value: [{ name: "db" }] },
};
const role = {
  files: {
    "hosts.ini": "[web]\nweb1 port=81\nweb2\n",
    "site.yml": "- hosts: all\n  roles: [app]\n",
    "roles/app/defaults/main.yml": "port: 8080\n",
  },
  options: { flavor: "ansible", inventory: "hosts.ini", play: "site.yml", host: "web1" },
};
const policy = `bundle agent main
{
  vars:
      "b" string => "$(c)";
      "c" string => "y";
  reports:
      "b is $(b)";
}
`;

/** Selects a view of the results that is loaded on demand. */
async function openView({ results }: Playground, name: "Trace" | "Explain" | "Diff"): Promise<void> {
  await results.getByRole("tablist", { name: "Result view" }).getByRole("tab", { name, exact: true }).click();
}

/** Shows a pane if it is not visible. */
async function showPane(page: Page, pane: "Results" | "Resources" | "Inputs"): Promise<void> {
  const width = page.viewportSize()!.width;
  if (width < 700) {
    const button = page
      .getByRole("navigation", { name: "Panes" })
      .getByRole("button", { name: pane === "Resources" ? "Tree" : pane });
    // While the on-screen keyboard is open, a row of symbols covers the pane buttons. A new draft may take the focus,
    // and so open it, a moment later.
    await expect(async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await button.click({ timeout: 1_000 });
    }).toPass();
  } else if (width < 1200) {
    await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: pane, exact: true }).click();
  }
}

type States = Record<string, (playground: Playground) => Promise<void>>;

/** The page's main states in rows. Each state leaves the page so that the next one in its row can follow. */
const states: Record<string, States> = {
  "dialogs and menus": {
    start: (playground) => playground.visit(),
    error: async (playground) => {
      await playground.open({ files: { "main.yaml": "a: [1\n", "other.yaml": "b: 1\n" }, env: { API_TOKEN: "x" } });
    },
    "share dialog": async (playground) => {
      await playground.share();
    },
    "share dialog, Markdown": async ({ page }) => {
      await page.getByRole("dialog").getByRole("tab", { name: "Markdown" }).click();
    },
    "share dialog, Command": async ({ page }) => {
      await page.getByRole("dialog").getByRole("tab", { name: "Command" }).click();
    },
    settings: async (playground) => {
      await playground.page.keyboard.press("Escape");
      await playground.openSettings();
    },
    palette: async ({ page }) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("ControlOrMeta+k");
      await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("option").first()).toBeVisible();
    },
    "keyboard shortcuts": async ({ page }) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("F1");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    },
  },
  "drafts and examples": {
    "a new draft": async (playground) => {
      await playground.chooseInDraftMenu("New draft");
      await showPane(playground.page, "Results");
      await expect(playground.results).toContainText("The draft is empty");
    },
    "list of examples": async ({ page, results }) => {
      await results.getByRole("button", { name: "Open an example" }).click();
      await expect(page.getByRole("dialog", { name: "Examples" }).getByRole("button").nth(2)).toBeVisible();
    },
    "an example and what it is about": async (playground) => {
      const { page } = playground;
      await page
        .getByRole("dialog", { name: "Examples" })
        .getByRole("button", { name: /^Merge directives Unfurl/ })
        .click();
      await playground.settle();
      if (page.viewportSize()!.width < 700)
        await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Source" }).click();
      await expect(page.getByRole("region", { name: "About this example" })).toBeVisible();
    },
    drafts: async (playground) => {
      await playground.page.keyboard.press("Escape");
      await playground.chooseInDraftMenu("Drafts");
      await expect(playground.page.getByRole("dialog", { name: "Drafts" })).toBeVisible();
    },
  },
  "results and inputs": {
    "a chosen value": async (playground) => {
      const { page } = playground;
      await playground.open({ title: "Wrong", files: { "main.yaml": wrong } });
      await showPane(page, "Results");
      await playground.row("instances.a.secret").click();
    },
    tree: async (playground) => {
      await showPane(playground.page, "Resources");
      await playground.node("a").click();
      await playground.page.keyboard.press("*");
    },
    "a restored text": async (playground) => {
      const { page } = playground;
      await playground.open({
        title: "Restored",
        files: { "main.yaml": "a: {k: 1}\nb:\n  +/a:\n" },
        operation: "restore",
        changes: [{ path: "/b/k", value: 2 }],
      });
      await showPane(page, "Results");
      await expect(playground.results.getByRole("table", { name: "Differences from main.yaml" })).toBeVisible();
    },
    "the data that it is made of": async (playground) => {
      await showPane(playground.page, "Inputs");
      await expect(playground.inputs.getByRole("textbox", { name: "Expanded document to change" })).toContainText(
        "k: 2",
      );
    },
    "names that are asked for": async (playground) => {
      const { page } = playground;
      await playground.open({ title: "Asking", files: { "main.yaml": "a: {eval: $size}\n" }, vars: { other: [1] } });
      await showPane(page, "Inputs");
      await expect(playground.inputs.getByRole("button", { name: "Add size" })).toBeVisible();
    },
    options: async ({ inputs }) => {
      await inputs.getByRole("tab", { name: /^Limits/ }).click();
    },
    menu: async ({ page }) => {
      await page.getByRole("button", { name: "Help" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  "views and runs": {
    "a row's menu": async (playground) => {
      const { page } = playground;
      await playground.open({ title: "Steps", dialect: "yaql", ...steps } as never);
      await showPane(page, "Results");
      await playground.row("0").getByRole("button", { name: "Actions for" }).click();
      await expect(page.getByRole("menuitem", { name: "Copy path" })).toBeVisible();
    },
    trace: async (playground) => {
      await playground.page.keyboard.press("Escape");
      await openView(playground, "Trace");
      await expect(playground.results.getByText(/^Step \d+ of \d+$/)).toBeVisible();
    },
    explanation: async (playground) => {
      await openView(playground, "Explain");
      await expect(playground.results.getByRole("table").getByRole("row").nth(2)).toBeVisible();
    },
    "difference from what is expected": async (playground) => {
      await openView(playground, "Diff");
      await expect(playground.results).toContainText("Expected result");
    },
    "the variables of a host": async (playground) => {
      const { page } = playground;
      await playground.open({ title: "Hosts", dialect: "jinja2", operation: "host", ...role } as never);
      await showPane(page, "Results");
      await expect(page.getByRole("treegrid", { name: "Variables of the host" })).toBeVisible();
    },
    "the passes of a policy": async (playground) => {
      const { page } = playground;
      await playground.open({ title: "Passes", dialect: "cfengine", files: { "main.cf": policy } } as never);
      await showPane(page, "Results");
      await expect(playground.results.getByRole("slider")).toBeVisible();
    },
    "make minimal": async (playground) => {
      const { page } = playground;
      await playground.open({ title: "Minimal", files: { "main.yaml": wrong } });
      await page.keyboard.press("ControlOrMeta+k");
      await page
        .getByRole("dialog", { name: "Command palette" })
        .getByRole("combobox")
        .fill("Reduce to a minimal example");
      await page.getByRole("option", { name: /^Reduce to a minimal example/ }).click();
      await expect(page.getByRole("dialog", { name: "Reduce to a minimal example" })).toBeVisible();
    },
    running: async (playground) => {
      const { page } = playground;
      await page.keyboard.press("Escape");
      await playground.setLimits(raised);
      await playground.evaluate(endless, { settle: false });
      await expect(playground.resultsState).toHaveAttribute("data-freshness", "running");
    },
  },
};

for (const width of [1440, 900, 360]) {
  for (const [row, all] of Object.entries(states)) {
    const title = `axe finds no violation, ${width} px wide: ${row}`;
    test(title, repeats(width === 900), async ({ page, playground }) => {
      test.setTimeout(300_000);
      // No transitions: a check in the middle of one would see wrong colours.
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      for (const [name, arrange] of Object.entries(all)) {
        await arrange(playground);
        expect(await violations(page), name).toEqual([]);
        if (width !== 1440) continue; // colours are the same at every width
        await inDarkTheme(page, async () => {
          await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
          expect(await violations(page, { rules: rulesOfColours }), `${name}, dark`).toEqual([]);
        });
        await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
      }
    });
  }
}

/** Visible controls that are smaller than allowed. Links in running text may be as small as their text. */
function smallTargets(least: number): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      "button, a[href], input, select, textarea, [role=tab], [role=menuitem], [role=row][tabindex], [role=treeitem]",
    ),
  ];
  return targets.flatMap((target) => {
    // A checkbox in a label is pressed through the label.
    const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
    const isInText = target.matches("p a, li a") && getComputedStyle(target).display === "inline";
    const isShown = target.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2 && !isInText;
    return isShown && (width < least - 0.5 || height < least - 0.5)
      ? [`${target.outerHTML.slice(0, 120)} ${Math.round(width)}×${Math.round(height)}`]
      : [];
  });
}

for (const [pointer, least] of [
  ["fine", 24],
  ["coarse", 44],
] as const) {
  for (const width of pointer === "fine" ? [1440, 900, 360] : [900, 360]) {
    test.describe(`${pointer}, ${width} px`, () => {
      if (pointer === "coarse") test.use({ hasTouch: true, isMobile: true });
      const title = `targets are at least ${least} × ${least} px with a ${pointer} pointer, ${width} px wide`;
      test(title, repeats(width !== (pointer === "fine" ? 1440 : 360)), async ({ page, playground }) => {
        test.slow();
        await page.setViewportSize({ width, height: 800 });
        await page.goto("/no-such-page");
        expect(await page.evaluate(smallTargets, least), "no such page").toEqual([]);
        for (const row of Object.values(states)) {
          await page.keyboard.press("Escape");
          for (const [name, arrange] of Object.entries(row)) {
            await arrange(playground);
            expect(await page.evaluate(smallTargets, least), name).toEqual([]);
          }
        }
      });
    });
  }
}

for (const width of [1440, 900, 360]) {
  test(`bars never cover the focus, ${width} px wide`, repeats(width === 900), async ({ page, playground }) => {
    await page.setViewportSize({ width, height: 700 });
    await playground.open({ files: { "main.yaml": wrong } });
    // In an editor Tab indents unless the setting says otherwise.
    await playground.editor.focus();
    await page.keyboard.press("Control+m");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const seen: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      const { name, covered } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const box = focused.getBoundingClientRect();
        const points = [0.1, 0.5, 0.9].flatMap((across) =>
          [0.2, 0.5, 0.8].map((down) => [box.left + across * box.width, box.top + down * box.height] as const),
        );
        const hits = points
          .map(([x, y]) => document.elementFromPoint(x, y))
          .filter((hit) => hit && (focused.contains(hit) || focused.closest("label")?.contains(hit)));
        return { name: focused.outerHTML.slice(0, 120), covered: focused !== document.body && hits.length === 0 };
      });
      expect(covered, name).toBe(false);
      seen.push(name);
    }
    expect(new Set(seen).size).toBeGreaterThan(15);
  });
}

test("under reduced motion no animation runs longer than 1 ms", { tag: "@fresh" }, async ({ page, playground }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await playground.visit("/");
  const moving = (): Promise<string[]> =>
    page.evaluate(() => {
      const roots: (Document | ShadowRoot)[] = [document];
      const found: string[] = [];
      const seconds = (list: string): number =>
        Math.max(0, ...list.split(",").map((one) => parseFloat(one) * (one.trim().endsWith("ms") ? 0.001 : 1)));
      for (const root of roots) {
        for (const element of root.querySelectorAll("*")) {
          if (element.shadowRoot) roots.push(element.shadowRoot);
          for (const part of ["", "::before", "::after"]) {
            const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, part);
            const longest = Math.max(
              seconds(transitionDuration),
              animationName === "none" ? 0 : seconds(animationDuration),
            );
            if (longest > 0.001) found.push(`${element.tagName}.${element.className}${part} ${longest} s`);
          }
        }
        for (const animation of root.getAnimations()) {
          const { duration } = animation.effect!.getComputedTiming();
          if (Number(duration) > 1) found.push(`${animation.constructor.name} of ${String(duration)} ms`);
        }
      }
      return [...new Set(found)];
    });
  expect(await moving()).toEqual([]);
  await playground.editor.focus();
  await playground.write("a: {eval: {nope: 1}}\n");
  await page.keyboard.press("F8");
  expect(await moving()).toEqual([]);
  await page.getByRole("button", { name: "Examples" }).click();
  const examples = page.getByRole("dialog", { name: "Examples" });
  await expect(examples).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(examples).toBeHidden();
  await playground.openSettings();
  expect(await moving()).toEqual([]);
});

test("the status says the number of values and errors after a run, “Stopped” and “Copied”", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "instances: {a: {attributes: {x: 1, y: 2}}}\n" } });
  await expect(playground.status).toHaveText(/^Done, \d+ values$/);
  await playground.write("instances: {a: {attributes: {x: 1, y: {eval: {nope: 1}}}}}\n");
  await expect(playground.status).toHaveText(/^Done, \d+ values?, 1 error$/);
  await playground.chooseInRowMenu("instances.a.x", "Copy as JSON");
  await expect(playground.status).toHaveText("Copied");
  await playground.setLimits(raised);
  await playground.evaluate(endless, { settle: false });
  await expect(playground.results).toHaveAttribute("data-freshness", "running");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(playground.status).toHaveText("Stopped");
});

test("the status says no more than one message a second while typing", async ({ page, playground }) => {
  await playground.visit();
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    const status = document.getElementById("status")!;
    // A withdrawn message is not an announcement.
    const heard = (): void => {
      if (status.textContent !== "") times.push(performance.now());
    };
    new MutationObserver(heard).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  for (let word = 0; word < 10; word += 1) {
    await page.keyboard.type("#ab", { delay: 30 });
    await page.waitForTimeout(250);
  }
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
  expect(times.length).toBeGreaterThan(1);
  // Count messages over time, because a busy page notices them late.
  expect(times.length - 1).toBeLessThanOrEqual((times.at(-1)! - times[0]!) / 1000 + 0.5);
});
