// `evalground completion SHELL`: programs for bash, zsh and fish that complete verbs, flags and their values, written
// from the tables of verbs and flags. They contain all words, so completing starts no process.
#include "cli/command_line/completion.hpp"

#include "base/text/text.hpp"
#include "cli/command_line/flags.hpp"
#include "cli/command_line/verbs.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view shells = "bash zsh fish";

std::string dialect_names() {
  Budget budget;
  std::string names;
  const Value dialects = parse_json(catalogue(""), budget);
  const auto add = [&](const Value& dialect) {
    names += (names.empty() ? "" : " ") + std::string(dialect.as_map().find("id")->as_string());
  };
  for (const Value& dialect : dialects.as_list()) {
    add(dialect);
    if (const Value* flavors = dialect.as_map().find("flavors")) {
      for (const Value& flavor : flavors->as_list()) add(flavor);
    }
  }
  return names;
}

std::string verb_names() {
  std::string names;
  for (const VerbRow& row : verb_rows()) names += (names.empty() ? "" : " ") + std::string(row.name);
  return names;
}

// The allowed values of a flag for a verb, separated by spaces; empty for free text.
std::string choices_of(const FlagRow& flag, const VerbRow& verb) {
  if (flag.name == "--dialect") return dialect_names();
  return std::string(flag.name == "--format" ? verb.formats : flag.choices);
}

// Calls f(flag) for each flag of a verb.
template <class F>
void each_flag(const VerbRow& verb, F&& f) {
  for (const FlagRow& flag : flag_rows()) {
    if (flag.verbs.contains(verb.verb)) f(flag);
  }
}

// Text in a shell's single quotes, where `quoted_by` replaces a single quote.
std::string in_quotes(std::string_view text, std::string_view quoted_by) {
  return "'" + replace_all(text, "'", quoted_by) + "'";
}

// bash has no descriptions. A list of words is chosen by the verb and the word before the cursor.
std::string bash_program() {
  std::string flags;
  std::string words;
  for (const VerbRow& verb : verb_rows()) {
    std::string names = "--help";
    each_flag(verb, [&](const FlagRow& flag) {
      names += " " + std::string(flag.name);
      if (const std::string choices = choices_of(flag, verb); !choices.empty())
        words += "    '" + std::string(verb.name) + " " + std::string(flag.name) + "') words='" + choices + "' ;;\n";
    });
    flags += "    " + std::string(verb.name) + ") words='" + names + "' ;;\n";
  }
  return R"(_evalground() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb='' words='' each
  for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $each in -*) ;; *) verb=$each; break ;; esac
  done
  COMPREPLY=()
  if [ -z "$verb" ]; then
    mapfile -t COMPREPLY < <(compgen -W ')" +
         verb_names() + R"( --help --version' -- "$word")
    return
  fi
  case "$verb $before" in
)" + words +
         R"(    'completion completion') words=')" + std::string(shells) + R"(' ;;
  esac
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  case $word in
    -*) ;;
    *)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
  esac
  case $verb in
)" + flags +
         R"(  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o filenames -F _evalground evalground
)";
}

// Escapes for a specification of _arguments, where brackets end a description, and colons a part.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// The name of a flag's value tells whether files complete it.
bool is_path(std::string_view value) {
  return value.find("PATH") != std::string_view::npos || value.find("DIR") != std::string_view::npos;
}

// The last lines serve both ways of loading it: as a file in fpath, which is the function itself, and with eval.
std::string zsh_program() {
  std::string verbs;
  std::string cases;
  for (const VerbRow& verb : verb_rows()) {
    verbs += "    " + in_quotes(replace_all(verb.name, ":", "\\:") + ":" + std::string(verb.about), "'\\''") + "\n";
    std::string flags;
    each_flag(verb, [&](const FlagRow& flag) {
      std::string one = "*" + std::string(flag.name);
      if (!flag.value.empty()) one += "=";
      one += "[" + zsh_text(flag.about) + "]";
      if (!flag.value.empty()) {
        const std::string choices = choices_of(flag, verb);
        one += ":" + zsh_text(flag.value) + ":";
        one += !choices.empty() ? "(" + choices + ")" : is_path(flag.value) ? "_files" : "";
      }
      flags += "        " + in_quotes(one, "'\\''") + "\n";
    });
    const std::string operand =
        verb.verb == Verb::completion ? "*:shell:(" + std::string(shells) + ")" : "*:file:_files";
    cases += "    " + std::string(verb.name) + ")\n      _arguments -s -S \\\n" + replace_all(flags, "'\n", "' \\\n") +
             "        '--help[what this verb takes]' '" + operand + "'\n      ;;\n";
  }
  return "#compdef evalground\n_evalground() {\n  local -a verbs\n  verbs=(\n" + verbs +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
         "  local verb=$words[2]\n  shift words\n  (( CURRENT -= 1 ))\n  case $verb in\n" +
         cases +
         "  esac\n}\nif [ \"$funcstack[1]\" = _evalground ]; then\n  _evalground \"$@\"\nelse\n"
         "  compdef _evalground evalground\nfi\n";
}

// fish takes one command for each word, with its description.
std::string fish_program() {
  std::string text;
  for (const VerbRow& verb : verb_rows()) {
    text += "complete -c evalground -n __fish_use_subcommand -f -a " + std::string(verb.name) + " -d " +
            in_quotes(verb.about, "\\'") + "\n";
  }
  for (const VerbRow& verb : verb_rows()) {
    const std::string begin = "complete -c evalground -n '__fish_seen_subcommand_from " + std::string(verb.name) + "' ";
    each_flag(verb, [&](const FlagRow& flag) {
      text += begin + "-l " + std::string(flag.name.substr(2));
      const std::string choices = choices_of(flag, verb);
      if (!choices.empty()) {
        text += " -x -a '" + choices + "'";
      } else if (!flag.value.empty()) {
        text += is_path(flag.value) ? " -r -F" : " -x";
      }
      text += " -d " + in_quotes(flag.about, "\\'") + "\n";
    });
    if (verb.verb == Verb::completion) text += begin + "-f -a '" + std::string(shells) + "'\n";
  }
  return text;
}

}  // namespace

std::string completion_text(const Options& options) {
  const std::string shell = options.operands.empty() ? "" : options.operands[0];
  if (shell == "bash") return bash_program();
  if (shell == "zsh") return zsh_program();
  if (shell == "fish") return fish_program();
  throw UsageError("completion takes bash, zsh or fish" + (shell.empty() ? "" : ", not " + quote(shell)));
}

}  // namespace evalground::cli
