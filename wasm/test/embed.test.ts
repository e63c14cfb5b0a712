import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeLink, readJson, toPlain } from "../src/index.js";
import {
  dedented,
  elementContent,
  layeredOn,
  ownPart,
  plainLink,
  shownTexts,
  workspaceOfLink,
} from "../src/embed/content.js";
import { FrameGroup, type MemberFrame } from "../src/embed/frame_group.js";
import { highlighted, highlightedLines } from "../src/embed/highlight.js";
import { heightOf } from "../src/embed/messages.js";
import { frameOptions, frameParameters, hostOptions, OptionError, unreadIn } from "../src/embed/options.js";
import { hiddenRegions } from "../src/embed/regions.js";
import { printedText } from "../src/embed/printed.js";
import { resultHeight } from "../src/embed/result_height.js";
import { placeIn, TypedAhead, typedBy, typedIn } from "../src/embed/typed.js";
import { propertyNames, unknownAttributes } from "../src/embed/vocabulary.js";
import { blockLanguages } from "../src/languages.js";
import { encodeLink } from "../src/links.js";

const { malformed } = JSON.parse(
  readFileSync(new URL("../../tests/malformed/links.json", import.meta.url), "utf8"),
) as { malformed: { name: string; link: string; kind: string }[] };

const given = (values: Record<string, string>) => (name: string) => values[name];

describe("options", () => {
  it("have defaults", () => {
    const { editable, shown, lines, run, theme } = frameOptions(given({}));
    expect({ editable, lines, run, theme }).toEqual({ editable: "all", lines: null, run: "visible", theme: "host" });
    expect(shown).toEqual(["toolbar", "source", "data", "expression", "results", "problems"]);
  });

  it.each([
    ["false", "none"],
    ["true", "all"],
    ["", "all"],
  ])("accept a switch for what can be edited: %j", (editable, meant) => {
    expect(frameOptions(given({ editable })).editable).toBe(meant);
  });

  it("open the inputs with one that is named", () => {
    expect(frameOptions(given({})).inputs).toEqual([]);
    expect(frameOptions(given({ show: "results vars env", hide: "vars" })).inputs).toEqual(["env"]);
  });

  it("show the named parts, without hidden ones", () => {
    expect(frameOptions(given({ show: "source, results tree", hide: "results" })).shown).toEqual(["source", "tree"]);
    expect(frameOptions(given({ show: "source graph" }))).toMatchObject({
      shown: ["source", "results"],
      view: "graph",
    });
    expect(frameOptions(given({ show: "results graph", view: "yaml" }))).toMatchObject({
      shown: ["results"],
      view: "yaml",
    });
  });

  it.each([
    { editable: "everything" },
    { show: "sources" },
    { lines: "12-5" },
    { lines: "a" },
    { expect: "{" },
    { run: "now" },
  ])("%j is refused", (values) => {
    expect(() => frameOptions(given(values as Record<string, string>))).toThrow(OptionError);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "are no names that objects inherit: %s",
    (name) => {
      for (const option of ["editable", "run", "theme", "show", "hide", "lines"])
        expect(() => frameOptions(given({ [option]: name }))).toThrow(OptionError);
      for (const option of ["loading", "mode", "height"])
        expect(() => hostOptions(given({ [option]: name }))).toThrow(OptionError);
    },
  );

  it.each([{ height: "red" }, { "max-height": "1px;color:red" }, { mode: "inline" }])("%j is refused", (values) => {
    expect(() => hostOptions(given(values as Record<string, string>))).toThrow(OptionError);
  });

  it("are converted to a frame's address and back", () => {
    const values = { editable: "all", show: "source results", lines: "2-4", expect: '{"a": "&#"}', title: "A & B" };
    const parameters = frameParameters(given(values), ["b.yaml", "c d.yaml"], new Map([["data", "{a: 1}"]]));
    const read = new URLSearchParams(parameters.toString());
    const options = frameOptions((name) => read.get(name) ?? undefined);
    expect(options).toMatchObject({ editable: "all", lines: [2, 4], expect: values.expect, label: "A & B" });
    expect(options.hidden).toEqual(["b.yaml", "c d.yaml"]);
    expect([...unreadIn(read.get("yaml"))]).toEqual([["data", "{a: 1}"]]);
    expect(() => unreadIn("[")).toThrow(OptionError);
  });
});

describe("hidden regions", () => {
  const text = "a\n# evalground:hide\nb\n# evalground:end\nc\n// evalground:fold\nd\ne\n// evalground:end\n";

  it("are the lines marked by comments, and these comments", () => {
    expect(hiddenRegions(text, null)).toEqual([
      { first: 2, last: 4, folds: false },
      { first: 6, last: 6, folds: false },
      { first: 7, last: 8, folds: true },
      { first: 9, last: 9, folds: false },
    ]);
  });

  it("are all lines outside the given range", () => {
    expect(hiddenRegions("1\n2\n3\n4\n", [2, 3])).toEqual([
      { first: 1, last: 1, folds: false },
      { first: 4, last: 4, folds: false },
    ]);
  });

  it("do not exist in a text without marks", () => expect(hiddenRegions("a\nb", null)).toEqual([]));

  it("extend to the end of the text if the end mark is missing", () => {
    expect(hiddenRegions("a\n# evalground:hide\nb\nc", null)).toEqual([{ first: 2, last: 4, folds: false }]);
  });
});

describe("colours", () => {
  it.each([
    "a: \"x # y\" # z\nb: {{ c | d('}}') }}\n",
    "$.where($.up).name",
    "{{ unclosed\n\n'",
    "",
    "- key: 12\n  other: [1, -2.5, true]\n",
  ])("leave the text unchanged: %j", (text) => {
    expect(
      highlighted(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  it("distinguish keys, strings, numbers and comments", () => {
    const kinds = highlighted('a: "x" # c\nb: 12\n').flatMap(({ kind, text }) => (kind ? [`${kind} ${text}`] : []));
    expect(kinds).toEqual(["key a", 'string "x"', "comment # c", "key b", "number 12"]);
  });

  it("are split by line", () => expect(highlightedLines("a\n\nb\n")).toHaveLength(3));

  it("take time proportional to the length of a text", () => {
    const hostile = ["a", "- ", '"', "'a", "{{", "{#", "$", "1", "# "].map((part) => part.repeat(20_000));
    for (const text of hostile) {
      const began = performance.now();
      highlighted(text.slice(0, 10_000));
      const short = performance.now() - began;
      highlighted(text);
      // Quadratic time would be a hundred times as long or more.
      expect(performance.now() - began - short, text.slice(0, 4)).toBeLessThan(60 * short + 1000);
    }
  });
});

describe("heights", () => {
  const message = { ns: "evalground", v: 1, type: "height", id: "", height: 120.4 };
  it("are numbers within bounds", () => {
    expect(heightOf(message)).toBe(121);
    expect(heightOf({ ...message, height: 1e9 })).toBe(10_000);
    expect(heightOf({ ...message, height: 1 })).toBe(40);
  });
  it.each([
    null,
    7,
    "height",
    { ...message, v: 2 },
    { ...message, ns: "x" },
    { ...message, height: "9" },
    { ...message, height: Number.NaN },
  ])("are nothing of %j", (data) => expect(heightOf(data)).toBeNull());
});

describe("the content", () => {
  const workspace = readJson('{"dialect":"unfurl","main":"b","files":{"a":"1","b":"x: 12345678901234567890\\n"}}');

  it("is passed as a link that every decoder opens", async () => {
    const link = plainLink(workspace);
    expect(decodeLink(link).workspace).toEqual(toPlain(workspace));
    expect(toPlain(await workspaceOfLink(encodeLink(workspace)))).toMatchObject({ dialect: "unfurl" });
    await expect(workspaceOfLink("w1.d.???.00000000")).rejects.toThrow(OptionError);
  });

  // Browsers reject data after the compressed stream, as the standard requires. Node does not.
  it.each(malformed.filter(({ kind, name }) => kind !== "invalid" && name !== "nothing" && !/ behind /.test(name)))(
    "is not taken from an invalid link: $name",
    async ({ link }) => {
      const refusal = await workspaceOfLink(link.slice(1)).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(OptionError);
      expect((refusal as Error).message.length).toBeLessThan(100);
    },
  );

  it.each(malformed.filter(({ kind, name }) => kind === "invalid" && !/param|percent|view|data /.test(name)))(
    "of a link is rejected here or by the frame: $name",
    async ({ link }) => {
      const read = workspaceOfLink(link.slice(1)).then(plainLink);
      await expect(read.then((plain) => decodeLink(plain))).rejects.toThrow();
    },
  );

  it("shows the main file, or the first that is not hidden", () => {
    const content = { workspace, hidden: [], unread: new Map() };
    expect(shownTexts(content).source).toBe("x: 12345678901234567890\n");
    expect(shownTexts({ ...content, hidden: ["b"] }).source).toBe("1");
  });

  it("shows the data of a workspace without files, with lists and maps on a line if they fit", () => {
    const shown = (json: string, unread = new Map<string, string>()) =>
      shownTexts({ workspace: readJson(json), hidden: [], unread }).data;
    expect(shown('{"dialect":"yaql","data":[1,12345678901234567890,{}]}')).toBe("[1, 12345678901234567890, {}]\n");
    const name = "a".repeat(30);
    expect(shown(`{"data":{"list":[{"name":"${name}","up":true},{"name":"${name}"}],"b":""}}`)).toBe(
      `{\n  "list": [\n    {"name": "${name}", "up": true},\n    {"name": "${name}"}\n  ],\n  "b": ""\n}\n`,
    );
    expect(shown('{"dialect":"yaql"}', new Map([["data", "{a: 1}"]]))).toBe("{a: 1}");
    expect(shown('{"dialect":"dcontroller","files":{"a":"b"},"data":[1]}')).toBe("");
  });

  it("has about the height of its output", () => {
    expect([
      resultHeight(""),
      resultHeight("[2, 3]\n"),
      resultHeight("a\nb\n"),
      resultHeight("a\n".repeat(99)),
    ]).toEqual([32, 56, 56, 480]);
  });

  it("is printed as text: what was written, the value, or what is wrong", () => {
    const problem = { severity: "error", code: "x", message: "No." } as const;
    expect(printedText({ ok: true, text: "a\n", json: '"a"', diagnostics: [] })).toBe("a\n");
    expect(printedText({ ok: true, json: "[1,2]", diagnostics: [problem] })).toBe("[1, 2]\n");
    expect(printedText({ ok: false, diagnostics: [problem, problem] })).toBe("No.\nNo.\n");
  });

  it("loses the page's indentation", () => {
    expect(dedented("\n    a:\n      b: 1\n\n    c: 2\n  ")).toBe("a:\n  b: 1\n\nc: 2\n");
  });

  it("is layered on what it depends on, and its own part can be extracted", () => {
    const base = readJson('{"dialect":"unfurl","files":{"a":"base","z":"z"},"vars":{"n":1,"m":2}}');
    const own = readJson('{"dialect":"unfurl","files":{"b":"own","a":"mine"},"vars":{"m":3}}');
    const whole = layeredOn(own, base);
    expect(toPlain(whole)).toMatchObject({
      main: "b",
      files: { a: "mine", z: "z", b: "own" },
      vars: { n: 1, m: 3 },
    });
    expect(toPlain(ownPart(whole, own))).toMatchObject({ files: { a: "mine", b: "own" }, vars: { m: 3 } });
  });
});

describe("an element", () => {
  const nothing = { scripts: [], text: "", code: "" };
  const workspaceFrom = (attributes: Record<string, string>, written: object = {}) =>
    toPlain(elementContent(given(attributes), { ...nothing, ...written }).workspace);

  it("has its expression or document as text", () => {
    const data = { dialect: "yaql", data: "[1, 2]" };
    expect(workspaceFrom(data, { text: "\n  $.sum()\n" })).toEqual({
      dialect: "yaql",
      data: [1, 2],
      expression: "$.sum()",
    });
    const document = { text: "\n    a: 1\n    b:\n      eval: a\n" };
    expect(workspaceFrom({ expression: "b" }, document)).toMatchObject({
      dialect: "unfurl",
      main: "main.yaml",
      expression: "b",
      files: { "main.yaml": "a: 1\nb:\n  eval: a\n" },
    });
    expect(workspaceFrom({ dialect: "cf3", file: "web.cf" }, { code: "bundle agent main {}" })).toMatchObject({
      main: "web.cf",
      files: { "web.cf": "bundle agent main {}\n" },
    });
  });

  it("prefers its attributes and scripts to the code that is shown without JavaScript", () => {
    const scripts = [{ dataset: { file: "a.j2" }, text: "{{ a }}" }];
    expect(workspaceFrom({ dialect: "j2" }, { scripts, code: "{{ other }}" })).toEqual({
      dialect: "jinja2",
      files: { "a.j2": "{{ a }}" },
    });
    expect(workspaceFrom({ dialect: "yaql", expression: "1" }, { text: "2" })).toMatchObject({ expression: "1" });
  });

  it.each([...blockLanguages])("knows the names of marked blocks: %s", (name, { dialect }) => {
    expect(workspaceFrom({ dialect: name.toUpperCase() })).toMatchObject({ dialect });
  });

  it("lists the dialects if it does not know one", () => {
    expect(() => workspaceFrom({ dialect: "jinj2" })).toThrow(
      /^"jinj2" is not a dialect\. Did you mean "jinja2"\? Dialects are .*hot/,
    );
  });

  it("has inputs as JSON or percent-encoded JSON, and leaves YAML to the engine", () => {
    const attributes = {
      dialect: "ansible",
      vars: '{"n": 12345678901234567890}',
      env: "%7B%22A%22%3A%20%22b%20c%22%7D",
      options: "{native: true}",
      clock: "2024-05-01T12:00:00Z",
      seed: "7",
      resource: "web",
      inputs: " ",
    };
    const { workspace, unread } = elementContent(given(attributes), nothing);
    expect(workspace.get("vars")?.get("n")?.text).toBe("12345678901234567890");
    expect(toPlain(workspace)).toMatchObject({ env: { A: "b c" }, clock: attributes.clock, seed: 7, resource: "web" });
    expect(workspace.get("inputs")).toBeUndefined();
    expect([...unread]).toEqual([["options", "{native: true}"]]);
    expect(() => workspaceFrom({ data: "%7B%E0%A4%A" })).toThrow(OptionError);
    expect(frameOptions(given({ expect: "%5B1%5D" })).expect).toBe("[1]");
  });

  it("says which attributes it does not know", () => {
    const properties = propertyNames({ id: "", onClick: null });
    const names = "id class dialect data-dialect data-data data-else aria-label onclick v-if max-height clock";
    expect(unknownAttributes(names.split(" "), properties)).toEqual([]);
    expect(unknownAttributes(["dialct", "max-heigth", "sauce"], properties)).toEqual([
      '"dialct" is not an attribute of an embed. Did you mean "dialect"?',
      '"max-heigth" is not an attribute of an embed. Did you mean "max-height"?',
      '"sauce" is not an attribute of an embed.',
    ]);
  });
});

describe("a group of frames", () => {
  const member = (): MemberFrame & { heard: string[] } => {
    const heard: string[] = [];
    return { heard, post: (message) => void heard.push(message.type) };
  };

  it("is led by the first frame; the others follow it, and later a new leader", () => {
    const group = new FrameGroup();
    const [one, two, three] = [member(), member(), member()];
    for (const each of [one, two, three]) group.join(each);
    expect(one.heard).toEqual(["lead", "serve", "serve"]);
    expect(two.heard).toEqual(["follow"]);
    group.leave(one);
    expect(two.heard).toEqual(["follow", "lead", "serve"]);
    expect(three.heard).toEqual(["follow", "follow"]);
    group.replaceLeader(three);
    expect(three.heard.at(-2)).toBe("lead");
    expect(two.heard.at(-1)).toBe("follow");
    group.leave(three);
    group.leave(two);
    group.join(one);
    expect(one.heard.at(-1)).toBe("lead");
  });
});

describe("what is typed before the editor has arrived", () => {
  const key = (name: string, more: object = {}) => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };
    return Object.assign(new Event("keydown", { cancelable: true }), { key: name, ...plain, ...more });
  };

  it("is text, or a key that edits or moves; commands and keys that leave the text are not kept", () => {
    expect(typedBy(key("a"))).toEqual({ text: "a" });
    expect(typedBy(key("@", { ctrlKey: true, altKey: true }))).toEqual({ text: "@" });
    expect(typedBy(key("ArrowLeft", { shiftKey: true }))).toEqual({ key: "ArrowLeft", shiftKey: true });
    expect(typedBy(key("Enter"))).toEqual({ key: "Enter", shiftKey: false });
    for (const other of [key("Tab"), key("Escape"), key("s", { ctrlKey: true }), key("a", { isComposing: true })])
      expect(typedBy(other)).toBeNull();
  });

  it("is given once, in order, and has no other effect", () => {
    const ahead = new TypedAhead();
    const target = new EventTarget();
    let heard = 0;
    ahead.listen(target as HTMLElement, () => (heard += 1));
    const events = ["h", "i", "Backspace", "Tab"].map((name) => key(name));
    for (const event of events) target.dispatchEvent(event);
    expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, true, true, false]);
    expect(ahead.take()).toEqual([{ text: "h" }, { text: "i" }, { key: "Backspace", shiftKey: false }]);
    expect(ahead.take()).toEqual([]);
    expect(heard).toBe(3);
  });

  it("is checked when it comes in a message", () => {
    expect(typedIn([{ text: "a" }, { key: "F5" }, null, { key: "End", shiftKey: 1 }, "b"])).toEqual([
      { text: "a" },
      { key: "End", shiftKey: false },
    ]);
    expect(typedIn("abc")).toEqual([]);
    expect(placeIn({ line: 2, column: 3 })).toEqual({ line: 2, column: 3 });
    expect(placeIn({ line: 2.5, column: 0 })).toBeNull();
    expect(placeIn(undefined)).toBeNull();
  });
});
