// Keys that arrive in the frame before it knows what they are for. The surrounding page gives the frame the focus and
// says by a message into which text, but the first keys may be faster than the message.

import { typedBy, type Typed } from "evalground/embed";

/** How long after the focus keys wait for the message, in milliseconds. */
const patience = 1000;

export class UnclaimedKeys {
  private kept: Typed[] = [];
  private until = 0;

  constructor() {
    addEventListener("focus", () => {
      this.kept = [];
      this.until = performance.now() + patience;
    });
    addEventListener("keydown", (event) => {
      const isUnclaimed = event.target === document.body && performance.now() < this.until;
      const typed = isUnclaimed && typedBy(event);
      if (!typed) return;
      event.preventDefault();
      this.kept.push(typed);
    });
  }

  /** Gives the keys that were typed since the frame got the focus, and keeps no more. */
  take(): Typed[] {
    this.until = 0;
    return this.kept.splice(0);
  }
}
