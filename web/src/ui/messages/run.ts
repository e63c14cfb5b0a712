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
  "run.stoppedLong": "Stopped. These results are from an earlier run",
  "run.stale": "Results are from before your last edit",
  "run.failed": "The last run failed. These results are from an earlier run",
  "run.failedFirst": "The last run failed",
  "run.none": "Not evaluated yet",
  "run.built": "Showing prepared results while the engine loads",
  "run.running": "Running",
  "run.runningFor": "Running for {seconds} s",
  "run.loadingPython": "Loading Python… {percent} %",
  "run.paused": "Paused, because the last run of this draft did not finish",
  "run.pausedNote": "The last run of this draft did not finish, so it was not started again automatically.",
  "run.took": "Evaluated in {ms} ms",
  "run.steps": "{steps, plural, one {# step} other {# steps}}",
  "run.reused": "{count} reused",
  "run.lateMessage": "The evaluation exceeded the time limit of {seconds} s and was stopped.",
  "run.again": "Run again",
  "run.higher": "Run again with 10×",
  "run.limitNote": "The run reached a limit.",

  "place.expression": "Expression",

  "severity.error": "Error",
  "severity.warning": "Warning",
  "severity.hint": "Hint",
} as const;
