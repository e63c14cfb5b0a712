#include "cli/command_line/verbs.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view workspace_operand = "[FILE|-|LINK]";
constexpr std::string_view result_formats = "json yaml text";

constexpr VerbRow all_verbs[] = {
    {Verb::eval, "eval", workspace_operand, 1, "evaluate a workspace (JSON or YAML), a share link, or what flags make",
     result_formats},
    {Verb::expand, "expand", workspace_operand, 1, "resolve merge directives only", result_formats},
    {Verb::restore, "restore", workspace_operand, 1,
     "write merge directives back after changes of the expanded document", result_formats},
    {Verb::host, "host", "[HOST]", 1, "the variables of a host of an Ansible repository, with what they override",
     result_formats},
    {Verb::matrix, "matrix", "", 0, "variables, or what a template gives, for all hosts of a repository side by side",
     result_formats},
    {Verb::inventory, "inventory", "", 0,
     "groups and hosts of a repository; as JSON what `ansible-inventory --list` prints", result_formats},
    {Verb::cases, "cases", "FILE…", any_number, "run case files; the last line is \"N passed, N failed\"", ""},
    {Verb::functions, "functions", "", 0, "the functions of a dialect, or the dialects", result_formats},
    {Verb::port, "port", "PATH…", any_number,
     "what files, or those below folders, need for another version of Ansible; exit code 1 when there is something",
     ""},
    {Verb::lsp, "lsp", "", 0, "serve an editor by the Language Server Protocol, on standard input and output", ""},
    {Verb::repl, "repl", "[FILE|FOLDER]", 1,
     "a prompt: evaluate one line after the other within a workspace; :help lists its commands", result_formats},
    {Verb::check_docs, "check-docs", "PATH…", any_number,
     "run the examples of documents, and compare the outputs that they show; exit code 1 when one is out of date",
     "text sarif junit"},
    {Verb::shrink, "shrink", workspace_operand, 1, "the smallest workspace that shows the same", "yaml json"},
    {Verb::link, "link", workspace_operand, 1, "a share link of a workspace, or the workspace of a link", "yaml json"},
    {Verb::snapshot, "snapshot", "[FILE]", 1, "write down what the combinations of .evalground.yaml give",
     "text junit sarif markdown"},
    {Verb::bisect, "bisect", workspace_operand, 1, "the commit that changed what a workspace gives", ""},
    {Verb::verify, "verify", "FILE…", any_number,
     "compare with the installed original, which --allow-original lets run", ""},
    {Verb::serve, "serve", "[FOLDER]", 1,
     "the playground on a folder of this machine, at an address that only this machine reaches", ""},
    {Verb::completion, "completion", "bash|zsh|fish", 1, "the completion of a shell, to be evaluated or saved", ""},
};

constexpr auto verb_words = [] {
  std::array<std::string_view, std::size(all_verbs)> all;
  std::transform(std::begin(all_verbs), std::end(all_verbs), all.begin(), [](const VerbRow& row) { return row.name; });
  return all;
}();

}  // namespace

std::span<const VerbRow> verb_rows() {
  return all_verbs;
}

const VerbRow& row_of(Verb verb) {
  return *std::find_if(std::begin(all_verbs), std::end(all_verbs),
                       [&](const VerbRow& row) { return row.verb == verb; });
}

Verb verb_of(std::string_view word) {
  for (const VerbRow& row : all_verbs) {
    if (row.name == word) return row.verb;
  }
  if (word == "site") throw UsageError("there is no site in this command; npx evalground site writes it");
  const auto nearest = nearest_name(word, verb_words);
  throw UsageError("unknown verb " + quote(word) +
                   (nearest ? "; did you mean " + std::string(*nearest) + "?" : "; evalground --help lists them"));
}

std::string names_of(Verbs verbs) {
  std::vector<std::string_view> chosen;
  for (const VerbRow& row : all_verbs) {
    if (verbs.contains(row.verb)) chosen.push_back(row.name);
  }
  return joined(chosen);
}

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at > 0) text += at + 1 == words.size() ? " and " : ", ";
    text += words[at];
  }
  return text;
}

}  // namespace evalground::cli
