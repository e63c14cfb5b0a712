// Asking why a value is missing, false or null: what can be asked about, and the answer in words.

import type { OutlineNode, WhyReason, WhyResult } from "evalground";
import { describe, expect, test } from "vitest";
import { deepened, endText, namesOf, nothingText, reasonsText, spanOf } from "../src/change/reasons.ts";
import { found } from "../src/guide/palette.ts";
import { entriesFor, type PaletteEntry } from "../src/guide/entries.ts";
import { Answer } from "../src/results/answer.ts";
import { ResultsModel } from "../src/results/model.ts";
import { lineRow } from "../src/results/rows.ts";
import { whyOf as whyOfRow } from "../src/results/wanted.ts";
import type { WhyQuestion } from "../src/store.ts";
import { placeNodes } from "../src/tree/nodes.ts";
import { whyOf } from "../src/tree/why.ts";
import { makeResult, makeStore } from "./make.ts";

const reason = (special: Partial<WhyReason> = {}): WhyReason => ({
  message: "",
  condition: "tls",
  holds: false,
  subject: "",
  values: [],
  candidates: [],
  ...special,
});

const answer = (special: Partial<WhyResult> = {}): WhyResult => ({
  ok: true,
  diagnostics: [],
  asks: [],
  reasons: [],
  candidates: [],
  ...special,
});

describe("a row", () => {
  const error = { severity: "error" as const, code: "x", message: "no" };
  const result = makeResult({
    json: '{"a":1,"off":false,"on":true,"none":null,"list":[],"map":{},"text":"","bad":null}',
    variablesJson: '{"v":null}',
    rows: [{ path: ["bad"], type: "error", kind: "error", error }],
  });
  const store = makeStore({ result, lastGood: result });
  const model = new ResultsModel(store);

  test("can be asked about where it has no value, or false, null or nothing in it", () => {
    model.take(result, null);
    const can = (pointer: string): boolean => model.canAskWhy(model.answer!.row(pointer)!);
    expect(can("/none")).toBe(false); // nothing answers in an embed
    store.handle("showWhy", () => {});
    const asked = ["/a", "/off", "/on", "/none", "/list", "/map", "/text", "/bad", "variables#/v"].filter(can);
    expect(asked).toEqual(["/off", "/none", "/list", "/map", "/bad", "variables#/v"]);
    expect(model.canAskWhy(lineRow([], 1, ["text", 0]))).toBe(false);
    model.take(result, { json: '{"none":null}' });
    expect(can("/none")).toBe(false);
  });

  test("is asked about by its path in the outcome", () => {
    const own = new Answer(result);
    expect(whyOfRow(own.row("/none")!, own)).toEqual({ path: ["value", "none"], name: "none" });
    expect(whyOfRow(own.row("variables#/v")!, own)).toEqual({ path: ["variables", "v"], name: "v" });
    const outputs = new Answer(makeResult({ json: undefined as never, outputsJson: '{"ip":null}' }));
    expect(whyOfRow(outputs.row("/ip")!, outputs).path).toEqual(["outputs", "ip"]);
  });
});

describe("a node of the tree", () => {
  const span = { file: "main.cf", from: 50, to: 60, line: 5, column: 3 };
  const node = (special: Partial<OutlineNode>): OutlineNode => ({ id: "n", kind: "promise", name: "n", ...special });
  const asked = (nodes: OutlineNode[]): (WhyQuestion | null)[] => placeNodes(nodes).map(whyOf);

  test("is asked about by its line if it was skipped, and not if it is there", () => {
    expect(
      asked([node({ status: "skipped", span }), node({ status: "kept", span }), node({ status: "skipped" })]),
    ).toEqual([{ path: "main.cf:5", name: "main.cf:5" }, null, null]);
  });

  test("is asked about by its name in the part of the outcome that its group stands for", () => {
    const standby = node({ kind: "resource", name: "a.b", status: "condition false", span });
    expect(asked([node({ id: "resources", kind: "group", name: "resources", children: [standby] })])).toEqual([
      null,
      { path: ["resources", "a.b"], name: "resources.a.b" },
    ]);
  });

  test("is asked about as a part of the data", () => {
    expect(asked([node({ kind: "data", path: "$.servers[1]" }), node({ kind: "data", path: "$" })])).toEqual([
      { path: ["data", "servers", 1], name: "$.servers[1]" },
      null,
    ]);
  });
});

describe("the palette", () => {
  const entries = async (store: ReturnType<typeof makeStore>): Promise<PaletteEntry[]> => {
    const { value } = await entriesFor(store).next();
    return value as PaletteEntry[];
  };
  const asks = async (state: Parameters<typeof makeStore>[0], words: string): Promise<unknown[]> => {
    const store = makeStore(state);
    const heard: unknown[] = [];
    store.handle("openPane", ({ pane }) => heard.push(pane));
    store.handle("askWhy", ({ path, name, focus }) => {
      heard.push({ path, name });
      focus();
    });
    found(await entries(store), words)[0]?.choose();
    return heard;
  };

  test("asks about the line of the caret, or the part of the data there", async () => {
    const caret = { file: "page.j2", offset: 30, line: 5, column: 1 };
    expect(await asks({ caret }, "why is this line")).toEqual([{ path: "page.j2:5", name: "page.j2:5" }, "source"]);
    const selection = { from: "source" as const, data: ["servers", 1] };
    expect(await asks({ caret, selection }, "why is this line")).toEqual([
      { path: ["data", "servers", 1], name: "$.servers[1]" },
      "source",
    ]);
    expect(await asks({ caret: null }, "why is this line")).toEqual([]);
  });

  test("asks for a path", async () => {
    expect(await asks({}, "why is … missing")).toEqual([{ path: "", name: "" }, "results"]);
  });
});

describe("the answer in words", () => {
  test("counts the reasons, and says what was not tried", () => {
    expect(reasonsText(answer({ reasons: [reason(), reason()] }))).toBe("2 reasons found.");
    expect(reasonsText(answer({ reasons: [reason()], bound: "trials", trials: 40, untried: 2 }))).toBe(
      "1 reason found. The search ended after 40 evaluations. 2 changes were not tried.",
    );
    expect(reasonsText(answer())).toBe("No reason found.");
    expect(reasonsText(answer({ missing: { after: "value", names: [] } }))).toBe("The path ends too early.");
  });

  test("says what can be done where no condition decided", () => {
    expect(nothingText(answer({ path: ["value", "a"], now: null }))).toMatch(/^The value is null/);
    expect(nothingText(answer({ path: "main.cf:5" }))).toMatch(/^No condition decides about this line\./);
    expect(nothingText(answer({ path: ["servers", 0], dropped: false }))).toBe(
      "No condition dropped this item of the data.",
    );
    expect(nothingText(answer({ path: ["a"] }))).toMatch(/^No condition decides about it\./);
  });

  test("says where a path ends", () => {
    const end = (after: string, names: string[] = [], items?: number): string =>
      endText({ after, names, ...(items !== undefined && { items }) });
    expect(end("value.a.b", ["c"])).toBe("a.b does not have this name. It has:");
    expect(end("value", ["c"])).toBe("result does not have this name. It has:");
    expect(end("outputs.x")).toBe("outputs.x has no parts.");
    expect(end("value[0].list", [], 2)).toBe("[0].list has 2 items.");
    expect(end("")).toMatch(/^The result has nothing with this name\./);
  });

  test("begins the names with the nearest", () => {
    expect(namesOf({ after: "", names: ["a", "b", "c"], nearest: "b" })).toEqual(["b", "a", "c"]);
    expect(namesOf({ after: "", names: ["a"], nearest: "z" })).toEqual(["z", "a"]);
  });

  test("names a part of a path in the notation of the engine", () => {
    expect(["b", "b-c", "b.c", "it's", "a'.b", "", "1"].map((name) => deepened("value.a", name))).toEqual([
      "value.a.b",
      "value.a.b-c",
      "value.a['b.c']",
      "value.a.it's",
      `value.a["a'.b"]`,
      "value.a['']",
      "value.a.1",
    ]);
  });

  test("has the place of a condition in its text", () => {
    const place = reason({ file: "a", from: 7, to: 9, line: 2 });
    expect(spanOf(place, "one\n{% if x %}")).toEqual({ file: "a", from: 7, to: 9, line: 2, column: 4 });
    expect(spanOf(reason({ file: "a", from: 0, to: 1, line: 1 }), "x")?.column).toBe(1);
    expect(spanOf(reason(), null)).toBeNull();
  });
});
