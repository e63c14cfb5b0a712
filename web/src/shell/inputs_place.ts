// Where the inputs are: below the tree, or as a tab beside the files. The tab exists only in the wide layout, because
// in the others the inputs have a column of their own.

import type { Store } from "../store.ts";
import { byId, setAttribute } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { dataFile } from "../ui/places.ts";

const key = "evalground.inputsBeside";

/** Places them as chosen before, and follows the choice. */
export function placeInputs(store: Store): void {
  const write = store.writer("shell");
  const [inputs, source, middle] = [byId("inputs"), byId("source"), byId("middle")];
  if (kept(key, false)) write({ inputsBeside: true });
  store.handle("placeInputs", (beside) => {
    keep(key, beside);
    write({ inputsBeside: beside, inputsOpen: beside });
  });
  store.watch(["layout", "inputsBeside"], () => {
    const isTab = store.hasInputsTab;
    if (isTab === source.contains(inputs)) return;
    // A pane that was collapsed by its divider has nothing to show in another place.
    if (inputs.hasAttribute("data-collapsed")) inputs.querySelector<HTMLElement>(".edge-tab")?.click();
    if (isTab) source.append(inputs);
    else middle.append(inputs);
    setAttribute(middle, "data-alone", isTab);
  });
  store.watch(["layout", "inputsBeside", "inputsOpen"], ({ inputsOpen }) => {
    setAttribute(source, "data-inputs", store.hasInputsTab && inputsOpen);
  });
  // A user who is led to a place in the source wants to see it.
  const showSource = (): void => {
    if (store.state.inputsOpen) write({ inputsOpen: false });
  };
  store.handle("show", ({ focus }) => {
    if (focus) showSource();
  });
  store.handle("showData", ({ focus }) => {
    if (focus && store.openText === dataFile) showSource();
  });
  store.handle("openPane", ({ pane }) => {
    if (pane === "inputs") write({ inputsOpen: store.hasInputsTab });
    else if (pane === "source") showSource();
  });
}
