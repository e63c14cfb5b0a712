// Text pasted or dropped into the source. It may be the output of a tool and then becomes a workspace. Other text that
// replaces the document names its draft. The code for both is loaded when it is needed.

import type { Store } from "../store.ts";
import { isUntouched } from "../ui/blank.ts";
import { choices } from "../ui/dialects.ts";
import { fewestAtOnce as shortest } from "../ui/choose.ts";
import { byId } from "../ui/dom.ts";

/** Names the draft after a pasted text, once it is in the document and the language is recognized. */
function nameAfter(store: Store, pasted: string): void {
  const { draft } = store.state;
  if (pasted.trim().length < shortest) return;
  setTimeout(() => {
    void import("./naming.ts").then(({ isWhole, nameDraft }) => {
      if (store.state.draft === draft && isWhole(store, pasted)) void nameDraft(store, pasted);
    });
  });
}

/** The marks of a tool's output are looked for in this many characters. */
const searched = 100_000;

/** Names the draft after text that was typed over its example, once typing pauses. */
function nameTypedText(store: Store): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.watch(["result"], ({ example, edited }) => {
    clearTimeout(timer);
    if (example !== null && edited)
      timer = setTimeout(() => void import("./naming.ts").then(({ nameTyped }) => nameTyped(store)), 1000);
  });
}

/** Handles such texts from now on. */
export function takePastedText(store: Store): void {
  nameTypedText(store);
  const isLikely = (whole: string): boolean => {
    const text = whole.slice(0, searched);
    return (
      text.length > 40 &&
      choices.some(({ intakes }) => intakes.some(({ pattern }) => new RegExp(pattern, "mu").test(text)))
    );
  };
  addEventListener(
    "paste",
    (event) => {
      const [target] = event.composedPath();
      const isOther = target instanceof HTMLInputElement || !byId("source").contains(event.target as Node);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (isOther && event.target !== document.body) return;
      if (!isLikely(text)) return nameAfter(store, text);
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
          if (isTaken) return;
          // It only looked like one of the forms. It becomes the document, like any other text.
          if (isFree && path !== null) store.editFiles({ [path]: text });
          nameAfter(store, text);
        });
    },
    { capture: true },
  );
  addEventListener(
    "drop",
    (event) => {
      if (!byId("editor").contains(event.target as Node) || event.dataTransfer?.types.includes("Files")) return;
      nameAfter(store, event.dataTransfer?.getData("text/plain") ?? "");
    },
    { capture: true },
  );
}
