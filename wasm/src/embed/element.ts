// <evalground-embed>: a runnable example on any page. Initially it is static text. Near the viewport it creates a frame
// with the site's /embed/ page. The frame replaces the text once it has a result, or at once if the reader touches it.

import { type JsonNode, readJson, toPlain, writeJson } from "../reader.js";
import type { Workspace } from "../types.js";
import {
  elementContent,
  layeredOn,
  longestLink,
  ownPart,
  plainLink,
  shownTexts,
  tooLarge,
  withMembers,
  workspaceOf,
  wholeContent,
  workspaceOfLink,
  writtenIn,
  type Content,
} from "./content.js";
import { FrameGroup, type MemberFrame } from "./frame_group.js";
import {
  boundedHeight,
  heightOf,
  messageNamespace,
  messageVersion,
  type EmbedResult,
  type EmbedState,
  type FromFrame,
  type ToFrame,
} from "./messages.js";
import {
  frameOptions,
  frameParameters,
  hostOptions,
  OptionError,
  type Editable,
  type FrameOptions,
  type Given,
  type HostOptions,
} from "./options.js";
import { pressedPlace, TypedAhead, type TextPlace } from "./typed.js";
import { printedText } from "./printed.js";
import { drawNote, drawOriginal, drawStatic, silenceOf, styleSheet } from "./static.js";
import { hostTheme, hostTokens, watchTheme } from "./theme.js";
import { attributeNames, attributesOf, contentNames, propertyNames, unknownAttributes } from "./vocabulary.js";

/** Payloads of the events of an embed. */
export interface EmbedEvents {
  "evalground-ready": { version: string };
  "evalground-change": { workspace: Workspace };
  "evalground-result": EmbedResult;
  "evalground-error": { message: string };
  "evalground-open": { url: string };
}

/** The parts of the frame that are edited, the text that is shown for each, and the option that allows it. */
const edited = [
  ["source", "source", "source"],
  ["source", "data", "inputs"],
  ["expression", "expression", "expression"],
] as const;

/** Distance from the viewport at which an embed creates its frame, in pixels. */
const near = 400;

/** How long a frame may be silent before the element reports it, in milliseconds. */
const silence = 5000;

const groups = new Map<string, FrameGroup>();
let site = "";
let lastId = 0;

/** Sets the address of the playground: its folder, with or without a slash, or a file in it. Frames come from there. */
export function setSite(address: string): void {
  const url = new URL(address, document.baseURI);
  if (!/(?:\/|\.(?:m?js|html))$/.test(url.pathname)) url.pathname += "/";
  site = new URL("./", url).href;
}

/** The group of the frames from a site. */
function groupOf(address: string): FrameGroup {
  const group = groups.get(address) ?? new FrameGroup();
  groups.set(address, group);
  return group;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** Outside of browsers the element can be imported but not used. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class EvalgroundEmbed extends Base {
  static observedAttributes = attributeNames;

  private content: Content | null = null;
  /** The current workspace, with the reader's edits. */
  private current: JsonNode | null = null;
  private options: (FrameOptions & HostOptions) | null = null;
  private frame: HTMLIFrameElement | null = null;
  private connection: (MemberFrame & { port: MessagePort }) | null = null;
  private lastResult: EmbedResult | null = null;
  private shownState: EmbedState = "static";
  private restHeight = 0;
  /** The height that the page has reserved for it by `min-height`, in pixels. */
  private reserved = 0;
  private touched = false;
  private waiting: ToFrame[] = [];
  /** The wish to edit a shown text, until the frame is connected, and what was typed since. */
  private focused: Extract<ToFrame, { type: "focus" }> | null = null;
  private readonly ahead = new TypedAhead();
  private readonly links = new Map<number, (link: string) => void>();
  private endings: (() => void)[] = [];
  private drawing = false;
  private begun = false;

  connectedCallback(): void {
    if (document.readyState !== "loading") return this.begin();
    // The children are not parsed yet.
    const begin = (): void => this.begin();
    document.addEventListener("DOMContentLoaded", begin, { once: true });
    this.endings.push(() => document.removeEventListener("DOMContentLoaded", begin));
  }

  disconnectedCallback(): void {
    this.end();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected || !this.begun || this.drawing) return;
    if (name === "theme" && this.frame) return this.sendLook();
    // Several attributes are usually set in a row, so draw only once.
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      if (!this.isConnected) return;
      this.end();
      if (contentNames.includes(name.replace(/^data-/, ""))) {
        this.content = null;
        this.current = null;
      }
      this.begin();
    });
  }

  /** The current workspace. Setting it replaces the workspace. */
  get workspace(): Workspace | null {
    return this.current && (toPlain(this.current) as Workspace);
  }
  set workspace(given: Workspace) {
    this.current = workspaceOf(new Map(Object.entries(given)));
    this.content = { ...wholeContent(this.current), hidden: this.content?.hidden ?? [] };
    if (this.connection) this.post({ type: "workspace", workspace: writeJson(this.current) });
    else if (this.isConnected) {
      this.end();
      this.begin();
    }
  }

  /** The result of the last evaluation; null before the first. */
  get result(): EmbedResult | null {
    return this.lastResult;
  }

  get state(): EmbedState {
    return this.shownState;
  }

  /** Evaluates it now. */
  run(): void {
    this.touch();
    this.post({ type: "run" });
  }

  /** Ends the evaluation that is under way. */
  stop(): void {
    if (this.connection) this.post({ type: "stop" });
  }

  /** Takes back the reader's edits. */
  reset(): void {
    this.current = this.content?.workspace ?? null;
    if (this.connection) this.post({ type: "reset" });
  }

  override focus(): void {
    this.touch();
    this.post({ type: "focus" });
  }

  /** The reader edits a shown text, at a place if it was pressed. */
  private edit(part: "source" | "expression", place: TextPlace | null): void {
    this.touch();
    this.focused = { type: "focus", part, ...(place && { place }) };
    this.passFocus();
  }

  /** Makes the shown texts that can be edited become an editor when they are pressed or typed into. */
  private offerEditing(rest: HTMLElement, editable: Editable): void {
    for (const [part, place, allowed] of edited) {
      const shown = rest.querySelector<HTMLElement>(`pre[part=${place}]`);
      if (!shown || (editable !== allowed && editable !== "all")) continue;
      shown.addEventListener("click", (event) =>
        this.edit(part, this.shadowRoot && pressedPlace(shown, this.shadowRoot, event)),
      );
      this.ahead.listen(shown, () => {
        if (!this.focused) this.edit(part, null);
      });
    }
  }

  /** Passes the focus to a connected frame, with what was typed until now. */
  private passFocus(): void {
    const { connection, focused, frame } = this;
    if (!connection || !focused) return;
    this.focused = null;
    frame?.focus();
    connection.post({ ...focused, typed: this.ahead.take() });
  }

  /** The address that opens the current workspace in the playground. */
  toLink(): Promise<string> {
    if (!this.connection && !this.content?.unread.size) return Promise.resolve(this.plainAddress());
    this.load();
    lastId += 1;
    const id = lastId;
    this.post({ type: "link", id });
    return new Promise((resolve) => this.links.set(id, resolve));
  }

  private readonly given: Given = attributesOf(this);

  private begin(): void {
    if (!this.isConnected || this.frame) return;
    this.begun = true;
    try {
      this.options = { ...frameOptions(this.given), ...hostOptions(this.given) };
      const src = this.given("src");
      if (src !== undefined && this.current === null) {
        void this.fetch(src);
        return;
      }
      this.current ??= this.lay(this.ownContent());
      this.draw();
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Keeps the element's original content and reports the error. */
  private refuse(error: unknown): void {
    if (!(error instanceof OptionError)) throw error;
    this.root().replaceChildren(...drawOriginal(), ...this.mistakes([error.message]));
    this.emit("evalground-error", { message: error.message });
  }

  /** Says what is wrong with the element, in the page and in the console. */
  private mistakes(messages: readonly string[]): HTMLElement[] {
    for (const message of messages) console.warn(`evalground: ${message}`, this);
    return messages.map((message) => drawNote(message));
  }

  private root(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styleSheet()];
    return root;
  }

  private async fetch(src: string): Promise<void> {
    try {
      const address = new URL(src, document.baseURI);
      if (address.hash !== "") {
        this.content = wholeContent(await workspaceOfLink(address.hash.slice(1)));
      } else {
        const response = await fetch(address);
        if (!response.ok) throw new OptionError(`${address.href}: ${response.status}`);
        this.content = wholeContent(readJson(await response.text()));
      }
    } catch (error) {
      const reason = error instanceof OptionError ? error.message : `${src}: ${(error as Error).message}`;
      return this.refuse(new OptionError(reason));
    }
    if (!this.isConnected || this.given("src") !== src) return;
    this.current = this.lay(this.content.workspace);
    this.draw();
  }

  /** The workspace layered on that of the embed it depends on. */
  private lay(own: JsonNode): JsonNode {
    const base = this.base();
    const beneath = base?.current ?? (base && base !== this ? base.ownContent() : null);
    return beneath ? layeredOn(own, beneath) : own;
  }

  private base(): EvalgroundEmbed | null {
    const id = this.given("depends");
    if (id === undefined) return null;
    const found = (this.getRootNode() as Document).getElementById(id);
    if (!(found instanceof EvalgroundEmbed) || found === this) throw new OptionError(`depends names no embed: "${id}"`);
    return found;
  }

  private ownContent(): JsonNode {
    this.content ??= elementContent(this.given, writtenIn(this));
    return this.content.workspace;
  }

  /** The fragment for the frame's address. */
  private fragment(): string {
    return this.current ? plainLink(this.current) : "";
  }

  private plainAddress(): string {
    return `${site}#${this.fragment()}`;
  }

  private draw(): void {
    const { options, content, current } = this;
    if (!options || !content || !current) return;
    if (this.fragment().length > longestLink) throw new OptionError(tooLarge);
    const rest = this.drawRest(options, content, current, null);
    this.root().replaceChildren(
      rest,
      ...this.mistakes(unknownAttributes(this.getAttributeNames(), propertyNames(this))),
    );
    this.reserved = Number.parseFloat(getComputedStyle(this).minHeight) || 0;
    if (options.height !== "auto") rest.style.height = options.height;
    if (options.maxHeight !== "") rest.style.maxHeight = options.maxHeight;
    const theme = this.theme();
    rest.style.colorScheme = theme === "system" ? "light dark" : theme;
    this.offerEditing(rest, options.editable);
    this.createFrame(rest);
  }

  /** The embed as text, with its own result if it has one. */
  private drawRest(options: FrameOptions, content: Content, workspace: JsonNode, result: string | null): HTMLElement {
    return drawStatic({
      ...shownTexts({ ...content, workspace }),
      shown: options.shown,
      lines: options.lines,
      label: options.label,
      output: this.querySelector("[slot=fallback]")?.textContent ?? "",
      result,
      open: content.unread.size > 0 ? null : this.plainAddress(),
      run: () => this.run(),
      opened: () => this.emit("evalground-open", { url: this.plainAddress() }),
    });
  }

  /** A frame has the height that it needs on the screen, so a text with its result is printed instead. */
  private drawPrinted(): void {
    const { content, current, lastResult, options } = this;
    if (!content || !current || !options || !lastResult) return;
    this.shadowRoot?.firstElementChild?.replaceWith(this.drawRest(options, content, current, printedText(lastResult)));
  }

  /** Creates the frame once the element is near the viewport. */
  private createFrame(rest: HTMLElement): void {
    const { options } = this;
    if (!options) return;
    if (options.run === "click" && options.loading === "lazy") return;
    if (options.loading === "eager" || this.touched) return this.load();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.load();
      },
      { rootMargin: `${near}px` },
    );
    observer.observe(rest);
    this.endings.push(() => observer.disconnect());
  }

  private load(): void {
    const { options, content } = this;
    const rest = this.shadowRoot?.firstElementChild;
    if (this.frame || !options || !content || !rest || !this.current) return;
    const beneath = this.base()?.current;
    if (beneath) this.current = layeredOn(ownPart(this.current, content.workspace), beneath);
    lastId += 1;
    const id = `e${lastId}`;
    const parameters = frameParameters(this.given, content.hidden, content.unread);
    parameters.set("host", id);
    parameters.set("theme", this.theme());
    const frame = document.createElement("iframe");
    frame.title = options.label || "Evalground";
    frame.allow = "clipboard-write";
    frame.setAttribute("part", "frame");
    frame.inert = true;
    frame.src = `${site}embed/?${parameters.toString()}#${this.fragment()}`;
    this.restHeight = rest.getBoundingClientRect().height;
    this.frame = frame;
    this.setState("loading");
    const receive = (event: MessageEvent): void => this.onWindowMessage(event, id);
    addEventListener("message", receive);
    this.endings.push(() => removeEventListener("message", receive));
    this.endings.push(watchTheme(() => this.sendLook()));
    this.followBase();
    rest.after(frame);
    const silent = setTimeout(() => this.reportSilence(), silence);
    this.endings.push(() => clearTimeout(silent));
  }

  /** Tells the reader that the frame is silent, and the possible reason. The frame may still respond later. */
  private reportSilence(): void {
    const rest = this.shadowRoot?.firstElementChild;
    if (this.connection || !rest) return;
    const message = silenceOf(site, globalThis.origin === "null");
    rest.append(drawNote(message, this.plainAddress()));
    delete this.dataset["live"];
    this.setState("error");
    this.emit("evalground-error", { message });
  }

  /** Follows changes of the embed that this one depends on. */
  private followBase(): void {
    const base = this.base();
    if (!base) return;
    const follow = (event: Event): void => {
      if (event.target !== base || !this.current || !this.content || !base.current) return;
      this.current = layeredOn(ownPart(this.current, this.content.workspace), base.current);
      this.post({ type: "workspace", workspace: writeJson(this.current) });
    };
    base.addEventListener("evalground-change", follow);
    if (base.content?.unread.size) base.load();
    this.endings.push(() => base.removeEventListener("evalground-change", follow));
  }

  /** Handles a window message. The first one from its own frame is answered with a port. */
  private onWindowMessage({ data, origin, source }: MessageEvent, id: string): void {
    const { frame } = this;
    if (!frame || source !== frame.contentWindow) return;
    // In a sandbox the page and its frame both have the origin "null". A page opened from disk has it as well, but its
    // frames have the site's origin.
    const isSandboxed = globalThis.origin === "null" && origin === "null";
    if (!isSandboxed && origin !== new URL(site).origin) return;
    const height = heightOf(data);
    if (height === null) return;
    if (!this.connection) {
      const { port1, port2 } = new MessageChannel();
      const connection = {
        port: port1,
        post: (message: ToFrame, ports: MessagePort[] = []) => port1.postMessage(message, ports),
      };
      port1.onmessage = (event: MessageEvent<FromFrame>) => this.receive(event.data);
      this.connection = connection;
      const hello = { ns: messageNamespace, v: messageVersion, type: "connect", id };
      // "null" cannot be used as a target origin.
      frame.contentWindow?.postMessage(hello, isSandboxed ? "*" : origin, [port2]);
      this.shadowRoot?.querySelector(".rest > .note")?.remove();
      if (this.shownState === "error") this.setState("loading");
      this.sendLook();
      const group = groupOf(site);
      group.join(connection);
      this.endings.push(() => group.leave(connection));
      for (const message of this.waiting.splice(0)) connection.post(message);
      if (this.touched) this.show();
      this.passFocus();
    }
    this.setHeight(height);
  }

  private receive(message: FromFrame): void {
    switch (message.type) {
      case "ready":
        if (this.shownState === "loading") this.setState("ready");
        return this.emit("evalground-ready", { version: message.version });
      case "height": {
        const height = boundedHeight(message.height);
        return height === null ? undefined : this.setHeight(height);
      }
      case "state":
        if (["fresh", "error", "stopped"].includes(message.state)) this.show();
        return this.setState(message.state);
      case "read":
        return this.complete(readJson(message.values));
      case "change":
        this.current = readJson(message.workspace);
        return this.emit("evalground-change", { workspace: this.workspace as Workspace });
      case "result":
        this.lastResult = message.result;
        return this.emit("evalground-result", message.result);
      case "error":
        return this.emit("evalground-error", { message: message.message });
      case "open":
        return this.emit("evalground-open", { url: message.url });
      case "touched":
        this.touched = true;
        return;
      case "leaderless":
        return this.connection ? groupOf(site).replaceLeader(this.connection) : undefined;
      case "link":
        this.links.get(message.id)?.(message.link);
        this.links.delete(message.id);
    }
  }

  /** The frame has read what was given as YAML. */
  private complete(values: JsonNode): void {
    if (!this.content || !this.current) return;
    this.content = { ...wholeContent(withMembers(this.content.workspace, values)), hidden: this.content.hidden };
    this.current = this.lay(withMembers(this.current, values));
    this.emit("evalground-change", { workspace: this.workspace as Workspace });
  }

  private post(message: ToFrame): void {
    if (this.connection) this.connection.post(message);
    else if (this.options) this.waiting.push(message);
  }

  /** The reader has touched it. The frame replaces the text as soon as it answers. */
  private touch(): void {
    this.touched = true;
    this.load();
    if (this.connection) this.show();
  }

  /** Replaces the text with the frame. */
  private show(): void {
    if (this.dataset["live"] !== undefined) return;
    const { frame, options } = this;
    if (!frame || !options) return;
    if (options.height !== "auto") frame.style.height = options.height;
    else if (frame.style.height === "") frame.style.height = `${this.restHeight}px`;
    if (options.maxHeight !== "") frame.style.maxHeight = options.maxHeight;
    frame.inert = false;
    this.dataset["live"] = "";
    const print = (): void => this.drawPrinted();
    addEventListener("beforeprint", print);
    this.endings.push(() => removeEventListener("beforeprint", print));
  }

  /**
   * While it is in view and the reader has not touched it, it keeps at least the height of its text, so that nothing in
   * view moves up. If the page has reserved a height, it keeps that, so that nothing moves at all.
   */
  private setHeight(height: number): void {
    const { frame, options, reserved, restHeight, touched } = this;
    if (!frame || options?.height !== "auto") return;
    const bordered = height + 2;
    const kept = isInView(this) ? Math.max(bordered, restHeight) : bordered;
    const untouched = reserved > 0 ? Math.max(reserved, restHeight) : kept;
    frame.style.height = `${touched ? bordered : untouched}px`;
  }

  private theme(): "light" | "dark" | "system" {
    const chosen = this.given("theme") ?? "host";
    if (chosen === "light" || chosen === "dark" || chosen === "system") return chosen;
    return hostTheme(this);
  }

  private sendLook(): void {
    const theme = this.theme();
    this.connection?.post({ type: "look", theme, tokens: hostTokens(this) });
    const rest = this.shadowRoot?.firstElementChild as HTMLElement | null | undefined;
    if (rest) rest.style.colorScheme = theme === "system" ? "light dark" : theme;
  }

  private setState(state: EmbedState): void {
    this.shownState = state;
  }

  private emit<Name extends keyof EmbedEvents>(name: Name, detail: EmbedEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private end(): void {
    for (const ending of this.endings.splice(0)) ending();
    this.connection?.port.close();
    this.connection = null;
    this.frame?.remove();
    this.frame = null;
    this.waiting = [];
    this.focused = null;
    this.ahead.take();
    delete this.dataset["live"];
    this.setState("static");
  }
}
