// The language server's messages: it reads one, and sends any number of others through its host. It has no input and
// output of its own (docs/decisions/017-one-language-server.md), so the command, the package and the tests can all run
// it.
//
// session() gives as JSON what another server needs to go on, and the constructor takes it. Open documents, tokens and
// the editor's abilities are in it; results of evaluations are not, and are made again.
#include "language_server/server.hpp"

#include <algorithm>
#include <utility>

#include "engine.hpp"
#include "language_server/message.hpp"
#include "language_server/shapes.hpp"

namespace evalground::language_server {
namespace {

bool has_text(const List& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(), [&](const Value& one) { return one.is_text(text); });
}

// What the editor supports, as flags. An editor that requests diagnostics (`pulls`) is not sent any.
Map abilities(const Map& capabilities) {
  const Map& text = map_of(capabilities, "textDocument");
  const Map& workspace = map_of(capabilities, "workspace");
  const Map& window = map_of(capabilities, "window");
  const auto flag = [](const Map& map, std::string_view key) { return Value::boolean(flag_of(map, key)); };
  // Neovim knows `documentChanges`, in which files are created and edits have versions, without saying so.
  const List& operations = list_of(map_of(workspace, "workspaceEdit"), "resourceOperations");
  // Commands of the editor that the server may name, as other servers ask for them.
  const List& client_commands = list_of(map_of(map_of(capabilities, "experimental"), "commands"), "commands");
  return {{"pulls", Value::boolean(text.contains("diagnostic"))},
          {"snippets", flag(map_of(map_of(text, "completion"), "completionItem"), "snippetSupport")},
          {"watches", flag(map_of(workspace, "didChangeWatchedFiles"), "dynamicRegistration")},
          {"refreshes", flag(map_of(workspace, "diagnostics"), "refreshSupport")},
          {"refreshesHints", flag(map_of(workspace, "inlayHint"), "refreshSupport")},
          {"refreshesLenses", flag(map_of(workspace, "codeLens"), "refreshSupport")},
          {"creates", Value::boolean(has_text(operations, "create"))},
          {"versions",
           Value::boolean(flag_of(map_of(workspace, "workspaceEdit"), "documentChanges") || !operations.empty())},
          {"changesValues", Value::boolean(has_text(client_commands, change_value_name))},
          {"progress", flag(window, "workDoneProgress")},
          {"shows", flag(map_of(window, "showDocument"), "support")}};
}

// "yaml.ansible" -> "ansible": Vim names a language within another one by both.
std::string language_of(const Map& document) {
  const std::string id = text_of(document, "languageId");
  return id.substr(id.rfind('.') + 1);
}

std::string without_slash(std::string site) {
  while (site.ends_with('/')) site.pop_back();
  return site;
}

}  // namespace

LanguageServer::LanguageServer(EditorHost& host, const Map& session, std::string_view site)
    : host_(host),
      documents_(host, session),
      tokens_(map_of(session, "tokens")),
      next_token_(integer_of(session, "nextToken", 1)),
      next_id_(integer_of(session, "nextId", 1)),
      site_(without_slash(session.contains("site") ? text_of(session, "site") : std::string(site))),
      editor_(map_of(session, "editor")),
      is_initialized_(flag_of(session, "isInitialized")),
      is_shut_down_(flag_of(session, "isShutDown")) {
  for (const Value& uri : list_of(session, "unpublished")) unpublished_.emplace(uri.as_string());
  for (const Value& uri : list_of(session, "outdatedHints")) outdated_hints_.emplace(uri.as_string());
  for (const auto& [uri, sum] : map_of(session, "hints")) {
    hints_[std::string(uri.as_string())] = std::string(sum.as_string());
  }
  if (session.contains("askedProgress")) asked_progress_ = integer_of(session, "askedProgress");
  if (session.contains("askedHost")) asked_host_ = integer_of(session, "askedHost");
  asked_uri_ = text_of(session, "askedUri");
  named_uri_ = text_of(session, "namedUri");
  if (const Value* token = session.find("progressToken")) progress_token_ = *token;
}

Map LanguageServer::session() const {
  const auto list = [](const std::set<std::string>& uris) {
    List all;
    for (const std::string& uri : uris) all.push_back(Value::string(uri));
    return Value::list(std::move(all));
  };
  Map hints;
  for (const auto& [uri, sum] : hints_) hints.set(uri, Value::string(sum));
  Map session = documents_.session();
  session.set("tokens", Value::map(tokens_.session()));
  session.set("nextToken", Value::integer(next_token_));
  session.set("nextId", Value::integer(next_id_));
  session.set("site", Value::string(site_));
  session.set("editor", Value::map(editor_));
  session.set("isInitialized", Value::boolean(is_initialized_));
  session.set("isShutDown", Value::boolean(is_shut_down_));
  session.set("unpublished", list(unpublished_));
  session.set("outdatedHints", list(outdated_hints_));
  session.set("hints", Value::map(std::move(hints)));
  session.set("namedUri", Value::string(named_uri_));
  if (asked_progress_) session.set("askedProgress", Value::integer(*asked_progress_));
  if (asked_host_) {
    session.set("askedHost", Value::integer(*asked_host_));
    session.set("askedUri", Value::string(asked_uri_));
  }
  if (!progress_token_.is_undefined()) session.set("progressToken", progress_token_);
  return session;
}

// Three kinds of messages: with a method and an id a request, with a method only a notification, and with an id only
// the answer to a request of the server.
void LanguageServer::read(const Map& message) {
  const std::string method = text_of(message, "method");
  const Value* id = message.find("id");
  if (std::string named = uri_of(map_of(message, "params")); !named.empty()) named_uri_ = std::move(named);
  if (method.empty()) {
    if (id != nullptr) hear(*id, message);
  } else if (id != nullptr) {
    request(*id, method, map_of(message, "params"));
  } else {
    // A notification has no answer, so failures are ignored.
    try {
      notice(method, map_of(message, "params"));
    } catch (const Refusal&) {
    } catch (const std::exception&) {
    }
  }
}

void LanguageServer::request(const Value& id, std::string_view method, const Map& params) {
  request_ = id;
  const Value* token = params.find("workDoneToken");
  client_token_ = token == nullptr ? Value() : *token;
  try {
    if (host_.is_cancelled(id)) throw Refusal{request_cancelled, "The request was cancelled."};
    check_state(method);
    host_.send(answer_message(id, answer(method, params)));
  } catch (const Refusal& refusal) {
    host_.send(failure_message(id, refusal.code, refusal.message));
  } catch (const std::exception& error) {
    host_.send(failure_message(id, internal_error, error.what()));
  }
  request_ = client_token_ = Value();
}

// The protocol has an order: `initialize` once and first, and nothing after `shutdown`.
void LanguageServer::check_state(std::string_view method) const {
  const bool initializes = method == "initialize";
  if (!is_initialized_ && !initializes) {
    throw Refusal{not_initialized, "The request " + std::string(method) + " came before \"initialize\"."};
  }
  if (is_initialized_ && initializes) throw Refusal{invalid_request, "The server is initialized already."};
  if (is_shut_down_) {
    throw Refusal{invalid_request, "The request " + std::string(method) + " came after \"shutdown\"."};
  }
}

// A question of the table of methods, or one that has its own function. A question without keys has nothing to ask, and
// an empty list as its answer. A document in no language has null: an editor would show an error to its user.
Value LanguageServer::answer(std::string_view method, const Map& params) {
  if (!method.starts_with("textDocument/")) return answer_known(method, params);
  try {
    return answer_known(method, params);
  } catch (const NoLanguage&) {
    return Value::null();
  }
}

Value LanguageServer::answer_known(std::string_view method, const Map& params) {
  const auto is_asked = [&](const auto& one) { return one.name == method; };
  const auto question = std::find_if(methods().begin(), methods().end(), is_asked);
  if (question != methods().end()) {
    const std::string uri = uri_of(params);
    // Not even its keys are looked at, for which a run might be needed.
    if (documents_.find(uri) != nullptr && !documents_.is_served(uri)) return Value::null();
    std::optional<Map> keys = (this->*question->keys)(params);
    if (!keys) return Value::list();
    return (this->*question->shape)(params, ask(question->ask, uri, std::move(*keys)));
  }
  const auto other = std::find_if(handled().begin(), handled().end(), is_asked);
  if (other == handled().end()) {
    throw Refusal{method_not_found, "Unknown method " + std::string(method) + "."};
  }
  return (this->*other->handle)(params);
}

void LanguageServer::notify(std::string_view method, Map params) {
  host_.send({{"method", Value::string(method)}, {"params", Value::map(std::move(params))}});
}

std::int64_t LanguageServer::ask_editor(std::string_view method, Map params) {
  host_.send(
      {{"id", Value::integer(next_id_)}, {"method", Value::string(method)}, {"params", Value::map(std::move(params))}});
  return next_id_++;
}

// Every change makes all results outdated, since documents include each other. They are published again later
// (unpublished_).
void LanguageServer::notice(std::string_view method, const Map& params) {
  const Map& document = map_of(params, "textDocument");
  const std::string uri = text_of(document, "uri");
  const std::int64_t version = integer_of(document, "version");
  if (method == "initialized") {
    start();
  } else if (method == "textDocument/didOpen") {
    documents_.open(uri, {text_of(document, "text"), version, language_of(document)});
    forget_runs();
    unpublished_.insert(uri);
  } else if (method == "textDocument/didChange") {
    for (const Value& change : list_of(params, "contentChanges")) {
      if (change.is_map()) documents_.change(uri, change.as_map(), version);
    }
    forget_runs();
    unpublished_.insert(uri);
    outdate_hints(uri);
  } else if (method == "textDocument/didSave" || method == "workspace/didChangeWatchedFiles") {
    reread_files();
  } else if (method == "textDocument/didClose") {
    documents_.close(uri);
    unpublished_.erase(uri);
    hints_.erase(uri);
    outdated_hints_.erase(uri);
    tokens_.forget(uri);
    forget_runs();
    notify("textDocument/publishDiagnostics", {{"uri", Value::string(uri)}, {"diagnostics", Value::list()}});
  } else if (method == "workspace/didChangeWorkspaceFolders") {
    change_folders(map_of(params, "event"));
  } else if (method == "workspace/didChangeConfiguration") {
    take_settings(map_of(map_of(params, "settings"), "evalground"));
  }
}

// Handles the editor's answer to a request of the server.
void LanguageServer::hear(const Value& id, const Map& answer) {
  if (asked_host_ && id.kind() == Kind::integer && id.as_integer() == *asked_host_) {
    asked_host_.reset();
    const std::string host = text_of(map_of(answer, "result"), "title");
    if (!host.empty()) choose_host(asked_uri_, host);
    // Helix cannot ask its user.
    if (answer.contains("error")) choose_next_host(asked_uri_);
    return;
  }
  if (!asked_progress_ || id.kind() != Kind::integer || id.as_integer() != *asked_progress_) return;
  asked_progress_.reset();
  if (answer.contains("result")) progress_token_ = Value::string("evalground/" + std::to_string(next_token_++));
}

Value LanguageServer::initialize(const Map& params) {
  const Value* folders = params.find("workspaceFolders");
  if (folders != nullptr && folders->is_list()) {
    for (const Value& folder : folders->as_list()) {
      if (folder.is_map()) documents_.add_folder(text_of(folder.as_map(), "uri"));
    }
  } else {
    documents_.add_folder(text_of(params, "rootUri"));
  }
  take_settings(map_of(params, "initializationOptions"));
  editor_ = abilities(map_of(params, "capabilities"));
  is_initialized_ = true;
  // Tokens for progress are created in advance, and Helix shows each as work in progress from its creation on.
  if (text_of(map_of(params, "clientInfo"), "name") == "helix") editor_.set("progress", Value::boolean(false));
  return Value::map(
      {{"capabilities", server_capabilities()},
       {"serverInfo", Value::map({{"name", Value::string("evalground")}, {"version", Value::string(version())}})}});
}

// Sends the server's own requests, if the editor supports them.
void LanguageServer::start() {
  if (flag_of(editor_, "watches")) {
    const Value watcher = Value::map({{"globPattern", Value::string("**/*")}});
    const Value registration = Value::map({{"id", Value::string("files")},
                                           {"method", Value::string("workspace/didChangeWatchedFiles")},
                                           {"registerOptions", Value::map({{"watchers", Value::list({watcher})}})}});
    ask_editor("client/registerCapability", {{"registrations", Value::list({registration})}});
  }
  request_progress();
}

// Requests the next progress token in advance, because a long run cannot wait for an answer.
void LanguageServer::request_progress() {
  if (!flag_of(editor_, "progress") || asked_progress_) return;
  progress_token_ = Value();
  asked_progress_ = ask_editor("window/workDoneProgress/create",
                               {{"token", Value::string("evalground/" + std::to_string(next_token_))}});
}

Value LanguageServer::shutdown(const Map&) {
  is_shut_down_ = true;
  return Value::null();
}

void LanguageServer::take_settings(const Map& settings) {
  if (settings.contains("site")) site_ = without_slash(text_of(settings, "site"));
}

void LanguageServer::change_folders(const Map& event) {
  for (const Value& folder : list_of(event, "removed")) {
    if (folder.is_map()) documents_.remove_folder(text_of(folder.as_map(), "uri"));
  }
  for (const Value& folder : list_of(event, "added")) {
    if (folder.is_map()) documents_.add_folder(text_of(folder.as_map(), "uri"));
  }
  reread_files();
}

// Files in folders may have changed, and with them the results of every open document.
void LanguageServer::reread_files() {
  documents_.forget_files();
  has_forgotten_files_ = true;
  forget_runs();
  publish_all_again();
}

// What is shown of every document may have changed: problems, the values beside the lines, and the host above them.
void LanguageServer::publish_all_again() {
  for (const auto& [open, content] : documents_.all()) unpublished_.insert(open);
  if (flag_of(editor_, "pulls") && flag_of(editor_, "refreshes")) ask_editor("workspace/diagnostic/refresh", {});
  if (flag_of(editor_, "refreshesHints")) ask_editor("workspace/inlayHint/refresh", {});
  if (flag_of(editor_, "refreshesLenses")) ask_editor("workspace/codeLens/refresh", {});
}

void LanguageServer::forget_runs() {
  runs_.clear();
  has_forgotten_runs_ = true;
}

}  // namespace evalground::language_server
