import { decodeLink, encodeLink, LinkError } from "evalground";
import type { Engine, RunResult, SecretsAnswer, Workspace } from "evalground";
import { describe, expect, it, vi } from "vitest";
import { delimiterFor, linkCommand, posixCommand, powerShellCommand } from "../src/share/command.ts";
import { partsOf, secretNames, shared } from "../src/share/content.ts";
import { fenced, toMarkdown } from "../src/share/markdown.ts";
import { canBeCompleted, joinLink, linkProblem } from "../src/share/broken.ts";
import { linkSteps, linkTo, linkView, reachOf } from "../src/share/link.ts";
import { enter, type Entry, follow, isShared, openShared, placeOfLine, titleOf } from "../src/share/opening.ts";
import { readLink } from "../src/share/read_link.ts";
import { withMainFile } from "../src/share/main_file.ts";
import { provideEngine } from "../src/run/ready.ts";
import { Search } from "../src/run/secrets.ts";
import { Share } from "../src/share/share.ts";
import { makeResult, makeStore } from "./make.ts";

const workspace: Workspace = {
  dialect: "unfurl",
  files: { "main.yaml": "a: ä\n", "data.bin": { base64: "AAEC" } },
  vars: { region: "eu", password: "p" },
  env: { API_TOKEN: "abc", HOME: "/home" },
  secrets: { db: "hunter2", withheld: null },
  inputs: {},
  limits: { steps: 5 },
};
const nothing = { left: new Set<string>(), includeSecrets: false, secretInputs: [] };

describe("the content of a share", () => {
  it("lists files with their sizes and every other non-empty key", () => {
    expect(partsOf(workspace)).toEqual([
      { id: "file:main.yaml", file: "main.yaml", size: 6 },
      { id: "file:data.bin", file: "data.bin", size: 3 },
      { id: "vars", file: null, size: 2 },
      { id: "env", file: null, size: 2 },
      { id: "secrets", file: null, size: 2 },
      { id: "limits", file: null, size: 1 },
    ]);
  });

  it("leaves out unchecked parts", () => {
    const given = shared(workspace, {
      ...nothing,
      left: new Set(["file:data.bin", "limits"]),
    });
    expect(Object.keys(given.files ?? {})).toEqual(["main.yaml"]);
    expect(given.limits).toBeUndefined();
  });

  it("keeps the names of secrets but not their values, unless requested", () => {
    expect(shared(workspace, nothing).secrets).toEqual({ db: null, withheld: null });
    expect(shared(workspace, { ...nothing, includeSecrets: true }).secrets).toMatchObject({ db: "hunter2" });
    expect(secretNames(workspace)).toEqual(["db"]);
  });

  it("leaves out inputs that the document declares secret, unless requested", () => {
    const given = { dialect: "heat", inputs: { size: 3, password: "hunter2" } };
    expect(shared(given, { ...nothing, secretInputs: ["password"] }).inputs).toEqual({ size: 3 });
    expect(shared(given, { ...nothing, secretInputs: ["password"], includeSecrets: true }).inputs).toEqual(
      given.inputs,
    );
  });
});

describe("commands", () => {
  it("use a delimiter that is not a line of the text", () => {
    expect(delimiterFor("a\nEOF\nEOF_1\n")).toBe("EOF_2");
    expect(posixCommand({ dialect: "unfurl", files: { a: "x: 1\ny: 2\n" }, operation: "expand" })).toBe(
      "evalground expand - <<'EOF'\ndialect: unfurl\nfiles:\n  a: |\n    x: 1\n    y: 2\noperation: expand\nEOF\n",
    );
  });

  it("allow Python if the document needs it", () => {
    expect(posixCommand({ dialect: "unfurl" }, " --allow-python")).toMatch(/^evalground eval --allow-python - <</);
  });

  it("are one line of ASCII for PowerShell, with quotes doubled", () => {
    expect(powerShellCommand({ dialect: "unfurl", expression: "it's ä 😀" })).toBe(
      `'{"dialect":"unfurl","expression":"it''s \\u00e4 \\ud83d\\ude00"}' | evalground eval -\n`,
    );
  });

  it("pass the link as one quoted word", () => {
    expect(linkCommand("https://x/#w1.d.a'b")).toBe("evalground eval 'https://x/#w1.d.a'\\''b'\n");
  });
});

describe("Markdown", () => {
  it("has fences longer than the backticks in the text", () => {
    expect(fenced("a\n````\nb", "yaml")).toBe("`````yaml\na\n````\nb\n`````\n");
  });

  it("has files, expression, result and link, but no headings", () => {
    const markdown = toMarkdown(
      { dialect: "unfurl", files: { "a.yaml": "x: 1\n" }, expression: "::a", resource: "::b" },
      makeResult({ json: "9007199254740993" }),
      { url: "https://x/#w1.j.e30.00000000", version: "1.0.0" },
    );
    expect(markdown).toBe(
      [
        "`a.yaml`:\n\n```yaml\nx: 1\n```\n",
        "Expression on `::b`:\n\n```\n::a\n```\n",
        "Result:\n\n```yaml\n9007199254740993\n```\n",
        "[Open in Evalground](https://x/#w1.j.e30.00000000) · engine 1.0.0\n",
      ].join("\n"),
    );
  });

  it("cuts a long result and says how much is missing", () => {
    const json = JSON.stringify(Array.from({ length: 100 }, (_, index) => index));
    expect(toMarkdown({ dialect: "unfurl" }, makeResult({ json }), { url: null, version: "1" })).toContain(
      "- 59\n… and 40 more lines\n```",
    );
  });

  it("lists errors with their positions", () => {
    const result = makeResult({
      ok: false,
      json: undefined,
      diagnostics: [
        { severity: "error", code: "x", message: "No.", span: { file: "a", from: 0, to: 1, line: 2, column: 3 } },
      ],
    });
    expect(toMarkdown({ dialect: "unfurl" }, result, { url: null, version: "1" })).toContain("Error: a 2:3: No.");
  });
});

describe("opening", () => {
  it("recognises fragments that contain workspaces", () => {
    expect(["#w1.d.x.0", "#w2.", "#?dialect=unfurl", "#d/abc", "#source", ""].map(isShared)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("joins a beginning and its rest, and accepts a whole link alone", () => {
    expect(joinLink("#w1.d.abc", " def\n.0 ")).toBe("w1.d.abcdef.0");
    expect(joinLink("#w1.d.abc", "https://x/#w1.d.whole.0")).toBe("w1.d.whole.0");
  });
});

const site = "https://example.org/some/";

describe("a share", () => {
  const share = (special: Parameters<typeof makeStore>[0] = {}, found: Partial<SecretsAnswer> = {}) => {
    const { state } = makeStore({ workspace, ...special });
    const answer = { files: 1, inputs: { secret: [], unread: [] }, findings: [], ...found };
    return new Share(state, site, new Search(state.workspace, answer));
  };

  it("gives a link to the playground with the selected content", () => {
    const given = share();
    const part = given.parts.find(({ id }) => id === "file:data.bin");
    if (part) given.take(part, false);
    expect(part && given.has(part)).toBe(false);
    const link = given.offeredLink ?? "";
    expect(link).toMatch(/^https:\/\/example\.org\/some\/#w1\./);
    expect(Object.keys(decodeLink(link.slice(link.indexOf("#") + 1)).workspace.files ?? {})).toEqual(["main.yaml"]);
    if (part) given.take(part, true);
    expect(Object.keys(given.given.files ?? {})).toEqual(["main.yaml", "data.bin"]);
  });

  it("includes the values of secrets only on request", () => {
    const given = share();
    expect(given.secrets).toEqual(["db"]);
    expect(JSON.stringify(given.given)).not.toContain("hunter2");
    given.includeSecrets = true;
    expect(JSON.stringify(given.given)).toContain("hunter2");
  });

  it("treats inputs that the engine withholds as secrets", () => {
    const inputs = { parameters: { password: "hunter2", size: 3, key: "x" }, encrypted_param_names: ["password"] };
    const withheld = { secret: ["password"], unread: ["key"] };
    const given = share({ workspace: { dialect: "heat", inputs } }, { inputs: withheld });
    expect(given.secrets).toEqual(["password", "key"]);
    expect(given.given.inputs).toEqual({ parameters: { size: 3 }, encrypted_param_names: ["password"] });
  });

  it("withholds all inputs if no engine could search", () => {
    const { state } = makeStore({ workspace: { dialect: "heat", inputs: { size: 3 } } });
    expect(new Share(state, site, new Search(state.workspace, null)).given.inputs).toEqual({});
  });

  it("points out what looks like a secret until it is left out", () => {
    const findings = [
      { path: ["env", "API_TOKEN"], from: 0, to: 3, line: 1, column: 1, reason: "name" as const, name: "API_TOKEN" },
      { path: ["files", "main.yaml"], from: 3, to: 4, line: 1, column: 4, reason: "declared" as const, name: "a" },
    ];
    const given = share({}, { findings });
    expect(given.findings.map(({ isReplaced }) => isReplaced)).toEqual([false, true]);
    expect(given.open.map(({ name }) => name)).toEqual(["API_TOKEN"]);
    expect(findings.map((finding) => given.search.lineOf(finding))).toEqual(["abc", "a: ä"]);
    given.take({ id: "env", file: null, size: 2 }, false);
    expect(given.findings.map(({ name }) => name)).toEqual(["a"]);
  });

  it("replaces declared secrets, with the result of the workspace with placeholders or none", async () => {
    const findings = [
      { path: ["files", "a.yml"], from: 3, to: 10, reason: "declared" as const, placeholder: "xxxxxx1" },
    ];
    const given: Workspace = { dialect: "jinja2", files: { "a.yml": "p: hunter2" } };
    const placed: Workspace = { dialect: "jinja2", files: { "a.yml": "p: xxxxxx1" } };
    const secrets = async (_: Workspace, { replace }: { replace?: unknown } = {}) => ({
      files: 1,
      inputs: { secret: [], unread: [] },
      findings,
      ...(replace === undefined ? {} : { workspace: placed }),
    });
    const shared = async (evaluate: (workspace: Workspace) => Promise<RunResult>) => {
      provideEngine({ secrets, evaluate } as unknown as Engine);
      const { state } = makeStore({ workspace: given, result: makeResult({ text: "hunter2" }) });
      const one = await Share.of({ ...state, resultRevision: state.revision }, site);
      provideEngine(null);
      return one;
    };
    const text = ({ files }: Workspace): string => String((files as Record<string, string>)["a.yml"]);
    const proved = await shared(async (workspace) => makeResult({ text: text(workspace) }));
    expect([proved.search.isProved, proved.given.files, proved.result?.text]).toEqual([
      true,
      placed.files,
      "p: xxxxxx1",
    ]);
    const other = await shared(async (workspace) => makeResult({ text: String(workspace === placed) }));
    expect([other.search.isProved, other.given.files, other.result?.text]).toEqual([false, placed.files, "true"]);
    const broken = await shared(() => Promise.reject(new Error("the engine crashed")));
    expect([broken.search.isProved, broken.given.files, broken.result]).toEqual([false, placed.files, null]);
  });

  it("offers no link that is too long, and finds the largest included file", () => {
    // Text that hardly compresses.
    let random = 1;
    const noise = Array.from({ length: 100_000 }, () => {
      random = (random * 16807) % 2147483647;
      return String.fromCharCode(33 + (random % 94));
    }).join("");
    const files = { small: "x", large: noise };
    const given = share({ workspace: { dialect: "unfurl", files } });
    expect(given.link?.length).toBeGreaterThan(linkSteps.most);
    expect(given.offeredLink).toBeNull();
    expect(given.largestFile?.file).toBe("large");
    given.take({ id: "file:large", file: "large", size: 0 }, false);
    expect(given.largestFile?.file).toBe("small");
    expect(given.offeredLink).not.toBeNull();
  });

  it("has a result as long as it is up to date", () => {
    const result = makeResult();
    const fresh = share({ result, revision: 3, resultRevision: 3 });
    expect(fresh.result).toBe(result);
    fresh.withResult = false;
    expect([fresh.hasResult, fresh.result]).toEqual([true, null]);
    expect(share({ result, revision: 4, resultRevision: 3 }).result).toBeNull();
  });

  it("is saved under its title", () => {
    expect(share({ title: "A web shop/1" }).fileName).toBe("A-web-shop-1");
    expect(share({ title: "" }).fileName).toBe("evalground");
  });
});

describe("a link", () => {
  it("contains the view if it differs from the default", () => {
    const { state } = makeStore();
    expect(linkView(state)).toEqual({});
    const caret = { file: "b", offset: 9, line: 3, column: 1 };
    expect(linkView({ ...state, view: "json", activeFile: "b", caret, live: false })).toEqual({
      tab: "json",
      file: "b",
      line: 3,
      live: false,
    });
  });

  it("works in more places the shorter it is", () => {
    expect([2000, 2001, 8000, 8001].map(reachOf)).toEqual(["everywhere", "mostly", "mostly", "cut"]);
  });

  it("is null for a workspace that does not fit a link", () => {
    const files = { a: "x".repeat(9 * 1024 * 1024) };
    expect(linkTo(site, { dialect: "unfurl", files }, { view: {}, includeSecrets: false })).toBeNull();
  });
});

describe("a shared draft without a title", () => {
  it.each([
    [{ dialect: "heat", files: { a: "# words\nheat_template_version: x\nresources: {}\n" } }, "Heat: resources"],
    [{ dialect: "yaql", expression: "$.where($.up)\n.name" }, "YAQL: $.where($.up)"],
    [{ dialect: "jinja2", options: { flavor: "ansible" } }, "Ansible from a link"],
  ])("%j is called %s", (workspace, title) => {
    expect(titleOf(workspace as never)).toBe(title);
  });
});

describe("a link that is opened", () => {
  const files = { "main.yaml": "a: 1\nb: 2\n", "lib.yaml": "c: 3\n" };
  const given: Workspace = { dialect: "unfurl", files, title: "Shared" };

  it("turns document text in main into a file", () => {
    expect(withMainFile({ dialect: "unfurl", main: "a: 1\n" }).files).toEqual({ "main.yaml": "a: 1\n" });
    const named = { dialect: "unfurl", main: "lib.yaml", files };
    expect(withMainFile(named)).toBe(named);
    expect(Object.keys(withMainFile({ dialect: "unfurl", main: "x", files }).files ?? {})[0]).toBe("main-2.yaml");
  });

  it("shows the line that it names, if it exists", () => {
    expect(placeOfLine(given, { line: 2 })).toEqual({ file: "main.yaml", from: 5, to: 5, line: 2, column: 1 });
    expect(placeOfLine(given, { file: "lib.yaml", line: 1 })).toMatchObject({ file: "lib.yaml", from: 0 });
    for (const view of [undefined, {}, { line: 9 }, { file: "gone.yaml", line: 1 }])
      expect(placeOfLine(given, view)).toBeNull();
  });

  it("becomes a draft, and its line is shown once it is open", () => {
    vi.useFakeTimers();
    try {
      const store = makeStore();
      const done: unknown[] = [];
      store.handle("openWorkspace", ({ title, file, live, fromLink }) => done.push({ title, file, live, fromLink }));
      store.handle("show", ({ span }) => done.push(span.line));
      openShared(store, { workspace: given, view: { file: "lib.yaml", line: 2, live: false } });
      store.update({ title: "other" });
      vi.runAllTimers();
      expect(done).toEqual([{ title: "Shared", file: "lib.yaml", live: false, fromLink: true }]);
      store.update({ draft: "new" });
      vi.runAllTimers();
      expect(done[1]).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  function entry(fragment: string, draft?: string): Entry & { noted: string[] } {
    const noted: string[] = [];
    return { fragment, draft, noted, note: (id) => noted.push(id), follow: (id) => noted.push(`behind: ${id}`) };
  }
  async function followed(at: Entry, known: string[] = []) {
    const store = makeStore();
    const done: string[] = [];
    store.handle("openWorkspace", ({ title }) => done.push(`new ${title}`));
    const open = async (id: string): Promise<boolean> => {
      done.push(`open ${id}`);
      return known.includes(id);
    };
    await follow(store, at, open, (error) => done.push(error.kind));
    return done;
  }

  it("is recorded in its history entry; a draft opened in the page gets an entry of its own", () => {
    const fresh = entry("#w1.d.x");
    enter(fresh, "linked");
    const known = entry("", "mine");
    enter(known, "mine");
    enter(known, "example");
    expect([fresh.noted, known.noted]).toEqual([["linked"], ["behind: example"]]);
  });

  it("is opened again only if its history entry records no draft, or one that was deleted", async () => {
    const fragment = `#${encodeLink(given)}`;
    expect(await followed(entry(fragment))).toEqual(["new Shared"]);
    expect(await followed(entry(fragment, "draft"))).toEqual([]);
    expect(await followed(entry(fragment, "earlier"), ["earlier"])).toEqual(["open earlier"]);
    expect(await followed(entry(fragment, "gone"))).toEqual(["open gone", "new Shared"]);
  });

  it("is explained when it is broken, and other fragments are ignored", async () => {
    expect(await followed(entry("#w1.d.abc"))).toEqual(["truncated"]);
    const other = entry("#results");
    expect(await followed(other)).toEqual([]);
    expect(other.noted).toEqual(["draft"]);
  });

  it("can be completed when it is cut off or damaged", () => {
    const read = readLink("w1.d.abc");
    expect("error" in read && [canBeCompleted(read.error), linkProblem(read.error)]).toEqual([
      true,
      "The link is cut off: 8 characters arrived.",
    ]);
    expect(canBeCompleted(new LinkError("newer", "", 1))).toBe(false);
    expect(readLink(encodeLink(given))).toHaveProperty(["link", "workspace", "title"], "Shared");
  });
});
