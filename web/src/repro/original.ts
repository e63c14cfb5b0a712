// The dialog that runs the original implementation of the draft's language, in Python inside this page. It runs only
// after the user has agreed. Results are shown side by side, and a difference can be turned into the text of an issue.

import type { OriginalAnswer, RunResult, Workspace } from "evalground";
import originals from "virtual:originals";
import { engineReady } from "../run/ready.ts";
import { copyField } from "../share/fields.ts";
import { Share } from "../share/share.ts";
import type { Store } from "../store.ts";
import { codeWords } from "../ui/code_words.ts";
import { choiceOf } from "../ui/dialects.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, type Child, element, fill } from "../ui/dom.ts";
import { own } from "../ui/own.ts";
import { siteRoot, siteUrl } from "../ui/site_root.ts";
import { formatSize, text } from "../ui/text.ts";
import { issueText } from "./issue.ts";
import { compare, type ComparedRow, type Verdict, wayTo } from "./verdict.ts";

/** Size of the downloads in bytes, compressed: Python itself, and the original. */
const fetchedBytes = 6_200_000;
/** Maximum number of rows. If there are more, rows with differences come first. */
const mostRows = 300;

const archives = new Map<string, Promise<Uint8Array>>();

function archiveOf(dialect: string): Promise<Uint8Array> {
  const known = archives.get(dialect);
  if (known) return known;
  const loading = fetch(siteUrl(own(originals, dialect)?.path ?? "")).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return new Uint8Array(await response.arrayBuffer());
  });
  archives.set(dialect, loading);
  loading.catch(() => archives.delete(dialect)); // the next press tries again
  return loading;
}

/** Why the draft cannot be compared, or null. */
function hindrance(store: Store): string | null {
  const { workspace, result, resultRevision, revision } = store.state;
  const { name: dialect, id } = choiceOf(workspace);
  const original = own(originals, id);
  switch (wayTo(original, workspace.operation)) {
    case "natively":
      return text("original.none", { dialect });
    case "never":
      return text("original.noneAtAll", { dialect });
    case "operation":
      return text("original.operation");
    case "missing":
      return text("original.missing", { name: original?.name ?? dialect });
    case "here":
      break;
  }
  if (result === null || resultRevision !== revision) return text("original.noResult");
  return result.sensitive.length > 0 ? text("original.secrets") : null;
}

function table(rows: readonly ComparedRow[], name: string): Child[] {
  const isLong = rows.length > mostRows;
  const sorted = isLong ? [...rows].sort((one, other) => Number(one.isSame) - Number(other.isSame)) : rows;
  const cell = (words: string | undefined): HTMLElement =>
    element("td", { dir: "auto" }, words === undefined ? element("i", {}, text("original.nothing")) : words);
  const heads = [text("original.where"), text("original.here"), name, text("original.verdict")];
  return [
    element(
      "div",
      { class: "repro-scroll", role: "region", tabindex: "0", "aria-label": text("repro.original") },
      element(
        "table",
        { class: "repro-table" },
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element(
          "tbody",
          {},
          ...sorted
            .slice(0, mostRows)
            .map(({ where, here, original, isSame }) =>
              element(
                "tr",
                { "data-differs": !isSame },
                element("th", { scope: "row", dir: "auto" }, where === "" ? text("original.whole") : where),
                cell(here),
                cell(original),
                element("td", {}, text(isSame ? "original.same" : "original.different")),
              ),
            ),
        ),
      ),
    ),
    isLong && element("p", { class: "muted" }, text("original.more", { count: rows.length - mostRows })),
  ];
}

/** The verdict as a sentence. */
function sentence(verdict: Verdict, name: string): string {
  switch (verdict.kind) {
    case "both fail":
      return text("original.bothFail");
    case "only here fails":
      return text("original.onlyHere", { name });
    case "only the original fails":
      return text("original.onlyThere", { name });
    case "values":
      return verdict.differing === 0
        ? text("original.agrees", { name })
        : text("original.differs", { count: verdict.differing, name });
  }
}

function rowsOf(verdict: Verdict): ComparedRow[] {
  if (verdict.kind === "values") return verdict.rows;
  const fails = (message: string): string => text("original.fails", { message });
  const { here, original } = verdict;
  return [
    {
      where: "",
      here: verdict.kind === "only the original fails" ? here : fails(here),
      original: verdict.kind === "only here fails" ? original : fails(original),
      isSame: verdict.kind === "both fail",
    },
  ];
}

/** Opens the dialog. */
export async function openOriginal(store: Store): Promise<void> {
  const title = text("repro.original");
  const reason = hindrance(store);
  if (reason !== null) {
    openDialog(title, [element("p", {}, ...codeWords(reason))]);
    return;
  }
  const { workspace, result } = store.state as { workspace: Workspace; result: RunResult };
  const share = await Share.of(store.state, siteRoot);
  const name = own(originals, workspace.dialect)?.name ?? workspace.dialect;
  let control: AbortController | null = null;
  const status = element("p", { role: "status" });
  const meter = element("p", { class: "muted", "aria-hidden": "true" });
  const outcome = element("div", { class: "stack" });
  const start = button({
    label: text("original.start"),
    words: true,
    class: "primary",
    press: () => void run(),
  });
  const stop = button({ label: text("original.stop"), words: true, press: () => control?.abort() });
  stop.hidden = true;

  const setRunning = (running: boolean): void => {
    start.hidden = running;
    stop.hidden = !running;
    (running ? stop : start).focus();
  };

  async function run(): Promise<void> {
    fill(outcome);
    const own = new AbortController();
    control = own;
    status.textContent = text("original.running", { name });
    setRunning(true);
    let answer: OriginalAnswer | null = null;
    try {
      const archive = await archiveOf(workspace.dialect);
      const engine = await engineReady();
      own.signal.throwIfAborted();
      answer = await engine.askOriginal(workspace, {
        original: { name: workspace.dialect, archive },
        signal: own.signal,
        onLoading: (percent) => {
          meter.textContent = percent === null ? "" : text("original.loading", { percent });
        },
      });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      status.textContent = own.signal.aborted
        ? text("original.stopped")
        : text("original.failed", { name, reason: words });
    }
    control = null;
    if (!dialog.root.isConnected) return;
    meter.textContent = "";
    setRunning(false);
    if (answer) show(answer);
  }

  function show(answer: OriginalAnswer): void {
    if (answer.missing !== undefined) {
      status.textContent = text("original.failed", { name, reason: answer.missing });
      return;
    }
    const full = answer.name ?? name;
    const verdict = compare(result, answer);
    const rows = rowsOf(verdict);
    status.textContent = sentence(verdict, full);
    const differs = rows.some(({ isSame }) => !isSame);
    const label = text("original.issue");
    fill(
      outcome,
      ...table(rows, full),
      differs && element("h3", {}, label),
      differs && copyField(label, issueText(share, rows, full), 10),
    );
  }

  const dialog = openDialog(
    title,
    [
      element(
        "div",
        { class: "stack" },
        element("p", {}, text("original.ask", { name, size: formatSize(fetchedBytes) })),
        element("div", { class: "repro-meter" }, start, stop, meter),
        status,
        outcome,
      ),
    ],
    () => control?.abort(),
  );
  start.focus();
}
