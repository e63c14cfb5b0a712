// Requests to the engine while the draft's dialect changes: web/src/run/ready.ts.

import { EngineError, type Engine } from "evalground";
import { afterEach, describe, expect, it } from "vitest";
import { askEngine, provideEngine } from "../src/run/ready.ts";

const engineOf = (name: string): Engine => ({ version: () => name }) as unknown as Engine;

afterEach(() => provideEngine(null));

describe("a request to the engine", () => {
  it("waits until there is one", async () => {
    const answer = askEngine(async (engine) => engine.version());
    provideEngine(engineOf("first"));
    expect(await answer).toBe("first");
  });

  it("is sent before the call returns if there is one", () => {
    provideEngine(engineOf("first"));
    let sent = "";
    void askEngine(async (engine) => (sent = engine.version()));
    expect(sent).toBe("first");
  });

  it("goes to the engine of the next dialect if the first one is closed", async () => {
    provideEngine(engineOf("first"));
    const answer = askEngine(async (engine) => {
      const name = engine.version();
      if (name === "first") throw new EngineError("closed", "the engine was closed");
      return name;
    });
    provideEngine(null);
    provideEngine(engineOf("second"));
    expect(await answer).toBe("second");
  });

  it("fails with any other error, and if no engine takes over", async () => {
    provideEngine(engineOf("first"));
    const failing = (kind: "closed" | "crashed") =>
      askEngine(() => Promise.reject<string>(new EngineError(kind, "the engine is gone")));
    await expect(failing("crashed")).rejects.toThrow("gone");
    await expect(failing("closed")).rejects.toThrow("gone");
  });
});
