// Decides which tab owns a draft. If a draft is open in two tabs, only one may save it; otherwise each would overwrite
// the other's text. A broadcast gets no reply if no other tab has the draft, so a tab owns a draft until one objects.
//
//   a tab opens the draft   "opened"   the owner saves its text and answers "mine"; the new tab becomes read-only
//   its user takes it over  "taken"    the owner saves once more and then becomes read-only

/** Why this tab does not own its draft: another tab had it first, or has taken it over. */
type Elsewhere = "second" | "taken";

/** A message about a draft to all other tabs. */
export interface TabMessage {
  tab: string;
  draft: string;
  says: "opened" | "mine" | "taken";
}

/** The part of BroadcastChannel that is used. It delivers a message to all tabs except the sender. */
export interface Channel {
  postMessage(message: TabMessage): void;
  addEventListener(type: "message", listener: (event: { data: TabMessage }) => void): void;
}

export class Ownership {
  /** Whether this tab saves the open draft. */
  owns = true;

  /** `openDraft` returns the id of the open draft, `save` saves it, `lost` is called when another tab owns it. */
  constructor(
    private readonly channel: Channel | null,
    private readonly tab: string,
    private readonly page: { openDraft: () => string; save: () => void; lost: (why: Elsewhere) => void },
  ) {
    channel?.addEventListener("message", ({ data }) => this.receive(data));
  }

  /** This tab has opened a draft. It owns it unless another tab objects. */
  opened(): void {
    this.owns = true;
    this.say("opened");
  }

  /** The user wants to edit the draft in this tab. */
  takeOver(): void {
    this.owns = true;
    this.say("taken");
  }

  private say(says: TabMessage["says"]): void {
    this.channel?.postMessage({ tab: this.tab, draft: this.page.openDraft(), says });
  }

  private receive({ tab, draft, says }: TabMessage): void {
    if (tab === this.tab || draft !== this.page.openDraft()) return;
    if (says === "opened" && this.owns) {
      this.page.save();
      this.say("mine");
    } else if (says === "mine" && this.owns) this.lose("second");
    else if (says === "taken") {
      this.page.save();
      this.lose("taken");
    }
  }

  private lose(why: Elsewhere): void {
    this.owns = false;
    this.page.lost(why);
  }
}
