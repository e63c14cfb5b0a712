// The frame of the page: header, bar, rail, panes, settings, the state of the engine, and pages that are missing.

export const shell = {
  "app.title": "Evalground",
  "app.titleWithErrors": "✕ {count} – Evalground",
  "app.description":
    "Evaluate the small languages inside configuration files in your browser, and see where every value comes from.",
  "app.noscript":
    "This page shows one evaluated example. To edit it, turn on JavaScript. The command “evalground eval FILE” " +
    "works without a browser.",
  "app.intro": "Paste a document to see every value and where it came from",
  "app.introLabel": "Introduction",
  "app.introClose": "Close the introduction",
  "app.partFailed": "A part of the page failed: {message}. The other parts still work, and your text is safe.",
  "app.copyReport": "Copy report",

  "skip.source": "Skip to source",
  "skip.results": "Skip to results",

  "pane.source": "Source",
  "pane.resources": "Resources",
  "pane.tree": "Tree",
  "pane.inputs": "Inputs",
  "pane.results": "Results",
  "pane.problems": "Problems",
  "panel.unclaimed": "This file is in no language that Evalground recognizes.",
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

  "undo.available": "{message}. You can undo this.",
  "undo.press": "Undo",
  "undo.done": "Undone",
  "undo.redo": "Redo",

  "toast.label": "Notices",

  "size.bytes": "{count, plural, one {# byte} other {# bytes}}",
  "size.kib": "{size} KiB",
  "size.mib": "{size} MiB",

  "dialect.label": "Dialect",
  "dialect.offer": "This does not look like {dialect}.",
  "dialect.load": "Load a {dialect} example",
  "dialect.guessed": "Detected {dialect}",

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
  "theme.system": "System",
  "theme.light": "Light",
  "theme.dark": "Dark",

  "engine.none": "This browser cannot evaluate",
  "engine.loading": "Loading the engine",
  "engine.retrying": "The engine did not load ({reason}). Retrying in {seconds} s",
  "engine.retry": "Retry",
  "engine.offline": "no network",
  "engine.notLoaded": "The engine did not load: {reason}",
  "engine.crashed": "The engine stopped unexpectedly. Your text is safe.",
  "engine.crashedTwice": "The engine stopped unexpectedly again. Your text is safe. Press Run to try again.",
  "engine.unsupported":
    "This browser blocks WebAssembly, or the site's policy does ('wasm-unsafe-eval'). You can edit and share. " +
    "To evaluate, use the command.",
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
  "settings.zoom": "Text size, percent",
  "settings.inlay": "Show results of the last run beside the lines",
  "settings.tabMoves": "Tab moves the focus instead of indenting",
  "settings.announce": "Read out results",
  "settings.announce.always": "all of them",
  "settings.announce.errors": "only with errors",
  "settings.announce.never": "on request (Ctrl+Shift+0)",
  "settings.limits": "Limits of a run",
  "settings.limitsNote": "A workspace can lower these limits, never raise them.",
  "settings.time": "Time, seconds",
  "settings.steps": "Steps",
  "settings.depth": "Nesting depth",
  "settings.memory": "Memory, MiB",
  "settings.output": "Output, MiB",
  "settings.range": "Enter a number from {least} to {most}.",
  "settings.storage": "Stored here",
  "settings.storageNote": "Drafts, their history and these settings are kept in this browser and nowhere else.",
  "settings.offline": "Offline use",
  "settings.offlineNote":
    "After your first visit the page, gallery, lessons and reference work offline. The languages are downloaded " +
    "while the page is idle. On a metered connection, only those that you have used are kept.",
  "settings.offlineAll": "Download all languages",
  "settings.offlineDone": "{done} of {count} files",
  "settings.offlineReady": "Everything is downloaded. This site works offline.",
  "settings.offlineFailed": "The download failed: no network, no space left, or the browser refused it.",
  "settings.erase": "Erase everything stored here",
  "settings.eraseTitle": "Erase everything?",
  "settings.eraseNote": "Removes all drafts, their history and your settings from this browser. You cannot undo this.",
  "settings.erased": "Erased everything stored here",

  "notFound.pageTitle": "Page not found – Evalground",
  "notFound.title": "Page not found",
  "notFound.note":
    "This site has no page at this address. A link to a workspace includes everything after the # sign: copy it whole.",
  "notFound.home": "Open the playground",

  "offline.ask": "All languages can work offline. Your connection may be metered, so nothing was downloaded.",
  "update.ready": "A new version is available.",
  "update.reload": "Reload",

  "language.offer": "This looks like {dialect}.",
  "language.switch": "Switch to {dialect}",
} as const;
