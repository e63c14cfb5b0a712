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
    {Verb::eval, "eval", workspace_operand, 1, "evaluate a document, a workspace (JSON or YAML) or a share link",
     result_formats},
    {Verb::expand, "expand", workspace_operand, 1, "resolve merge directives only", result_formats},
    {Verb::restore, "restore", workspace_operand, 1, "restore merge directives after the expanded document was edited",
     result_formats},
    {Verb::host, "host", "[HOST]", 1,
     "show the variables of a host of an Ansible repository, and the values that they override", result_formats},
    {Verb::matrix, "matrix", "", 0,
     "show variables, or a rendered template, for all hosts of a repository side by side", result_formats},
    {Verb::inventory, "inventory", "", 0,
     "list groups and hosts of a repository; as JSON, in the form of `ansible-inventory --list`", result_formats},
    {Verb::graph, "graph", workspace_operand, 1,
     "draw what a document consists of and what refers to what, as Mermaid, DOT or SVG (with Graphviz)",
     "mermaid dot svg json"},
    {Verb::cases, "cases", "FILE…", any_number, "run case files; the last line is \"N passed, N failed\"", ""},
    {Verb::functions, "functions", "", 0, "list the functions of a dialect, or all dialects", result_formats},
    {Verb::port, "port", "PATH…", any_number,
     "list what files need for another version of Ansible or the Δ-controller; exit code 1 when anything is listed",
     ""},
    {Verb::lsp, "lsp", "", 0, "serve an editor by the Language Server Protocol, on standard input and output", ""},
    {Verb::repl, "repl", "[FILE|FOLDER]", 1,
     "start a prompt that evaluates lines in a workspace; :help lists its commands", result_formats},
    {Verb::check_docs, "check-docs", "PATH…", any_number,
     "run the examples in documents and compare with the outputs they show; exit code 1 when an output is outdated, 3 "
     "when there are no examples",
     "text sarif junit"},
    {Verb::shrink, "shrink", workspace_operand, 1, "reduce a workspace to the smallest one with the same result",
     "yaml json"},
    {Verb::change, "change", workspace_operand, 1,
     "list the places that make a value of the result the wanted one, and what else each changes; with --apply, write "
     "one of them; exit code 1 without a candidate",
     "text json diff"},
    {Verb::why, "why", "[WORKSPACE] PATH", 2,
     "tell which condition made a value of the result missing, false or null, with the values that it compared, and "
     "changes that turn it; exit code 1 when nothing decided it",
     "text json"},
    {Verb::link, "link", workspace_operand, 1, "make a share link of a workspace, or print the workspace of a link",
     "yaml json"},
    {Verb::snapshot, "snapshot", "[FILE]", 1, "record the results of the combinations that .evalground.yaml lists",
     "text junit sarif markdown"},
    {Verb::bisect, "bisect", workspace_operand, 1, "find the commit that changed the result of a workspace", ""},
    {Verb::verify, "verify", "FILE…", any_number,
     "compare with the installed original implementation; needs --allow-original", ""},
    {Verb::serve, "serve", "[FOLDER]", 1,
     "open a folder in the playground, at an address that only this machine can reach", ""},
    {Verb::completion, "completion", "bash|zsh|fish", 1, "print the completion script for a shell", ""},
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
  if (word == "site") throw UsageError("the native command has no verb site; use npx evalground site");
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
