// The man page, generated from `evalground --help --format json`.

/** Escapes text for roff: backslashes, literal hyphens, and dots or quotes at the start of a line. */
const roff = (text) =>
  text
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^([.'])/gm, "\\&$1");

const entry = (term, about) => `.TP\n.B ${roff(term)}\n${roff(about)}\n`;

export function manPage({ summary, verbs, flags, exitCodes }, version) {
  const sections = Map.groupBy(flags, ({ section }) => section);
  const flagEntry = ({ name, value, choices, verbs: its, about, section }) => {
    const given = choices.length > 0 ? choices.join("|") : value;
    return entry(`${name} ${given}`.trim(), section === "For single verbs" ? `${its.join(", ")}: ${about}` : about);
  };
  return `.TH EVALGROUND 1 "" "evalground ${version}" "User Commands"
.SH NAME
evalground \\- ${roff(summary[0].toLowerCase() + summary.slice(1).replace(/\.$/, ""))}
.SH SYNOPSIS
.B evalground
.I verb
.RI [ flags ]
.RI [ file \\&.\\|.\\|.]
.SH VERBS
${verbs.map(({ name, operands, about }) => entry(`${name} ${operands}`.trim(), about)).join("")}${[...sections]
  .map(([title, rows]) => `.SH ${roff(title.toUpperCase())}\n${rows.map(flagEntry).join("")}`)
  .join("")}.SH EXIT CODES
${roff(exitCodes)}
`;
}

/** The paths of the completions for each shell, relative to a prefix. */
export const completionPaths = {
  bash: "share/bash-completion/completions/evalground",
  zsh: "share/zsh/site-functions/_evalground",
  fish: "share/fish/vendor_completions.d/evalground.fish",
};
