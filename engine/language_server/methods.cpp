// The requests about documents: a table of the question that each asks of the engine's language services, and the shape
// of the answer.
#include <algorithm>
#include <limits>

#include "base/generous_budget.hpp"
#include "base/text/path.hpp"
#include "engine.hpp"
#include "language_server/certain.hpp"
#include "language_server/joined_files.hpp"
#include "language_server/message.hpp"
#include "language_server/places.hpp"
#include "language_server/plugin_places.hpp"
#include "language_server/server.hpp"
#include "language_server/shapes.hpp"
#include "value/json.hpp"
#include "workspaces/host_values.hpp"

namespace evalground::language_server {
namespace {

std::string first_message(const Map& answer) {
  const List& diagnostics = list_of(answer, "diagnostics");
  return diagnostics.empty() ? "The request cannot be answered." : text_of(diagnostics[0].as_map(), "message");
}

// Calls f with each {position, label} on the requested lines.
template <class F>
Value shown_values(const Map& params, const Value& hints, F f) {
  const Map& lines = map_of(params, "range");
  const std::int64_t first = integer_of(map_of(lines, "start"), "line");
  const std::int64_t last = integer_of(map_of(lines, "end"), "line", std::numeric_limits<std::int64_t>::max());
  List shown;
  for (const Value& hint : hints.as_list()) {
    const std::int64_t line = integer_of(map_of(hint.as_map(), "position"), "line");
    if (line >= first && line <= last) {
      shown.push_back(f(*hint.as_map().find("position"), *hint.as_map().find("label")));
    }
  }
  return Value::list(std::move(shown));
}

}  // namespace

// One row per request: its name in the protocol, the engine's service, the function that adds the question's keys (a
// position, a range, a new name), and the one that gives the answer its shape in the protocol.
// A new request of this kind is one row: question and answer are plain functions, and errors are handled in one place.
const std::vector<LanguageServer::Method>& LanguageServer::methods() {
  using S = LanguageServer;
  static const std::vector<Method> all = {
      {"textDocument/completion", "complete", &S::at, &S::completion_list},
      {"completionItem/resolve", "complete", &S::at_label, &S::resolved_item},
      {"textDocument/hover", "hover", &S::at_with_value, &S::hover},
      {"textDocument/signatureHelp", "signature", &S::at, &S::as_it_is},
      {"textDocument/definition", "definition", &S::at, &S::definitions},
      {"textDocument/references", "references", &S::at_reference, &S::locations},
      {"textDocument/documentHighlight", "references", &S::at, &S::highlights},
      {"textDocument/prepareRename", "rename", &S::at, &S::renamed_range},
      {"textDocument/rename", "rename", &S::at_new_name, &S::renaming},
      {"textDocument/documentSymbol", "symbols", &S::file, &S::symbol_tree},
      {"textDocument/semanticTokens/full", "tokens", &S::file, &S::all_tokens},
      {"textDocument/semanticTokens/full/delta", "tokens", &S::file, &S::changed_tokens},
      {"textDocument/inlayHint", "inlay", &S::file_with_values, &S::inlay_hints},
      {"textDocument/inlineValue", "inlay", &S::file_with_values, &S::inline_values},
      {"textDocument/codeAction", "code_actions", &S::in_range, &S::actions},
      {"textDocument/formatting", "format", &S::file, &S::formatting},
  };
  return all;
}

const std::vector<LanguageServer::Handled>& LanguageServer::handled() {
  using S = LanguageServer;
  static const std::vector<Handled> all = {
      {"initialize", &S::initialize},
      {"shutdown", &S::shutdown},
      {"workspace/symbol", &S::workspace_symbols},
      {"textDocument/codeLens", &S::code_lenses},
      {"textDocument/foldingRange", &S::folding_ranges},
      {"textDocument/selectionRange", &S::selection_ranges},
      {"textDocument/documentLink", &S::document_links},
      {"textDocument/diagnostic", &S::diagnostic},
      {"workspace/executeCommand", &S::execute_command},
      {"evalground/claim", &S::claim},
  };
  return all;
}

Map LanguageServer::workspace(const std::string& uri, OpenDocuments::Extent extent) {
  if (documents_.find(uri) == nullptr) throw Refusal{invalid_params, "The document is not open."};
  std::optional<Map> found = documents_.workspace_of(uri, extent);
  if (!found) throw NoLanguage{{request_failed, "This text is in no language that Evalground knows."}};
  return std::move(*found);
}

// The workspace of a document that is open, for the play that a line of a playbook is in.
Map LanguageServer::workspace_at(const std::string& uri, std::int64_t line) {
  std::optional<Map> found = documents_.workspace_at(uri, line);
  return found ? *std::move(found) : workspace(uri);
}

// The language services answer as for the page, but the workspace and the outcome go in as values: as JSON, they would
// take longer than the question. A failed answer becomes an error of this request, and the server goes on.
Value LanguageServer::ask(std::string_view what, const std::string& uri, Map more) {
  Budget budget = generous_budget();
  more.set("ask", Value::string(what));
  constexpr std::string_view far[] = {"definition", "references", "rename", "symbols"};
  const bool is_far = std::find(std::begin(far), std::end(far), what) != std::end(far);
  more.set("workspace",
           Value::map(workspace(uri, is_far ? OpenDocuments::Extent::whole : OpenDocuments::Extent::near)));
  const Value answer = parse_json(assist(more), budget);
  const Map& map = answer.as_map();
  if (map.contains("ok") && !flag_of(map, "ok")) throw Refusal{request_failed, first_message(map)};
  const Value* value = map.find("value");
  return value == nullptr ? answer : *value;
}

// ---- keys of questions

std::optional<Map> LanguageServer::at(const Map& params) {
  Map place = map_of(params, "position");
  place.set("file", Value::string(documents_.name_of(uri_of(params))));
  return Map{{"at", Value::map(std::move(place))}};
}

std::optional<Map> LanguageServer::at_with_value(const Map& params) {
  std::optional<Map> keys = at(params);
  if (const Value* outcome = last_outcome(uri_of(params))) keys->set("outcome", *outcome);
  return keys;
}

// An editor sends an item back to have it completed. `data` was put there by completion_list(), and says where it was.
std::optional<Map> LanguageServer::at_label(const Map& item) {
  std::optional<Map> keys = at(map_of(item, "data"));
  keys->set("label", Value::string(text_of(item, "label")));
  return keys;
}

std::optional<Map> LanguageServer::at_reference(const Map& params) {
  std::optional<Map> keys = at(params);
  const Value* with = map_of(params, "context").find("includeDeclaration");
  if (with != nullptr) keys->set("includeDeclaration", *with);
  return keys;
}

std::optional<Map> LanguageServer::at_new_name(const Map& params) {
  std::optional<Map> keys = at(params);
  keys->set("newName", Value::string(text_of(params, "newName")));
  return keys;
}

std::optional<Map> LanguageServer::in_range(const Map& params) {
  const Map& range = map_of(params, "range");
  Map place = map_of(range, "start");
  place.set("file", Value::string(documents_.name_of(uri_of(params))));
  // With the name of the file, what is wrong in it without a run counts as well.
  const Value name = *place.find("file");
  Map keys{{"at", Value::map(std::move(place))}, {"file", name}};
  if (const Map& end = map_of(range, "end"); !end.empty()) keys.set("to", Value::map(end));
  if (const Value* outcome = last_outcome(uri_of(params))) keys.set("outcome", *outcome);
  return keys;
}

std::optional<Map> LanguageServer::file(const Map& params) {
  return Map{{"file", Value::string(documents_.name_of(uri_of(params)))}};
}

// Nothing before the first evaluation: values without one would all be missing.
std::optional<Map> LanguageServer::file_with_values(const Map& params) {
  const Claim* claim = documents_.claim_of(uri_of(params));
  if (claim != nullptr && claim->evaluates == Evaluates::host) return file(params);
  const Value* outcome = last_outcome(uri_of(params));
  if (outcome == nullptr) return std::nullopt;
  std::optional<Map> keys = file(params);
  keys->set("outcome", *outcome);
  return keys;
}

// ---- shapes of answers

Value LanguageServer::as_it_is(const Map&, const Value& answer) {
  return answer;
}

// Documentation beyond a summary is not in the list. The editor asks for that of one item, with `data`.
Value LanguageServer::completion_list(const Map& params, const Value& answer) {
  List items;
  for (const Value& item : answer.as_map().find("items")->as_list()) {
    Map shown = completion_item(item.as_map(), flag_of(editor_, "snippets"));
    shown.set("data", Value::map({{"textDocument", Value::map({{"uri", Value::string(uri_of(params))}})},
                                  {"position", Value::map(map_of(params, "position"))}}));
    items.push_back(Value::map(std::move(shown)));
  }
  return Value::map(
      {{"isIncomplete", *answer.as_map().find("isIncomplete")}, {"items", Value::list(std::move(items))}});
}

Value LanguageServer::resolved_item(const Map& item, const Value& answer) {
  Map shown = item;
  for (const Value& one : answer.as_map().find("items")->as_list()) {
    const std::string text = text_of(one.as_map(), "documentation");
    if (!text.empty()) shown.set("documentation", markdown(text));
  }
  return Value::map(std::move(shown));
}

// A variable of an Ansible repository is shown with its value for the chosen host.
Value LanguageServer::hover(const Map& params, const Value& answer) {
  if (!answer.is_map()) return Value::null();
  std::string contents = text_of(answer.as_map(), "contents");
  const std::string uri = uri_of(params);
  const Map& symbol = map_of(answer.as_map(), "symbol");
  if (text_of(symbol, "kind") == "variable" && text_of(symbol, "scope").empty() && !documents_.hosts(uri).empty()) {
    const std::string name = text_of(symbol, "name");
    const Map own = workspace_at(uri, integer_of(map_of(params, "position"), "line"));
    const Map values = host_values(own, {name});
    if (const Map& variable = map_of(values, name); !variable.empty()) {
      contents +=
          (contents.empty() ? "" : "\n\n") + described_variable(text_of(map_of(own, "options"), "host"), variable);
    }
  }
  return Value::map({{"contents", markdown(contents)}, {"range", *answer.as_map().find("range")}});
}

Value LanguageServer::location(const std::string& uri, const Map& range) {
  return Value::map(
      {{"uri", Value::string(documents_.uri_of(uri, text_of(range, "file")))}, {"range", *range.find("range")}});
}

// Without places in ensembles that have nothing to do with this one. In the other languages a name has the file in its
// scope, or is one name in all files.
List LanguageServer::joined(const std::string& uri, const Value& places) {
  const std::string own = documents_.name_of(uri);
  const auto is_own = [&](const Value& place) { return text_of(place.as_map(), "file") == own; };
  const List& all = places.as_list();
  if (std::all_of(all.begin(), all.end(), is_own)) return all;
  const Map whole = workspace(uri, OpenDocuments::Extent::whole);
  if (text_of(whole, "dialect") != "unfurl") return all;
  const std::set<std::string> files = joined_files(own, map_of(whole, "files"));
  List kept;
  for (const Value& place : all) {
    if (files.contains(text_of(place.as_map(), "file"))) kept.push_back(place);
  }
  return kept;
}

Value LanguageServer::locations(const Map& params, const Value& ranges) {
  List list;
  for (const Value& range : joined(uri_of(params), ranges)) list.push_back(location(uri_of(params), range.as_map()));
  return Value::list(std::move(list));
}

// A name that no document defines may be that of a plugin in the repository.
Value LanguageServer::definitions(const Map& params, const Value& ranges) {
  Value found = locations(params, ranges);
  const std::string uri = uri_of(params);
  const Claim* claim = documents_.claim_of(uri);
  if (!found.as_list().empty() || claim == nullptr || !claim->options.contains("flavor")) return found;
  const std::string& text = documents_.find(uri)->text;
  const Map& programs = documents_.programs(uri);
  const auto plugin = plugin_at(text, byte_at(text, map_of(params, "position")), programs);
  if (!plugin) return found;
  const std::string_view program = programs.find(plugin->file)->as_string();
  return Value::list(
      {Value::map({{"uri", Value::string(documents_.uri_of_program(uri, plugin->file))},
                   {"range", range(position_in(program, plugin->begin), position_in(program, plugin->end))}})});
}

// Those in the document itself: a definition is where a name is written (3), any other is where it is read (2).
Value LanguageServer::highlights(const Map& params, const Value& ranges) {
  const std::string name = documents_.name_of(uri_of(params));
  List list;
  for (const Value& one : ranges.as_list()) {
    const Map& range = one.as_map();
    if (text_of(range, "file") != name) continue;
    list.push_back(
        Value::map({{"range", *range.find("range")}, {"kind", Value::integer(flag_of(range, "defines") ? 3 : 2)}}));
  }
  return Value::list(std::move(list));
}

Value LanguageServer::renamed_range(const Map&, const Value& answer) {
  return Value::map({{"range", *answer.as_map().find("range")}, {"placeholder", *answer.as_map().find("placeholder")}});
}

Value LanguageServer::renaming(const Map& params, const Value& answer) {
  return workspace_edit(uri_of(params), Value::list(joined(uri_of(params), *answer.as_map().find("edits"))));
}

Value LanguageServer::workspace_edit(const std::string& uri, const Value& edits) {
  Map changes;
  for (const Value& edit : edits.as_list()) {
    const std::string target = documents_.uri_of(uri, text_of(edit.as_map(), "file"));
    List list = list_of(changes, target);
    list.push_back(Value::map({{"range", *edit.as_map().find("range")}, {"newText", *edit.as_map().find("newText")}}));
    changes.set(target, Value::list(std::move(list)));
  }
  return edit_of(changes);
}

// An edit of texts: a list of {range, newText} by URI. With the version that it is for, an editor does not apply it to
// a document that has changed in the meantime.
Value LanguageServer::edit_of(const Map& edits) const {
  if (!flag_of(editor_, "versions")) return Value::map({{"changes", Value::map(edits)}});
  List documents;
  for (const auto& [uri, list] : edits) {
    const OpenDocument* open = documents_.find(std::string(uri.as_string()));
    const Value version = open == nullptr ? Value::null() : Value::integer(open->version);
    const Value document = Value::map({{"uri", uri}, {"version", version}});
    documents.push_back(Value::map({{"textDocument", document}, {"edits", list}}));
  }
  return Value::map({{"documentChanges", Value::list(std::move(documents))}});
}

Value LanguageServer::symbol_tree(const Map&, const Value& symbols) {
  return document_symbols(symbols);
}

Value LanguageServer::all_tokens(const Map& params, const Value& answer) {
  return tokens_.full(uri_of(params), *answer.as_map().find("data"));
}

Value LanguageServer::changed_tokens(const Map& params, const Value& answer) {
  return tokens_.delta(uri_of(params), text_of(params, "previousResultId"), *answer.as_map().find("data"));
}

// In an Ansible repository: what a variable of a file is for the chosen host, where the file itself does not say it.
Value LanguageServer::with_host_values(const Map& params, const Value& hints) {
  const std::string uri = uri_of(params);
  const Claim* claim = documents_.claim_of(uri);
  if (claim == nullptr || claim->evaluates != Evaluates::host || documents_.hosts(uri).empty()) return hints;
  const Value symbols = ask("symbols", uri, *file(params));
  // By the play: in a playbook, each may be for other hosts.
  struct PlayOfLines {
    std::int64_t line;  // one of them
    std::vector<std::string> names;
    Map values = {};
  };
  std::map<std::string, PlayOfLines> plays;
  const auto play_of = [&](const Value& symbol) -> PlayOfLines& {
    const std::int64_t line = integer_of(map_of(map_of(symbol.as_map(), "selectionRange"), "start"), "line");
    return plays.try_emplace(documents_.play_at(uri, line), PlayOfLines{line, {}}).first->second;
  };
  for (const Value& symbol : symbols.as_list()) {
    if (text_of(symbol.as_map(), "is") != "variable") continue;
    play_of(symbol).names.push_back(text_of(symbol.as_map(), "name"));
  }
  for (auto& [name, play] : plays) play.values = host_values(workspace_at(uri, play.line), play.names);
  List all = hints.as_list();
  for (const Value& symbol : symbols.as_list()) {
    const Map& variable = map_of(play_of(symbol).values, text_of(symbol.as_map(), "name"));
    // What a playbook says always wins over defaults: then it is a parameter, which only its role sees.
    const bool is_in_playbook = text_of(claim->options, "play") == documents_.name_of(uri);
    if (is_in_playbook && text_of(variable, "level") == "role_defaults") continue;
    const std::string label = variable.empty() ? std::string() : remark_on_variable(documents_.name_of(uri), variable);
    if (label.empty()) continue;
    // At the end of the line that has the name.
    const Value& key = *map_of(symbol.as_map(), "selectionRange").find("end");
    const Value& end = *map_of(map_of(symbol.as_map(), "location"), "range").find("end");
    const bool is_one_line = integer_of(key.as_map(), "line") == integer_of(end.as_map(), "line");
    all.push_back(Value::map({{"position", is_one_line ? end : key}, {"label", Value::string(label)}}));
  }
  return Value::list(std::move(all));
}

Value LanguageServer::inlay_hints(const Map& params, const Value& known) {
  const Value hints = with_host_values(params, known);
  remember_hints(uri_of(params), hints);
  return shown_values(params, hints, [](const Value& place, const Value& label) {
    return Value::map({{"position", place}, {"label", label}, {"paddingLeft", Value::boolean(true)}});
  });
}

// The values as text at the end of a line, for editors that show them there.
Value LanguageServer::inline_values(const Map& params, const Value& known) {
  const Value hints = with_host_values(params, known);
  return shown_values(params, hints, [](const Value& place, const Value& label) {
    return Value::map({{"range", range(place, place)}, {"text", label}});
  });
}

// An edit that creates a file.
Value LanguageServer::creation(const std::string& uri, std::string_view text) {
  const Value start = position(0, 0);
  const Value edit = Value::map({{"range", range(start, start)}, {"newText", Value::string(text)}});
  const Value document = Value::map({{"uri", Value::string(uri)}, {"version", Value::null()}});
  return Value::map({{"documentChanges",
                      Value::list({Value::map({{"kind", Value::string("create")},
                                               {"uri", Value::string(uri)},
                                               {"options", Value::map({{"ignoreIfExists", Value::boolean(true)}})}}),
                                   Value::map({{"textDocument", document}, {"edits", Value::list({edit})}})})}});
}

// Some quick fixes change the workspace, such as setting a variable.
std::optional<Value> LanguageServer::settings_edit(const std::string& uri, const Value& changes) {
  if (!changes.is_list() || changes.as_list().size() != 1) return std::nullopt;
  const Map& change = changes.as_list()[0].as_map();
  return edit_of_workspace(uri, text_of(change, "path"), *change.find("value"));
}

// A query without data: the file that would have it.
std::optional<Value> LanguageServer::data_file_action(const std::string& uri) {
  const Claim* claim = documents_.claim_of(uri);
  const bool may_lack_data = claim != nullptr && claim->dialect == "yaql" && flag_of(editor_, "creates");
  if (!may_lack_data || workspace(uri).contains("data")) return std::nullopt;
  const Value* outcome = last_outcome(uri);
  if (outcome == nullptr) return std::nullopt;
  const List& problems = list_of(outcome->as_map(), "diagnostics");
  const bool lacks_data = std::any_of(problems.begin(), problems.end(),
                                      [](const Value& one) { return is_about_missing_data(one.as_map()); });
  if (!lacks_data) return std::nullopt;
  const std::string name = documents_.name_of(uri);
  const std::string path = name.substr(0, name.size() - path_extension(name).size()) + ".json";
  return Value::map({{"title", Value::string("Create \"" + path + "\" for the data")},
                     {"kind", Value::string("quickfix")},
                     {"edit", creation(documents_.uri_of(uri, path), "{}\n")}});
}

Value LanguageServer::actions(const Map& params, const Value& answer) {
  List actions;
  for (const Value& action : answer.as_list()) {
    const Value* changes = action.as_map().find("changes");
    const List& edits = list_of(action.as_map(), "edits");
    // An option of the workspace is in no file.
    const bool is_in_files = !edits.empty() && std::none_of(edits.begin(), edits.end(), [](const Value& one) {
      return text_of(one.as_map(), "file").starts_with('<');
    });
    if (changes == nullptr && !is_in_files) continue;
    const std::optional<Value> edit = changes != nullptr ? settings_edit(uri_of(params), *changes)
                                                         : workspace_edit(uri_of(params), Value::list(edits));
    if (!edit) continue;
    actions.push_back(
        Value::map({{"title", *action.as_map().find("title")}, {"kind", Value::string("quickfix")}, {"edit", *edit}}));
  }
  if (std::optional<Value> action = data_file_action(uri_of(params))) actions.push_back(*std::move(action));
  for (Value& action : explaining_actions(params)) actions.push_back(std::move(action));
  for (Value& action : changing_actions(params)) actions.push_back(std::move(action));
  return Value::list(std::move(actions));
}

// One edit for the whole document, or none when its layout is right already.
Value LanguageServer::formatting(const Map& params, const Value& answer) {
  const std::string text = text_of(answer.as_map(), "text");
  const std::string& before = documents_.find(uri_of(params))->text;
  if (text == before) return Value::list();
  const Value whole = range(position(0, 0), position(std::count(before.begin(), before.end(), '\n') + 1, 0));
  return Value::list({Value::map({{"range", whole}, {"newText", Value::string(text)}})});
}

// ---- other requests about documents

// Open documents may share a workspace, so the same symbol is found several times, and shown once.
Value LanguageServer::workspace_symbols(const Map& params) {
  List all;
  std::vector<std::string> seen;
  for (const auto& [uri, document] : documents_.all()) {
    if (!documents_.is_served(uri)) continue;
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

Value LanguageServer::code_lenses(const Map& params) {
  const std::string uri = uri_of(params);
  if (!documents_.is_served(uri)) return Value::null();
  const Value start = position(0, 0);
  List lenses;
  const auto add = [&](std::string_view title, std::string_view command) {
    lenses.push_back(Value::map({{"range", range(start, start)},
                                 {"command", Value::map({{"title", Value::string(title)},
                                                         {"command", Value::string(command)},
                                                         {"arguments", Value::list({Value::string(uri)})}})}}));
  };
  const Claim* claim = documents_.claim_of(uri);
  if (claim == nullptr || claim->evaluates == Evaluates::document) add("Evaluate", evaluate_name);
  if (const std::string host = documents_.host_of(uri); !host.empty()) add("Host: " + host, choose_host_name);
  if (!site_.empty()) add("Open in Evalground", share_name);
  return Value::list(std::move(lenses));
}

}  // namespace evalground::language_server
