// The messages between an embed and its page.
//
//   frame → page   height      by window.postMessage, to any origin: it contains only a number
//   page → frame   connect     by window.postMessage, to the site's origin, with a port for all other messages
//
// A page accepts a height only from the frame's own window and the site's origin. A frame accepts a port only from its
// parent, once. In a sandbox with opaque origins all origins are "null", so only the windows are compared.

import type { TextPlace, Typed } from "./typed.js";

export const messageNamespace = "evalground";
export const messageVersion = 1;

/** A message between windows. */
export interface WindowMessage {
  ns: typeof messageNamespace;
  v: typeof messageVersion;
  type: "height" | "connect";
  /** The id of the embed in its page; empty for frames without the script. */
  id: string;
  height?: number;
}

/** Limits for the heights that a page applies, in pixels. */
export const heightLimits = { least: 40, most: 10_000 } as const;

/** The result of an evaluation as pages receive it. */
export interface EmbedResult {
  ok: boolean;
  /** The value as plain JavaScript, with sensitive parts redacted. */
  value?: unknown;
  /** The exact JSON text of the value. */
  json?: string;
  /** The text that a template or an expansion wrote. */
  text?: string;
  diagnostics: { severity: "error" | "warning" | "hint"; code: string; message: string }[];
  /** Whether it equals `expect`; absent if nothing is expected. */
  asExpected?: boolean;
}

/** The state of an embed: not loaded, loading, ready, or the state of its results. */
export type EmbedState = "static" | "loading" | "ready" | "empty" | "fresh" | "stale" | "running" | "stopped" | "error";

/** The appearance of a frame: its theme, and style tokens by name without `--`. */
export interface Look {
  theme: "light" | "dark" | "system";
  tokens: Record<string, string>;
}

/** From the page to its frame. Workspaces travel as JSON text, which preserves numbers and the order of keys. */
export type ToFrame =
  | { type: "run" | "stop" | "reset" }
  /** Edit the source or the expression: at a place, with what was typed meanwhile. */
  | { type: "focus"; part?: "source" | "expression"; place?: TextPlace; typed?: Typed[] }
  | ({ type: "look" } & Look)
  | { type: "workspace"; workspace: string }
  /** Serve the other frames of the page with this frame's engine. */
  | { type: "lead" }
  /** Serve another frame through the port that comes with the message. */
  | { type: "serve" }
  /** Send requests to the leader through the port that comes with the message. */
  | { type: "follow" }
  | { type: "link"; id: number };

/** From a frame to its page. */
export type FromFrame =
  | { type: "ready"; version: string }
  | { type: "height"; height: number }
  | { type: "state"; state: EmbedState }
  | { type: "change"; workspace: string }
  /** The values of the keys that the page gave as YAML, as the JSON text of a map. */
  | { type: "read"; values: string }
  | { type: "result"; result: EmbedResult }
  | { type: "error"; message: string }
  | { type: "open"; url: string }
  /** The reader has touched it. From now on its height may change. */
  | { type: "touched" }
  /** The leader does not answer. */
  | { type: "leaderless" }
  | { type: "link"; id: number; link: string };

/** The height in a message, within limits; null for other messages. */
export function heightOf(data: unknown): number | null {
  const { ns, v, type, height } = (data ?? {}) as Partial<WindowMessage>;
  if (ns !== messageNamespace || v !== messageVersion || type !== "height") return null;
  return boundedHeight(height);
}

/** A number limited to the allowed heights, or null. */
export function boundedHeight(height: unknown): number | null {
  if (typeof height !== "number" || !Number.isFinite(height)) return null;
  return Math.min(heightLimits.most, Math.max(heightLimits.least, Math.ceil(height)));
}
