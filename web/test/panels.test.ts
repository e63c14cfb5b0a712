import { type JsonNode, readJson, type Workspace } from "evalground";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChangedDocument, type Changer } from "../src/inputs/changes.ts";
import { PanelChoice } from "../src/inputs/choice.ts";
import { setOption, setOtherOptions } from "../src/inputs/options.ts";
import { optionValue } from "../src/ui/options.ts";
import { clockField, seedField } from "../src/inputs/chance_fields.ts";
import { limitField } from "../src/inputs/panels/limits.ts";
import { mapProblem } from "../src/inputs/panels/map.ts";
import { offered, panels } from "../src/inputs/panels.ts";
import { MapRows } from "../src/inputs/rows.ts";
import { writtenValue } from "../src/inputs/whole.ts";
import { dialects } from "../src/ui/dialects.ts";
import { makeResult, makeStore } from "./make.ts";

const ids = (workspace: Workspace): string[] => offered(workspace).map(({ id }) => id);

describe("the panels of the inputs", () => {
  it.each(dialects.map(({ id, inputTabs }) => [id, inputTabs] as const))("of %s are those it names", (id, tabs) => {
    expect(ids({ dialect: id, files: { "main.txt": "" } })).toEqual(tabs);
  });

  it("leave out the data if the source pane shows it", () => {
    for (const { id, inputTabs, dollar } of dialects)
      expect(ids({ dialect: id })).toEqual(inputTabs.filter((tab) => tab !== dollar));
  });

  it("count names without a default that the document needs as missing", () => {
    const parameter = (name: string) => ({ id: name, kind: "parameter", name, note: "default: 1" });
    const { state } = makeStore({
      workspace: { dialect: "heat" },
      outline: [parameter("a"), parameter("b")],
      result: makeResult({ asks: [{ key: "inputs", name: "b" }] }),
    });
    expect(panels.find(({ id }) => id === "inputs")?.missing?.(state)).toBe(1);
  });

  it("start with the changes while merge directives are restored", () => {
    expect(ids({ dialect: "unfurl", operation: "restore" })[0]).toBe("changes");
  });

  it("end with what no other panel shows", () => {
    const workspace = { dialect: "unfurl", vars: {}, classes: ["a"], clock: "x", changes: [], later: 1 } as Workspace;
    expect(ids(workspace).at(-1)).toBe("other");
    const other = panels.find(({ id }) => id === "other");
    expect(other?.count(workspace)).toBe(2);
    expect(other?.count({ dialect: "cfengine", classes: ["a"] })).toBe(0);
  });

  it("count their entries and missing names", () => {
    const workspace: Workspace = {
      dialect: "unfurl",
      vars: { a: 1, b: 2 },
      data: null,
      clock: "2026-01-31T12:00:00Z",
      limits: { steps: 1 },
      options: { strict: false },
    };
    const counts = panels.map((panel) => [panel.id, panel.count(workspace)] as const).filter(([, count]) => count > 0);
    expect(Object.fromEntries(counts)).toEqual({ vars: 2, data: 1, chance: 1, limits: 2, other: 1 });
    const { state } = makeStore({ workspace, result: makeResult({ asks: [{ key: "vars", name: "c" }] }) });
    expect(panels.find(({ id }) => id === "vars")?.missing?.(state)).toBe(1);
  });

  it("call inputs parameters if the dialect does", () => {
    const label = (dialect: string) => panels.find(({ id }) => id === "inputs")?.label({ dialect });
    expect([label("unfurl"), label("heat")]).toEqual(["Inputs", "Parameters"]);
  });
});

describe("the choice of a panel", () => {
  function start(workspace: Workspace = { dialect: "unfurl", files: { "main.yaml": "" } }) {
    const store = makeStore({ workspace });
    const choice = new PanelChoice(store);
    const shown = (): string[] => {
      const { panel, face } = choice.current();
      return [panel.id, face.id];
    };
    return { store, choice, shown };
  }

  it("is the first one if the dialect does not have the chosen one", () => {
    const { store, choice, shown } = start();
    expect(shown()).toEqual(["vars", "form"]);
    choice.choose("secrets");
    store.edit({ dialect: "yaql" });
    expect(shown()).toEqual(["data", "yaml"]);
    store.edit({ dialect: "unfurl" });
    expect(shown()).toEqual(["vars", "form"]);
  });

  it("keeps the form for every panel that has it", () => {
    const { choice, shown } = start();
    choice.chooseFace("yaml");
    choice.choose("limits");
    expect(shown()).toEqual(["limits", "form"]);
    choice.choose("env");
    expect(shown()).toEqual(["env", "yaml"]);
  });

  it("switches to the changes when restoring begins, but can be changed", () => {
    const { store, choice, shown } = start();
    store.edit({ operation: "restore" });
    expect(shown()).toEqual(["changes", "document"]);
    choice.choose("env");
    expect(shown()).toEqual(["env", "form"]);
    store.edit({ operation: undefined });
    store.edit({ operation: "restore" });
    expect(shown()).toEqual(["env", "form"]);
  });
});

describe("the rows of a map", () => {
  function start(workspace: Omit<Workspace, "dialect">, facts: ConstructorParameters<typeof MapRows>[1]) {
    const store = makeStore({ workspace: { dialect: "unfurl", ...workspace } });
    return { store, rows: new MapRows(store, facts) };
  }

  it("change name, value and type by index", () => {
    const { store, rows } = start({ vars: { a: 1, b: "2" } }, { key: "vars" });
    expect(rows.rename(0, "b")).toBe(false);
    expect(rows.rename(0, "c")).toBe(true);
    rows.set(0, 5);
    rows.retype(1, "number");
    expect(writtenValue(store.state.workspace.vars, "yaml")).toBe("c: 5\nb: 2\n");
    rows.remove(0);
    rows.remove(0);
    expect(store.state.workspace).not.toHaveProperty("vars");
  });

  it("are added with a unique name and a suitable value", () => {
    const { rows } = start({ attributes: { name: {} } }, { key: "attributes", fresh: {} });
    rows.add();
    expect(rows.entries[1]).toEqual(["name2", {}]);
    expect(rows.addMissing({ name: "ip", owner: "name", note: "", isAsked: true, initial: "" })).toBe(0);
    expect(rows.entries[0]).toEqual(["name", { ip: "" }]);
  });

  it("keep a text that is not YAML yet, also when the row gets a further attribute or another name", () => {
    const { store, rows } = start({ attributes: { net: { ip: "" } } }, { key: "attributes" });
    rows.keepUnread("net", 'ip: ""\n10.0.0.1');
    rows.addMissing({ name: "mtu", owner: "net", note: "", isAsked: true, initial: 0 });
    expect(rows.unread.get("net")).toBe('ip: ""\n10.0.0.1\nmtu: 0');
    rows.rename(0, "wan");
    expect([...rows.unread.keys()]).toEqual(["wan"]);
    rows.retype(0, "string");
    expect(rows.unread.size).toBe(0);
    rows.keepUnread("wan", "1 2");
    store.edit({ attributes: {} });
    rows.hasChanged();
    expect(rows.unread.size).toBe(0);
  });

  it("are not redrawn after their own edits, but after those of others", () => {
    const { store, rows } = start({ vars: { a: 1 } }, { key: "vars" });
    rows.set(0, 2);
    expect(rows.hasChanged()).toBe(false);
    store.edit({ vars: { a: 3 } });
    expect([rows.hasChanged(), rows.hasChanged()]).toEqual([true, false]);
  });
});

describe("an input as YAML", () => {
  const node = (json: string): JsonNode => readJson(json);

  it("is rejected with a reason if its type does not fit", () => {
    const [vars, env, secrets] = [
      { key: "vars" },
      { key: "env", isText: true },
      { key: "secrets", isText: true, canBeNull: true },
    ] as const;
    expect(mapProblem(vars, node('{"a": [1]}'))).toBeNull();
    expect(mapProblem(vars, node("[1]"))).toMatch(/map/);
    expect(mapProblem(env, node('{"a": "x"}'))).toBeNull();
    expect(mapProblem(env, node('{"a": null}'))).toMatch(/text/);
    expect(mapProblem(secrets, node('{"a": null}'))).toBeNull();
  });

  it("is stored as the requested value", () => {
    expect(["yaml", "json"].map((face) => writtenValue({ a: 1 }, face as "yaml" | "json"))).toEqual([
      "a: 1\n",
      '{\n  "a": 1\n}\n',
    ]);
    expect(writtenValue(undefined, "yaml")).toBe("");
  });
});

describe("a field of the inputs", () => {
  it("accepts a timestamp for the clock, or nothing", () => {
    const store = makeStore();
    const field = clockField(store);
    expect(field.write("tomorrow")).toMatch(/Enter a time as/);
    expect(field.write("2026-01-31T12:00:00.5+01:00")).toBeNull();
    expect(field.read(store.state.workspace)).toBe("2026-01-31T12:00:00.5+01:00");
    field.write("");
    expect(store.state.workspace).not.toHaveProperty("clock");
  });

  it("accepts any integer for the seed, and can pin that of the last run", () => {
    const store = makeStore({ result: makeResult() });
    const field = seedField(store);
    expect([field.write("-"), field.write("1.5")]).toEqual([field.write("x"), field.write("x")]);
    field.write("-12345678901234567890");
    expect(store.state.workspace.seed).toBe(-12345678901234567890n);
    field.action?.press();
    expect(field.read(store.state.workspace)).toBe("7");
  });

  it("accepts a positive integer for a limit", () => {
    const store = makeStore();
    const field = limitField(store, "steps");
    for (const wrong of ["0", "-1", "1.5", "x"]) expect(field.write(wrong)).toMatch(/whole number/);
    field.write("10");
    limitField(store, "depth").write("5");
    expect(store.state.workspace.limits).toEqual({ steps: 10, depth: 5 });
    field.write("");
    limitField(store, "depth").write("");
    expect(store.state.workspace).not.toHaveProperty("limits");
  });
});

describe("the options of a dialect", () => {
  const strict = { name: "strict", type: "boolean", usual: true, about: "" } as const;
  const extensions = { name: "extensions", type: "choices", usual: [], choices: ["do"], about: "" } as const;

  it("are left out of the workspace if they have default values", () => {
    const store = makeStore();
    setOption(store, strict, false);
    setOption(store, extensions, ["do"]);
    expect(store.state.workspace.options).toEqual({ strict: false, extensions: ["do"] });
    expect(optionValue(store.state.workspace, strict)).toBe(false);
    setOption(store, strict, true);
    setOption(store, extensions, []);
    expect(store.state.workspace).not.toHaveProperty("options");
    expect(optionValue(store.state.workspace, strict)).toBe(true);
  });

  it("stay when the others are replaced", () => {
    const store = makeStore({ workspace: { dialect: "unfurl", options: { other: 1, strict: false } } });
    setOtherOptions(store, ["strict"], { new: 2 });
    expect(store.state.workspace.options).toEqual({ strict: false, new: 2 });
    setOtherOptions(store, ["strict"], null);
    expect(store.state.workspace.options).toEqual({ strict: false });
  });
});

describe("the expanded document with its changes", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(engine: Partial<Changer> = {}) {
    const store = makeStore({ workspace: { dialect: "unfurl", operation: "restore", files: { a: "x: 1\n" } } });
    const asked: string[] = [];
    const shown: unknown[] = [];
    const evaluate: Changer["evaluate"] = async ({ files }) => {
      asked.push("expand");
      return makeResult({ text: `expanded ${JSON.stringify(files)}` });
    };
    const applyChanges: Changer["applyChanges"] = async (_, changes) => {
      asked.push("change");
      return { ok: true, json: JSON.stringify(`changed ${changes.length}`), diagnostics: [] };
    };
    const changes: Changer["changes"] = async (_, edited) => {
      asked.push("changes");
      return { ok: true, json: edited === "same" ? "[]" : '[{"path": "/x", "value": 2}]', diagnostics: [] };
    };
    const document = new ChangedDocument(store, async () => ({ evaluate, applyChanges, changes, ...engine }), {
      write: (words) => shown.push(words),
      say: (message) => message !== null && shown.push({ message }),
      open: (is) => !is && shown.push("closed"),
    });
    return { store, asked, shown, document };
  }

  it("is expanded once, and again only when something it depends on has changed", async () => {
    const { store, asked, shown, document } = start();
    document.follow();
    await vi.runAllTimersAsync();
    store.edit({ expression: "::a" });
    document.follow();
    await vi.runAllTimersAsync();
    expect(asked).toEqual(["expand"]);
    store.editFiles({ a: "x: 2\n" });
    document.follow();
    await vi.advanceTimersByTimeAsync(299);
    expect(asked).toEqual(["expand"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["expand", "expand"]);
    expect(shown).toEqual(['expanded {"a":"x: 1\\n"}', 'expanded {"a":"x: 2\\n"}']);
  });

  it("turns the user's edits into changes without showing them again", async () => {
    const { store, asked, shown, document } = start();
    await document.show();
    await document.take("edited");
    expect(store.state.workspace.changes).toEqual([{ path: "/x", value: 2 }]);
    document.follow();
    await vi.runAllTimersAsync();
    expect([asked, shown.length]).toEqual([["expand", "changes"], 1]);
    await document.take("same");
    expect(store.state.workspace).not.toHaveProperty("changes");
  });

  it("shows changes made by another part", async () => {
    const { store, asked, shown, document } = start();
    await document.show();
    store.edit({ changes: [{ path: "/x", value: 3 }] });
    document.follow();
    await vi.runAllTimersAsync();
    document.follow();
    await vi.runAllTimersAsync();
    expect([asked, shown.at(-1)]).toEqual([["expand", "change"], "changed 1"]);
  });

  it("stays as it was if the changes cannot be applied, with the reason", async () => {
    const diagnostics = [{ severity: "error" as const, code: "x", message: "No such place." }];
    const { store, shown, document } = start({ applyChanges: async () => ({ ok: false, diagnostics }) });
    await document.show();
    store.edit({ changes: [{ path: "/gone", delete: true }] });
    await document.show();
    expect(shown.slice(1)).toEqual([{ message: "No such place." }, shown[0]]);
  });

  it("is closed, with the reason, if the document cannot be expanded", async () => {
    const diagnostics = [{ severity: "error" as const, code: "x", message: "No merge." }];
    const { shown, document } = start({ evaluate: async () => makeResult({ ok: false, diagnostics }) });
    await document.show();
    expect(shown).toEqual([{ message: "The document cannot be expanded: No merge." }, "closed"]);
  });

  it("reports where an edit cannot be parsed, and keeps the previous changes", async () => {
    const span = { file: "", from: 0, to: 1, line: 3, column: 1 };
    const diagnostics = [{ severity: "error" as const, code: "yaml", message: "No map.", span }];
    const { store, shown, document } = start({ changes: async () => ({ ok: false, diagnostics }) });
    await document.show();
    await document.take("[");
    expect(shown.at(-1)).toEqual({ message: "Line 3: No map." });
    expect(store.state.workspace).not.toHaveProperty("changes");
  });

  it("is expanded by the next engine after one has ended", async () => {
    let fails = true;
    const { asked, shown, document } = start({
      evaluate: async () => {
        asked.push("expand");
        if (fails) throw new Error("ended");
        return makeResult({ text: "expanded" });
      },
    });
    await document.show();
    fails = false;
    document.follow();
    await vi.runAllTimersAsync();
    expect([asked, shown]).toEqual([["expand", "expand"], ["expanded"]]);
  });
});
