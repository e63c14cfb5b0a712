// The status line that is read out: what happened, in words. While typing live at most one message a second reaches it.

let region: HTMLElement | null = null;
let alertRegion: HTMLElement | null = null;
let lastSpoken = -Infinity;
let waiting: ReturnType<typeof setTimeout> | undefined;
/** What the message in the line is about, where it can become untrue; and that of the one that waits. */
let subject: string | null = null;
let waitingSubject: string | null = null;

/** Names the elements that messages are written to. */
export function startAnnouncing(status: HTMLElement, alert: HTMLElement): void {
  region = status;
  alertRegion = alert;
}

function speak(message: string, about: string | null): void {
  subject = about;
  waitingSubject = null;
  lastSpoken = performance.now();
  if (region) region.textContent = message;
}

/** Says what the user's own action has done, at once. */
export function announce(message: string, about: string | null = null): void {
  clearTimeout(waiting);
  speak(message, about);
}

/** Takes back what was said of a subject, because it is no longer true. */
export function unsay(about: string): void {
  if (waitingSubject === about) clearTimeout(waiting);
  if (subject !== about) return;
  subject = null;
  if (region) region.textContent = "";
}

/** Says what happened by itself, such as a live evaluation: at most once a second, and only the last of several. */
export function announceQuietly(message: string, about: string | null = null): void {
  clearTimeout(waiting);
  waitingSubject = about;
  const wait = lastSpoken + 1000 - performance.now();
  if (wait <= 0) speak(message, about);
  else waiting = setTimeout(() => speak(message, about), wait);
}

/** Has read out at once what stands elsewhere on the page for those who see it. */
export function alarmQuietly(message: string): void {
  if (alertRegion) alertRegion.textContent = message;
}

/** Says that the user's own action failed; a screen reader interrupts for it. */
export function alarm(message: string): void {
  announce(message);
  if (alertRegion) alertRegion.textContent = message;
}
