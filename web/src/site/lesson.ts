// Compares the results of the embeds in a lesson with what its steps expect, and stores in this browser which steps are
// done.

import type { EmbedResult } from "evalground/embed";
import { button, element, fill } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { text } from "../ui/text.ts";

const key = "evalground.learned";

const learned = (): Set<string> => new Set(kept<string[]>(key, []));

/** The part of the embed element that lessons need. */
interface Embed extends HTMLElement {
  workspace: { files?: object; expression?: unknown } | null;
}

/** Whether an answer contains the words that its step requires. */
export function hasWords(workspace: Embed["workspace"], uses: readonly string[]): boolean {
  const written = JSON.stringify([workspace?.files ?? {}, workspace?.expression ?? ""]);
  return uses.every((word) => written.includes(word));
}

/** The form in which results are compared. The plugin that writes the steps uses the same. */
function markOf({ ok, json, text, diagnostics }: EmbedResult): string {
  if (!ok) return diagnostics.find(({ severity }) => severity === "error")?.code ?? "";
  return text === undefined ? (json ?? "") : JSON.stringify(text);
}

/** A result as people read it: a text verbatim, JSON on several lines unless that would change its numbers. */
export function shownResult(json: string, isText: boolean): string {
  const value: unknown = JSON.parse(json);
  if (isText && typeof value === "string") return value;
  return JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json;
}

/** What was expected and what came out, one beside the other. Nothing for a run that failed. */
function comparison(expected: string, { ok, json, text: written }: EmbedResult): HTMLElement[] {
  const isText = written !== undefined;
  const actual = isText ? JSON.stringify(written) : json;
  if (!ok || actual === undefined || expected === "") return [];
  return (
    [
      ["lesson.expected", expected],
      ["lesson.actual", actual],
    ] as const
  ).map(([key, result]) =>
    element(
      "figure",
      { class: "source" },
      element("figcaption", {}, text(key)),
      element(
        "pre",
        { class: "code", dir: "ltr", role: "group", tabindex: 0, "aria-label": text(key) },
        element("code", {}, shownResult(result, isText)),
      ),
    ),
  );
}

function beginStep(step: HTMLElement): void {
  const embed = step.querySelector<Embed>("evalground-embed");
  const verdict = step.querySelector(".verdict");
  const { step: id = "", uses = "", remarks = "[]", solution = "" } = step.dataset;
  if (!embed || !verdict) return;
  const prepared = new Map(JSON.parse(remarks) as [mark: string, says: string][]);
  const needed = uses === "" ? [] : uses.split("\n");
  const compared = element("div", { class: "compared" });
  verdict.after(compared);

  function pass(): void {
    const next = step.nextElementSibling?.matches(".step") ? `#${step.nextElementSibling.id}` : "";
    step.dataset["done"] = "";
    fill(
      verdict as Element,
      element("strong", {}, text("lesson.passed")),
      next !== "" && element("a", { href: next, class: "on" }, text("lesson.nextStep")),
    );
  }
  if (learned().has(id)) {
    step.dataset["done"] = "";
    verdict.textContent = text("lesson.before");
  }
  let first = true;
  embed.addEventListener("evalground-result", (event) => {
    const { detail } = event as CustomEvent<EmbedResult>;
    const { ok, asExpected } = detail;
    fill(compared, ...(asExpected || first ? [] : comparison(embed.getAttribute("expect") ?? "", detail)));
    if (asExpected && hasWords(embed.workspace, needed)) {
      keep(key, [...learned().add(id)]);
      pass();
    } else if (!first) {
      verdict.textContent = asExpected
        ? text("lesson.without", { words: needed.join(", ") })
        : (prepared.get(markOf(detail)) ?? text(ok ? "lesson.notYet" : "lesson.failed"));
    }
    first = false;
  });
  step.querySelector(".solution")?.append(
    button({
      label: text("lesson.put"),
      words: true,
      press: () => {
        embed.setAttribute("src", solution);
        embed.scrollIntoView({ block: "nearest" });
      },
    }),
  );
}

function showProgress(item: HTMLElement): void {
  const steps = (item.dataset["steps"] ?? "").split("\n");
  const done = steps.filter((id) => learned().has(id)).length;
  const place = item.querySelector(".progress");
  if (place && done > 0) place.textContent = ` · ${text("lesson.progress", { done, count: steps.length })}`;
}

/** Activates the steps, and the progress in lists of lessons. */
export function begin(): void {
  for (const step of document.querySelectorAll<HTMLElement>(".step")) beginStep(step);
  for (const item of document.querySelectorAll<HTMLElement>(".lessons > li")) showProgress(item);
}
