// Which panel of the inputs is shown, and in which form.

import type { Store } from "../store.ts";
import type { Face, Panel } from "./panels/panel.ts";
import { offered } from "./panels.ts";

export class PanelChoice {
  private wanted: string = "vars";
  /** The form that was chosen last. It applies to every panel that has it. */
  private wantedFace: Face["id"] = "form";
  /** The panel that takes precedence for the current operation, and was selected automatically when it appeared. */
  private leading: Panel | undefined;

  constructor(private readonly store: Store) {}

  choose(id: string): void {
    this.wanted = id;
  }

  chooseFace(id: Face["id"]): void {
    this.wantedFace = id;
  }

  /** The panels of the workspace with the chosen one, or else the first. Its form is determined likewise. */
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
