// The page in the frame of an embed: one workspace from the address, with the parts that the address names. It stores
// nothing in this browser and has no drafts.

import { decodeLink, readJson, toFaithful, writeJson, type RunResult, type Workspace } from "evalground";
import {
  dataText,
  frameOptions,
  OptionError,
  placeIn,
  pressedPlace,
  TypedAhead,
  typedIn,
  unreadIn,
  type EmbedResult,
  type FrameOptions,
  type Look,
  type TextPlace,
  type ToFrame,
  type Typed,
  type Unread,
} from "evalground/embed";
import type { Assistance } from "../assist/attach.ts";
import { provideEngine } from "../run/ready.ts";
import { usualLimits } from "../run/limits.ts";
import { withMainFile } from "../share/main_file.ts";
import { firstState, Store } from "../store.ts";
import { announceQuietly, startAnnouncing } from "../ui/announce.ts";
import { byId, element, fill } from "../ui/dom.ts";
import { pathsOf } from "../ui/entries.ts";
import { keepNothing } from "../ui/keep.ts";
import { dialectFacts, withBase } from "../ui/dialects.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { showTheme } from "../ui/theme.ts";
import { SharedEngine } from "./engine.ts";
import { isAsExpected } from "./expected.ts";
import { startHost, type Host } from "./host.ts";
import { expressionWords, SourceView } from "./source.ts";
import { buildToolbar, playgroundLink } from "./toolbar.ts";
import { UnclaimedKeys } from "./unclaimed.ts";
import "../ui/tokens.css";
import "../ui/controls.css";
import "../ui/reset.css";
import "../ui/syntax.css";
import "./embed.css";

const root = document.documentElement;
const parameters = new URLSearchParams(location.search);

keepNothing();

/** A part whose text becomes an editor. */
type EditedPart = "source" | "expression";

/** From this width the text is beside its results, in units of the font size; the same as in embed.css. */
const besideWidth = 46;

class Frame {
  private readonly store: Store;
  private readonly shared: SharedEngine;
  private readonly host: Host;
  private original: Workspace;
  /** The workspace as last set by the surrounding page, without the reader's edits. */
  private placed: Workspace;
  private starting: Promise<void> | null = null;
  private isTouched = false;
  private services: Promise<Assistance> | null = null;
  private readonly unclaimed = new UnclaimedKeys();
  /** Moves the focus into a part that can be edited: to a place, with what was typed before. */
  private readonly editing = new Map<EditedPart, (place: TextPlace | null, typed: readonly Typed[]) => void>();

  constructor(
    private readonly options: FrameOptions,
    workspace: Workspace,
    private readonly unread: Unread,
  ) {
    this.original = workspace;
    this.placed = workspace;
    const visible = pathsOf(workspace).filter((path) => !options.hidden.includes(path));
    const main = workspace.main !== undefined && visible.includes(workspace.main) ? workspace.main : visible[0];
    this.store = new Store({
      ...firstState(workspace, {
        theme: "system",
        announce: "errors",
        tabMovesFocus: true,
        editorZoom: 100,
        wrapLines: true,
        inlay: false,
        limits: { timeMs: usualLimits.timeMs },
      }),
      activeFile: main ?? null,
      draft: "embed",
      view: options.view,
      layout: "narrow",
    });
    const { store } = this;
    this.shared = new SharedEngine(
      () => store.state.workspace.dialect,
      () => this.host.post({ type: "leaderless" }),
    );
    const id = parameters.get("host") ?? "";
    this.host = startHost(id, (message, port) => this.receive(message, port));
    // Without the script there is no page that could name a leader.
    if (id === "") this.shared.lead();
  }

  /** Draws the parts, and evaluates when it is time. */
  begin(): void {
    const { options, store } = this;
    const has = (part: FrameOptions["shown"][number]): boolean => options.shown.includes(part);
    startAnnouncing(byId("status"), byId("alert"));
    if (options.label !== "") byId("label").textContent = document.title = options.label;
    this.arrange();
    byId("toolbar").hidden = !has("toolbar");
    const task = { expected: options.expect, isTask: parameters.has("editable") && options.editable !== "none" };
    buildToolbar(byId("toolbar"), store, task, {
      isOriginal: (workspace) => workspace === this.original,
      run: () => this.runNow(),
      reset: () => this.reset(),
      opened: (url) => this.host.post({ type: "open", url }),
    });
    if (has("source") || this.showsData) this.drawSource();
    if (has("expression")) this.drawExpression();
    byId("results").hidden = !has("results") && byId("expression").hidden;
    for (const part of ["results-head", "results-body"]) byId(part).hidden = !has("results");
    const [input] = options.inputs.filter((part) => part !== "data" || !this.showsData);
    if (has("tree") || input !== undefined) void this.mountMiddle(has("tree"), input);
    this.follow(has("problems"));
    for (const type of ["pointerdown", "keydown"] as const)
      addEventListener(type, () => this.touch(), { capture: true });
    this.host.measure();
    if (options.run === "load") void this.start();
    else if (options.run === "visible") this.startInSight();
  }

  /** If there is room, shows the text beside its results, connected by the thread. */
  private arrange(): void {
    const { options, store } = this;
    const columns = byId("columns");
    columns.toggleAttribute(
      "data-beside",
      options.shown.includes("results") &&
        (this.showsData || (options.shown.includes("source") && pathsOf(this.original).length > 0)),
    );
    const write = store.writer("shell");
    new ResizeObserver(() => {
      const size = parseFloat(getComputedStyle(root).fontSize);
      const isWide = document.body.clientWidth >= besideWidth * size && columns.hasAttribute("data-beside");
      const layout = isWide ? "wide" : "narrow";
      if (layout !== store.state.layout) write({ layout });
    }).observe(document.body);
  }

  /** Whether the data is shown in the place of a document. */
  private get showsData(): boolean {
    const { options, original } = this;
    const isGiven = original.data !== undefined || this.unread.has("data");
    return options.shown.includes("data") && pathsOf(original).length === 0 && isGiven;
  }

  /** The text of data: as the page gave it, or as JSON. */
  private writeData(data: unknown): string {
    const given = this.unread.get("data");
    if (given !== undefined && (data === undefined || data === this.original.data)) return given;
    return data === undefined ? "" : dataText(readJson(writeJson(data)));
  }

  private drawSource(): void {
    const { options, showsData, store } = this;
    const paths = pathsOf(this.original).filter((path) => !options.hidden.includes(path));
    if (paths.length === 0 && !showsData) return;
    byId("source").hidden = false;
    const main = this.original.main ?? pathsOf(this.original)[0];
    const linesOf = (path: string): [number, number] | null => (path === main ? options.lines : null);
    const isEditable = options.editable === "all" || options.editable === (showsData ? "inputs" : "source");
    const writeData = (data: unknown): string => this.writeData(data);
    const view = new SourceView(store, linesOf, isEditable, () => writeData(store.state.workspace.data));
    const place = byId("editor");
    place.append(view.root);
    view.draw();
    if (isEditable) {
      this.becomeEditor("source", view.root, async () => {
        const [{ mountEditor }, { hidingLines }, assisted] = await Promise.all([
          import("../editor/editor.ts"),
          import("./hiding.ts"),
          this.assisted(),
          // The editor edits the value of data, so the page's text must be read first.
          showsData && this.unread.size > 0 && this.start(),
        ]);
        return () => {
          mountEditor(place, store, (path) => [hidingLines(linesOf(path)), assisted("source")], writeData);
          view.root.remove();
          return place.querySelector<HTMLElement>(".editor-host");
        };
      });
    }
    if (showsData) {
      byId("files").hidden = false;
      byId("files").append(element("h2", {}, text("embed.data")));
    } else this.drawFiles(paths);
  }

  private drawFiles(paths: readonly string[]): void {
    const { store } = this;
    const list = tabs({
      label: text("embed.files"),
      activation: "automatic",
      choose: (path) => store.openFile(path),
    });
    byId("files").hidden = paths.length < 2;
    byId("files").append(list.root);
    store.watch(["activeFile"], ({ activeFile }) =>
      list.show(
        paths.map((path) => ({ id: path, label: path, controls: "editor" })),
        activeFile,
      ),
    );
  }

  private drawExpression(): void {
    const { options, store } = this;
    if (this.original.expression === undefined) return;
    const place = byId("expression");
    place.hidden = false;
    const isEditable = options.editable === "expression" || options.editable === "all";
    const words = expressionWords(store, isEditable);
    place.append(words);
    if (!isEditable) return;
    this.becomeEditor("expression", words, async () => {
      const [{ mountExpression }, assisted] = await Promise.all([import("../editor/expression.ts"), this.assisted()]);
      return () => {
        words.replaceWith(element("textarea"));
        mountExpression(place, store, assisted("expression"));
        return place.querySelector<HTMLElement>(".editor-host");
      };
    });
  }

  /** Completion, hovers and the other language services, shared by both editors. */
  private assisted(): Promise<Assistance> {
    this.services ??= import("../assist/attach.ts").then(({ assistance }) => assistance(this.store));
    return this.services;
  }

  /**
   * Replaces a shown text with an editor when the reader wants to edit it. `load` gives a function that mounts the
   * editor. What is typed meanwhile is kept for it.
   */
  private becomeEditor(part: EditedPart, shown: HTMLElement, load: () => Promise<() => HTMLElement | null>): void {
    const ahead = new TypedAhead();
    let place: TextPlace | null = null;
    let mounting: Promise<HTMLElement | null> | undefined;
    const mount = async (): Promise<HTMLElement | null> => {
      const [mountNow, { continueIn }] = await Promise.all([load(), import("./continue.ts")]);
      const host = mountNow();
      if (!host) return null;
      const goOn = (): void => {
        host.focus();
        continueIn(host, place, ahead.take());
        place = null;
      };
      goOn();
      this.editing.set(part, (pressed, typed) => {
        place = pressed;
        ahead.add(typed);
        goOn();
      });
      return host;
    };
    const edit = (): void => {
      shown.setAttribute("aria-busy", "true");
      // If it cannot be loaded, the next try loads it again: the browser may have been offline.
      mounting ??= mount().finally(() => (mounting = undefined));
      mounting.catch(() => shown.removeAttribute("aria-busy"));
    };
    ahead.listen(shown);
    shown.addEventListener("focus", edit);
    shown.addEventListener("click", (event) => {
      place = pressedPlace(shown, document, event) ?? place;
      edit();
    });
    this.editing.set(part, (pressed, typed) => {
      place = pressed ?? place;
      ahead.add(typed);
      shown.focus();
      edit();
    });
  }

  /** Shows the resources, and the inputs opened with `input`. */
  private async mountMiddle(hasTree: boolean, input: string | undefined): Promise<void> {
    byId("middle").hidden = false;
    const [{ mountTree }, { mountInputs }] = await Promise.all([
      import("../tree/tree.ts"),
      import("../inputs/inputs.ts"),
      import("../tree/tree.css"),
      import("../inputs/inputs.css"),
    ]);
    if (hasTree && dialectFacts(this.original.dialect).tree) {
      byId("resources").hidden = false;
      mountTree(this.store);
    }
    if (input === undefined) return;
    const inputs = byId("inputs");
    inputs.hidden = false;
    const { editable } = this.options;
    byId("inputs-body").inert = editable !== "inputs" && editable !== "all";
    mountInputs(inputs, this.store);
    inputs.querySelector<HTMLElement>(`[role="tab"][data-id="${input}"]`)?.click();
  }

  /** Shows changes of the workspace and its results, and reports them to the page. */
  private follow(hasProblems: boolean): void {
    const { host, options, store } = this;
    store.watch(["freshness", "runs"], ({ freshness, runs }) => {
      const results = byId("results");
      results.dataset["freshness"] = freshness;
      results.dataset["run"] = String(runs);
      // A frame never has prerendered results.
      if (freshness !== "built") host.post({ type: "state", state: freshness });
      if (freshness === "stopped") announceQuietly(text("run.stopped"));
    });
    store.watch(["engineVersion"], ({ engineVersion }) => {
      if (engineVersion !== "") host.post({ type: "ready", version: engineVersion });
    });
    store.watch(["engineProblem"], ({ engineProblem }) => {
      this.showTrouble(engineProblem);
    });
    store.watch(["workspace"], ({ workspace }) => {
      if (workspace !== this.placed) host.post({ type: "change", workspace: writeJson(workspace) });
    });
    store.watch(["result"], ({ result }) => {
      const diagnostics = result?.diagnostics ?? [];
      const [first] = diagnostics;
      // The results say the first error. The list repeats it only with others, or with a fix, and then says it alone.
      const isSaid = !byId("results-body").hidden && !result?.ok && diagnostics.length === 1 && !first?.fixes?.length;
      byId("problems").hidden = !hasProblems || diagnostics.length === 0 || isSaid;
      if (!result) return;
      host.post({ type: "result", result: told(result, options.expect) });
      const failed = result.diagnostics.find(({ severity }) => severity === "error");
      if (failed) host.post({ type: "error", message: failed.message });
      queueMicrotask(() => host.measure());
    });
  }

  private startInSight(): void {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void this.start();
    });
    observer.observe(document.body);
  }

  /** Loads the engine and its views, once. The first run starts automatically when the engine is ready. */
  private start(): Promise<void> {
    this.starting ??= import("./live.ts").then(
      async ({ startLive }) => {
        await startLive(this.store, this.shared, () => this.readGiven());
        this.host.measure();
      },
      (error: unknown) => {
        this.starting = null;
        this.showTrouble(String((error as Error).message));
      },
    );
    return this.starting;
  }

  /** Reads what the page gave as YAML, and tells the page the values. Returns false if it cannot be read. */
  private async readGiven(): Promise<boolean> {
    const { store } = this;
    const { unread } = this;
    if (unread.size === 0) return true;
    try {
      const [{ readGiven, withValues }, { readTyped }] = await Promise.all([
        import("./given.ts"),
        import("../run/reading.ts"),
      ]);
      const values = await readGiven(store.state.workspace, unread, readTyped);
      const { workspace } = store.state;
      const isEdited = workspace !== this.original;
      this.original = withValues(this.original, values);
      this.place(isEdited ? withValues(workspace, values) : this.original);
      this.host.post({ type: "read", values: writeJson(values) });
      return true;
    } catch (error) {
      this.showTrouble((error as Error).message);
      return false;
    }
  }

  /** Shows why nothing is evaluated; empty: hides the message. */
  private showTrouble(reason: string): void {
    const place = byId("trouble");
    place.hidden = reason === "";
    place.textContent = reason === "" ? "" : text("embed.noEngine", { reason });
    this.host.measure();
    if (reason === "") return;
    this.host.post({ type: "state", state: "error" });
    this.host.post({ type: "error", message: reason });
  }

  private runNow(): void {
    const isFirst = this.starting === null;
    void this.start().then(() => {
      if (!isFirst) this.store.perform("run");
    });
  }

  private reset(): void {
    this.place(this.original);
    this.host.post({ type: "change", workspace: writeJson(this.original) });
  }

  /** Sets a workspace that did not come from the reader. */
  private place(workspace: Workspace): void {
    const { store } = this;
    this.placed = workspace;
    const { activeFile, revision } = store.state;
    const paths = pathsOf(workspace);
    const open = activeFile !== null && paths.includes(activeFile) ? activeFile : (paths[0] ?? null);
    store.update({ workspace, revision: revision + 1, ...(open !== activeFile && { activeFile: open }) });
  }

  private touch(): void {
    if (this.isTouched) return;
    this.isTouched = true;
    this.host.post({ type: "touched" });
  }

  /** Handles a message of the surrounding page. If it fails, the reason is sent back. */
  private receive(message: ToFrame, port: MessagePort | undefined): void {
    try {
      this.carryOut(message, port);
    } catch (error) {
      const { message: reason } = error as Error;
      this.host.post({ type: "error", message: `The message of the page cannot be used: ${reason}` });
    }
  }

  private carryOut(message: ToFrame, port: MessagePort | undefined): void {
    const { shared, store } = this;
    if (typeof message !== "object" || message === null) throw new TypeError("it is not an object");
    switch (message.type) {
      case "run":
        return this.runNow();
      case "stop":
        return store.perform("stop");
      case "reset":
        return this.reset();
      case "focus":
        return this.focus(message);
      case "look":
        return applyLook(message);
      case "workspace":
        return this.place(workspaceIn(message.workspace));
      case "lead":
        return shared.lead();
      case "serve":
        return port && shared.serve(port);
      case "follow":
        return port && shared.follow(port);
      case "link":
        if (this.unread.size === 0) return this.sendLink(message.id);
        return void this.start().then(() => this.sendLink(message.id));
    }
  }

  private sendLink(id: number): void {
    this.host.post({ type: "link", id, link: playgroundLink(this.store.state.workspace) });
  }

  private focus({ part, place, typed }: Extract<ToFrame, { type: "focus" }>): void {
    const { editable } = this.options;
    const usual = editable === "expression" || byId("source").hidden ? "expression" : "source";
    const edit = this.editing.get(part === "expression" || part === "source" ? part : usual);
    if (edit) return edit(placeIn(place), [...typedIn(typed), ...this.unclaimed.take()]);
    const shown = byId(usual === "expression" ? "expression" : "editor");
    shown.querySelector<HTMLElement>(".editor-host, .source-text")?.focus();
  }
}

/** Parses a workspace from JSON. Numbers and the order of keys are kept. */
function workspaceIn(json: unknown): Workspace {
  if (typeof json !== "string") throw new TypeError("its workspace is not JSON text");
  const node = readJson(json);
  if (node.get("dialect")?.kind !== "string") throw new TypeError("its workspace names no dialect");
  const members = node.children.map((child) => [child.key, toFaithful(child)]);
  return withBase(withMainFile(Object.fromEntries(members) as Workspace));
}

/** A result in the form in which the surrounding page receives it. */
function told(result: RunResult, expected: string): EmbedResult {
  const { ok, text: written, diagnostics } = result;
  const json = result.json ?? result.outputsJson;
  return {
    ok,
    ...(json !== undefined && { json, value: result.json === undefined ? result.outputs : result.value }),
    ...(written !== undefined && { text: written }),
    diagnostics: diagnostics.map(({ severity, code, message }) => ({ severity, code, message })),
    ...(expected !== "" && { asExpected: isAsExpected(result, expected) }),
  };
}

/** Applies the page's theme and style tokens. Only colours, fonts and lengths are accepted. */
function applyLook({ theme, tokens }: Look): void {
  showTheme(theme);
  for (const [name, value] of Object.entries(tokens ?? {})) {
    const property = name.startsWith("font-") ? "font-family" : name === "radius" ? "border-radius" : "color";
    if (/^[a-z-]+$/.test(name) && CSS.supports(property, value)) root.style.setProperty(`--${name}`, value);
  }
}

function begin(): void {
  try {
    const options = frameOptions((name) => parameters.get(name) ?? undefined);
    showTheme(options.theme === "host" ? "system" : options.theme);
    const { workspace } = decodeLink(location.hash, { exact: true });
    new Frame(options, withBase(withMainFile(workspace)), unreadIn(parameters.get("yaml"))).begin();
  } catch (error) {
    showTheme("system");
    provideEngine(null);
    const reason = error instanceof Error ? error.message : String(error);
    fill(document.body, element("p", { class: "embed-broken", role: "alert" }, text("embed.broken", { reason })));
    startHost("", () => {}).measure();
    if (!(error instanceof OptionError) && (error as Error).name !== "LinkError") throw error;
  }
}

begin();
