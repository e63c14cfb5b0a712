// The man page and the completions of shells, made of what `evalground --help` says.

/** `{verbs: [[verb, about]…], sections: [{title, entries: [[term, about]…]}], summary}` of a help text. */
export function readHelp(help) {
  const [summary, , ...lines] = help.split("\n");
  const verbs = [];
  const sections = [];
  let entries = verbs;
  for (const line of lines) {
    const [, verb, rest] = /^evalground (\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
    const [, term, about] = /^ {2}(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
    if (verb) entries.push([verb, rest ?? ""]);
    else if (term) entries.push([term, about ?? ""]);
    else if (/^ {3,}\S/.test(line) && entries.length > 0) entries.at(-1)[1] += ` ${line.trim()}`;
    else if (/^Exit codes: /.test(line)) sections.push({ title: "Exit codes", entries: [["", line.slice(12)]] });
    else if (line !== "") {
      entries = [];
      sections.push({ title: line, entries });
    }
  }
  return { summary, verbs, sections };
}

/** Text for roff: a backslash, a hyphen that is one, and a dot or a quote that begins a line. */
const roff = (text) =>
  text
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^([.'])/gm, "\\&$1");

export function manPage({ summary, verbs, sections }, version) {
  const entry = ([term, about]) => (term === "" ? roff(about) : `.TP\n.B ${roff(term)}\n${roff(about)}`);
  return `.TH EVALGROUND 1 "" "evalground ${version}" "User Commands"
.SH NAME
evalground \\- ${roff(summary[0].toLowerCase() + summary.slice(1).replace(/\.$/, ""))}
.SH SYNOPSIS
.B evalground
.I verb
.RI [ flags ]
.RI [ file \\&.\\|.\\|.]
.SH VERBS
${verbs.map(entry).join("\n")}
${sections.map(({ title, entries }) => `.SH ${roff(title.toUpperCase())}\n${entries.map(entry).join("\n")}`).join("\n")}
`;
}

/** The first words of verbs, and the long flags of a help text. */
export function wordsOf(help) {
  const { verbs } = readHelp(help);
  const flags = [...help.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
  return { verbs: [...new Set(verbs.map(([verb]) => verb.split(" ")[0]))], flags: [...new Set(flags)].sort() };
}

/** Completions by the paths at which their shells look below a prefix. */
export function completions(help) {
  const { verbs, flags } = wordsOf(help);
  return {
    "share/bash-completion/completions/evalground": `_evalground() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  local verbs='${verbs.join(" ")}'
  local flags='${flags.join(" ")}'
  case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word") ;;
    *)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      [ "$COMP_CWORD" -gt 1 ] || mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$word")
      ;;
  esac
}
complete -o filenames -F _evalground evalground
`,
    "share/zsh/site-functions/_evalground": `#compdef evalground
if (( CURRENT == 2 )); then
  compadd -- ${verbs.join(" ")}
elif [[ $PREFIX == -* ]]; then
  compadd -- ${flags.join(" ")}
else
  _files
fi
`,
    "share/fish/vendor_completions.d/evalground.fish": [
      `complete -c evalground -n __fish_use_subcommand -f -a '${verbs.join(" ")}'`,
      ...flags.map((flag) => `complete -c evalground -l ${flag.slice(2)}`),
      "",
    ].join("\n"),
  };
}
