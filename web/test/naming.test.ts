// The title of a draft that consists of a pasted text.

import { describe, expect, it } from "vitest";
import { isTypedOver, nameDraft, nameTyped, titleFor } from "../src/files/naming.ts";
import type { Case, Workspace } from "evalground";
import { readExamples } from "../plugins/examples.ts";
import { filesOf } from "../src/ui/entries.ts";
import { makeStore } from "./make.ts";

const heat = { dialect: "heat" };
const title = (text: string): string => titleFor(text, heat, false);

describe("a pasted text gives its draft", () => {
  it.each([
    ["# Load balancer of the shop\nheat_template_version: rocky\n", "Load balancer of the shop"],
    ["{# Virtual host of nginx #}\nserver {\n", "Virtual host of nginx"],
    ["#!/usr/bin/env x\n# -*- mode: yaml -*-\n# Copyright 2024 A\n# Web tier. It has two nodes.\na: 1\n", "Web tier"],
    ["---\n- name: Configure web servers\n  hosts: web\n", "Configure web servers"],
    [
      "heat_template_version: rocky\ndescription: >\n  A server with a volume.\n  And more.\n",
      "A server with a volume",
    ],
    ["apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {a: b}\n  name: web-1 # first\n", "web-1"],
    ['title: "In quotes"\n', "In quotes"],
  ])("its heading or name: %j", (text, expected) => {
    expect(title(text)).toBe(expected);
  });

  it.each([
    "# port: 80\nheat_template_version: rocky\n",
    "# ---------------\na: 1\n",
    "heat_template_version: rocky\nresources: {a: {type: X}}\n",
    "a: 1\n# Not at the beginning\n",
    "name: {{ app }}\n",
  ])("its kind otherwise: %j", (text) => {
    expect(title(text)).toBe("Heat template");
  });

  it("a short title", () => {
    const long = title(`# ${"many words ".repeat(20)}\n`);
    expect(long.length).toBeLessThanOrEqual(61);
    expect(long).toMatch(/(?:many|words)…$/);
    expect(titleFor("[1, 2]", { dialect: "yaql" }, true)).toBe("YAQL data");
  });

  it("no title if the user has named it", async () => {
    const named = async (example: string | null, before: string): Promise<string | undefined> => {
      const store = makeStore({ example, title: before, workspace: heat });
      let given: string | undefined;
      store.handle("nameDraft", (to) => (given = to));
      await nameDraft(store, "# Web tier\n");
      return given;
    };
    expect(await named(null, "Untitled")).toBe("Web tier");
    expect(await named(null, "Mine")).toBeUndefined();
    expect(await named("unfurl/web-shop", "My own shop")).toBe("My own shop");
  });
});

describe("text typed over an example", () => {
  const example = readExamples()[0]?.case as Case;
  const main = Object.keys(example.files ?? {})[0] ?? "";
  const now = (text: string) => ({ ...example, files: { [main]: text } });

  it("has replaced it once almost nothing of it is left", () => {
    const before = filesOf(example).get(main) as string;
    expect(isTypedOver(example, example)).toBe(false);
    expect(isTypedOver(example, now(before.slice(0, before.length / 2)))).toBe(false);
    // What is left of the example is all there is.
    expect(isTypedOver(example, now(before.split("\n").slice(0, 2).join("\n")))).toBe(false);
    expect(isTypedOver(example, now("- hosts"))).toBe(false);
    expect(isTypedOver(example, now("- hosts: all\n  roles: [web]\n"))).toBe(true);
    expect(
      isTypedOver(example, { ...example, files: { ...example.files, "own.yaml": "own: text that is long" } }),
    ).toBe(false);
  });

  it("names the draft, which then is not the example's", async () => {
    const state = { example: example.id ?? null, title: example.title ?? "", activeFile: main };
    const store = makeStore({ ...state, workspace: now("# Web tier\nport: 80\n") });
    const names: string[] = [];
    store.handle("nameDraft", (to) => names.push(to));
    await nameTyped(store);
    store.edit({ files: example.files as Workspace["files"] });
    await nameTyped(store);
    expect(names).toEqual(["Web tier"]);
    expect(store.state.workspace).not.toHaveProperty("title");
    expect(store.state.workspace).not.toHaveProperty("description");
  });
});
