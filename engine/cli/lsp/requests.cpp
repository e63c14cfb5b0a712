#include <algorithm>
#include <limits>

#include "cli/lsp/server.hpp"
#include "cli/lsp/settings_edit.hpp"
#include "cli/lsp/shapes.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

std::string first_message(const Map& answer) {
  const Value* diagnostics = answer.find("diagnostics");
  if (diagnostics != nullptr && diagnostics->is_list() && !diagnostics->as_list().empty()) {
    return text_of(diagnostics->as_list()[0].as_map(), "message");
  }
  return "The request cannot be met.";
}

std::optional<std::int64_t> number_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  if (value == nullptr || value->kind() != Kind::integer) return std::nullopt;
  return value->as_integer();
}

// The line and character of a byte.
Value position_in(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const std::size_t line = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  std::int64_t character = 0;
  for (const char c : before.substr(line)) {
    const auto unit = static_cast<unsigned char>(c);
    if ((unit & 0xC0) != 0x80) character += unit >= 0xF0 ? 2 : 1;
  }
  return Value::map({{"line", Value::integer(std::count(before.begin(), before.end(), '\n'))},
                     {"character", Value::integer(character)}});
}

}  // namespace

Map Server::workspace(const std::string& uri) {
  std::optional<Map> found = documents_.workspace_of(uri);
  if (!found) throw Refusal{Rpc::request_failed, "This text is in no language that Evalground knows."};
  return std::move(*found);
}

// The answer's value to a request about a document; `more` are further keys.
Value Server::ask(std::string_view what, const std::string& uri, Map more) {
  Budget budget = wide_budget();
  more.set("ask", Value::string(what));
  more.set("workspace", Value::map(workspace(uri)));
  const Value answer = parse_json(assist(write_json(Value::map(std::move(more)), budget)), budget);
  const Map& map = answer.as_map();
  const Value* ok = map.find("ok");
  if (ok != nullptr && ok->kind() == Kind::boolean && !ok->as_boolean()) {
    throw Refusal{Rpc::request_failed, first_message(map)};
  }
  const Value* value = map.find("value");
  return value == nullptr ? answer : *value;
}

Map Server::at(const Map& params) {
  Map place = map_of(params, "position");
  place.set("file", Value::string(documents_.name_of(uri_of(params))));
  return {{"at", Value::map(std::move(place))}};
}
Map Server::file(const Map& params) {
  return {{"file", Value::string(documents_.name_of(uri_of(params)))}};
}

Value Server::location(const std::string& uri, const Map& range) {
  return Value::map(
      {{"uri", Value::string(documents_.uri_of(uri, text_of(range, "file")))}, {"range", *range.find("range")}});
}

Value Server::locations(const std::string& uri, const Value& ranges) {
  List list;
  for (const Value& range : ranges.as_list()) list.push_back(location(uri, range.as_map()));
  return Value::list(std::move(list));
}

Value Server::workspace_edit(const std::string& uri, const Value& edits) {
  Map changes;
  for (const Value& edit : edits.as_list()) {
    const std::string target = documents_.uri_of(uri, text_of(edit.as_map(), "file"));
    List list = changes.contains(target) ? changes.find(target)->as_list() : List();
    list.push_back(Value::map({{"range", *edit.as_map().find("range")}, {"newText", *edit.as_map().find("newText")}}));
    changes.set(target, Value::list(std::move(list)));
  }
  return Value::map({{"changes", Value::map(std::move(changes))}});
}

Value Server::completion(const Map& params) {
  const Value answer = ask("complete", uri_of(params), at(params));
  List items;
  for (const Value& item : answer.as_map().find("items")->as_list()) {
    Map shown = completion_item(item.as_map(), has_snippets_);
    shown.set("data", Value::map({{"textDocument", Value::map({{"uri", Value::string(uri_of(params))}})},
                                  {"position", Value::map(map_of(params, "position"))}}));
    items.push_back(Value::map(std::move(shown)));
  }
  return Value::map(
      {{"isIncomplete", *answer.as_map().find("isIncomplete")}, {"items", Value::list(std::move(items))}});
}

Value Server::resolve(const Map& item) {
  const Map& data = map_of(item, "data");
  Map more = at(data);
  more.set("label", Value::string(text_of(item, "label")));
  const Value answer = ask("complete", uri_of(data), std::move(more));
  Map shown = item;
  for (const Value& one : answer.as_map().find("items")->as_list()) {
    const std::string text = text_of(one.as_map(), "documentation");
    if (!text.empty()) shown.set("documentation", markdown(text));
  }
  return Value::map(std::move(shown));
}

Value Server::hover(const Map& params) {
  const std::string uri = uri_of(params);
  Map more = at(params);
  if (const Value* outcome = last_outcome(uri)) more.set("outcome", *outcome);
  const Value answer = ask("hover", uri, std::move(more));
  if (!answer.is_map()) return Value::null();
  return Value::map(
      {{"contents", markdown(text_of(answer.as_map(), "contents"))}, {"range", *answer.as_map().find("range")}});
}

Value Server::signature_help(const Map& params) {
  return ask("signature", uri_of(params), at(params));
}

Value Server::definition(const Map& params) {
  return locations(uri_of(params), ask("definition", uri_of(params), at(params)));
}

Value Server::references(const Map& params) {
  Map more = at(params);
  const Value* with = map_of(params, "context").find("includeDeclaration");
  if (with != nullptr) more.set("includeDeclaration", *with);
  return locations(uri_of(params), ask("references", uri_of(params), std::move(more)));
}

Value Server::prepare_rename(const Map& params) {
  const Value answer = ask("rename", uri_of(params), at(params));
  return Value::map({{"range", *answer.as_map().find("range")}, {"placeholder", *answer.as_map().find("placeholder")}});
}

Value Server::rename(const Map& params) {
  Map more = at(params);
  more.set("newName", Value::string(text_of(params, "newName")));
  return workspace_edit(uri_of(params), *ask("rename", uri_of(params), std::move(more)).as_map().find("edits"));
}

Value Server::document_symbol(const Map& params) {
  return document_symbols(ask("symbols", uri_of(params), file(params)));
}

Value Server::workspace_symbol(const Map& params) {
  List all;
  std::vector<std::string> seen;
  for (const auto& [uri, document] : documents_.all()) {
    if (!documents_.workspace_of(uri)) continue;
    const Value found = ask("symbols", uri, {{"query", Value::string(text_of(params, "query"))}});
    for (const Value& symbol : found.as_list()) {
      const Value place = location(uri, map_of(symbol.as_map(), "location"));
      Budget budget;
      const std::string key = text_of(symbol.as_map(), "name") + write_json(place, budget);
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
      seen.push_back(key);
      all.push_back(Value::map({{"name", *symbol.as_map().find("name")},
                                {"kind", Value::integer(symbol_kind_number(text_of(symbol.as_map(), "kind")))},
                                {"location", place}}));
    }
  }
  return Value::list(std::move(all));
}

Value Server::semantic_tokens(const Map& params) {
  const Value answer = ask("tokens", uri_of(params), file(params));
  return tokens_.full(uri_of(params), *answer.as_map().find("data"));
}

Value Server::semantic_tokens_delta(const Map& params) {
  const Value answer = ask("tokens", uri_of(params), file(params));
  return tokens_.delta(uri_of(params), text_of(params, "previousResultId"), *answer.as_map().find("data"));
}

Value Server::shown_values(const Map& params) {
  const std::string uri = uri_of(params);
  Map more = file(params);
  const Value* outcome = last_outcome(uri);
  if (outcome == nullptr) return Value::list();
  more.set("outcome", *outcome);
  const Value answer = ask("inlay", uri, std::move(more));
  const Map& range = map_of(params, "range");
  const std::int64_t first = number_of(map_of(range, "start"), "line").value_or(0);
  const std::int64_t last = number_of(map_of(range, "end"), "line").value_or(std::numeric_limits<std::int64_t>::max());
  List shown;
  for (const Value& hint : answer.as_list()) {
    const std::int64_t line = number_of(map_of(hint.as_map(), "position"), "line").value_or(0);
    if (line >= first && line <= last) shown.push_back(hint);
  }
  return Value::list(std::move(shown));
}

Value Server::inlay_hint(const Map& params) {
  const Value shown = shown_values(params);
  List hints;
  for (const Value& hint : shown.as_list()) {
    hints.push_back(Value::map({{"position", *hint.as_map().find("position")},
                                {"label", *hint.as_map().find("label")},
                                {"paddingLeft", Value::boolean(true)}}));
  }
  return Value::list(std::move(hints));
}

// The same as text at the end of a line, for editors that show values so.
Value Server::inline_value(const Map& params) {
  const Value shown = shown_values(params);
  List values;
  for (const Value& hint : shown.as_list()) {
    const Value& position = *hint.as_map().find("position");
    values.push_back(Value::map(
        {{"range", Value::map({{"start", position}, {"end", position}})}, {"text", *hint.as_map().find("label")}}));
  }
  return Value::list(std::move(values));
}

// What changes of a workspace are as an edit of the folder's settings; nothing where they cannot be made there.
std::optional<Value> Server::settings_edit(const std::string& uri, const Value& changes) {
  const std::string target = documents_.uri_of(uri, settings_name);
  const std::string before = documents_.settings_of(uri);
  if (before.empty() || !changes.is_list() || changes.as_list().size() != 1) return std::nullopt;
  const Map& change = changes.as_list()[0].as_map();
  const std::optional<Insertion> made = insert_setting(before, text_of(change, "path"), *change.find("value"));
  if (!made) return std::nullopt;
  const Value place = position_in(before, made->at);
  const Value edit =
      Value::map({{"range", Value::map({{"start", place}, {"end", place}})}, {"newText", Value::string(made->text)}});
  return Value::map({{"changes", Value::map({{target, Value::list({edit})}})}});
}

Value Server::code_action(const Map& params) {
  const std::string uri = uri_of(params);
  const Map& range = map_of(params, "range");
  Map place = map_of(range, "start");
  place.set("file", Value::string(documents_.name_of(uri)));
  Map more{{"at", Value::map(std::move(place))}};
  if (const Map& end = map_of(range, "end"); !end.empty()) more.set("to", Value::map(end));
  if (const Value* outcome = last_outcome(uri)) more.set("outcome", *outcome);
  const Value answer = ask("code_actions", uri, std::move(more));
  List actions;
  for (const Value& action : answer.as_list()) {
    if (const Value* changes = action.as_map().find("changes")) {
      if (std::optional<Value> edit = settings_edit(uri, *changes)) {
        actions.push_back(Value::map({{"title", *action.as_map().find("title")},
                                      {"kind", Value::string("quickfix")},
                                      {"edit", std::move(*edit)}}));
      }
      continue;
    }
    actions.push_back(Value::map({{"title", *action.as_map().find("title")},
                                  {"kind", Value::string("quickfix")},
                                  {"edit", workspace_edit(uri, *action.as_map().find("edits"))}}));
  }
  return Value::list(std::move(actions));
}

Value Server::code_lens(const Map& params) {
  const std::string uri = uri_of(params);
  workspace(uri);
  const Value start = Value::map({{"line", Value::integer(0)}, {"character", Value::integer(0)}});
  List lenses;
  const auto add = [&](std::string_view title, std::string_view command) {
    lenses.push_back(Value::map({{"range", Value::map({{"start", start}, {"end", start}})},
                                 {"command", Value::map({{"title", Value::string(title)},
                                                         {"command", Value::string(command)},
                                                         {"arguments", Value::list({Value::string(uri)})}})}}));
  };
  add("Evaluate", evaluate_name);
  if (!settings_.site.empty()) add("Open in Evalground", share_name);
  return Value::list(std::move(lenses));
}

Value Server::formatting(const Map& params) {
  const std::string uri = uri_of(params);
  const OpenDocument* document = documents_.find(uri);
  if (document == nullptr) throw Refusal{Rpc::invalid_params, "The document is not open."};
  const Value answer = ask("format", uri, file(params));
  const std::string text = text_of(answer.as_map(), "text");
  if (text == document->text) return Value::list();
  const auto lines = static_cast<std::int64_t>(std::count(document->text.begin(), document->text.end(), '\n'));
  const Value range =
      Value::map({{"start", Value::map({{"line", Value::integer(0)}, {"character", Value::integer(0)}})},
                  {"end", Value::map({{"line", Value::integer(lines + 1)}, {"character", Value::integer(0)}})}});
  return Value::list({Value::map({{"range", range}, {"newText", Value::string(text)}})});
}

}  // namespace evalground::cli
