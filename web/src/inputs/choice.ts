// Which panel of the inputs is shown, and how.

import type { Store } from "../store.ts";
import type { Face, Panel } from "./panels/panel.ts";
import { offered } from "./panels.ts";

export class PanelChoice {
  private wanted: string = "vars";
  /** The way to show things that was chosen last; it holds for every panel that has it. */
  private wantedFace: Face["id"] = "form";
  /** The panel that is there first for what is being done, and was chosen by itself when it came. */
  private leading: Panel | undefined;

  constructor(private readonly store: Store) {}

  choose(id: string): void {
    this.wanted = id;
  }

  chooseFace(id: Face["id"]): void {
    this.wantedFace = id;
  }

  /** The panels of the workspace, the chosen one or in its absence the first, and its face likewise. */
  current(): { all: Panel[]; panel: Panel; face: Face } {
    const all = offered(this.store.state.workspace);
    const leading = all.find(({ own }) => own?.place === "first");
    if (leading !== this.leading) {
      this.leading = leading;
      if (leading) this.wanted = leading.id;
    }
    const panel = all.find(({ id }) => id === this.wanted) ?? all[0];
    if (!panel) throw new Error("a dialect has no input");
    this.wanted = panel.id;
    const face = panel.faces.find(({ id }) => id === this.wantedFace) ?? panel.faces[0];
    if (!face) throw new Error(`the panel ${panel.id} has no face`);
    return { all, panel, face };
  }
}
