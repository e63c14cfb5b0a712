// The frame of the page: header, bar, rail, panes, settings, the state of the engine, and pages that are missing.

export const shell = {
  "app.title": "Evalground",
  "app.titleWithErrors": "✕ {count} – Evalground",
  "app.description":
    "Evaluate the small languages inside configuration files in your browser, and see where every value comes from.",
  "app.noscript":
    "This page shows one evaluated example. Editing it needs JavaScript; the command “evalground eval " +
    "FILE” works without a browser.",
  "app.intro": "Paste a document: see every value, and where it came from",
  "app.introLabel": "What this is",
  "app.introClose": "Close this line",
  "app.partFailed": "A part of the page failed: {message}. The others go on, and your text is safe.",
  "app.copyReport": "Copy report",

  "skip.source": "Skip to source",
  "skip.results": "Skip to results",

  "pane.source": "Source",
  "pane.resources": "Resources",
  "pane.tree": "Tree",
  "pane.inputs": "Inputs",
  "pane.results": "Results",
  "pane.problems": "Problems",
  "pane.bar": "Run and expression",
  "pane.switch": "Panes",

  "split.source": "Width of the source",
  "split.half": "Width of the source beside the other panes",
  "split.inputs": "Height of the inputs",
  "split.results": "Width of the results",
  "split.problems": "Height of the problems",

  "dialog.close": "Close",
  "dialog.accept": "OK",
  "dialog.cancel": "Cancel",

  "undo.available": "{message}. Undo is available.",
  "undo.press": "Undo",
  "undo.done": "Undone",

  "toast.label": "Notices",

  "size.bytes": "{count, plural, one {# byte} other {# bytes}}",
  "size.kib": "{size} KiB",
  "size.mib": "{size} MiB",

  "dialect.label": "Dialect",
  "dialect.offer": "This does not look like {dialect}.",
  "dialect.load": "Load a {dialect} example",
  "dialect.guessed": "The text looks like {dialect}, which is now the dialect",

  "operation.label": "Operation",
  "operation.evaluate": "Evaluate",
  "operation.expand": "Expand merges",
  "operation.restore": "Restore merges",
  "operation.host": "Host",
  "operation.matrix": "Matrix",
  "operation.inventory": "Inventory",
  "operation.short.expand": "Expand",
  "operation.short.restore": "Restore",

  "theme.label": "Theme",
  "theme.system": "As the system",
  "theme.light": "Light",
  "theme.dark": "Dark",

  "engine.none": "No evaluation in this browser",
  "engine.loading": "Loading the engine",
  "engine.retrying": "The engine did not load ({reason}); next try in {seconds} s",
  "engine.retry": "Retry",
  "engine.offline": "no network",
  "engine.notLoaded": "The engine did not load: {reason}",
  "engine.crashed": "The engine stopped unexpectedly. Your text is safe.",
  "engine.crashedTwice": "The engine stopped unexpectedly again. Your text is safe; it is not run again by itself.",
  "engine.unsupported":
    "This browser does not let WebAssembly run, or the site's policy forbids it ('wasm-unsafe-eval'). " +
    "Editing and sharing work; to evaluate, use the command.",
  "engine.copyCommand": "Copy command",

  "rail.label": "Status",
  "rail.caret": "Ln {line}, Col {column}",
  "rail.tabMoves": "Tab moves focus",
  "rail.tabMovesOn": "Tab now moves the focus",
  "rail.tabMovesOff": "Tab now indents",
  "rail.language.yaml": "YAML · {dialect}",
  "rail.language.template": "Template · {dialect}",
  "rail.language.policy": "Policy · {dialect}",
  "rail.language.expression": "Expression · {dialect}",
  "rail.engine": "engine {version}",

  "saved.saved": "Saved",
  "saved.saving": "Saving",
  "saved.memory": "Not saved",
  "saved.elsewhere": "Open in another tab",

  "settings.wrap": "Wrap long lines",
  "settings.title": "Settings",
  "settings.theme": "Theme",
  "settings.editor": "Editor",
  "settings.zoom": "Size of text, percent",
  "settings.inlay": "Results of the last run beside the lines",
  "settings.tabMoves": "Tab key moves the focus instead of indenting",
  "settings.announce": "Read out results",
  "settings.announce.always": "all of them",
  "settings.announce.errors": "only with errors",
  "settings.announce.never": "on request (Ctrl+Shift+0)",
  "settings.limits": "Limits of a run",
  "settings.limitsNote": "A workspace can lower them, never raise them.",
  "settings.time": "Time, seconds",
  "settings.steps": "Steps",
  "settings.depth": "Depth of nesting",
  "settings.memory": "Memory, MiB",
  "settings.output": "Output, MiB",
  "settings.range": "From {least} to {most}.",
  "settings.storage": "Stored here",
  "settings.storageNote": "Drafts, their history and these settings are kept in this browser and nowhere else.",
  "settings.offline": "Without a network",
  "settings.offlineNote":
    "After a visit the page, gallery, lessons and reference work offline, with the languages that you have used.",
  "settings.offlineAll": "Download all languages",
  "settings.offlineDone": "{done} of {count} files",
  "settings.offlineReady": "Everything is there: this site works offline.",
  "settings.offlineFailed": "It could not be kept: there is no network, no room, or the browser refuses it.",
  "settings.erase": "Erase everything stored here",
  "settings.eraseTitle": "Erase everything?",
  "settings.eraseNote":
    "All drafts, their history and your settings are removed from this browser. This cannot be undone.",
  "settings.erased": "Everything stored here is erased",

  "notFound.pageTitle": "No such page – Evalground",
  "notFound.title": "There is no such page",
  "notFound.note":
    "The address leads nowhere on this site. Links to workspaces keep everything after the # sign: copy them whole.",
  "notFound.home": "Open the playground",

  "update.ready": "A new version is here.",
  "update.reload": "Reload",

  "language.offer": "This looks like {dialect}.",
  "language.switch": "Switch to {dialect}",
} as const;
