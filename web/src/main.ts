// Builds the page: the one store, then every part on its place.

import defaultExample from "virtual:default-example";
import { isFirstVisit, noteRunning } from "./drafts/drafts.ts";
import { buildDraftMenu } from "./drafts/menu.ts";
import { workspaceOf } from "./drafts/records.ts";
import { startDrafts } from "./drafts/start.ts";
import { mountBinary } from "./files/binary.ts";
import { mountFiles } from "./files/tabs.ts";
import { mountRepro } from "./repro/mount.ts";
import { loadEngine } from "./run/engine.ts";
import { askEngine, engineReady, failureKind } from "./run/ready.ts";
import { showBuilt } from "./run/built.ts";
import { watchReading } from "./run/reading.ts";
import { startRunner, type RunnerOptions } from "./run/runner.ts";
import { buildBar } from "./shell/bar.ts";
import { buildExamples } from "./shell/examples.ts";
import { buildHeader } from "./shell/header.ts";
import { buildHelp } from "./shell/help.ts";
import { buildNotices } from "./shell/notices.ts";
import { arrangePanes } from "./shell/panes.ts";
import { bindPlainEditor, typedEarly } from "./shell/plain.ts";
import { buildRail } from "./shell/rail.ts";
import { buildSettings, keptSettings } from "./shell/settings.ts";
import { reportFailures } from "./shell/failures.ts";
import { firstState, Store, type Layout } from "./store.ts";
import { breathe, idle, painted } from "./ui/breathe.ts";
import { byId } from "./ui/dom.ts";
import { withoutCases } from "./ui/entries.ts";
import { servedFolder } from "./ui/served_folder.ts";
import { text } from "./ui/text.ts";
import { startToasts } from "./ui/toast.ts";
import "./ui/tokens.css";
import "./ui/reset.css";
import "./ui/layout.css";
import "./ui/controls.css";
import "./shell/shell.css";

const isTest = new URLSearchParams(location.search).get("test") === "1";
const root = document.documentElement;
if (isTest) root.dataset["still"] = "";

const store = new Store({
  ...firstState(workspaceOf(defaultExample), keptSettings()),
  title: defaultExample.title ?? "",
  example: defaultExample.id,
  layout: (root.dataset["layout"] ?? "wide") as Layout,
});

// The text is there before anything else is fetched or built.
await painted();

const address = servedFolder();
const folder = address === null ? null : import("./folder/mount.ts");
// The settings of a folder are read by whichever engine is there, before the draft is.
const engine = loadEngine(store, root.dataset["expected"] ?? (folder ? defaultExample.dialect : undefined));
// The parts that the first paint does without are fetched while the rest is built. A first visit shows rows that the
// build has made, until the engine is there.
const built = !folder && isFirstVisit() ? import("virtual:default-outcome") : null;
const panes = import("./panes.ts");
const editors = Promise.all([
  import("./editor/editor.ts"),
  import("./editor/expression.ts"),
  import("./editor/signs.ts"),
  import("./editor/fields.ts"),
  import("./assist/attach.ts"),
]);

startToasts(byId("toasts"));
reportFailures(store);
await breathe();
arrangePanes(store);
await breathe();
buildHeader(store);
await breathe();
buildBar(store);
buildRail(store);
store.watch(["engine"], (state) => (root.dataset["engine"] = state.engine));
const results = byId("results");
store.watch(["freshness", "runs", "resultRevision"], ({ freshness, runs, resultRevision }) => {
  results.dataset["freshness"] = freshness;
  results.dataset["run"] = String(runs);
  results.dataset["evaluated"] = String(resultRevision);
});
// The revision that the text will have once all of it is read: its results are there when `evaluated` has come as far.
let unread = 0;
const tellTyped = (): void => {
  results.dataset["typed"] = String(store.state.revision + unread);
};
store.watch(["revision"], tellTyped);
watchReading((count) => {
  unread = count;
  tellTyped();
});
store.watch(["result"], ({ result }) => {
  const errors = result?.diagnostics.filter(({ severity }) => severity === "error").length ?? 0;
  document.title = errors > 0 ? text("app.titleWithErrors", { count: errors }) : text("app.title");
});

const drafts = await startDrafts(store, async (found) =>
  folder && address !== null ? (await folder).openFolder(store, found, address) : false,
);
engine.followDraft();
bindPlainEditor(store, typedEarly());
delete root.dataset["returning"];
const menu = buildDraftMenu(store, drafts);
await breathe();
buildExamples(store);
buildHelp(store, () => import("./guide/guide.ts"));
buildNotices(store, {
  retryEngine: engine.retry,
  takeOver: () => void drafts.takeOver(),
  duplicate: menu.duplicate,
  exportDraft: menu.exportDraft,
});
buildSettings(store, menu.erase);
mountFiles(byId("files"), store);
mountBinary(byId("editor"), store);
const runs: RunnerOptions = {
  evaluator: {
    evaluate: async (asked, options) => {
      const run = { ...options, maskVaults: true };
      const result = await askEngine((ready) => ready.evaluate(withoutCases(asked), run));
      // A name that only another flavor has gets its repair from a part that no other result needs.
      if (!result.diagnostics.some(({ code }) => code.startsWith("unknown-"))) return result;
      const { withFlavors } = await import("./run/flavors.ts");
      return withFlavors(result, asked, async (dialect) => (await import("virtual:functions")).functionsOf(dialect));
    },
    check: async (asked) => (await engineReady()).check(asked),
  },
  failureKind,
  save: drafts.save,
  note: noteRunning,
};
// What the address holds is opened by the panes, and run first; a draft of this browser is run while they are mounted.
const isAddressed = location.hash.length > 1;
if (!isAddressed) startRunner(store, runs);
const { mountPanes } = await panes;
if (built) showBuilt(store, defaultExample.id, (await built).default);
await mountPanes(store, drafts.open);
if (isAddressed) startRunner(store, runs);
mountRepro(byId("share"), store);

const [{ mountEditor }, { mountExpression }, { mountSigns }, { mountFields }, { assistance }] = await editors;
const assisted = assistance(store);
// It takes long, and the plain field does meanwhile: an answer that has come is shown before.
await idle();
mountEditor(byId("editor"), store, () => assisted("source"));
await breathe();
mountExpression(byId("expression"), store, assisted("expression"));
await breathe();
mountSigns();
mountFields(store);
if (isTest) Object.assign(globalThis, { evalgroundTest: (await import("./hooks.ts")).hooks(store, drafts) });
// Last of all, and never in a test that is about something else. A page that is left meanwhile, or that cannot fetch
// it, goes on without.
if (!isTest) {
  void import("./shell/update.ts").then(
    ({ startUpdates }) => startUpdates(),
    () => {},
  );
}
