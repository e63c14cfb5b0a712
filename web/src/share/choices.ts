// The choices of a share: a checkbox for each part, and the secrets.

import { announce } from "../ui/announce.ts";
import { button, type Child, element, fill } from "../ui/dom.ts";
import { own } from "../ui/own.ts";
import { formatSize, type TextKey, text } from "../ui/text.ts";
import type { Part } from "./content.ts";
import { checkbox } from "./fields.ts";
import { enoughFor } from "./read_files.ts";
import type { Share } from "./share.ts";

/** A longer expression is cut, in characters. */
const longestNote = 60;

const partNames: Record<string, TextKey> = {
  vars: "inputs.vars",
  inputs: "inputs.inputs",
  env: "inputs.env",
  secrets: "inputs.secrets",
  limits: "inputs.limits",
  data: "share.data",
  clock: "share.clock",
  seed: "share.seed",
  options: "share.options",
  expect: "share.expect",
  cases: "share.cases",
};

function nameOf(key: string): string {
  return text(own(partNames, key) ?? "share.other", { key });
}

/** The note beside a part's name: its size, its number of entries, or its value. */
function noteOn(share: Share, part: Part): string {
  if (part.file !== null) return formatSize(part.size);
  if (part.id === "secrets") return text("share.namesOnly");
  const value = share.valueOf(part);
  return typeof value === "object" ? text("share.entries", { count: part.size }) : String(value);
}

/** The expression's row. The expression always goes in, so its box cannot be changed. */
function expressionBox(words: string): HTMLElement {
  const box = checkbox(text("expression.label"), true, () => {}, words.slice(0, longestNote));
  box.input.disabled = true;
  return box.root;
}

/** Says whether a name goes in. */
function aboutName({ sharedTitle }: Share): string {
  return sharedTitle === null ? text("share.nameOut") : text("share.nameIn", { name: sharedTitle });
}

/** The checkboxes of all parts. */
export function partBoxes(share: Share, changed: () => void): HTMLElement {
  const rows = share.parts.map(
    (part) =>
      checkbox(
        part.file ?? nameOf(part.id),
        share.has(part),
        (checked) => {
          share.take(part, checked);
          changed();
        },
        noteOn(share, part),
      ).root,
  );
  return element(
    "fieldset",
    { class: "share-parts" },
    element("legend", {}, text("share.goesIn")),
    ...rows,
    share.expression !== null && expressionBox(share.expression),
    element("p", { class: "muted" }, aboutName(share)),
  );
}

/**
 * For a repository: the button that leaves out what the result did not read. `changed` is called once that is known.
 */
export function reducing(share: Share, changed: () => void): Child {
  const { reducible } = share;
  if (!reducible) return null;
  const { workspace, result } = reducible;
  const said = element("span", { class: "muted", role: "status" });
  const press = button({
    label: text("share.reduce"),
    words: true,
    class: "small",
    press: () => {
      void enoughFor(workspace, result).then((files) => {
        if (!files) {
          said.textContent = text("share.notReduced");
          return;
        }
        share.keepOnly(files);
        changed();
        announce(text("share.reduced", { count: files.size }));
      });
    },
  });
  return element("p", { class: "share-reduce" }, press, " ", said);
}

/** The checkbox that includes secrets. It takes effect only after a confirmation. */
export function secretsBox(share: Share, changed: () => void): Child {
  const { secrets } = share;
  if (secrets.length === 0) return null;
  const question = element("div", { class: "notice", "data-kind": "warning", role: "alert", hidden: true });
  const box = checkbox(text("share.includeSecrets"), false, (checked) => {
    share.includeSecrets = false;
    question.hidden = !checked;
    if (!checked) {
      fill(question);
      changed();
      return;
    }
    box.input.checked = false;
    fill(
      question,
      element("span", {}, text("share.secretsWarning", { names: new Intl.ListFormat("en").format(secrets) })),
      button({
        label: text("share.secretsConfirm"),
        words: true,
        class: "danger",
        press: () => {
          share.includeSecrets = true;
          box.input.checked = true;
          answered();
          changed();
          announce(text("share.secretsIncluded"));
        },
      }),
      button({ label: text("share.secretsKeep"), words: true, press: answered }),
    );
  });
  function answered(): void {
    question.hidden = true;
    box.input.focus();
  }
  const names = new Intl.ListFormat("en").format(secrets);
  const left = !share.includeSecrets && element("p", { class: "muted" }, text("share.secretsLeftOut", { names }));
  return element("div", { class: "stack" }, left, box.root, question);
}
