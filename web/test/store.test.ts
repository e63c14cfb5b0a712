import { writeJson } from "evalground";
import { describe, expect, it } from "vitest";
import { filesOf } from "../src/ui/entries.ts";
import { makeStore } from "./make.ts";

describe("the store", () => {
  it("calls a watcher once at first, and then only when its keys change", () => {
    const store = makeStore();
    const seen: string[] = [];
    store.watch(["title"], ({ title }) => seen.push(title));
    store.update({ live: false });
    store.update({ title: "b" });
    store.update({ title: "b" });
    expect(seen).toEqual(["a", "b"]);
  });

  it("reports changes in order, including those made by watchers", () => {
    const store = makeStore();
    const seen: string[] = [];
    store.watch(["title"], ({ title }) => {
      if (title === "b") store.update({ title: "c" });
    });
    store.watch(["title"], ({ title }, before) => seen.push(`${before.title}→${title}`));
    store.update({ title: "b" });
    expect(seen).toEqual(["a→a", "a→b", "b→c"]);
  });

  it("stops calling a watcher that was ended", () => {
    const store = makeStore();
    let calls = 0;
    store.watch(["title"], () => (calls += 1))();
    store.update({ title: "b" });
    expect(calls).toBe(1);
  });

  it("needs no new result after an edit that only describes the workspace", () => {
    const store = makeStore({ workspace: { dialect: "unfurl", title: "Shop" } });
    store.edit({ title: undefined, description: "Mine" });
    expect(store.state.workspace).toEqual({ dialect: "unfurl", description: "Mine" });
    expect(store.state.revision).toBe(0);
  });

  it("replaces the workspace on an edit and increments the revision", () => {
    const store = makeStore();
    const before = store.state.workspace;
    store.edit({ resource: "::db" });
    expect(store.state.workspace).toEqual({ ...before, resource: "::db" });
    expect(store.state.workspace).not.toBe(before);
    expect(store.state.revision).toBe(1);
  });

  it("removes a key of the workspace that is set to undefined", () => {
    const store = makeStore({ workspace: { dialect: "unfurl", seed: 1 } });
    store.edit({ seed: undefined });
    expect(store.state.workspace).toEqual({ dialect: "unfurl" });
  });

  it("uses the first file as the main one unless another is named", () => {
    const files = { "a.yaml": "", "b.yaml": "" };
    expect(makeStore({ workspace: { dialect: "unfurl", files } }).mainFile).toBe("a.yaml");
    expect(makeStore({ workspace: { dialect: "unfurl", files, main: "b.yaml" } }).mainFile).toBe("b.yaml");
    expect(makeStore({ workspace: { dialect: "unfurl" } }).mainFile).toBeNull();
  });

  it("keeps the order of files whose names are numbers", () => {
    const store = makeStore({ workspace: { dialect: "unfurl", files: { a: "" } } });
    for (const path of ["10", "9"]) store.editFiles({ [path]: "" });
    store.editFiles({ "10": "changed" });
    expect([...filesOf(store.state.workspace)]).toEqual([
      ["a", ""],
      ["10", "changed"],
      ["9", ""],
    ]);
    expect(writeJson(store.state.workspace)).toBe('{"dialect":"unfurl","files":{"a":"","10":"changed","9":""}}');
  });

  it("is changed by the writer of a slice like by any other change", () => {
    const store = makeStore();
    const seen: string[] = [];
    store.watch(["freshness"], ({ freshness }, before) => seen.push(`${before.freshness}→${freshness}`));
    store.writer("run")({ freshness: "running", runningSince: 1 });
    expect(seen).toEqual(["empty→empty", "empty→running"]);
    expect(store.state.runningSince).toBe(1);
  });

  it("closes the file of the last run when one of the workspace is opened", () => {
    const store = makeStore({ writtenFile: "out.txt" });
    store.openFile("main.yaml");
    expect(store.state).toMatchObject({ activeFile: "main.yaml", writtenFile: null });
  });

  it("notifies the other watchers if one of them throws", () => {
    const store = makeStore();
    const reported: unknown[] = [];
    const before = globalThis.reportError;
    globalThis.reportError = (error) => reported.push(error);
    try {
      let heard = "";
      store.watch(["title"], ({ title }) => {
        if (title === "b") throw new Error("on purpose");
      });
      store.watch(["title"], ({ title }) => {
        heard = title;
      });
      store.update({ title: "b" });
      expect([heard, reported.length]).toEqual(["b", 1]);
    } finally {
      globalThis.reportError = before;
    }
  });

  it("passes a command to all of its handlers", () => {
    const store = makeStore();
    const seen: string[] = [];
    store.handle("insertExpression", (text) => seen.push(`one ${text}`));
    store.handle("insertExpression", (text) => seen.push(`two ${text}`));
    store.perform("insertExpression", "::db");
    expect(seen).toEqual(["one ::db", "two ::db"]);
  });
});
