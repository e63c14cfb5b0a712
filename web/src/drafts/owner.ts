// Which tab owns a draft. A draft that is open in two tabs is kept by one of them, or each would overwrite the
// other's text.
//
//   a tab opens the draft   "opened"   whoever owns it saves what it has and answers "mine"; the newcomer only looks on
//   its user takes it over  "taken"    the owner saves once more and only looks on from then on

/** Why a tab does not own its draft: another one had it first, or has taken it over. */
type Elsewhere = "second" | "taken";

/** A message about a draft from one tab to all others. */
export interface TabMessage {
  tab: string;
  draft: string;
  says: "opened" | "mine" | "taken";
}

/** The part of a BroadcastChannel that tabs use; it carries a message to all tabs but its own. */
export interface Channel {
  postMessage(message: TabMessage): void;
  addEventListener(type: "message", listener: (event: { data: TabMessage }) => void): void;
}

export class Ownership {
  /** Whether this tab keeps the open draft. */
  owns = true;

  /** `openDraft` gives the id of the open draft, `save` writes it, `lost` is told when another tab keeps it. */
  constructor(
    private readonly channel: Channel | null,
    private readonly tab: string,
    private readonly page: { openDraft: () => string; save: () => void; lost: (why: Elsewhere) => void },
  ) {
    channel?.addEventListener("message", ({ data }) => this.hear(data));
  }

  /** This tab has opened a draft; it is its own unless another tab says otherwise. */
  opened(): void {
    this.owns = true;
    this.say("opened");
  }

  /** The user wants the open draft in this tab. */
  takeOver(): void {
    this.owns = true;
    this.say("taken");
  }

  private say(says: TabMessage["says"]): void {
    this.channel?.postMessage({ tab: this.tab, draft: this.page.openDraft(), says });
  }

  private hear({ tab, draft, says }: TabMessage): void {
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
