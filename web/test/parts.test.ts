// Values beside the result: variables and resources as rows with origins.

import type { Origin, RunResult, Span } from "evalground";
import { beforeEach, describe, expect, test } from "vitest";
import { Answer } from "../src/results/answer.ts";
import { ResultsModel } from "../src/results/model.ts";
import { viewsOf } from "../src/results/views/list.ts";
import type { Store } from "../src/store.ts";
import { makeResult, makeStore } from "./make.ts";

const span = (from: number): Span => ({ file: "main.yaml", from, to: from + 1, line: 1, column: from + 1 });
const origin = (from: number): Origin => ({ via: "literal", span: span(from) });

const result: RunResult = makeResult({
  json: '{"ip":"x"}',
  outputsJson: '{"ip":"x"}',
  origins: { "/ip": [origin(3)] },
  resourcesJson: '{"web":{"type":"Server","properties":{"size":3,"key":"<<REDACTED>>"}}}',
  parts: {
    resources: {
      rows: [
        {
          path: ["web", "properties", "image"],
          type: "error",
          kind: "error",
          error: { severity: "error", code: "missing-parameter", message: "no image", span: span(50) },
        },
      ],
      origins: { "/web/properties/size": [origin(40)] },
      sensitive: ["/web/properties/key"],
    },
  },
});

let store: Store;
let model: ResultsModel;

beforeEach(() => {
  store = makeStore({ result, lastGood: result });
  model = new ResultsModel(store);
  store.handle("show", () => undefined);
  model.take(result, null);
});

describe("the resources of an answer", () => {
  test("have a view of their own", () => {
    expect(viewsOf(new Answer(result)).map(({ id }) => id)).toContain("resources");
    expect(viewsOf(new Answer(makeResult({ json: "1" }))).map(({ id }) => id)).not.toContain("resources");
  });

  test("have rows with origins, failures where they belong, and redacted values", () => {
    const rows = new Answer(result).resources();
    const of = (pointer: string) => rows.find((row) => row.pointer === `resources#/web/properties/${pointer}`)!;
    expect(of("size").origins).toEqual([origin(40)]);
    expect(of("image").error?.message).toBe("no image");
    expect(of("key").isSensitive).toBe(true);
  });

  test("can be chosen, and stay chosen in the next answer", () => {
    const row = model.answer!.row("resources#/web/properties/size")!;
    model.choose(row);
    expect(store.state.marks).toEqual([{ span: span(40), as: "winning" }]);
    model.take({ ...result, id: "next" }, null);
    expect(model.chosen?.pointer).toBe(row.pointer);
    expect(model.revealed({ ...row, isSensitive: true })).toBeNull();
  });

  test("are shown when going back to one of them", () => {
    model.choose(model.answer!.row("resources#/web/properties/size")!);
    model.showRows();
    expect(store.state.view).toBe("resources");
    model.choose(model.answer!.row("/ip")!);
    model.showRows();
    expect(store.state.view).toBe("keys");
  });

  test("are found from the source if they are shown", () => {
    store.update({ view: "resources" });
    store.update({ selection: { from: "editor", span: span(40) } as never });
    expect([...model.rowsOfSelection()]).toEqual(["resources#/web/properties/size"]);
    store.update({ view: "keys" });
    expect([...model.rowsOfSelection()]).toEqual([]);
  });
});
