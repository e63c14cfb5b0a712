// What an embed and the page around it say to each other.
//
//   frame → page   height      by window.postMessage, to whoever it is: nothing but a number
//   page → frame   connect     by window.postMessage, to the site's own origin, with a port; the rest goes through it
//
// A page takes a height only from the frame's own window and the site's own origin; a frame takes a port only from its
// parent, once. In a sandbox without an origin of its own all origins are "null", and the windows alone count.

export const messageNamespace = "evalground";
export const messageVersion = 1;

/** What a window says to another. */
export interface WindowMessage {
  ns: typeof messageNamespace;
  v: typeof messageVersion;
  type: "height" | "connect";
  /** Which of the page's embeds it is about; empty for frames without the script. */
  id: string;
  height?: number;
}

/** Heights that a page applies, in pixels. */
export const heightLimits = { least: 40, most: 10_000 } as const;

/** What an evaluation came to, as pages hear of it. */
export interface EmbedResult {
  ok: boolean;
  /** The value as plain JavaScript; sensitive parts of it are redacted. */
  value?: unknown;
  /** Its exact JSON text. */
  json?: string;
  /** What a template or an expansion wrote. */
  text?: string;
  diagnostics: { severity: "error" | "warning" | "hint"; code: string; message: string }[];
  /** Whether it is what `expect` says; absent where nothing was expected. */
  asExpected?: boolean;
}

/** How an embed is: not loaded, on its way, usable, or as the results of its text are. */
export type EmbedState = "static" | "loading" | "ready" | "empty" | "fresh" | "stale" | "running" | "stopped" | "error";

/** How a frame looks: the theme, and tokens of style by their names without `--`. */
export interface Look {
  theme: "light" | "dark" | "system";
  tokens: Record<string, string>;
}

/** From the page to its frame. Workspaces travel as JSON text, which keeps numbers and the order of keys. */
export type ToFrame =
  | { type: "run" | "stop" | "reset" | "focus" }
  | ({ type: "look" } & Look)
  | { type: "workspace"; workspace: string }
  /** This frame's engine serves the others of the page. */
  | { type: "lead" }
  /** Another frame asks through the port that comes with it. */
  | { type: "serve" }
  /** The leader answers through the port that comes with it. */
  | { type: "follow" }
  | { type: "link"; id: number };

/** From a frame to its page. */
export type FromFrame =
  | { type: "ready"; version: string }
  | { type: "height"; height: number }
  | { type: "state"; state: EmbedState }
  | { type: "change"; workspace: string }
  | { type: "result"; result: EmbedResult }
  | { type: "error"; message: string }
  | { type: "open"; url: string }
  /** The reader has touched it: its height may change under their eyes. */
  | { type: "touched" }
  /** The leader does not answer. */
  | { type: "leaderless" }
  | { type: "link"; id: number; link: string };

/** A height that a window may ask for, within bounds; null when the message is none of ours. */
export function heightOf(data: unknown): number | null {
  const { ns, v, type, height } = (data ?? {}) as Partial<WindowMessage>;
  if (ns !== messageNamespace || v !== messageVersion || type !== "height") return null;
  return boundedHeight(height);
}

/** A number within the bounds of a height, or null. */
export function boundedHeight(height: unknown): number | null {
  if (typeof height !== "number" || !Number.isFinite(height)) return null;
  return Math.min(heightLimits.most, Math.max(heightLimits.least, Math.ceil(height)));
}
