// The expression at a position: its parts in words, and the steps of the last run in it. Both are commands that answer
// with a text and show it as a message, since the protocol has no view for them.
#include <algorithm>

#include "language_server/message.hpp"
#include "language_server/server.hpp"
#include "language_server/shapes.hpp"
#include "workspaces/trace_text.hpp"

namespace evalground::language_server {
namespace {

constexpr std::size_t most_steps = 100;  // in a message

// "name (variable): The variable `name`. Value: "Ann""
std::string line_of(const Map& row) {
  const std::string value = text_of(row, "value");
  return text_of(row, "text") + " (" + text_of(row, "is") + "): " + text_of(row, "does") +
         (value.empty() ? "" : " Value: " + value);
}

// The steps of a trace in the range of a file that rows cover.
List steps_within(const List& steps, const List& rows) {
  if (rows.empty()) return {};
  const std::string file = text_of(rows.front().as_map(), "file");
  const std::int64_t begin = integer_of(rows.front().as_map(), "from");
  std::int64_t end = begin;
  for (const Value& row : rows) end = std::max(end, integer_of(row.as_map(), "to"));
  List within;
  for (const Value& step : steps) {
    const Map& span = map_of(step.as_map(), "span");
    const bool is_within = text_of(span, "file") == file && integer_of(span, "from") >= begin &&
                           integer_of(span, "to") <= end && integer_of(span, "from") <= integer_of(span, "to");
    if (is_within) within.push_back(step);
  }
  return within;
}

}  // namespace

Map LanguageServer::place_of_command(const List& arguments) {
  const bool has_place = arguments.size() > 1 && arguments[1].is_map();
  if (!has_place) throw Refusal{invalid_params, "This command takes the URI of a text and a position in it."};
  return {{"textDocument", Value::map({{"uri", arguments[0]}})}, {"position", arguments[1]}};
}

List LanguageServer::explained(const List& arguments) {
  const Map place = place_of_command(arguments);
  return ask("explain", uri_of(place), *at_with_value(place)).as_list();
}

Value LanguageServer::explain_command(const List& arguments) {
  std::string text;
  for (const Value& row : explained(arguments)) text += line_of(row.as_map()) + "\n";
  if (text.empty()) throw Refusal{request_failed, "There is no expression at this place."};
  text.pop_back();
  notify("window/showMessage", {{"type", Value::integer(3)}, {"message", Value::string(text)}});
  return Value::map({{"text", Value::string(text)}});
}

Value LanguageServer::trace_command(const List& arguments) {
  const List rows = explained(arguments);
  const Value* outcome = last_outcome(std::string(arguments[0].as_string()));
  if (outcome == nullptr) {
    throw Refusal{request_failed, "This document is a part of others, and is not evaluated on its own."};
  }
  List steps = steps_within(list_of(outcome->as_map(), "trace"), rows);
  if (steps.empty()) throw Refusal{request_failed, "The last run has no steps at this place."};
  const std::size_t left_out = steps.size() > most_steps ? steps.size() - most_steps : 0;
  steps.resize(steps.size() - left_out);
  std::string text = trace_text(steps, false);
  if (left_out > 0) text += "… and " + std::to_string(left_out) + " more\n";
  text.pop_back();
  notify("window/showMessage", {{"type", Value::integer(3)}, {"message", Value::string(text)}});
  return Value::map({{"text", Value::string(text)}});
}

// Only when the user asks for actions (1): a sign beside every expression would be noise.
bool LanguageServer::are_actions_asked(const Map& params, std::string_view kind) {
  const Map& context = map_of(params, "context");
  const List& only = list_of(context, "only");
  const bool is_kind = only.empty() || std::any_of(only.begin(), only.end(), [&](const Value& one) {
                         return one.is_string() && kind.starts_with(one.as_string());
                       });
  return integer_of(context, "triggerKind", 1) == 1 && is_kind && !map_of(map_of(params, "range"), "start").empty();
}

List LanguageServer::explaining_actions(const Map& params) {
  if (!are_actions_asked(params, "")) return {};
  const Map& place = map_of(map_of(params, "range"), "start");
  const List arguments{Value::string(uri_of(params)), Value::map(place)};
  const List rows = explained(arguments);
  if (rows.empty()) return {};
  List actions;
  const auto add = [&](std::string_view title, std::string_view command) {
    actions.push_back(Value::map({{"title", Value::string(title)},
                                  {"command", Value::map({{"title", Value::string(title)},
                                                          {"command", Value::string(command)},
                                                          {"arguments", Value::list(arguments)}})}}));
  };
  add("Explain this expression", explain_name);
  const Value* outcome = last_outcome(uri_of(params));
  if (outcome != nullptr && !steps_within(list_of(outcome->as_map(), "trace"), rows).empty()) {
    add("Show the steps of the last run here", trace_name);
  }
  return actions;
}

}  // namespace evalground::language_server
