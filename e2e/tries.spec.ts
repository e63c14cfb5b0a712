// The path of a new user in each language, from an empty profile to a link to share: the number of clicks, and the
// errors on the way. Text is pasted; a choice from a list counts as one click.
import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { createEngine, type Workspace } from "evalground";
import { expect, type Playground, report, test } from "./playground.ts";

const engine = await createEngine();

/** An example of the gallery, used here as the user's own text and inputs. */
async function material(path: string): Promise<Workspace> {
  const text = readFileSync(new URL(`../engine/dialects/${path}.yaml`, import.meta.url), "utf8");
  return JSON.parse((await engine.parse(text)).json ?? "null") as Workspace;
}

class Newcomer {
  clicks = 0;
  readonly stumbles: string[] = [];

  constructor(private readonly playground: Playground) {}

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** Clicks into a field and replaces its content by pasting. */
  async paste(field: Locator, words: string): Promise<void> {
    const { page } = this.playground;
    await this.click(field);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(words);
  }

  async chooseLanguage(label: string): Promise<void> {
    this.clicks += 1;
    await this.playground.page.getByRole("combobox", { name: "Dialect" }).selectOption({ label });
    await this.playground.settle();
  }

  /** Pastes a map as YAML into a tab of the inputs. */
  async give(tab: RegExp, value: unknown): Promise<void> {
    const { inputs } = this.playground;
    const head = inputs.getByRole("tab", { name: tab });
    if ((await head.getAttribute("aria-selected")) !== "true") await this.click(head);
    const face = inputs.getByRole("radio", { name: "YAML", exact: true });
    if (!(await face.isChecked())) await this.click(face);
    await this.paste(inputs.getByRole("textbox").last(), JSON.stringify(value));
  }

  /** Waits for the result, records what is wrong on the page, and shares. */
  async share(dialect: string, shows: string): Promise<void> {
    const { playground } = this;
    await playground.settle();
    await expect(playground.results).toContainText(shows);
    const problems = (await playground.page.title()).match(/\d+ (?:error|problem)s?/);
    if (problems) this.stumbles.push(problems[0]);
    const chosen = await playground.page.getByRole("combobox", { name: "Dialect" }).inputValue();
    if (chosen !== dialect) this.stumbles.push(`the language is ${chosen}`);
    for (const toast of await playground.page.locator(".toast:visible").all())
      if (await covers(toast, playground.results)) this.stumbles.push("a notice covers the results");
    await this.click(playground.page.getByRole("button", { name: "Share", exact: true }));
    await this.click(
      playground.page
        .getByRole("dialog", { name: "Share" })
        .getByRole("button", { name: /^Copy: / })
        .first(),
    );
    await expect.poll(() => playground.copied()).toMatch(/#w/);
  }
}

async function covers(one: Locator, other: Locator): Promise<boolean> {
  const [above, below] = [await one.boundingBox(), await other.boundingBox()];
  if (!above || !below) return false;
  const isBeside = above.x >= below.x + below.width || above.x + above.width <= below.x;
  const isBelow = above.y >= below.y + below.height || above.y + above.height <= below.y;
  return !isBeside && !isBelow;
}

/** The steps, the maximum number of clicks, and the first words of the result. */
const tries: {
  who: string;
  dialect: string;
  shows: string;
  most: number;
  go: (newcomer: Newcomer, playground: Playground) => Promise<void>;
}[] = [
  {
    who: "a workflow's YAQL with its payload",
    dialect: "yaql",
    shows: "ram_left",
    most: 5,
    go: async (newcomer, playground) => {
      const { data, expression } = await material("yaql/gallery/14-workflow-payload");
      await newcomer.chooseLanguage("YAQL");
      await newcomer.paste(playground.page.getByRole("textbox", { name: /^Editor, data/ }), JSON.stringify(data));
      await newcomer.paste(playground.expression, String(expression).trim());
    },
  },
  {
    who: "a Heat template with its environment file",
    dialect: "heat",
    shows: "web-large",
    most: 6,
    go: async (newcomer, playground) => {
      await newcomer.paste(
        playground.page.getByRole("textbox", { name: /^Editor/ }),
        "heat_template_version: 2018-08-31\nparameters:\n  size: {type: string}\noutputs:\n" +
          "  name:\n    value: {list_join: ['-', [web, {get_param: size}]]}\n",
      );
      await playground.settle();
      await newcomer.give(/^Parameters/, { parameters: { size: "large" }, parameter_defaults: { zone: "a" } });
    },
  },
  {
    who: "a template of an Ansible role with group variables",
    dialect: "jinja2/ansible",
    shows: "listen 8080;",
    most: 6,
    go: async (newcomer, playground) => {
      await newcomer.paste(
        playground.page.getByRole("textbox", { name: /^Editor/ }),
        "# {{ ansible_managed }}\nserver {\n  listen {{ port }};\n{% if tls | bool %}\n  ssl on;\n" +
          "{% endif %}\n  # {{ groups_of | to_nice_json }}\n}\n",
      );
      await playground.settle();
      await newcomer.give(/^Vars/, { ansible_managed: "managed", port: 8080, tls: "no", groups_of: ["web"] });
    },
  },
  {
    who: "a policy of CFEngine",
    dialect: "cfengine",
    shows: "nginx has",
    most: 3,
    go: async (newcomer, playground) => {
      const { files } = await material("cfengine/gallery/16-web-server-policy");
      const [policy] = Object.values(files as Record<string, string>);
      await newcomer.paste(playground.page.getByRole("textbox", { name: /^Editor/ }), String(policy));
    },
  },
  {
    who: "a TOSCA service",
    dialect: "unfurl",
    shows: "protocol",
    most: 3,
    go: async (newcomer, playground) => {
      const { files } = await material("unfurl/gallery/15-service-template");
      const [service] = Object.values(files as Record<string, string>);
      await newcomer.paste(playground.page.getByRole("textbox", { name: /^Editor/ }), String(service));
    },
  },
  {
    who: "a pipeline of the Δ-controller over objects",
    dialect: "dcontroller",
    shows: "service-80",
    most: 6,
    go: async (newcomer, playground) => {
      const { files, data } = await material("dcontroller/gallery/08-endpoints-of-a-service");
      const [controller] = Object.values(files as Record<string, string>);
      await newcomer.paste(playground.page.getByRole("textbox", { name: /^Editor/ }), String(controller));
      await playground.settle();
      await newcomer.give(/^Data/, data);
    },
  },
];

for (const { who, dialect, shows, most, go } of tries) {
  test(`${who}: from an empty profile to a shared link`, async ({ playground }) => {
    test.setTimeout(60_000);
    await playground.visit();
    const newcomer = new Newcomer(playground);
    await go(newcomer, playground);
    await newcomer.share(dialect, shows);
    report(`${who}: ${newcomer.clicks} clicks, ${newcomer.stumbles.join("; ") || "no stumbles"}`);
    expect(newcomer.clicks).toBeLessThanOrEqual(most);
    expect(newcomer.stumbles).toEqual([]);
  });
}
