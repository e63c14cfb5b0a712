// Completion and colors of the prompt. An expression is asked of the engine, as in an editor; commands and their
// arguments are completed here, from the table of commands.
#include "cli/repl/completion.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/generous_budget.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/outcome_of.hpp"
#include "cli/repl/commands.hpp"
#include "cli/utf16_cursor.hpp"
#include "engine.hpp"
#include "runtime/context.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_help = 48;  // characters beside a candidate

Value asked(Map request) {
  Budget budget = generous_budget();
  return parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget);
}

// A snippet up to its first field, where typing continues: "orderBy(${1:selector})" gives "orderBy(".
// A terminal has no fields to jump between.
std::string before_fields(std::string_view snippet) {
  std::string text;
  for (std::size_t at = 0; at < snippet.size(); ++at) {
    if (snippet[at] == '$') break;
    if (snippet[at] == '\\' && at + 1 < snippet.size()) ++at;
    text += snippet[at];
  }
  return text;
}

std::string shortened(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (count_code_points(line) <= most_help) return std::string(line);
  return std::string(slice_code_points(line, 0, most_help - 1)) + "…";
}

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

// Functions whose name begins with the word before the cursor. Some languages offer nothing in an expression, or
// nothing before a function's name is complete.
std::vector<Candidate> function_candidates(const Session& session, std::string_view before) {
  std::vector<Candidate> candidates;
  std::size_t begin = before.size();
  while (begin > 0 && is_of_name(before[begin - 1])) --begin;
  const std::string_view word = before.substr(begin);
  if (word.empty()) return candidates;
  const Value functions = functions_of(session.dialect());
  for (const Value& one : functions.as_list()) {
    const std::string_view name = text_at(one.as_map(), "name");
    if (name.starts_with(word))
      candidates.push_back(
          {std::string(name), std::string(name), shortened(text_at(one.as_map(), "signature")), word.size()});
  }
  return candidates;
}

// The expression is put into the workspace, and the question asks about a place in it.
std::vector<Candidate> expression_candidates(const Session& session, std::string_view input, std::size_t caret) {
  std::vector<Candidate> candidates;
  Map workspace = session.workspace();
  workspace.set("expression", Value::string(input));
  const auto units = static_cast<std::int64_t>(count_utf16_units(input.substr(0, caret)));
  const Value answer = asked({{"ask", Value::string("complete")},
                              {"workspace", Value::map(std::move(workspace))},
                              {"at", Value::map({{"expression", Value::integer(units)}})}});
  const Value* value = answer.as_map().find("value");
  if (value == nullptr || !value->is_map()) return candidates;
  for (const Value& one : value->as_map().find("items")->as_list()) {
    const Map& item = one.as_map();
    const Map& edit = item.find("textEdit")->as_map();
    const std::size_t from = Utf16Cursor(input).byte_at(edit.find("from")->as_integer());
    const std::size_t to = Utf16Cursor(input).byte_at(edit.find("to")->as_integer());
    if (from > caret || to < caret) continue;
    const bool is_snippet = text_at(item, "insertTextFormat") == "Snippet";
    const std::string_view text = text_at(edit, "newText");
    const std::string_view detail = text_at(item, "detail");
    candidates.push_back({is_snippet ? before_fields(text) : std::string(text), std::string(text_at(item, "label")),
                          shortened(detail.empty() ? text_at(item, "is") : detail), caret - from, to - caret});
  }
  if (candidates.empty()) return function_candidates(session, input.substr(0, caret));
  // The engine also finds names that contain the word elsewhere. Offer those only if no name begins with it.
  const auto begins = [&](const Candidate& one) {
    return one.text.starts_with(input.substr(caret - one.before, one.before));
  };
  if (std::any_of(candidates.begin(), candidates.end(), begins)) {
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(), std::not_fn(begins)), candidates.end());
  }
  return candidates;
}

// Adds files and folders whose path has this prefix.
// Only the last part of the path is inserted, and a folder gets a slash, so that completion can go on in it.
void add_paths(std::string_view begin, std::vector<Candidate>& candidates) {
  const std::string_view folder = directory_name(begin);
  const std::string_view name = begin.substr(begin.rfind('/') == std::string_view::npos ? 0 : begin.rfind('/') + 1);
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? "." : std::string(folder), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::string found = entry->path().filename().string();
    if (!found.starts_with(name) || (found.starts_with('.') && name.empty())) continue;
    std::error_code ignored;
    if (entry->is_directory(ignored)) found += '/';
    candidates.push_back({found, found, {}, name.size()});
  }
}

void add_names(Argument takes, const Session& session, std::string_view begin, std::vector<Candidate>& candidates) {
  const auto add = [&](std::string_view name, std::string_view help) {
    if (name.starts_with(begin))
      candidates.push_back({std::string(name), std::string(name), shortened(help), begin.size()});
  };
  Budget budget = generous_budget();
  switch (takes) {
    case Argument::path: add_paths(begin, candidates); break;
    case Argument::dialect: {
      const Value dialects = parse_json(catalogue(""), budget);
      for (const Value& one : dialects.as_list()) add(text_at(one.as_map(), "id"), text_at(one.as_map(), "about"));
      break;
    }
    case Argument::function: {
      const Value functions = functions_of(session.dialect());
      for (const Value& one : functions.as_list())
        add(text_at(one.as_map(), "name"), text_at(one.as_map(), "signature"));
      break;
    }
    case Argument::variable:
      for (const auto& [name, value] : session.variables()) add(name.as_string(), short_json(value, most_help));
      break;
    case Argument::none:
    case Argument::text: break;
  }
}

// A command that takes an argument is completed with a space behind it.
std::vector<Candidate> command_candidates(const Session& session, std::string_view before) {
  std::vector<Candidate> candidates;
  before.remove_prefix(1);
  const std::size_t space = before.find(' ');
  for (const Command& command : commands()) {
    if (space != std::string_view::npos) {
      if (command.name == before.substr(0, space))
        add_names(command.takes, session, trim_start(before.substr(space)), candidates);
    } else if (command.name.starts_with(before)) {
      candidates.push_back({std::string(command.name) + (command.takes == Argument::none ? "" : " "),
                            ":" + std::string(command.name), std::string(command.about), before.size()});
    }
  }
  return candidates;
}

}  // namespace

std::vector<Candidate> completions(const Session& session, std::string_view input, std::size_t caret) {
  if (input.starts_with(':') && input.substr(1, 1) != ":") return command_candidates(session, input.substr(0, caret));
  return expression_candidates(session, input, caret);
}

// The colors depend only on the expression, so the request omits the files.
std::vector<ColoredPart> colored_parts(const Session& session, std::string_view input) {
  std::vector<ColoredPart> parts;
  if (input.starts_with(':') && input.substr(1, 1) != ":") return parts;
  const Map whole = session.workspace();
  Map workspace{{"expression", Value::string(input)}};
  for (const std::string_view key : {"dialect", "options"}) {
    if (const Value* given = whole.find(key)) workspace.set(key, *given);
  }
  const Value answer = asked({{"ask", Value::string("check")}, {"workspace", Value::map(std::move(workspace))}});
  const Value* tokens = answer.as_map().find("tokens");
  if (tokens == nullptr || !tokens->is_list()) return parts;
  for (const Value& one : tokens->as_list()) {
    const Map& token = one.as_map();
    const Map& span = token.find("span")->as_map();
    if (text_at(span, "file") != expression_path) continue;
    const std::size_t from = Utf16Cursor(input).byte_at(span.find("from")->as_integer());
    const std::size_t to = Utf16Cursor(input).byte_at(span.find("to")->as_integer());
    parts.push_back({from, to - from, std::string(text_at(token, "kind"))});
  }
  return parts;
}

}  // namespace evalground::cli
