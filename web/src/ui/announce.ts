// The status line that is read out: what happened, in words. While typing live at most one message a second reaches it.

let region: HTMLElement | null = null;
let alertRegion: HTMLElement | null = null;
let lastSpoken = -Infinity;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Names the elements that messages are written to. */
export function startAnnouncing(status: HTMLElement, alert: HTMLElement): void {
  region = status;
  alertRegion = alert;
}

function speak(message: string): void {
  lastSpoken = performance.now();
  if (region) region.textContent = message;
}

/** Says what the user's own action has done, at once. */
export function announce(message: string): void {
  clearTimeout(waiting);
  speak(message);
}

/** Says what happened by itself, such as a live evaluation: at most once a second, and only the last of several. */
export function announceQuietly(message: string): void {
  clearTimeout(waiting);
  const wait = lastSpoken + 1000 - performance.now();
  if (wait <= 0) speak(message);
  else waiting = setTimeout(() => speak(message), wait);
}

/** Says that the user's own action failed; a screen reader interrupts for it. */
export function alarm(message: string): void {
  announce(message);
  if (alertRegion) alertRegion.textContent = message;
}
