// The language services, and the trace.

export const assist = {
  "complete.keys": "Tab or Ctrl+Enter accepts · Enter is a new line · Esc closes",
  "complete.keysLine": "Tab or Ctrl+Enter accepts · Enter evaluates · Esc closes",
  "complete.count": "{count, plural, one {# completion} other {# completions}}",

  "hover.example": "Example: {example} gives {value}",
  "hover.label": "About this place",
  "hover.reference": "Open the reference of {name}",
  "hover.none": "Nothing is known of this place",

  "signature.label": "Parameters",
  "signature.active": "Parameter {number} of {count}: {parameter}",
  "signature.none": "The caret is in no list of arguments",

  "go.none": "No definition of this is known",
  "go.went": "Definition in {place}",
  "go.back": "Back to {place}",
  "go.noBack": "There is no place to go back to",

  "uses.title": "{count, plural, one {# place} other {# places}}",
  "uses.label": "Where it is used",
  "uses.none": "This is used nowhere",
  "uses.close": "Close the list",

  "rename.label": "New name for {name}",
  "rename.hint": "Enter renames, Esc leaves it",
  "rename.done": "{name} is {renamed} now, in {count, plural, one {# place} other {# places}}",

  "format.done": "Laid out",
  "format.already": "It is laid out already",
  "format.refused": "Not laid out: {reason}",

  "actions.title": "Quick fixes",
  "actions.none": "There is no quick fix here",
  "actions.done": "Fixed: {title}",

  "strip.selection": "The selection",
  "strip.noSelection": "Select a part of an expression first",
  "strip.evaluating": "Evaluating the selection…",
  "strip.notEvaluated": "It has no value by itself: {reason}",
  "strip.label": "Values so far",
  "strip.close": "Hide the values",
  "strip.none": "No step of the last run stands at the caret",
  "strip.stale": "The values are shown when the results are those of the text",
  "strip.count": "{count, plural, one {# item} other {# items}}",
  "strip.lost": "{count, plural, one {# lost} other {# lost}}",
  "strip.runs": "{count, plural, one {# time} other {# times}}",

  "coverage.on":
    "{count, plural, =0 {This run used all lines} one {# line that this run never used is dimmed} " +
    "other {# lines that this run never used are dimmed}}",
  "coverage.off": "No line is dimmed any more",
  "coverage.none": "This run cannot be repeated, and so nothing is dimmed",

  "sticky.goTo": "Line {line}",

  "inlay.on": "Results are shown beside the lines",
  "inlay.off": "Results are no longer shown beside the lines",

  "crumbs.label": "Path at the caret",
  "crumbs.copy": "Copy the path",

  "trace.label": "Steps of the evaluation",
  "trace.recording": "Repeating the run to record its steps…",
  "trace.none": "This run has no steps to show",
  "trace.stale": "The steps are shown when the results are those of the text",
  "trace.noneFound": "No step is like this",
  "trace.stepper": "Stepper",
  "trace.first": "First step",
  "trace.previous": "Previous step",
  "trace.next": "Next step",
  "trace.last": "Last step",
  "trace.slider": "Step",
  "trace.position": "Step {number} of {count}",
  "trace.filter": "Which steps",
  "trace.filter.all": "All steps",
  "trace.filter.errors": "Failed steps",
  "trace.filter.slowest": "The 10 slowest",
  "trace.search": "Find in steps",
  "trace.copy": "Copy the steps as text",
  "trace.dropped": "{count} steps in the middle were left out",
  "trace.rounds": "{count, plural, one {# time} other {# times}}",
  "trace.failed": "failed",
  "trace.cached": "Remembered, not computed again",
  "trace.time": "{time} ms",

  "explain.label": "The parts of the expression",
  "explain.part": "Part",
  "explain.does": "What it does here",
  "explain.value": "Value",
  "explain.none": "Put the caret into an expression: its parts stand here, each with its value.",
} as const;
