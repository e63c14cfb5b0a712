// Builds the page: creates the store, then mounts every part.

import defaultExample from "virtual:default-example";
import { isFirstVisit, noteRunning } from "./drafts/drafts.ts";
import { buildDraftMenu } from "./drafts/menu.ts";
import { workspaceOf } from "./drafts/records.ts";
import { startDrafts } from "./drafts/start.ts";
import { mountBinary } from "./files/binary.ts";
import { mountFiles } from "./files/tabs.ts";
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

// Show the text before anything else is loaded or built.
await painted();

const address = servedFolder();
const folder = address === null ? null : import("./folder/mount.ts");
// Start the engine before the draft is known: a folder's settings can be parsed by any engine.
const engine = loadEngine(store, root.dataset["expected"] ?? (folder ? defaultExample.dialect : undefined));
// Parts that the first paint does not need are loaded while the rest is built. A first visit shows prerendered rows
// until the engine is ready.
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
// Tests compare `typed` with `evaluated`. `typed` must count texts that are still being parsed.
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
      // A fix for a name that only another flavor knows comes from code that is rarely needed.
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
// A link in the address is opened by the panes, and its run comes first. A stored draft is run while they are mounted.
const isAddressed = location.hash.length > 1;
if (!isAddressed) startRunner(store, runs);
const { mountPanes } = await panes;
if (built) showBuilt(store, defaultExample.id, (await built).default);
await mountPanes(store, drafts.open);
if (isAddressed) startRunner(store, runs);

const [{ mountEditor }, { mountExpression }, { mountSigns }, { mountFields }, { assistance }] = await editors;
const assisted = assistance(store);
// Mounting the editor takes long. The plain field works meanwhile, and a result that has arrived is shown first.
await idle();
mountEditor(byId("editor"), store, () => assisted("source"));
await breathe();
mountExpression(byId("expression"), store, assisted("expression"));
await breathe();
mountSigns();
mountFields(store);
if (isTest) Object.assign(globalThis, { evalgroundTest: (await import("./hooks.ts")).hooks(store, drafts) });
// Last, and never in tests. If the script cannot be loaded, the page works without it.
if (!isTest) {
  void import("./shell/update.ts").then(
    ({ startUpdates }) => startUpdates(),
    () => {},
  );
}
