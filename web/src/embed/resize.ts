// /embed-resize.js: adjusts the height of plain /embed/ frames to their content. It accepts messages only from the
// windows of these frames, and takes nothing but a number from them.

const script = document.currentScript ?? document.querySelector("script[src$='embed-resize.js']");
const framesAt = new URL("embed/", (script as HTMLScriptElement).src);

addEventListener(
  "message",
  (event: MessageEvent<{ ns?: unknown; v?: unknown; type?: unknown; height?: unknown } | null>) => {
    if (event.origin !== framesAt.origin) return;
    const { ns, v, type, height } = event.data ?? {};
    if (ns !== "evalground" || v !== 1 || type !== "height" || typeof height !== "number" || !(height > 0)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow !== event.source || !frame.src.startsWith(framesAt.href)) continue;
      frame.style.height = `${Math.min(10_000, Math.max(40, Math.ceil(height)))}px`;
    }
  },
);
