// Text pasted into the source that may be the output of a tool and then becomes a workspace. The code for this is
// loaded when such a text is pasted.

import type { Store } from "../store.ts";
import { isUntouched } from "../ui/blank.ts";
import { choices } from "../ui/dialects.ts";
import { byId } from "../ui/dom.ts";

/** Handles such pastes from now on. */
export function takePastedText(store: Store): void {
  const isLikely = (text: string): boolean =>
    text.length > 40 &&
    choices.some(({ intakes }) => intakes.some(({ pattern }) => new RegExp(pattern, "mu").test(text)));
  addEventListener(
    "paste",
    (event) => {
      const [target] = event.composedPath();
      const isOther = target instanceof HTMLInputElement || !byId("source").contains(event.target as Node);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if ((isOther && event.target !== document.body) || !isLikely(text)) return;
      const { example, edited, workspace } = store.state;
      const isFree = (example !== null && !edited) || isUntouched(workspace);
      if (isFree) {
        event.preventDefault();
        event.stopPropagation();
      }
      void import("./paste/paste.ts")
        .then(({ takeText }) => takeText(store, text, isFree))
        .then((isTaken) => {
          const path = store.state.activeFile;
          if (isTaken || !isFree || path === null) return;
          // It only looked like one of the forms. It becomes the document, like any other text.
          store.editFiles({ [path]: text });
        });
    },
    { capture: true },
  );
}
