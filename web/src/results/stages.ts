// A slider over the rounds of an evaluation: what there was after each pass of a policy, after each stage of a pipeline.

import type { Stage } from "evalground";
import { element, freshId } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

export class Stages {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly words: HTMLElement;
  private stages: readonly Stage[] = [];

  /** `changed` is called when the user moves the slider. */
  constructor(changed: () => void) {
    this.slider = element("input", { type: "range", min: 1, step: 1, id: freshId("stage") });
    this.words = element("output", { for: this.slider.id });
    this.root = element("div", { class: "result-stages", hidden: true }, element("label", { for: this.slider.id }, text("stages.label")), this.slider, this.words);
    this.slider.addEventListener("input", () => {
      this.say();
      changed();
    });
  }

  /** Takes up the stages of another answer; its end is shown at first. */
  show(stages: readonly Stage[]): void {
    this.stages = stages;
    this.root.hidden = stages.length < 2;
    this.slider.max = String(stages.length);
    this.slider.value = String(stages.length);
    this.say();
  }

  /** What there was after the chosen stage, or null at the end, which is the result itself. */
  chosen(): Omit<Stage, "name"> | null {
    const stage = this.stages[Number(this.slider.value) - 1];
    if (!stage || stage === this.stages.at(-1)) return null;
    const { name: _name, ...parts } = stage;
    return parts;
  }

  private say(): void {
    const place = Number(this.slider.value);
    const words = text("stages.place", { name: this.stages[place - 1]?.name ?? "", place, count: this.stages.length });
    this.words.textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
  }
}
