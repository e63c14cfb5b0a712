// The texts that CodeMirror shows and announces, taken from the message file.

import { EditorState, type Extension } from "@codemirror/state";
import { text } from "../ui/text.ts";

/** Replaces CodeMirror's texts with the page's. */
export function phrases(): Extension {
  return EditorState.phrases.of({
    Find: text("find.find"),
    Replace: text("find.replace"),
    next: text("find.next"),
    previous: text("find.previous"),
    all: text("find.all"),
    "match case": text("find.matchCase"),
    regexp: text("find.regexp"),
    "by word": text("find.byWord"),
    replace: text("find.replaceOne"),
    "replace all": text("find.replaceAll"),
    close: text("find.close"),
    "current match": text("find.current"),
    "on line": text("find.onLine"),
    "replaced match on line $": text("find.replacedOne"),
    "replaced $ matches": text("find.replacedAll"),
    "Go to line": text("find.goToLine"),
    go: text("find.go"),
    "Fold line": text("fold.fold"),
    "Unfold line": text("fold.unfold"),
    "Folded lines": text("fold.folded"),
    "Unfolded lines": text("fold.unfolded"),
    to: text("fold.to"),
    "folded code": text("fold.code"),
    unfold: text("fold.press"),
  });
}
