// The title of a draft that consists of a pasted text.

import { describe, expect, it } from "vitest";
import { nameDraft, titleFor } from "../src/files/naming.ts";
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
    expect(await named("unfurl/web-shop", "My own shop")).toBeUndefined();
  });
});
