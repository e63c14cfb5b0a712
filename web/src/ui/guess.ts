// Which dialect a text is most likely written in.

/** The marks of each dialect, the surest first: a document of one may hold expressions of another. */
const marks: readonly (readonly [dialect: string, mark: RegExp])[] = [
  ["heat", /^heat_template_version\s*:/m],
  ["unfurl", /^(?:tosca_definitions_version\s*:|kind\s*:\s*["']?Ensemble\b|apiVersion\s*:\s*["']?unfurl\/)/m],
  ["unfurl", /^\s*(?:- )?(?:["']?eval["']?\s*:|["']?\+(?:include|\*|\/|%))|\{\s*eval\s*:/m],
  ["cfengine", /^\s*(?:bundle\s+(?:agent|common|server|monitor|edit_line)|body\s+\w+\s+\w+|promise\s+agent)\b/m],
  ["dcontroller", /^\s*(?:- )?["']?@[a-z]+["']?\s*:|["']@[a-z]+["']\s*:|^kind\s*:\s*Operator\b/m],
  ["jinja2", /\{\{|\{%/],
  ["yaql", /^\s*\$\d?(?:[.\s[]|$)|\$\.\w+\(/],
];

/** The dialect that a text shows marks of, or null. */
export function guessDialect(text: string): string | null {
  return marks.find(([, mark]) => mark.test(text))?.[0] ?? null;
}
