// What of a workspace is replaced in a share, while replacements take their time.

import type { SecretsAnswer, Workspace } from "evalground";
import { expect, it, vi } from "vitest";
import { Search } from "../src/run/secrets.ts";
import { Share } from "../src/share/share.ts";
import { makeResult, makeStore } from "./make.ts";

const workspace: Workspace = { dialect: "unfurl", files: { "a.yaml": "password: hunter22\ntoken: abcdefgh\n" } };
const finding = (from: number, to: number) => ({ path: ["files", "a.yaml"], from, to, line: 1, reason: "name" });
const answer = {
  files: 1,
  inputs: { secret: [], unread: [] },
  findings: [finding(10, 18), finding(26, 34)],
} as unknown as SecretsAnswer;

/** The answers that were asked for, to be given by the test. */
const asked: { replace: readonly number[]; give: () => void }[] = [];
vi.mock("../src/run/ready.ts", () => ({
  engineReady: async () => ({
    secrets: (given: Workspace, { replace }: { replace: number[] }) =>
      new Promise((resolve) => {
        const placed = { ...given, files: { "a.yaml": `placed ${replace.join(" ")}` } };
        asked.push({ replace, give: () => resolve({ workspace: placed, findings: [] }) });
      }),
    evaluate: async () => makeResult(),
  }),
}));

it("a choice shows at once, and nothing leaves until it has taken effect", async () => {
  const { state } = makeStore({ workspace });
  const share = new Share(state, "https://a.example/", new Search(workspace, answer));
  const [first, second] = [share.search.set([0], true), share.search.set([1], true)];
  expect(share.findings.map(({ isReplaced }) => isReplaced)).toEqual([true, true]);
  expect(share.isPending).toBe(true);
  // They run one after another, so the last choice has the last word.
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.give();
  await first;
  expect(share.isPending).toBe(true);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.give();
  await second;
  expect(share.isPending).toBe(false);
  expect(share.given.files).toEqual({ "a.yaml": "placed 0 1" });
});

it("the draft's name is not shared, the workspace's is", () => {
  const of = (title?: string): Share => {
    const given = title === undefined ? workspace : { ...workspace, title };
    return new Share(
      makeStore({ workspace: given, title: "Mine" }).state,
      "https://a.example/",
      new Search(given, null),
    );
  };
  expect([of().sharedTitle, of().given.title]).toEqual([null, undefined]);
  expect([of("Its").sharedTitle, of("Its").given.title]).toEqual(["Its", "Its"]);
});
