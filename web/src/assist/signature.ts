// Signature help: the parameters of the call around the caret, with the current one highlighted. It opens with an
// argument list, follows the caret within it, and closes when the caret leaves it.

import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { type Child, element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { SignatureAnswer } from "./answers.ts";
import { catalogueOf } from "../ui/catalogue.ts";
import type { Context } from "./context.ts";
import { codeWords } from "../ui/code_words.ts";

/** In longer texts (in characters) it opens only with its key. */
const largestWhileTyping = 256 * 1024;

interface Shown {
  offset: number;
  answer: SignatureAnswer;
}

const setShown = StateEffect.define<Shown | null>();

const shown = StateField.define<Shown | null>({
  create: () => null,
  update(value, { changes, effects }) {
    let next = value && { ...value, offset: changes.mapPos(value.offset) };
    for (const effect of effects) if (effect.is(setShown)) next = effect.value;
    return next;
  },
  provide: (field) => showTooltip.compute([field], (state) => tooltip(state.field(field))),
});

/** Splits a signature into the text before, of and after the current parameter. */
export function partsOf({ signatures, activeSignature, activeParameter }: SignatureAnswer): {
  before: string;
  active: string;
  behind: string;
  summary: string;
} {
  const { label = "", parameters = [], documentation = "" } = signatures[activeSignature] ?? {};
  let at = label.indexOf("(") + 1;
  let active = "";
  for (const [index, parameter] of parameters.entries()) {
    const found = label.indexOf(parameter.label, at);
    if (found < 0) continue;
    at = found;
    if (index === activeParameter) {
      active = parameter.label;
      break;
    }
    at += parameter.label.length;
  }
  return active === ""
    ? { before: label, active: "", behind: "", summary: documentation }
    : { before: label.slice(0, at), active, behind: label.slice(at + active.length), summary: documentation };
}

function tooltip(value: Shown | null): Tooltip | null {
  if (!value) return null;
  const { before, active, behind, summary } = partsOf(value.answer);
  const line: Child[] = [before, active !== "" && element("mark", { "aria-current": "true" }, active), behind];
  return {
    pos: value.offset,
    above: true,
    create: () => ({
      dom: element(
        "div",
        { class: "assist-words assist-signature", role: "group", "aria-label": text("signature.label") },
        element("p", { dir: "auto" }, element("code", {}, ...line)),
        summary !== "" && element("p", { dir: "auto" }, ...codeWords(summary)),
      ),
    }),
  };
}

async function follow(context: Context, view: EditorView): Promise<boolean> {
  const offset = view.state.selection.main.head;
  const [answer, catalogue] = await Promise.all([
    context.ask<SignatureAnswer | null>(view, "signature", offset),
    catalogueOf(context.store.state.workspace.dialect),
  ]);
  if (!answer) return false;
  const before = view.state.field(shown, false);
  const found = answer.value ?? null;
  const value = found && {
    ...found,
    signatures: found.signatures.map((each) => ({
      ...each,
      documentation: each.documentation ?? catalogue.called(/^[^(]*/.exec(each.label)?.[0] ?? "")?.summary ?? "",
    })),
  };
  if (before === undefined || (!before && !value)) return false;
  view.dispatch({ effects: setShown.of(value && { offset: before?.offset ?? offset, answer: value }) });
  return value !== null;
}

/** Opens the help for the call at the caret. */
export async function showSignature(context: Context, view: EditorView): Promise<void> {
  if (!(await follow(context, view))) {
    announce(text("signature.none"));
    return;
  }
  const { signatures, activeSignature, activeParameter } = view.state.field(shown)?.answer ?? { signatures: [] };
  const parameters = signatures[activeSignature ?? 0]?.parameters ?? [];
  const parameter = parameters[activeParameter ?? 0];
  if (!parameter) return;
  const said = { number: (activeParameter ?? 0) + 1, count: parameters.length, parameter: parameter.label };
  view.dispatch({ effects: EditorView.announce.of(text("signature.active", said)) });
}

function close(view: EditorView): boolean {
  if (!view.state.field(shown, false)) return false;
  view.dispatch({ effects: setShown.of(null) });
  return true;
}

/** Longer insertions were pasted, in characters. */
const longestTyped = 1000;

/** Whether a typed text may begin or end an argument. */
function mayConcern({ transactions }: ViewUpdate): boolean {
  return transactions.some((transaction) => {
    if (!transaction.isUserEvent("input")) return false;
    let concerns = false;
    transaction.changes.iterChanges((_from, _to, _start, _end, inserted) => {
      if (inserted.length <= longestTyped && /[(,:[{]/.test(inserted.toString())) concerns = true;
    });
    return concerns;
  });
}

/** The signature help of an editor. */
export function signature(context: Context): Extension {
  return [
    shown,
    ViewPlugin.define((view) => {
      let isAsking = false;
      let isDue = false;
      async function keepUp(): Promise<void> {
        isDue = true;
        if (isAsking) return;
        isAsking = true;
        while (isDue) {
          isDue = false;
          await follow(context, view);
        }
        isAsking = false;
      }
      return {
        update(update: ViewUpdate) {
          if (!update.docChanged && !update.selectionSet) return;
          const isOpen = isAsking || update.state.field(shown, false) !== null;
          if (!isOpen && (!mayConcern(update) || update.state.doc.length > largestWhileTyping)) return;
          queueMicrotask(() => void keepUp());
        },
      };
    }),
    EditorView.domEventHandlers({
      blur: (_, view) => {
        close(view);
        return false;
      },
    }),
    Prec.high(keymap.of([{ key: "Escape", run: close }])),
  ];
}
