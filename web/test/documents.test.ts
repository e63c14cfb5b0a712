import { EditorState } from "@codemirror/state";
import type { Diagnostic, Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { DataText } from "../src/editor/data.ts";
import { caretIn, Documents, selectedLines } from "../src/editor/documents.ts";
import { mapOf } from "../src/ui/entries.ts";
import { dataFile } from "../src/ui/places.ts";
import { makeStore, readYaml } from "./make.ts";

const none = EditorState.create();

function start(workspace: Workspace) {
  const store = makeStore({ workspace });
  const problems: (readonly Diagnostic[])[] = [];
  const data = new DataText(store, readYaml, (found) => problems.push(found));
  const documents = new Documents(store, data, (_, doc) => EditorState.create({ doc }));
  return { store, data, documents, problems };
}

describe("the documents of the editor", () => {
  const files = { "a.yaml": "a: 1\n", "b.yaml": "b: 2\n", "logo.png": { base64: "iVBORw==" } };
  const open = () => start({ dialect: "unfurl", files });

  it("keep the state of each when tabs are switched", () => {
    const { documents } = open();
    const first = documents.open("a.yaml", none);
    expect(first?.doc.toString()).toBe("a: 1\n");
    const edited = first?.update({ changes: { from: 0, insert: "# " } }).state ?? none;
    const second = documents.open("b.yaml", edited);
    expect(second?.doc.toString()).toBe("b: 2\n");
    expect(documents.open("a.yaml", second ?? none)).toBe(edited);
  });

  it("show nothing for a binary file", () => {
    const { documents } = open();
    expect(documents.open("logo.png", none)).toBeNull();
    expect(documents.path).toBe("logo.png");
    expect(documents.open(null, none)).toBeNull();
  });

  it("write what is typed into the workspace and do not read it back", () => {
    const { store, documents } = open();
    documents.open("a.yaml", none);
    documents.take("a: 2\n");
    expect(store.state.workspace.files).toMatchObject({ "a.yaml": "a: 2\n", "b.yaml": "b: 2\n" });
    expect(documents.changed).toBeNull();
    const { revision } = store.state;
    documents.take("a: 2\n");
    expect(store.state.revision).toBe(revision);
  });

  it("notice a text that another part has changed", () => {
    const { store, documents } = open();
    documents.open("a.yaml", none);
    store.editFiles({ "b.yaml": "" });
    expect(documents.changed).toBeNull();
    store.editFiles({ "a.yaml": "a: 3\n" });
    expect(documents.changed).toBe("a: 3\n");
  });

  it("follow a renamed file, but not another file with the same text", () => {
    const { store, documents } = open();
    const state = documents.open("a.yaml", none) ?? none;
    store.edit({ files: mapOf(Object.entries({ "new.yaml": "a: 1\n", "b.yaml": "b: 2\n" })) });
    documents.followNames(state);
    expect(documents.path).toBe("new.yaml");
    const other = documents.open("b.yaml", state) ?? none;
    expect(documents.open("new.yaml", other)).toBe(state);
    store.editFiles({ "copy.yaml": "a: 1\n" });
    documents.followNames(state);
    expect(documents.path).toBe("new.yaml");
  });

  it("have data as it was typed when the draft is opened again", async () => {
    const { store, data } = start({ dialect: "yaql", data: { a: 1 } });
    expect(data.text()).toBe("a: 1\n");
    await data.take('{"a": 2}');
    store.update({ draft: "pasted", workspace: { dialect: "yaql", data: [1] } });
    expect(data.text()).toBe("- 1\n");
    await data.take("[1]");
    store.update({ draft: "draft", workspace: { dialect: "yaql", data: { a: 2 } } });
    expect(data.text()).toBe('{"a": 2}');
    store.update({ draft: "pasted", workspace: { dialect: "yaql", data: [1] } });
    expect(data.text()).toBe("[1]");
    // The value was changed elsewhere.
    store.update({ draft: "draft", workspace: { dialect: "yaql", data: { a: 3 } } });
    expect(data.text()).toBe('{\n  "a": 3\n}\n');
  });

  it("forget their states when another draft opens", () => {
    const { documents } = open();
    const state = documents.open("a.yaml", none) ?? none;
    documents.clear();
    expect(documents.open("a.yaml", state)).not.toBe(state);
  });

  it("include the data of a workspace without files", async () => {
    const { store, documents } = start({ dialect: "yaql", data: [1] });
    expect(documents.open(dataFile, none)?.doc.toString()).toBe("- 1\n");
    documents.take("[1, 2]");
    await Promise.resolve();
    await Promise.resolve();
    expect(store.state.workspace.data).toEqual([1, 2]);
    expect(documents.changed).toBeNull();
  });
});

describe("the data as a text", () => {
  it("stays as typed until something else changes the data", async () => {
    const { store, data } = start({ dialect: "yaql" });
    await data.take("{ a: 1 }  # mine");
    expect(store.state.workspace.data).toEqual({ a: 1 });
    expect(data.text()).toBe("{ a: 1 }  # mine");
    store.edit({ data: { b: 2 } });
    expect(data.text()).toBe("b: 2\n");
  });

  it("stays JSON where JSON was typed", async () => {
    const { store, data } = start({ dialect: "yaql" });
    await data.take('{"a": [1]}');
    store.edit({ data: { a: [2] } });
    expect(data.text()).toBe('{\n  "a": [\n    2\n  ]\n}\n');
  });

  it("keeps the value while the text cannot be parsed, and says why", async () => {
    const { store, data, problems } = start({ dialect: "yaql", data: 1 });
    await data.take("[");
    expect(store.state.workspace.data).toBe(1);
    expect(problems.at(-1)?.map(({ span }) => span?.file)).toEqual([dataFile]);
    await data.take(" ");
    expect(store.state.workspace).not.toHaveProperty("data");
  });

  it("uses the last keystroke, even if an earlier one is answered later", async () => {
    const { store, data } = start({ dialect: "yaql" });
    await Promise.all([data.take("1"), data.take("2")]);
    expect(store.state.workspace.data).toBe(2);
  });
});

describe("the place of the user in a document", () => {
  const state = EditorState.create({ doc: "one\ntwo\nthree", selection: { anchor: 5, head: 9 } });

  it("counts from 1 and includes the whole selected lines", () => {
    expect(caretIn(state, "a")).toEqual({ file: "a", offset: 9, line: 3, column: 2 });
    expect(selectedLines(state, "a")).toEqual({ file: "a", from: 4, to: 13, line: 2, column: 1 });
  });
});
