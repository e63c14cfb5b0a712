// Runs, how severe problems are, and places in the text.

export const run = {
  "run.place": "{file} {line}:{column}",
  "run.press": "Run",
  "run.stop": "Stop",
  "run.live": "Live",
  "run.liveNote": "Evaluate while you type",
  "run.shortcut": "Ctrl+Enter",
  "run.stopShortcut": "Ctrl+.",
  "run.done": "Done, {values, plural, one {# value} other {# values}}",
  "run.doneWithErrors":
    "Done, {values, plural, one {# value} other {# values}}, {errors, plural, one {# error} other {# errors}}",
  "run.stopped": "Stopped",
  "run.stoppedLong": "Stopped; results are of an earlier run",
  "run.stale": "Results are of the text before your edit",
  "run.failed": "The last run failed; results are of an earlier one",
  "run.failedFirst": "The last run failed",
  "run.none": "Not evaluated yet",
  "run.built": "Results came with the page; loading the engine",
  "run.running": "Running",
  "run.runningFor": "Running for {seconds} s",
  "run.loadingPython": "Loading Python… {percent} %",
  "run.paused": "Paused: the last run of this draft did not finish",
  "run.pausedNote": "The last run of this draft did not finish, so it was not started again by itself.",
  "run.took": "Evaluated in {ms} ms",
  "run.steps": "{steps, plural, one {# step} other {# steps}}",
  "run.reused": "{count} reused",
  "run.lateMessage": "The evaluation went on for longer than the limit of {seconds} s and was ended from outside.",
  "run.again": "Run again",
  "run.higher": "Run again with 10×",
  "run.limitNote": "The run reached a limit.",

  "place.expression": "Expression",

  "severity.error": "Error",
  "severity.warning": "Warning",
  "severity.hint": "Hint",
} as const;
