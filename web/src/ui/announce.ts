// Announcements for screen readers: what happened, in words. During live evaluation at most one message a second.

let region: HTMLElement | null = null;
let alertRegion: HTMLElement | null = null;
let lastSpoken = -Infinity;
let waiting: ReturnType<typeof setTimeout> | undefined;
/** The subjects of the shown and of the waiting message, if they can become outdated. */
let subject: string | null = null;
let waitingSubject: string | null = null;

/** Sets the elements to which messages are written. */
export function startAnnouncing(status: HTMLElement, alert: HTMLElement): void {
  region = status;
  alertRegion = alert;
}

function speak(message: string, about: string | null, isFailure = false): void {
  region?.toggleAttribute("data-failure", isFailure);
  subject = about;
  waitingSubject = null;
  lastSpoken = performance.now();
  if (region) region.textContent = message;
}

/** Announces the result of the user's own action, immediately. */
export function announce(message: string, about: string | null = null): void {
  clearTimeout(waiting);
  speak(message, about);
}

/** Withdraws the messages about a subject because they are no longer true. */
export function unsay(about: string): void {
  if (waitingSubject === about) clearTimeout(waiting);
  if (subject !== about) return;
  subject = null;
  if (region) region.textContent = "";
}

/**
 * Announces something that happened automatically, such as a live evaluation: at most once a second, the latest only.
 */
export function announceQuietly(message: string, about: string | null = null): void {
  clearTimeout(waiting);
  waitingSubject = about;
  const wait = lastSpoken + 1000 - performance.now();
  if (wait <= 0) speak(message, about);
  else waiting = setTimeout(() => speak(message, about), wait);
}

/** Announces immediately what is also visible elsewhere on the page. */
export function alarmQuietly(message: string): void {
  if (alertRegion) alertRegion.textContent = message;
}

/** Announces that the user's own action failed. Screen readers interrupt for it. */
export function alarm(message: string): void {
  clearTimeout(waiting);
  speak(message, null, true);
  if (alertRegion) alertRegion.textContent = message;
}
