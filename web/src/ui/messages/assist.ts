// The language services, and the trace.

export const assist = {
  "complete.keys": "Tab or Ctrl+Enter accepts · Enter starts a new line · Esc closes",
  "complete.keysLine": "Tab or Ctrl+Enter accepts · Enter evaluates · Esc closes",
  "complete.count": "{count, plural, one {# completion} other {# completions}}",

  "hover.example": "Example: {example} gives {value}",
  "hover.label": "About the code at the caret",
  "hover.reference": "Open the reference of {name}",
  "hover.none": "Nothing to explain here",

  "signature.label": "Parameters",
  "signature.active": "Parameter {number} of {count}: {parameter}",
  "signature.none": "The caret is not inside an argument list",

  "go.none": "No definition found",
  "go.went": "Definition in {place}",
  "go.back": "Back to {place}",
  "go.noBack": "No earlier place to go back to",

  "uses.title": "{count, plural, one {# use} other {# uses}}",
  "uses.label": "Uses",
  "uses.none": "Not used anywhere",
  "uses.close": "Close the list",

  "rename.label": "New name for {name}",
  "rename.hint": "Enter renames, Esc cancels",
  "rename.done": "Renamed {name} to {renamed} in {count, plural, one {# place} other {# places}}",

  "format.done": "Formatted",
  "format.already": "Already formatted",
  "format.refused": "Not formatted: {reason}",

  "actions.title": "Quick fixes",
  "actions.none": "No quick fix here",
  "actions.done": "Fixed: {title}",

  "strip.selection": "Selection",
  "strip.noSelection": "Select a part of an expression first",
  "strip.evaluating": "Evaluating the selection…",
  "strip.notEvaluated": "The selection has no value on its own: {reason}",
  "strip.label": "Values so far",
  "strip.close": "Hide the values",
  "strip.none": "The last run has no step at the caret",
  "strip.stale": "Values appear once the results are up to date",
  "strip.count": "{count, plural, one {# item} other {# items}}",
  "strip.lost": "{count, plural, one {# dropped} other {# dropped}}",
  "strip.runs": "{count, plural, one {# time} other {# times}}",

  "coverage.on":
    "{count, plural, =0 {This run used every line} one {# unused line is dimmed} other {# unused lines are dimmed}}",
  "coverage.off": "Unused lines are no longer dimmed",
  "coverage.none": "Unused lines cannot be shown, because this run cannot be repeated",

  "sticky.goTo": "Line {line}",

  "inlay.on": "Results are shown beside the lines",
  "inlay.off": "Results are no longer shown beside the lines",

  "crumbs.label": "Path at the caret",
  "crumbs.copy": "Copy the path",

  "trace.label": "Steps of the evaluation",
  "trace.recording": "Repeating the run to record its steps…",
  "trace.none": "This run has no steps to show",
  "trace.stale": "Steps appear once the results are up to date",
  "trace.noneFound": "No step matches",
  "trace.stepper": "Stepper",
  "trace.first": "First step",
  "trace.previous": "Previous step",
  "trace.next": "Next step",
  "trace.last": "Last step",
  "trace.word.first": "First",
  "trace.word.previous": "Previous",
  "trace.word.next": "Next",
  "trace.word.last": "Last",
  "trace.slider": "Step",
  "trace.position": "Step {number} of {count}",
  "trace.filter": "Steps to show",
  "trace.filter.all": "All steps",
  "trace.filter.errors": "Failed steps",
  "trace.filter.slowest": "The 10 slowest",
  "trace.search": "Find in steps",
  "trace.copy": "Copy the steps as text",
  "trace.dropped": "{count} steps in the middle are not shown",
  "trace.rounds": "{count, plural, one {# time} other {# times}}",
  "trace.failed": "failed",
  "trace.cached": "Reused from an earlier step, not computed again",
  "trace.time": "{time} ms",

  "explain.label": "Parts of the expression",
  "explain.part": "Part",
  "explain.does": "What it does here",
  "explain.value": "Value",
  "explain.none": "Place the caret in an expression to see its parts and the value of each.",
} as const;
