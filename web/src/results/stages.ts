// The rounds of an evaluation: a slider if the state after each round is known, and a line of counts if only its size
// is known.

import { readJson, writeJson, type JsonNode, type RunResult, type Stage } from "evalground";
import { element, fill, freshId } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

const parts = ["json", "text", "reports", "classes", "variablesJson"] as const;
/** The parts of an answer that a stage contributes. */
export type StageParts = Pick<Stage, (typeof parts)[number]>;

/** The chosen round: its name and the state before it (null for the first) and after it. */
export interface Step {
  name: string;
  before: StageParts | null;
  after: StageParts;
}

/** The state after some stages: the last stage's value, and everything that the stages added to the rest. */
export function afterStages(stages: readonly Stage[]): StageParts {
  const last = stages.at(-1);
  const variables = new Map<string, JsonNode>();
  for (const { variablesJson } of stages) {
    for (const variable of variablesJson === undefined ? [] : readJson(variablesJson).children)
      variables.set(String(variable.key), variable);
  }
  return {
    ...(last?.json !== undefined && { json: last.json }),
    ...(last?.text !== undefined && { text: last.text }),
    ...(stages.some(({ reports }) => reports) && { reports: stages.flatMap(({ reports = [] }) => reports) }),
    ...(stages.some(({ classes }) => classes) && {
      classes: [...new Set(stages.flatMap(({ classes = [] }) => classes))],
    }),
    ...(stages.some(({ variablesJson }) => variablesJson) && { variablesJson: writeJson(variables) }),
  };
}

/** A result as it was after a stage. The value and text of the end are dropped, since the stage has its own. */
export function atStage({ json: _json, text: _text, ...others }: RunResult, stage: StageParts): RunResult {
  return { ...others, ...stage };
}

export class Stages {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly words: HTMLElement;
  private readonly counts: HTMLElement;
  private stages: readonly Stage[] = [];

  /** `changed` is called when the user moves the slider. */
  constructor(changed: () => void) {
    this.slider = element("input", { type: "range", min: 1, step: 1, id: freshId("stage") });
    this.words = element("output", { for: this.slider.id });
    this.counts = element("ol", { class: "result-counts" });
    this.root = element(
      "div",
      { class: "result-stages", hidden: true },
      element("label", { for: this.slider.id }, text("stages.label")),
      this.slider,
      this.words,
      this.counts,
    );
    this.slider.addEventListener("input", () => {
      this.say();
      changed();
    });
  }

  /** Takes the stages of another answer. The slider starts at the end. */
  show(stages: readonly Stage[]): void {
    const isKnown = stages.some((stage) => parts.some((part) => stage[part] !== undefined));
    this.stages = isKnown ? stages : [];
    const counted = isKnown ? [] : stages.filter(({ count }) => count !== undefined);
    this.root.hidden = isKnown ? stages.length < 2 : counted.length === 0;
    for (const part of [this.slider, this.words]) part.hidden = !isKnown;
    fill(
      this.counts,
      ...counted.map(({ name, count = 0 }) => element("li", { dir: "auto" }, text("stages.count", { name, count }))),
    );
    this.slider.max = String(stages.length);
    this.slider.value = String(stages.length);
    this.say();
  }

  /** The state after the chosen stage; null at the end, which is the result itself. */
  chosen(): StageParts | null {
    const place = Number(this.slider.value);
    return place >= this.stages.length ? null : afterStages(this.stages.slice(0, place));
  }

  /** The chosen stage with the state before and after it; null if that is unknown. */
  step(): Step | null {
    if (this.stages.length < 2) return null;
    const place = Number(this.slider.value);
    return {
      name: this.stages[place - 1]?.name ?? "",
      before: place > 1 ? afterStages(this.stages.slice(0, place - 1)) : null,
      after: afterStages(this.stages.slice(0, place)),
    };
  }

  private say(): void {
    if (this.stages.length === 0) return;
    const place = Number(this.slider.value);
    const words = text("stages.place", { name: this.stages[place - 1]?.name ?? "", place, count: this.stages.length });
    this.words.textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
  }
}
