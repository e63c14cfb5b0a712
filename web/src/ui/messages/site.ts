// The pages beside the playground: gallery, reference, phrases, lessons, and about.

export const site = {
  "site.playground": "Playground",
  "site.learn": "Learn",
  "site.gallery": "Gallery",
  "site.phrases": "Phrases",
  "site.reference": "Reference",
  "site.about": "About",
  "site.sections": "Sections of the site",
  "site.trail": "Where this page is",
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
  "problems.description": "What each problem that Evalground reports means, by its code, and what helps.",

  "level.beginner": "beginner",
  "level.intermediate": "intermediate",
  "level.advanced": "advanced",

  "reference.of": "{name} reference",
  "reference.description": "{count} functions, operators and keywords of {name}: {about}.",
  "reference.indexDescription":
    "All {count} functions, filters, tests, operators and keywords of the six languages, each with an " +
    "example that runs.",
  "reference.verified":
    "{count, plural, one {# entry} other {# entries}}. Every result on this page is what the engine gave " +
    "when the page was built.",
  "reference.groups": "Groups",
  "reference.optional": "optional",
  "reference.default": "default",
  "reference.aliases": "Also called",
  "reference.since": "Since",
  "reference.changed": "Changed",
  "reference.until": "Until",
  "reference.effects": "Effects",
  "reference.used": "Used in",
  "reference.errors": "What it refuses",
  "reference.differs": "Differs from the reference implementation",
  "reference.differences": "Differences from the reference implementation",
  "reference.differencesWords":
    "Where another behaviour was chosen, or cannot be had in a browser. What opens shows it; the build has " +
    "checked that it does.",
  "reference.exampleOf": "(example of {name})",
  "reference.search": "Search all languages",
  "reference.searchHint": "a name, or what it does",
  "reference.found": "{count, plural, =0 {Nothing fits} one {# entry} other {# entries}}",
  "reference.noIndex": "The list could not be loaded. The names are below.",

  "effect.clock": "Depends on the clock.",
  "effect.random": "Depends on chance; a seed makes it repeatable.",
  "effect.reads-files": "Reads files of the workspace.",
  "effect.writes-files": "Writes files of the workspace.",
  "effect.env": "Reads the environment that the workspace gives.",
  "effect.secret": "Reads secrets.",
  "effect.unavailable-in-browser": "Asks for what a browser does not have: it says so, and can be given the answer.",

  "gallery.description": "{count} examples, from first steps to whole documents. Each opens in the playground.",
  "gallery.next": "Next:",
  "gallery.inShell": "In a shell:",
  "gallery.language": "Language",
  "gallery.level": "Level",
  "gallery.topic": "Topic",
  "gallery.any": "all",
  "gallery.search": "Search",
  "gallery.found": "{count, plural, =0 {No example fits} one {# example} other {# examples}}",

  "phrases.title": "How do I say it in …",
  "phrases.description":
    "{count} everyday tasks in six languages side by side. Every answer is run when this page is made.",
  "phrases.groups": "Kinds of tasks",
  "phrases.languages": "Languages to show",
  "phrases.in": "In {language}",
  "phrases.comesTo": "gives",
  "phrases.cannot": "It cannot.",
  "phrases.whole": "With its data",

  "lesson.all": "Lessons",
  "lesson.of": "Learn {name}",
  "lesson.description":
    "Short lessons for each language. The first of each begins with nothing; every step has a task that " +
    "is checked as you type.",
  "lesson.steps": "{count, plural, one {# step} other {# steps}}",
  "lesson.progress": "{done} of {count} done",
  "lesson.task": "Your turn.",
  "lesson.try": "Exercise: {title}",
  "lesson.hint": "A hint",
  "lesson.solution": "A solution",
  "lesson.put": "Put it into the exercise",
  "lesson.passed": "That is it.",
  "lesson.nextStep": "On to the next step",
  "lesson.before": "You have done this step before.",
  "lesson.notYet": "Not yet: the result is another one.",
  "lesson.failed": "Not yet: it ends in an error.",
  "lesson.without": "The result is right. Now get it with {words}.",
  "lesson.next": "Next lesson:",
  "lesson.gallery": "{name} examples",
  "lesson.noscript": "Without JavaScript the exercises can be read, with their solutions, and not be run.",

  "about.title": "What Evalground is",
  "about.description": "A playground for the small languages inside configuration files, that runs in your browser.",
  "about.what":
    "Configuration systems hide small languages in their files. Here you paste such a file, see every " +
    "value that it comes to, " +
    "and where each of them came from.",
  "about.who":
    "For those who write such files and wonder why a value is what it is, who explain one to somebody " +
    "else, or who document " +
    "a system that has such a language.",
  "about.privacy": "Everything is evaluated in your browser: nothing that you type leaves it unless you copy a link.",
  "about.start": "Open the playground",
  "about.learn": "Begin with a lesson",
  "about.try": "Try it here",
  "about.example": "A live example of {language}",
  "about.languages": "Six languages",
  "about.language": "Language",
  "about.use": "Take it with you",
  "about.embed": "In your own pages",
  "about.embedWords":
    "One script and one element; Share in the playground writes them for what you have open. Without " +
    "JavaScript your " +
    "readers see the text.",
  "about.package": "In programs",
  "about.packageWords": "`npm install evalground`, for browsers, bundlers and Node. It has no dependencies.",
  "about.command": "On the command line",
  "about.commandWords": "The same engine, as a program that starts at once and fetches nothing.",
  "about.fidelity": "How we know that it is right",
  "about.fidelityWords":
    "The real implementations were run over many documents, and what they gave was written down: {total} " +
    "cases in all. " +
    "Every change of Evalground has to give the same, with {own} cases of its own.",
  "about.recorded": "Recorded cases",
  "about.own": "Own cases",
  "about.reference": "Recorded with",
} as const;
