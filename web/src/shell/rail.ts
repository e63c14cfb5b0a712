// The rail at the bottom: the current state in words. Its first part is announced, the facts on the right are not.

import type { Diagnostic, RunResult } from "evalground";
import { problemsOf, type State, type Store } from "../store.ts";
import { alarm, alarmQuietly, announce, announceQuietly, startAnnouncing, unsay } from "../ui/announce.ts";
import { choiceOf, languageOf } from "../ui/dialects.ts";
import { button, byId, element, fill, setAttribute, setText } from "../ui/dom.ts";
import { countText } from "../ui/places.ts";
import { formatNumber, text } from "../ui/text.ts";

const isError = ({ severity }: Diagnostic): boolean => severity === "error";

/** The result of a finished run in words: the number of values and errors. */
function summary(result: RunResult): string {
  const errors = result.diagnostics.filter(isError).length;
  const leaves =
    result.counts?.values ??
    result.rows.filter(({ kind, type }) => kind !== "error" && type !== "map" && type !== "list").length;
  const values =
    leaves ||
    (result.reports?.length ??
      Number(result.rows.length === 0 && (result.json !== undefined || result.text !== undefined)));
  return errors > 0 ? text("run.doneWithErrors", { values, errors }) : text("run.done", { values });
}

/** Describes how current the results are. */
function freshnessText({
  freshness,
  result,
  lastGood,
  engine,
  engineProblem,
  paused,
  loadingPython,
}: Readonly<State>): string {
  if (engine === "unsupported") return text("engine.none");
  if (engine === "crashed") return engineProblem;
  if (paused) return text("run.paused");
  if (engine === "loading") return engineProblem || text(freshness === "built" ? "run.built" : "engine.loading");
  switch (freshness) {
    case "empty":
      return text("run.none");
    case "built":
      return text("run.built");
    case "stale":
      return text("run.stale");
    case "stopped":
      return text("run.stoppedLong");
    case "running":
      return loadingPython === null ? text("run.running") : text("run.loadingPython", { percent: loadingPython });
    case "error":
      return text(lastGood ? "run.failed" : "run.failedFirst");
    case "fresh":
      break;
  }
  const stats = result?.stats;
  if (!stats) return "";
  return text("run.took", { ms: formatNumber(Math.max(1, Math.round(stats.ms))) });
}

/** The cost of the last run. */
function effort({ freshness, result }: Readonly<State>): string {
  if (freshness !== "fresh" || !result) return "";
  const { steps, cacheHits } = result.stats;
  const facts = [text("run.steps", { steps })];
  if (cacheHits > 0) facts.push(text("run.reused", { count: cacheHits }));
  return facts.join(" · ");
}

/** Builds the rail. */
export function buildRail(store: Store): void {
  startAnnouncing(byId("status"), byId("alert"));
  const freshnessPlace = element("span", { class: "always" });
  const caretPlace = element("span", { class: "caret" });
  const tabPlace = element("span", {});
  const languagePlace = element("span", { class: "spare" });
  const enginePlace = element("span", { class: "spare" });
  const savedPlace = element("span", { class: "saved" });
  const problemsPlace = button({
    label: "",
    words: true,
    class: "quiet small rail-problems",
    attributes: { title: text("problems.show") },
    press: () => store.perform("openPane", { pane: "problems", focus: true }),
  });
  fill(byId("rail-facts"), freshnessPlace, caretPlace, tabPlace, languagePlace, enginePlace, savedPlace);
  byId("rail-facts").before(problemsPlace);
  store.watch(["result", "hints"], (state) => {
    const problems = problemsOf(state);
    setText(problemsPlace.querySelector(".words") as HTMLElement, countText(problems));
    const worst = ["error", "warning", "hint"].find((each) => problems.some(({ severity }) => severity === each));
    setAttribute(problemsPlace, "data-worst", worst ?? null);
  });

  store.watch(["freshness", "result", "engine", "engineProblem", "paused", "loadingPython"], (state) => {
    setText(freshnessPlace, freshnessText(state));
    freshnessPlace.title = effort(state);
    // A result with errors is not shown as a success.
    const isWrong = state.freshness === "fresh" && state.result?.diagnostics.some(isError);
    byId("rail").dataset["freshness"] = state.engine !== "ready" ? state.engine : isWrong ? "error" : state.freshness;
  });
  store.watch(["caret"], ({ caret }) => {
    caretPlace.textContent = caret ? text("rail.caret", { line: caret.line, column: caret.column }) : "";
  });
  store.watch(["settings"], ({ settings }) => {
    tabPlace.textContent = settings.tabMovesFocus ? text("rail.tabMoves") : "";
  });
  store.watch(["workspace", "activeFile"], ({ workspace, activeFile }) => {
    const language =
      activeFile !== null &&
      text(`rail.language.${languageOf(workspace.dialect, activeFile)}`, { dialect: choiceOf(workspace).name });
    setText(languagePlace, language || "");
  });
  store.watch(["engineVersion"], ({ engineVersion }) => {
    enginePlace.textContent = engineVersion && text("rail.engine", { version: engineVersion });
  });
  store.watch(["saved"], ({ saved }) => {
    savedPlace.textContent = text(`saved.${saved}`);
    savedPlace.dataset["saved"] = saved;
  });

  // Show elapsed time only after 400 ms. For shorter runs it would flicker.
  let ticking: ReturnType<typeof setInterval> | undefined;
  store.watch(["runningSince"], ({ runningSince }) => {
    clearInterval(ticking);
    if (runningSince === null) return;
    ticking = setInterval(() => {
      const seconds = (performance.now() - runningSince) / 1000;
      if (seconds >= 0.4 && store.state.loadingPython === null)
        freshnessPlace.textContent = text("run.runningFor", { seconds: seconds.toFixed(1) });
    }, 100);
  });

  store.watch(["runs"], ({ result, runs, settings, live }, before) => {
    if (runs === before.runs || !result) return;
    const failed = result.diagnostics.some(isError);
    if (settings.announce === "never" || (settings.announce === "errors" && !failed)) return;
    if (live) announceQuietly(summary(result), "run");
    else announce(summary(result), "run");
  });
  addEventListener("keydown", (event) => {
    const { result } = store.state;
    if (!(event.ctrlKey && event.shiftKey && event.code === "Digit0") || !result) return;
    event.preventDefault();
    announce(summary(result));
  });
  // A message about a run is outdated as soon as the text changes or another run starts.
  store.watch(["freshness"], ({ freshness }) => {
    if (freshness !== "fresh" && freshness !== "error") unsay("run");
  });
  store.watch(["freshness"], ({ freshness }, before) => {
    if (freshness === "stopped" && before.freshness !== "stopped") announce(text("run.stopped"));
  });
  store.watch(["loadingPython"], ({ loadingPython }, before) => {
    if (loadingPython !== null && before.loadingPython === null)
      announce(text("run.loadingPython", { percent: loadingPython }));
  });
  store.watch(["engine", "engineProblem"], ({ engine, engineProblem }) => {
    if (engine === "crashed") alarm(engineProblem);
    else if (engine === "unsupported") alarmQuietly(engineProblem);
  });
}
