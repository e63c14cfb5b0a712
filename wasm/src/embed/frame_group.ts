// The frames of a page share one engine: that of the leader, the first frame that connected. The page connects each
// other frame to it with a pair of ports. If the leader is removed or does not answer, another frame becomes the leader
// and all are connected to it; frames repeat their unanswered requests. Ports also work where storage, locks and
// broadcast channels of third-party frames are blocked.

import type { ToFrame } from "./messages.js";

/** A connected frame. */
export interface MemberFrame {
  post(message: ToFrame, ports?: MessagePort[]): void;
}

export class FrameGroup {
  private leader: MemberFrame | null = null;
  private readonly members = new Set<MemberFrame>();

  join(frame: MemberFrame): void {
    this.members.add(frame);
    if (this.leader) this.follow(frame);
    else this.promote(frame);
  }

  leave(frame: MemberFrame): void {
    if (!this.members.delete(frame) || frame !== this.leader) return;
    this.leader = null;
    const [next] = this.members;
    if (next) this.promote(next);
  }

  /** A frame got no answer from the leader. It becomes the leader itself, since its own window evidently responds. */
  replaceLeader(asking: MemberFrame): void {
    if (this.members.has(asking) && asking !== this.leader) this.promote(asking);
  }

  private promote(frame: MemberFrame): void {
    this.leader = frame;
    frame.post({ type: "lead" });
    for (const other of this.members) if (other !== frame) this.follow(other);
  }

  private follow(frame: MemberFrame): void {
    const { port1, port2 } = new MessageChannel();
    this.leader?.post({ type: "serve" }, [port1]);
    frame.post({ type: "follow" }, [port2]);
  }
}
