#include "cli/lsp/lsp.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cli/lsp/open_documents.hpp"
#include "cli/lsp/rpc.hpp"
#include "cli/lsp/shapes.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// A run on behalf of an editor ends soon, whatever it does.
constexpr std::string_view run_options = R"({"trace": true, "timeMs": 3000})";

Budget wide_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 1000});
}

std::string text_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

const Map& map_of(const Map& map, std::string_view key) {
  static const Map none;
  const Value* value = map.find(key);
  return value != nullptr && value->is_map() ? value->as_map() : none;
}

// A request that cannot be met, for the one who asked.
struct Refusal {
  std::int64_t code;
  std::string message;
};

class Server {
 public:
  explicit Server(Rpc& rpc) : rpc_(rpc) {}

  bool serve() {
    while (std::optional<Map> message = rpc_.next()) {
      const std::string method = text_of(*message, "method");
      if (method == "exit") return is_shut_down_;
      const Value* id = message->find("id");
      if (id != nullptr && !method.empty()) {
        request(*id, method, map_of(*message, "params"));
      } else if (!method.empty()) {
        // Nobody waits for an answer: what cannot be done is left out.
        try {
          notice(method, map_of(*message, "params"));
        } catch (const Refusal&) {
        } catch (const std::exception&) {
        }
      }
      // Problems are found by a run: while more is typed there is none.
      if (!unpublished_.empty() && !rpc_.has_next()) publish_all();
    }
    return is_shut_down_;
  }

 private:
  using Handler = Value (Server::*)(const Map&);
  struct Method {
    std::string_view name;
    Handler handler;
  };

  void request(const Value& id, std::string_view method, const Map& params) {
    if (rpc_.is_cancelled(id)) return rpc_.fail(id, Rpc::request_cancelled, "The request was taken back.");
    static constexpr Method methods[] = {
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shutdown},
        {"textDocument/completion", &Server::completion},
        {"completionItem/resolve", &Server::resolve},
        {"textDocument/hover", &Server::hover},
        {"textDocument/signatureHelp", &Server::signature_help},
        {"textDocument/definition", &Server::definition},
        {"textDocument/references", &Server::references},
        {"textDocument/prepareRename", &Server::prepare_rename},
        {"textDocument/rename", &Server::rename},
        {"textDocument/documentSymbol", &Server::document_symbol},
        {"workspace/symbol", &Server::workspace_symbol},
        {"textDocument/semanticTokens/full", &Server::semantic_tokens},
        {"textDocument/inlayHint", &Server::inlay_hint},
        {"textDocument/codeAction", &Server::code_action},
        {"textDocument/codeLens", &Server::code_lens},
        {"textDocument/formatting", &Server::formatting},
        {"textDocument/diagnostic", &Server::diagnostic},
        {"workspace/executeCommand", &Server::execute_command},
    };
    for (const Method& one : methods) {
      if (one.name != method) continue;
      try {
        return rpc_.answer(id, (this->*one.handler)(params));
      } catch (const Refusal& refusal) {
        return rpc_.fail(id, refusal.code, refusal.message);
      } catch (const std::exception& error) {
        return rpc_.fail(id, Rpc::internal_error, error.what());
      }
    }
    rpc_.fail(id, Rpc::method_not_found, "There is no method " + std::string(method) + ".");
  }

  void notice(std::string_view method, const Map& params) {
    const Map& document = map_of(params, "textDocument");
    const std::string uri = text_of(document, "uri");
    if (method == "textDocument/didOpen") {
      const Value* version = document.find("version");
      documents_.open(uri, {text_of(document, "text"),
                            version != nullptr && version->kind() == Kind::integer ? version->as_integer() : 0,
                            text_of(document, "languageId")});
      unpublished_.insert(uri);
    } else if (method == "textDocument/didChange") {
      const Value* changes = params.find("contentChanges");
      const Value* version = document.find("version");
      if (changes == nullptr || !changes->is_list()) return;
      for (const Value& change : changes->as_list()) {
        if (!change.is_map()) continue;
        documents_.change(uri, change.as_map(),
                          version != nullptr && version->kind() == Kind::integer ? version->as_integer() : 0);
      }
      runs_.clear();
      unpublished_.insert(uri);
    } else if (method == "textDocument/didSave") {
      documents_.forget_files();
      unpublished_.insert(uri);
    } else if (method == "textDocument/didClose") {
      documents_.close(uri);
      unpublished_.erase(uri);
      runs_.clear();
      rpc_.notify("textDocument/publishDiagnostics", {{"uri", Value::string(uri)}, {"diagnostics", Value::list()}});
    } else if (method == "workspace/didChangeWatchedFiles") {
      documents_.forget_files();
      runs_.clear();
      for (const auto& [open, content] : documents_.all()) unpublished_.insert(open);
    } else if (method == "workspace/didChangeWorkspaceFolders") {
      const Map& event = map_of(params, "event");
      for (const std::string_view key : {"removed", "added"}) {
        const Value* folders = event.find(key);
        if (folders == nullptr || !folders->is_list()) continue;
        for (const Value& folder : folders->as_list()) {
          if (!folder.is_map()) continue;
          const std::string path = path_of_uri(text_of(folder.as_map(), "uri"));
          if (key == "added") {
            documents_.add_folder(path);
          } else {
            documents_.remove_folder(path);
          }
        }
      }
    }
  }

  Value initialize(const Map& params) {
    const Value* folders = params.find("workspaceFolders");
    if (folders != nullptr && folders->is_list()) {
      for (const Value& folder : folders->as_list()) {
        if (folder.is_map()) documents_.add_folder(path_of_uri(text_of(folder.as_map(), "uri")));
      }
    } else if (const std::string root = text_of(params, "rootUri"); !root.empty()) {
      documents_.add_folder(path_of_uri(root));
    }
    const Map& text = map_of(map_of(params, "capabilities"), "textDocument");
    // An editor that asks for diagnostics is not sent them.
    pulls_ = text.contains("diagnostic");
    has_snippets_ = false;
    const Value* snippets = map_of(map_of(text, "completion"), "completionItem").find("snippetSupport");
    has_snippets_ = snippets != nullptr && snippets->kind() == Kind::boolean && snippets->as_boolean();
    return Value::map(
        {{"capabilities", server_capabilities()},
         {"serverInfo", Value::map({{"name", Value::string("evalground")}, {"version", Value::string(version())}})}});
  }

  Value shutdown(const Map&) {
    is_shut_down_ = true;
    return Value::null();
  }

  Map workspace(const std::string& uri) {
    std::optional<Map> found = documents_.workspace_of(uri);
    if (!found) throw Refusal{Rpc::request_failed, "This text is in no language that Evalground knows."};
    return std::move(*found);
  }

  // The answer's value to a request about a document; `more` are further keys.
  Value ask(std::string_view what, const std::string& uri, Map more) {
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

  static std::string first_message(const Map& answer) {
    const Value* diagnostics = answer.find("diagnostics");
    if (diagnostics != nullptr && diagnostics->is_list() && !diagnostics->as_list().empty()) {
      return text_of(diagnostics->as_list()[0].as_map(), "message");
    }
    return "The request cannot be met.";
  }

  std::string uri_of(const Map& params) { return text_of(map_of(params, "textDocument"), "uri"); }

  Map at(const Map& params) {
    Map place = map_of(params, "position");
    place.set("file", Value::string(documents_.name_of(uri_of(params))));
    return {{"at", Value::map(std::move(place))}};
  }
  Map file(const Map& params) { return {{"file", Value::string(documents_.name_of(uri_of(params)))}}; }

  Value location(const std::string& uri, const Map& range) {
    return Value::map(
        {{"uri", Value::string(documents_.uri_of(uri, text_of(range, "file")))}, {"range", *range.find("range")}});
  }

  Value locations(const std::string& uri, const Value& ranges) {
    List list;
    for (const Value& range : ranges.as_list()) list.push_back(location(uri, range.as_map()));
    return Value::list(std::move(list));
  }

  Value workspace_edit(const std::string& uri, const Value& edits) {
    Map changes;
    for (const Value& edit : edits.as_list()) {
      const std::string target = documents_.uri_of(uri, text_of(edit.as_map(), "file"));
      List list = changes.contains(target) ? changes.find(target)->as_list() : List();
      list.push_back(
          Value::map({{"range", *edit.as_map().find("range")}, {"newText", *edit.as_map().find("newText")}}));
      changes.set(target, Value::list(std::move(list)));
    }
    return Value::map({{"changes", Value::map(std::move(changes))}});
  }

  Value completion(const Map& params) {
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

  Value resolve(const Map& item) {
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

  Value hover(const Map& params) {
    const std::string uri = uri_of(params);
    Map more = at(params);
    if (const Value* outcome = last_outcome(uri)) more.set("outcome", *outcome);
    const Value answer = ask("hover", uri, std::move(more));
    if (!answer.is_map()) return Value::null();
    return Value::map(
        {{"contents", markdown(text_of(answer.as_map(), "contents"))}, {"range", *answer.as_map().find("range")}});
  }

  Value signature_help(const Map& params) { return ask("signature", uri_of(params), at(params)); }

  Value definition(const Map& params) {
    return locations(uri_of(params), ask("definition", uri_of(params), at(params)));
  }

  Value references(const Map& params) {
    Map more = at(params);
    const Value* with = map_of(params, "context").find("includeDeclaration");
    if (with != nullptr) more.set("includeDeclaration", *with);
    return locations(uri_of(params), ask("references", uri_of(params), std::move(more)));
  }

  Value prepare_rename(const Map& params) {
    const Value answer = ask("rename", uri_of(params), at(params));
    return Value::map(
        {{"range", *answer.as_map().find("range")}, {"placeholder", *answer.as_map().find("placeholder")}});
  }

  Value rename(const Map& params) {
    Map more = at(params);
    more.set("newName", Value::string(text_of(params, "newName")));
    return workspace_edit(uri_of(params), *ask("rename", uri_of(params), std::move(more)).as_map().find("edits"));
  }

  Value document_symbol(const Map& params) { return document_symbols(ask("symbols", uri_of(params), file(params))); }

  Value workspace_symbol(const Map& params) {
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

  Value semantic_tokens(const Map& params) {
    const Value answer = ask("tokens", uri_of(params), file(params));
    return Value::map({{"data", *answer.as_map().find("data")}});
  }

  Value inlay_hint(const Map& params) {
    const std::string uri = uri_of(params);
    Map more = file(params);
    const Value* outcome = last_outcome(uri);
    if (outcome == nullptr) return Value::list();
    more.set("outcome", *outcome);
    const Value answer = ask("inlay", uri, std::move(more));
    List hints;
    for (const Value& hint : answer.as_list()) {
      hints.push_back(Value::map({{"position", *hint.as_map().find("position")},
                                  {"label", *hint.as_map().find("label")},
                                  {"paddingLeft", Value::boolean(true)}}));
    }
    return Value::list(std::move(hints));
  }

  Value code_action(const Map& params) {
    const std::string uri = uri_of(params);
    const Map& range = map_of(params, "range");
    Map place = map_of(range, "start");
    place.set("file", Value::string(documents_.name_of(uri)));
    Map more{{"at", Value::map(std::move(place))}};
    if (const Value* outcome = last_outcome(uri)) more.set("outcome", *outcome);
    const Value answer = ask("code_actions", uri, std::move(more));
    List actions;
    for (const Value& action : answer.as_list()) {
      actions.push_back(Value::map({{"title", *action.as_map().find("title")},
                                    {"kind", Value::string("quickfix")},
                                    {"edit", workspace_edit(uri, *action.as_map().find("edits"))}}));
    }
    return Value::list(std::move(actions));
  }

  Value code_lens(const Map& params) {
    const std::string uri = uri_of(params);
    workspace(uri);
    const Value start = Value::map({{"line", Value::integer(0)}, {"character", Value::integer(0)}});
    const Value command = Value::map({{"title", Value::string("Evaluate")},
                                      {"command", Value::string("evalground.evaluate")},
                                      {"arguments", Value::list({Value::string(uri)})}});
    return Value::list({Value::map({{"range", Value::map({{"start", start}, {"end", start}})}, {"command", command}})});
  }

  Value formatting(const Map& params) {
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

  Value diagnostic(const Map& params) {
    return Value::map({{"kind", Value::string("full")}, {"items", problems(uri_of(params))}});
  }

  void publish_all() {
    const std::set<std::string> all = std::exchange(unpublished_, {});
    for (const std::string& uri : all) {
      try {
        publish(uri);
      } catch (const Refusal&) {
      } catch (const std::exception&) {
      }
    }
  }

  void publish(const std::string& uri) {
    const OpenDocument* document = documents_.find(uri);
    if (pulls_ || document == nullptr || !documents_.workspace_of(uri)) return;
    rpc_.notify(
        "textDocument/publishDiagnostics",
        {{"uri", Value::string(uri)}, {"version", Value::integer(document->version)}, {"diagnostics", problems(uri)}});
  }

  // Those of a run, which finds more than a check, and the hints.
  Value problems(const std::string& uri) {
    List list;
    const std::string name = documents_.name_of(uri);
    const auto add = [&](const Value& all) {
      if (!all.is_list()) return;
      for (const Value& one : all.as_list()) {
        const Map& span = map_of(one.as_map(), "span");
        if (text_of(span, "file") == name) list.push_back(lsp_diagnostic(one.as_map(), documents_.find(uri)->text));
      }
    };
    if (documents_.find(uri) == nullptr) return Value::list();
    if (const Value* outcome = last_outcome(uri)) {
      if (const Value* all = outcome->as_map().find("diagnostics")) add(*all);
    }
    add(ask("hints", uri, {}));
    return Value::list(std::move(list));
  }

  // The outcome of the document's workspace as it is now; null where it has none.
  const Value* last_outcome(const std::string& uri) {
    const auto found = runs_.find(uri);
    if (found != runs_.end()) return &found->second;
    const std::optional<Map> workspace = documents_.workspace_of(uri);
    if (!workspace) return nullptr;
    Budget budget = wide_budget();
    ClosedHost host;
    const std::string outcome = evaluate(write_json(Value::map(*workspace), budget), run_options, host);
    return &(runs_[uri] = parse_json(outcome, budget));
  }

  Value execute_command(const Map& params) {
    const Value* arguments = params.find("arguments");
    if (text_of(params, "command") != "evalground.evaluate" || arguments == nullptr || !arguments->is_list() ||
        arguments->as_list().empty() || !arguments->as_list()[0].is_string()) {
      throw Refusal{Rpc::invalid_params, "There is the command evalground.evaluate, which takes the URI of a text."};
    }
    const std::string uri(arguments->as_list()[0].as_string());
    runs_.erase(uri);
    const Value* outcome = last_outcome(uri);
    if (outcome == nullptr) throw Refusal{Rpc::request_failed, "This text is in no language that Evalground knows."};
    Map shown;
    for (const std::string_view key : {"ok", "value", "text", "outputs", "reports", "diagnostics"}) {
      if (const Value* part = outcome->as_map().find(key)) shown.set(key, *part);
    }
    return Value::map(std::move(shown));
  }

  Rpc& rpc_;
  OpenDocuments documents_;
  std::map<std::string, Value> runs_;  // outcomes, until a text changes
  std::set<std::string> unpublished_;  // texts whose problems the editor has not been told
  bool pulls_ = false;
  bool has_snippets_ = false;
  bool is_shut_down_ = false;
};

}  // namespace

bool serve_editor(Rpc& rpc) {
  return Server(rpc).serve();
}

}  // namespace evalground::cli
