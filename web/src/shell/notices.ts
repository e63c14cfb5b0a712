// Lasting notices: about the draft above the source, about the engine and the last run above the results.

import type { State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { button, byId, element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

interface Notice {
  kind: "error" | "warning" | "info";
  words: string;
  actions: { label: string; press: () => void }[];
}

/** Actions of the notices that are not commands of the store. */
interface NoticeActions {
  retryEngine: () => void;
  takeOver: () => void;
  duplicate: () => void;
  exportDraft: () => void;
}

/** The notice about where the draft is stored, or null. */
function draftNotice(state: Readonly<State>, actions: NoticeActions): Notice | null {
  if (state.elsewhere) {
    return {
      kind: "warning",
      words: state.elsewhere === "taken" ? text("draft.takenOver") : text("draft.elsewhere"),
      actions: [
        { label: text("draft.takeOver"), press: actions.takeOver },
        { label: text("draft.duplicate"), press: actions.duplicate },
      ],
    };
  }
  if (state.storageTrouble) {
    const reason = state.storageTrouble === "full" ? text("draft.storageFull") : text("draft.storageDenied");
    return {
      kind: "warning",
      words: text("draft.storageFailed", { reason }),
      actions: [{ label: text("draft.export"), press: actions.exportDraft }],
    };
  }
  return null;
}

/** A crash report without any of the user's text. */
function crashReport(state: Readonly<State>): string {
  return [`Evalground ${state.engineVersion}`, navigator.userAgent, state.engineProblem].join("\n");
}

/** The notice about the engine or the last run, or null. */
function runNotice(state: Readonly<State>, store: Store, actions: NoticeActions): Notice | null {
  const run = { label: text("run.press"), press: () => store.perform("run") };
  if (state.engine === "unsupported") {
    return {
      kind: "error",
      words: text("engine.unsupported"),
      actions: [{ label: text("engine.copyCommand"), press: () => store.perform("copyCommand") }],
    };
  }
  if (state.engine === "loading" && state.engineProblem) {
    return {
      kind: "warning",
      words: state.engineProblem,
      actions: [{ label: text("engine.retry"), press: actions.retryEngine }],
    };
  }
  if (state.engine === "crashed") {
    const copy = (): void =>
      void navigator.clipboard.writeText(crashReport(state)).then(
        () => announce(text("copy.done")),
        () => announce(text("copy.refused")),
      );
    return {
      kind: "error",
      words: state.engineProblem,
      actions: [
        { label: text("run.again"), press: run.press },
        { label: text("app.copyReport"), press: copy },
      ],
    };
  }
  if (state.paused) return { kind: "warning", words: text("run.pausedNote"), actions: [run] };
  const limited = state.result?.diagnostics.some(({ code }) => code.startsWith("limit-") && code !== "limit-input");
  if (limited && state.resultRevision === state.revision && state.runningSince === null) {
    return {
      kind: "warning",
      words: text("run.limitNote"),
      actions: [{ label: text("run.higher"), press: () => store.perform("runWithHigherLimits") }],
    };
  }
  return null;
}

function show(place: HTMLElement, notice: Notice | null): void {
  const signature = notice ? `${notice.kind} ${notice.words}` : "";
  if (place.dataset["shown"] === signature) return;
  place.dataset["shown"] = signature;
  if (!notice) {
    fill(place);
    return;
  }
  const { kind, words, actions } = notice;
  fill(
    place,
    element(
      "div",
      { class: "notice", "data-kind": kind },
      element("span", { class: "notice-words" }, words),
      ...actions.map(({ label, press }) => button({ label, words: true, press })),
    ),
  );
}

/** Shows each notice as long as it applies. */
export function buildNotices(store: Store, actions: NoticeActions): void {
  store.watch(["elsewhere", "storageTrouble"], (state) => show(byId("draft-notice"), draftNotice(state, actions)));
  store.watch(["engine", "engineProblem", "paused", "result", "resultRevision", "revision", "runningSince"], (state) =>
    show(byId("run-notice"), runNotice(state, store, actions)),
  );
}
