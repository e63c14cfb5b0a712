// The pages beside the playground: gallery, reference, phrases, lessons, and about.

export const site = {
  "site.playground": "Playground",
  "site.learn": "Learn",
  "site.gallery": "Gallery",
  "site.phrases": "Cookbook",
  "site.reference": "Reference",
  "site.about": "About",
  "site.sections": "Sections of the site",
  "site.trail": "Breadcrumb",
  "site.skip": "Skip to content",
  "site.privacy": "Everything is evaluated in your browser: nothing you type leaves it.",
  "site.open": "Open in playground",
  "site.try": "Try it",
  "site.openThis": "Open this in the playground",
  "site.result": "Result",
  "site.error": "Ends in an error",
  "site.empty": "empty",
  "site.document": "document",
  "site.expression": "expression",
  "site.binary": "(a binary file)",

  "problems.title": "Problems",
  "problems.description": "What each problem code of Evalground means, and how to fix it.",

  "level.beginner": "beginner",
  "level.intermediate": "intermediate",
  "level.advanced": "advanced",

  "reference.of": "{name} reference",
  "reference.description": "{count} functions, operators and keywords of {name}: {about}.",
  "reference.indexDescription":
    "All {count} functions, filters, tests, operators and keywords of the six languages, each with an " +
    "example that runs.",
  "reference.verified":
    "{count, plural, one {# entry} other {# entries}}. The engine computed every result on this page when the " +
    "page was built.",
  "reference.groups": "Groups",
  "reference.optional": "optional",
  "reference.default": "default",
  "reference.aliases": "Also called",
  "reference.since": "Since",
  "reference.changed": "Changed",
  "reference.until": "Until",
  "reference.effects": "Effects",
  "reference.used": "Used in",
  "reference.errors": "Rejects",
  "reference.differs": "Differs from the reference implementation",
  "reference.differences": "Differences from the reference implementation",
  "reference.differencesWords":
    "Where Evalground behaves differently by choice, or because a browser cannot do the same. Each example " +
    "opens in the playground, and the build checks it.",
  "reference.exampleOf": "(example of {name})",
  "reference.search": "Search all languages",
  "reference.jump": "Jump to",
  "reference.searchHint": "a name, or what it does",
  "reference.found": "{count, plural, =0 {No matches} one {# entry} other {# entries}}",
  "reference.noIndex": "The search index did not load. The names are below.",

  "effect.clock": "Depends on the clock.",
  "effect.random": "Random. A seed makes it repeatable.",
  "effect.reads-files": "Reads files of the workspace.",
  "effect.writes-files": "Writes files of the workspace.",
  "effect.env": "Reads the environment variables of the workspace.",
  "effect.secret": "Reads secrets.",
  "effect.unavailable-in-browser":
    "Needs something that browsers do not have. It says what, and accepts a recorded answer.",

  "gallery.description": "{count} examples, from first steps to whole documents. Each opens in the playground.",
  "gallery.of": "{name} examples",
  "gallery.ofDescription":
    "{count, plural, one {# example} other {# examples}} of {name}, from first steps to whole documents. Each opens " +
    "in the playground.",
  "gallery.next": "Next:",
  "gallery.inShell": "In a shell:",
  "gallery.language": "Language",
  "gallery.level": "Level",
  "gallery.topic": "Topic",
  "gallery.any": "all",
  "gallery.search": "Search",
  "gallery.found": "{count, plural, =0 {No matches} one {# example} other {# examples}}",

  "phrases.title": "Cookbook",
  "phrases.description":
    "{count} everyday tasks in six languages side by side. Every answer was run when this page was built.",
  "phrases.groups": "Kinds of tasks",
  "phrases.languages": "Languages to show",
  "phrases.search": "Find a task",
  "phrases.searchHint": "sort, group by, default…",
  "phrases.found": "{count, plural, =0 {No matches} one {# task} other {# tasks}}",
  "phrases.in": "In {language}",
  "phrases.comesTo": "gives",
  "phrases.cannot": "Not possible.",
  "phrases.whole": "With its data",

  "lesson.all": "Lessons",
  "lesson.of": "Learn {name}",
  "lesson.description":
    "Short lessons for each language, from the very beginning. Every step has a task that is checked as you type.",
  "lesson.steps": "{count, plural, one {# step} other {# steps}}",
  "lesson.progress": "{done} of {count} done",
  "lesson.task": "Your turn.",
  "lesson.try": "Exercise: {title}",
  "lesson.hint": "Show a hint",
  "lesson.solution": "Show a solution",
  "lesson.put": "Use this solution",
  "lesson.passed": "Correct.",
  "lesson.nextStep": "Next step",
  "lesson.before": "You have completed this step before.",
  "lesson.notYet": "Not yet – that is a different result.",
  "lesson.expected": "Expected result",
  "lesson.actual": "Your result",
  "lesson.failed": "Not yet – it ends in an error.",
  "lesson.without": "The result is right. Now get it with {words}.",
  "lesson.next": "Next lesson:",
  "lesson.gallery": "{name} examples",
  "lesson.noscript": "Without JavaScript you can read the exercises and their solutions, but not run them.",

  "about.title": "What Evalground is",
  "about.description": "A playground for the small languages inside configuration files. It runs in your browser.",
  "about.what":
    "Configuration systems hide small languages in their files. Paste such a file here to see the value of " +
    "every expression, and where each value came from.",
  "about.who":
    "For people who write such files and wonder why a value is what it is, who explain one to a colleague, or " +
    "who document a system with such a language.",
  "about.privacy": "Everything is evaluated in your browser. Nothing you type leaves it unless you copy a link.",
  "about.start": "Open the playground",
  "about.learn": "Start with a lesson",
  "about.try": "Try it here",
  "about.example": "A live example of {language}",
  "about.languages": "Six languages",
  "about.language": "Language",
  "about.use": "Use it elsewhere",
  "about.embed": "In your own pages",
  "about.embedWords":
    "One script and one element. Share in the playground writes them for your draft. Without JavaScript, " +
    "readers see the text.",
  "about.package": "In programs",
  "about.packageWords": "`npm install evalground`, for browsers, bundlers and Node. It has no dependencies.",
  "about.command": "On the command line",
  "about.commandWords": "The same engine as a program. It starts at once and needs no network.",
  "about.fidelity": "How we check that it is right",
  "about.fidelityWords":
    "We ran the real implementations over many documents and recorded their results: {total} cases in all. " +
    "Every change to Evalground must give the same results, and pass {own} cases of our own.",
  "about.recorded": "Recorded cases",
  "about.own": "Own cases",
  "about.reference": "Recorded with",
} as const;
