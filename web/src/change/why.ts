// The form that tells why a value is missing, false or null: the conditions that decided, what they compared, and
// changes that would turn them. Where a path ends too early, it offers the names that are there.

import type { ChangeCandidate, WhyReason, WhyResult, Workspace } from "evalground";
import type { AskedWhy, Store } from "../store.ts";
import { button, type Child, element, fill, freshId } from "../ui/dom.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { textOf } from "./apply.ts";
import { type Prepared, SearchForm } from "./form.ts";
import { deepened, endText, namesOf, nothingText, reasonsText, spanOf } from "./reasons.ts";

export class WhyPanel extends SearchForm<WhyResult> {
  private readonly answer = element("div", { class: "why" });

  constructor(
    store: Store,
    private readonly question: AskedWhy,
    ended: () => void,
  ) {
    const field = element("input", {
      id: freshId("path"),
      type: "text",
      class: "code",
      dir: "auto",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
    });
    field.value = question.name;
    const parts = {
      heading: text("why.title"),
      label: text("why.path"),
      submit: text("why.ask"),
      note: text("why.note"),
      close: text("why.close"),
      running: text("why.running"),
      isSecret: false,
    };
    super(store, question, field, parts, ended);
    this.open(this.answer);
    if (question.name !== "") this.findNow();
  }

  protected override async prepare(typed: string): Promise<Prepared<WhyResult>> {
    const written = typed.trim();
    if (written === "") return this.isAwaited ? { problem: text("why.empty") } : null;
    // The path of a row may have keys that no text can name.
    const path = typed === this.question.name ? this.question.path : written;
    return { ask: (engine, workspace, how) => engine.why(workspace, { path, ...how }) };
  }

  protected override show(result: WhyResult, workspace: Workspace): void {
    const { asks, candidates, missing, reasons } = result;
    this.status.textContent = reasonsText(result);
    const isNothing = reasons.length === 0 && candidates.length === 0 && !missing;
    this.setEmpty(isNothing && result.now !== undefined);
    fill(
      this.answer,
      reasons.length > 0 &&
        element(
          "ol",
          { class: "why-reasons", "aria-label": text("why.reasons") },
          ...reasons.map((reason) => element("li", {}, ...this.reasonParts(reason, workspace))),
        ),
      missing && this.missingPart(missing),
      candidates.length > 0 && this.list(text("why.makeTrue"), candidates, workspace),
      isNothing && element("p", {}, nothingText(result)),
      asks.length > 0 &&
        element(
          "p",
          { class: "muted" },
          text("why.asks"),
          ...asks.flatMap((name) => [" ", element("code", { dir: "auto" }, name)]),
        ),
    );
  }

  protected override clear(): void {
    fill(this.answer);
  }

  protected override doneText({ title }: ChangeCandidate): string {
    return text("why.done", { title });
  }

  private reasonParts(reason: WhyReason, workspace: Workspace): Child[] {
    const { candidates, condition, holds, subject, values } = reason;
    const span = spanOf(reason, textOf(workspace, reason.file ?? ""));
    const verdict = text(holds ? "why.holds" : "why.fails");
    return [
      element(
        "p",
        { class: "why-reason" },
        element("code", { dir: "auto" }, condition),
        ` ${verdict}`,
        subject !== "" && ` ${text("why.subject")} `,
        subject !== "" && element("code", { dir: "auto" }, subject),
        span &&
          button({
            label: placeText(span),
            class: "quiet small place",
            press: () => this.store.perform("show", { span, focus: true }),
          }),
      ),
      values.length > 0 &&
        element(
          "ul",
          { class: "why-values", "aria-label": text("why.values") },
          ...values.map(({ name, value }) => element("li", { class: "code", dir: "auto" }, `${name}: ${value}`)),
        ),
      candidates.length > 0
        ? this.list(text("why.turn"), candidates, workspace)
        : element("p", { class: "muted" }, text("why.fixed")),
    ];
  }

  private list(legend: string, candidates: readonly ChangeCandidate[], workspace: Workspace): HTMLElement {
    const list = element("fieldset", { class: "change-candidates" });
    this.candidates.add(list, legend, candidates, workspace);
    return list;
  }

  /** Where a path ends, and the names there, which can be asked about. */
  private missingPart(missing: NonNullable<WhyResult["missing"]>): HTMLElement {
    const names = namesOf(missing);
    return element(
      "div",
      { class: "why-missing" },
      element("p", {}, endText(missing)),
      names.length > 0 &&
        element(
          "div",
          { class: "why-names", role: "group", "aria-label": text("why.names") },
          ...names.map((name) =>
            button({
              label: text("why.askName", { name }),
              words: name,
              class: name === missing.nearest ? "small code nearest" : "small code quiet",
              attributes: { dir: "auto" },
              press: () => this.askAbout(deepened(missing.after, name)),
            }),
          ),
        ),
    );
  }

  private askAbout(path: string): void {
    this.field.value = path;
    this.field.focus();
    this.findNow();
  }
}
