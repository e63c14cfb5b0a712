// Keys that reach a frame before it knows their text.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UnclaimedKeys } from "../src/embed/unclaimed.ts";

const body = new EventTarget();

/** Types a key into an element. Returns whether its usual effect was prevented. */
function type(key: string, target: unknown = body, more: Partial<KeyboardEvent> = {}): boolean {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ctrlKey: false, altKey: false }, more);
  Object.defineProperty(event, "target", { value: target });
  frame.dispatchEvent(event);
  return event.defaultPrevented;
}
let frame = new EventTarget();
const focus = (): boolean => frame.dispatchEvent(new Event("focus"));

describe("keys that no text has claimed", () => {
  beforeEach(() => {
    frame = new EventTarget();
    vi.stubGlobal("addEventListener", frame.addEventListener.bind(frame));
    vi.stubGlobal("document", { body });
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("are kept from the focus until they are taken", () => {
    const keys = new UnclaimedKeys();
    expect(type("x")).toBe(false);
    focus();
    expect([type("a"), type("Backspace", body, { shiftKey: false }), type("b")]).toEqual([true, true, true]);
    expect(keys.take()).toEqual([{ text: "a" }, { key: "Backspace", shiftKey: false }, { text: "b" }]);
    expect(type("c")).toBe(false);
    expect(keys.take()).toEqual([]);
  });

  it("are only those that write, and that no element has received", () => {
    const keys = new UnclaimedKeys();
    focus();
    expect([type("a", new EventTarget()), type("s", body, { ctrlKey: true }), type("F8")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(keys.take()).toEqual([]);
  });

  it("are not kept long, and forgotten at the next focus", () => {
    const keys = new UnclaimedKeys();
    focus();
    expect(type("a")).toBe(true);
    vi.advanceTimersByTime(1001);
    expect(type("b")).toBe(false);
    focus();
    expect(type("c")).toBe(true);
    expect(keys.take()).toEqual([{ text: "c" }]);
  });
});
