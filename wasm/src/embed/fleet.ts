// The frames of one page share one engine: that of the leader, the first frame that connected. The page joins each
// other one to it by a pair of ports. When the leader goes, or does not answer, another one leads, and all are joined
// anew; what a frame had asked and not heard of it asks again. Ports work where storage, locks and broadcasts of
// third-party frames are refused.

import type { ToFrame } from "./messages.js";

/** A frame as the fleet knows it. */
export interface Ship {
  post(message: ToFrame, ports?: MessagePort[]): void;
}

export class Fleet {
  private leader: Ship | null = null;
  private readonly ships = new Set<Ship>();

  join(ship: Ship): void {
    this.ships.add(ship);
    if (this.leader) this.follow(ship);
    else this.promote(ship);
  }

  leave(ship: Ship): void {
    if (!this.ships.delete(ship) || ship !== this.leader) return;
    this.leader = null;
    const [next] = this.ships;
    if (next) this.promote(next);
  }

  /** A frame has asked and not been answered: it leads from now on, for its own window does answer. */
  replaceLeader(asking: Ship): void {
    if (this.ships.has(asking) && asking !== this.leader) this.promote(asking);
  }

  private promote(ship: Ship): void {
    this.leader = ship;
    ship.post({ type: "lead" });
    for (const other of this.ships) if (other !== ship) this.follow(other);
  }

  private follow(ship: Ship): void {
    const { port1, port2 } = new MessageChannel();
    this.leader?.post({ type: "serve" }, [port1]);
    ship.post({ type: "follow" }, [port2]);
  }
}
