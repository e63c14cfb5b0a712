// Changing a value from its result: which value is shown at a place, and which edits would make it the wanted one. Both
// are commands for an editor that asks its user for the value. The search is the engine's (docs/change.md).
#include <algorithm>

#include "base/generous_budget.hpp"
#include "base/text/utf8.hpp"
#include "engine.hpp"
#include "language_server/message.hpp"
#include "language_server/places.hpp"
#include "language_server/server.hpp"
#include "language_server/settings_edit.hpp"
#include "language_server/shapes.hpp"
#include "value/json.hpp"
#include "workspaces/host_values.hpp"
#include "workspaces/settings_name.hpp"

namespace evalground::language_server {
namespace {

constexpr std::string_view withheld_text = "<<REDACTED>>";

// Text for a box of one line in which the user changes the value.
std::string editable(const Value& value) {
  Budget budget = generous_budget();
  const bool is_plain = value.is_string() && value.as_string().find_first_of("\n\"") == std::string_view::npos;
  return is_plain ? std::string(value.as_string()) : write_json(value, budget);
}

// The value of a variable of a host. `at` is what an outcome of the operation calls it: [value, variables, name, …].
List path_of_variable(const List& at) {
  List path{Value::string("value"), Value::string("variables"), at[2], Value::string("value")};
  path.insert(path.end(), at.begin() + 3, at.end());
  return path;
}

// And back, as the answer of a command calls it. Any other path stays unchanged.
List called_by_host(const List& at, const Value& host) {
  const bool is_own = at.size() > 3 && at[0].is_text("value") && at[1].is_text("variables") && at[3].is_text("value");
  if (!is_own) return at;
  List path{Value::string("hosts"), host, at[2]};
  path.insert(path.end(), at.begin() + 4, at.end());
  return path;
}

Value within(const Value& value, const List& path, std::size_t from) {
  Value at = value;
  for (std::size_t step = from; step < path.size(); ++step) {
    Value next;
    if (at.is_map()) {
      const Value* found = at.as_map().find(path[step]);
      if (found != nullptr) next = *found;
    } else if (at.is_list() && path[step].kind() == Kind::integer) {
      const std::int64_t index = path[step].as_integer();
      const auto size = static_cast<std::int64_t>(at.as_list().size());
      if (index >= 0 && index < size) next = at.as_list()[static_cast<std::size_t>(index)];
    }
    at = std::move(next);
  }
  return at;
}

bool is_of_host(const List& path) {
  return path.size() > 2 && path[0].is_text("hosts") && path[1].is_string() && path[2].is_string();
}

Map shown(List path, const Value& now) {
  Map map{{"path", Value::list(std::move(path))}};
  if (now.is_undefined() || now.is_text(withheld_text)) return map;
  map.set("now", now);
  map.set("text", Value::string(editable(now)));
  return map;
}

}  // namespace

// The answer of the engine. What it refuses becomes an error of this request.
Map LanguageServer::searched(Map wish) {
  const Ran ran = host_.change({.wish = std::move(wish),
                                .request = request_,
                                .token = client_token_.is_undefined() ? progress_token_ : client_token_});
  if (ran.has_told && client_token_.is_undefined()) request_progress();
  if (ran.was_cancelled) throw Refusal{request_cancelled, "The request was cancelled."};
  Budget budget = generous_budget();
  const Value answer = parse_json(ran.outcome, budget);
  if (flag_of(answer.as_map(), "ok")) return answer.as_map();
  const List& diagnostics = list_of(answer.as_map(), "diagnostics");
  throw Refusal{request_failed,
                diagnostics.empty() ? "The value cannot be changed." : text_of(diagnostics[0].as_map(), "message")};
}

// The workspace for variables of a host, which also shows the document's own play.
Map LanguageServer::host_workspace(const std::string& uri, const List& path) {
  Map own = workspace(uri);
  Map options = map_of(own, "options");
  options.set("host", path[1]);
  own.set("options", Value::map(std::move(options)));
  own.set("operation", Value::string("host"));
  own.erase("expression");
  // Without a play, the main document counts as the playbook, which this one is not.
  own.erase("main");
  return own;
}

std::optional<Map> LanguageServer::host_variable(const Map& own, List path) {
  const std::string name(path[2].as_string());
  const Map values = host_values(own, {name});
  const Value* value = map_of(values, name).find("value");
  if (value == nullptr) return std::nullopt;
  const Value now = within(*value, path, 3);
  if (now.is_undefined()) return std::nullopt;
  return shown(std::move(path), now);
}

// In an Ansible repository: the variable whose name is at the place, with its value for the chosen host.
std::optional<Map> LanguageServer::host_variable_at(const Map& params) {
  const std::string uri = uri_of(params);
  if (documents_.hosts(uri).empty()) return std::nullopt;
  const Value answer = ask("hover", uri, *at(params));
  const Map& symbol = answer.is_map() ? map_of(answer.as_map(), "symbol") : map_of({}, "");
  const bool is_variable = text_of(symbol, "kind") == "variable" && text_of(symbol, "scope").empty();
  if (!is_variable) return std::nullopt;
  const Map own = workspace_at(uri, integer_of(map_of(params, "position"), "line"));
  const Value host = Value::string(text_of(map_of(own, "options"), "host"));
  return host_variable(own, {Value::string("hosts"), host, Value::string(text_of(symbol, "name"))});
}

Map LanguageServer::shown_value(const Map& params) {
  const std::string uri = uri_of(params);
  const Map own = workspace(uri);
  if (std::optional<Map> variable = host_variable_at(params)) return *std::move(variable);
  const Claim* claim = documents_.claim_of(uri);
  if (claim != nullptr && claim->evaluates == Evaluates::nothing) {
    throw Refusal{request_failed, "This document is a part of others, and is not evaluated on its own."};
  }
  const bool is_for_host = claim != nullptr && claim->evaluates == Evaluates::host;
  if (is_for_host && documents_.hosts(uri).empty()) {
    throw Refusal{request_failed, "No host of the inventory reads this file."};
  }
  const std::string_view text = documents_.find(uri)->text;
  const std::size_t units = count_utf16_units(text.substr(0, byte_at(text, map_of(params, "position"))));
  const Value place = Value::map(
      {{"file", Value::string(documents_.name_of(uri))}, {"offset", Value::integer(static_cast<std::int64_t>(units))}});
  const Map found = searched({{"change", Value::map(own)}, {"at", place}});
  List path = list_of(found, "path");
  const Value* now = found.find("now");
  if (text_of(own, "operation") != "host") return shown(std::move(path), now == nullptr ? Value() : *now);
  // [value, variables, port, value, …], or what is overridden: [value, variables, port, overrides, 0, value, …]
  const bool is_variable = path.size() > 3 && path[1].is_text("variables");
  const std::size_t rest = is_variable && path[3].is_text("overrides") ? 6 : 4;
  if (!is_variable) throw Refusal{request_failed, "The result shows no value of this line."};
  List of_host{Value::string("hosts"), Value::string(documents_.host_of(uri)), path[2]};
  for (std::size_t at = rest; at < path.size(); ++at) of_host.push_back(path[at]);
  if (std::optional<Map> variable = host_variable(own, std::move(of_host))) return *std::move(variable);
  throw Refusal{request_failed, "The chosen host has no value for this line."};
}

Value LanguageServer::value_command(const List& arguments) {
  return Value::map(shown_value(place_of_command(arguments)));
}

// The file that has a value of the workspace.
std::string LanguageServer::file_of_value(const std::string& uri, std::string_view path) {
  const std::string data_file = path.starts_with("/data/") ? documents_.data_file_of(uri) : std::string();
  return data_file.empty() ? std::string(settings_name) : data_file;
}

// Changes of the workspace, such as setting a variable, as an edit of the file that has its values: the settings of the
// folder, or the data of a query. Nothing if they cannot be made there.
std::optional<Value> LanguageServer::edit_of_workspace(const std::string& uri, std::string_view path,
                                                       const Value& value) {
  const std::string name = file_of_value(uri, path);
  const std::string before = documents_.text_in_workspace(uri, name);
  const bool is_new = before.empty();
  if (is_new && !flag_of(editor_, "creates")) return std::nullopt;
  if (name != settings_name) path.remove_prefix(std::string_view("/data").size());
  const std::optional<TextEdit> made = edit_of_value(before, path, value);
  if (!made) return std::nullopt;
  const std::string target = documents_.uri_of(uri, name);
  if (is_new) return creation(target, made->text);
  const Value edit = Value::map({{"range", range(position_in(before, made->begin), position_in(before, made->end))},
                                 {"newText", Value::string(made->text)}});
  return edit_of({{target, Value::list({edit})}});
}

// An edit of a text of the workspace. An expression is in the settings.
std::optional<Value> LanguageServer::edit_in_file(const std::string& uri, const Map& own, const Map& edit) {
  const std::string name = text_of(edit, "file");
  const std::string target = documents_.uri_of(uri, name);
  if (flag_of(edit, "creates")) {
    return flag_of(editor_, "creates") ? std::optional(creation(target, text_of(edit, "text"))) : std::nullopt;
  }
  const bool is_expression = name == "<expression>";
  if (!is_expression && !map_of(own, "files").contains(name)) return std::nullopt;
  const std::string before = is_expression ? text_of(own, "expression") : text_of(map_of(own, "files"), name);
  const Value begin = position_of_units(before, integer_of(edit, "from"));
  const Value end = position_of_units(before, integer_of(edit, "to"));
  if (is_expression) {
    std::string after = before;
    const std::size_t from = byte_at(before, begin.as_map());
    after.replace(from, byte_at(before, end.as_map()) - from, text_of(edit, "text"));
    return edit_of_workspace(uri, "/expression", Value::string(after));
  }
  const Value made = Value::map({{"range", range(begin, end)}, {"newText", *edit.find("text")}});
  return edit_of({{target, Value::list({made})}});
}

// A candidate of the search with its edit; null where no edit of files makes the change, which `left_out` then says.
Value LanguageServer::candidate(const std::string& uri, const Map& own, const Map& found, List& left_out) {
  const List& edits = list_of(found, "edits");
  const List& changes = list_of(found, "changes");
  std::string title = text_of(found, "title");
  std::optional<Value> edit;
  if (edits.size() == 1 && changes.empty()) edit = edit_in_file(uri, own, edits[0].as_map());
  if (edits.empty() && changes.size() == 1) {
    const std::string path = text_of(changes[0].as_map(), "path");
    edit = edit_of_workspace(uri, path, *changes[0].as_map().find("value"));
    // "Set vars.port of the workspace"
    constexpr std::string_view vaguely = " of the workspace";
    if (edit && title.ends_with(vaguely)) {
      title.replace(title.size() - vaguely.size(), vaguely.size(), " in " + file_of_value(uri, path));
    }
  }
  if (!edit) {
    left_out.push_back(Value::string(title + ". No file of the folder has this value."));
    return Value::null();
  }
  Map made{{"title", Value::string(title)}, {"edit", *edit}};
  for (const std::string_view key : {"kind", "reason"}) made.set(key, *found.find(key));
  const Value host = Value::string(text_of(map_of(own, "options"), "host"));
  List others;
  for (const Value& one : list_of(found, "others")) {
    Map other = one.as_map();
    if (text_of(own, "operation") == "host")
      other.set("path", Value::list(called_by_host(list_of(other, "path"), host)));
    others.push_back(Value::map(std::move(other)));
  }
  made.set("others", Value::list(std::move(others)));
  return Value::map(std::move(made));
}

// {path, now?, to, candidates: [{kind, title, reason, others, edit}], leftOut, trials, untried, bound?}
Value LanguageServer::change_command(const List& arguments) {
  if (arguments.size() < 3 || !arguments[1].is_list()) {
    throw Refusal{invalid_params,
                  "evalground.change takes the URI of a text, the path of a value as evalground.value gives it, and "
                  "the wanted value."};
  }
  const std::string uri(arguments[0].as_string());
  const List& path = arguments[1].as_list();
  const Map own = is_of_host(path) ? host_workspace(uri, path) : workspace(uri);
  const Map found = searched({{"change", Value::map(own)},
                              {"path", Value::list(is_of_host(path) ? path_of_variable(path) : path)},
                              {arguments[2].is_string() ? "toText" : "to", arguments[2]}});
  Map answer{{"path", arguments[1]}};
  List candidates;
  List left_out;
  for (const Value& one : list_of(found, "candidates")) {
    Value made = candidate(uri, own, one.as_map(), left_out);
    if (made.is_map()) candidates.push_back(std::move(made));
  }
  for (const std::string_view key : {"now", "to", "trials", "untried", "bound"}) {
    if (const Value* value = found.find(key)) answer.set(key, *value);
  }
  answer.set("candidates", Value::list(std::move(candidates)));
  answer.set("leftOut", Value::list(std::move(left_out)));
  return Value::map(std::move(answer));
}

// For editors that ask their user for the value.
List LanguageServer::changing_actions(const Map& params) {
  constexpr std::string_view kind = "refactor.rewrite";
  if (!flag_of(editor_, "changesValues") || !are_actions_asked(params, kind)) return {};
  const Value place = *map_of(params, "range").find("start");
  try {
    shown_value({{"textDocument", Value::map({{"uri", Value::string(uri_of(params))}})}, {"position", place}});
  } catch (const Refusal& refusal) {
    if (refusal.code == request_cancelled) throw;
    return {};
  }
  const Value title = Value::string("Change this value…");
  const Value arguments = Value::list({Value::string(uri_of(params)), place});
  const Value command =
      Value::map({{"title", title}, {"command", Value::string(change_value_name)}, {"arguments", arguments}});
  return {Value::map({{"title", title}, {"kind", Value::string(kind)}, {"command", command}})};
}

}  // namespace evalground::language_server
