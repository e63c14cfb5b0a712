import { describe, expect, it } from "vitest";
import { beside, besideSource, columns, isShown, layoutFor, nextPane, paneToChoose } from "../src/shell/arrangement.ts";
import { panes } from "../src/ui/panes.ts";

const shown = (layout: "wide" | "medium" | "narrow", pane: (typeof panes)[number]["id"]): string[] =>
  columns.filter(({ id }) => isShown(id, layout, pane)).map(({ id }) => id);

describe("the layout", () => {
  it("depends on the width in units of the text size", () => {
    expect([1200, 1199, 700, 699].map((width) => layoutFor(width, 900))).toEqual([
      "wide",
      "medium",
      "medium",
      "narrow",
    ]);
  });

  it("has room for two panes on a phone in landscape", () => {
    expect(layoutFor(640, 400)).toBe("medium");
    expect(layoutFor(640, 500)).toBe("narrow");
  });
});

describe("panes", () => {
  it("are all visible if there is room", () => {
    expect(shown("wide", "inputs")).toEqual(["source", "results", "resources", "inputs"]);
  });

  it("are the source and one other pane on a medium screen, the results by default", () => {
    expect(shown("medium", "inputs")).toEqual(["source", "inputs"]);
    expect(shown("medium", "source")).toEqual(["source", "results"]);
    expect([beside("source"), beside("resources")]).toEqual(["results", "resources"]);
  });

  it("are one at a time on a narrow screen", () => {
    expect(columns.map(({ id }) => shown("narrow", id))).toEqual([["source"], ["results"], ["resources"], ["inputs"]]);
  });

  it("have tabs beside the source, in the order of the list", () => {
    expect(besideSource.map(({ id }) => id)).toEqual(["results", "resources", "inputs"]);
  });

  it("become visible when chosen, unless they are visible already", () => {
    expect(paneToChoose("results", "wide")).toBeNull();
    expect(paneToChoose("source", "medium")).toBeNull();
    expect(paneToChoose("source", "narrow")).toBe("source");
    expect(paneToChoose("inputs", "medium")).toBe("inputs");
    expect(paneToChoose("expression", "narrow")).toBeNull();
    expect(paneToChoose("problems", "narrow")).toBeNull();
  });

  it("are visited in a cycle, starting at the first when none has the focus", () => {
    const walk = (here: number, backwards: boolean): string | undefined => nextPane(panes, here, backwards)?.id;
    expect(walk(-1, false)).toBe("source");
    expect(walk(0, false)).toBe("results");
    expect(walk(5, false)).toBe("source");
    expect(walk(0, true)).toBe("problems");
  });

  it("have different digits", () => {
    const digits = panes.flatMap((pane) => ("digit" in pane ? [pane.digit] : []));
    expect([...digits].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
