import { describe, expect, it } from "vitest";
import { otherReference } from "../src/results/failure.ts";

const sign = [{ code: "other-reference" }];

describe("the version that a document is written for", () => {
  it("is the one that is not set", () => {
    expect(otherReference({ dialect: "dcontroller" }, sign)).toBe("2026");
    expect(otherReference({ dialect: "dcontroller", options: { reference: "2026" } }, sign)).toBe("2025");
  });

  it("is unknown without a sign, and in a language with one version", () => {
    expect(otherReference({ dialect: "dcontroller" }, [{ code: "unknown-operator" }])).toBeNull();
    expect(otherReference({ dialect: "yaql" }, sign)).toBeNull();
  });
});
