// Searching the contents of files.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ContentSearch, mostHits, searchContents } from "../src/ui/contents.ts";
import { foundRows } from "../src/files/folders.ts";

const files = new Map([
  ["a.yml", "host: x\nport: 80\n\nHTTP_PORT: {{ port }}\r\n"],
  ["b/c.yml", "a.b\nno\n  support (port)"],
]);
const always = async (): Promise<boolean> => true;
const search = async (wanted: string, given: typeof files = files) => {
  const found = await searchContents(given, wanted, always);
  return (found?.hits ?? []).map(({ span, before, match, after }) => [
    `${span.file}:${span.line}:${span.column}`,
    `${before}[${match}]${after}`,
  ]);
};

describe("searching the contents of files", () => {
  it("finds each line once, in either case, with its place", async () => {
    expect(await search("port")).toEqual([
      ["a.yml:2:1", "[port]: 80"],
      ["a.yml:4:6", "HTTP_[PORT]: {{ port }}"],
      ["b/c.yml:3:6", "sup[port] (port)"],
    ]);
    const found = await searchContents(files, "support", always);
    expect(found?.hits[0]?.span).toMatchObject({ from: 9, to: 16 });
  });

  it("takes the text literally", async () => {
    expect(await search("a.b")).toEqual([["b/c.yml:1:1", "[a.b]"]]);
    expect(await search("(port)")).toHaveLength(1);
    expect(await search("\\d[{")).toEqual([]);
  });

  it("shows a part of a long line", async () => {
    const [[, shown] = []] = await search("needle", new Map([["a", `${"x".repeat(500)}needle${"y".repeat(500)}`]]));
    expect(shown).toMatch(/^…x+\[needle\]y+$/);
    expect(shown?.length).toBeLessThan(300);
  });

  it("stops at a number of lines", async () => {
    const found = await searchContents([["a", "port\n".repeat(mostHits + 1)]], "port", always);
    expect([found?.hits.length, found?.hasMore]).toEqual([mostHits, true]);
    const all = await searchContents([["a", "port\n".repeat(mostHits)]], "port", always);
    expect([all?.hits.length, all?.hasMore]).toEqual([mostHits, false]);
  });

  it("pauses between files, and is abandoned if another search has begun", async () => {
    const pause = vi.fn(async () => pause.mock.calls.length < 2);
    const many = Array.from({ length: 5 }, (_, at) => [`${at}`, "port"] as const);
    expect(await searchContents(many, "port", pause, 0)).toBeNull();
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it("lists the lines below the paths of their files", async () => {
    const found = await searchContents(files, "port", always);
    const rows = foundRows(found?.hits ?? []);
    expect(rows.map(({ level, name, folder, hit }) => [level, hit?.span.line ?? `${name} ${folder}`])).toEqual([
      [1, "a.yml "],
      [2, 2],
      [2, 4],
      [1, "c.yml b"],
      [2, 3],
    ]);
  });
});

describe("the search of a field", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits until typing pauses, and finds nothing for a single letter", async () => {
    const changed = vi.fn();
    const given = vi.fn(() => files);
    const contents = new ContentSearch(given, changed);
    for (const typed of ["po", "por", "port"]) contents.start(typed);
    expect([contents.isPending, given.mock.calls.length]).toEqual([true, 0]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([contents.isPending, contents.found.hits.length]).toEqual([false, 3]);
    expect([given.mock.calls.length, changed.mock.calls.length]).toEqual([1, 1]);
    contents.start("p");
    expect([contents.isPending, contents.found.hits.length]).toEqual([false, 0]);
  });
});
