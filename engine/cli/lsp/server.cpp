#include "cli/lsp/server.hpp"

#include <algorithm>
#include <utility>

#include "cli/link.hpp"
#include "cli/lsp/shapes.hpp"
#include "cli/lsp/share.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// A run on behalf of an editor ends soon, whatever it does.
constexpr std::string_view run_options = R"({"trace": true, "coverage": true, "timeMs": 3000})";
constexpr std::size_t most_shown = 2'000;  // characters of a result in a message

}  // namespace

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

bool flag_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == Kind::boolean && value->as_boolean();
}

std::string uri_of(const Map& params) {
  return text_of(map_of(params, "textDocument"), "uri");
}

const std::vector<Server::Method>& Server::methods() {
  static const std::vector<Method> all = {
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
      {"textDocument/semanticTokens/full/delta", &Server::semantic_tokens_delta},
      {"textDocument/inlayHint", &Server::inlay_hint},
      {"textDocument/inlineValue", &Server::inline_value},
      {"textDocument/codeAction", &Server::code_action},
      {"textDocument/codeLens", &Server::code_lens},
      {"textDocument/formatting", &Server::formatting},
      {"textDocument/diagnostic", &Server::diagnostic},
      {"workspace/executeCommand", &Server::execute_command},
  };
  return all;
}

bool Server::serve() {
  while (std::optional<Map> message = rpc_.next()) {
    const std::string method = text_of(*message, "method");
    if (method == "exit") return is_shut_down_;
    const Value* id = message->find("id");
    if (method.empty()) {
      if (id != nullptr) hear(*id, *message);
    } else if (id != nullptr) {
      request(*id, method, map_of(*message, "params"));
    } else {
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

void Server::request(const Value& id, std::string_view method, const Map& params) {
  if (rpc_.is_cancelled(id)) return rpc_.fail(id, Rpc::request_cancelled, "The request was taken back.");
  const auto found =
      std::find_if(methods().begin(), methods().end(), [&](const Method& one) { return one.name == method; });
  if (found == methods().end()) {
    return rpc_.fail(id, Rpc::method_not_found, "There is no method " + std::string(method) + ".");
  }
  request_ = id;
  const Value* token = params.find("workDoneToken");
  client_token_ = token == nullptr ? Value() : *token;
  try {
    rpc_.answer(id, (this->*found->handler)(params));
  } catch (const Refusal& refusal) {
    rpc_.fail(id, refusal.code, refusal.message);
  } catch (const std::exception& error) {
    rpc_.fail(id, Rpc::internal_error, error.what());
  }
  request_ = client_token_ = Value();
}

void Server::notice(std::string_view method, const Map& params) {
  const Map& document = map_of(params, "textDocument");
  const std::string uri = text_of(document, "uri");
  const Value* number = document.find("version");
  const std::int64_t version = number != nullptr && number->kind() == Kind::integer ? number->as_integer() : 0;
  if (method == "initialized") {
    start();
  } else if (method == "textDocument/didOpen") {
    documents_.open(uri, {text_of(document, "text"), version, text_of(document, "languageId")});
    unpublished_.insert(uri);
  } else if (method == "textDocument/didChange") {
    const Value* changes = params.find("contentChanges");
    if (changes == nullptr || !changes->is_list()) return;
    for (const Value& change : changes->as_list()) {
      if (change.is_map()) documents_.change(uri, change.as_map(), version);
    }
    runs_.clear();
    unpublished_.insert(uri);
  } else if (method == "textDocument/didSave") {
    reread_files();
  } else if (method == "textDocument/didClose") {
    documents_.close(uri);
    unpublished_.erase(uri);
    tokens_.forget(uri);
    runs_.clear();
    rpc_.notify("textDocument/publishDiagnostics", {{"uri", Value::string(uri)}, {"diagnostics", Value::list()}});
  } else if (method == "workspace/didChangeWatchedFiles") {
    reread_files();
  } else if (method == "workspace/didChangeWorkspaceFolders") {
    change_folders(map_of(params, "event"));
  } else if (method == "workspace/didChangeConfiguration") {
    take_settings(map_of(map_of(params, "settings"), "evalground"));
  }
}

// The editor's answer to a request of the server.
void Server::hear(const Value& id, const Map& answer) {
  if (!asked_progress_ || id.kind() != Kind::integer || id.as_integer() != *asked_progress_) return;
  asked_progress_.reset();
  if (answer.contains("result")) progress_token_ = Value::string("evalground/" + std::to_string(next_token_++));
}

Value Server::initialize(const Map& params) {
  const Value* folders = params.find("workspaceFolders");
  if (folders != nullptr && folders->is_list()) {
    for (const Value& folder : folders->as_list()) {
      if (folder.is_map()) documents_.add_folder(path_of_uri(text_of(folder.as_map(), "uri")));
    }
  } else if (const std::string root = text_of(params, "rootUri"); !root.empty()) {
    documents_.add_folder(path_of_uri(root));
  }
  take_settings(map_of(params, "initializationOptions"));
  const Map& capabilities = map_of(params, "capabilities");
  const Map& text = map_of(capabilities, "textDocument");
  const Map& folder = map_of(capabilities, "workspace");
  const Map& window = map_of(capabilities, "window");
  // An editor that asks for diagnostics is not sent them.
  pulls_ = text.contains("diagnostic");
  has_snippets_ = flag_of(map_of(map_of(text, "completion"), "completionItem"), "snippetSupport");
  watches_files_ = flag_of(map_of(folder, "didChangeWatchedFiles"), "dynamicRegistration");
  refreshes_ = flag_of(map_of(folder, "diagnostics"), "refreshSupport");
  shows_progress_ = flag_of(window, "workDoneProgress");
  shows_documents_ = flag_of(map_of(window, "showDocument"), "support");
  return Value::map(
      {{"capabilities", server_capabilities()},
       {"serverInfo", Value::map({{"name", Value::string("evalground")}, {"version", Value::string(version())}})}});
}

// What the server asks of an editor that can do it.
void Server::start() {
  if (watches_files_) {
    const Value watcher = Value::map({{"globPattern", Value::string("**/*")}});
    const Value registration = Value::map({{"id", Value::string("files")},
                                           {"method", Value::string("workspace/didChangeWatchedFiles")},
                                           {"registerOptions", Value::map({{"watchers", Value::list({watcher})}})}});
    rpc_.ask("client/registerCapability", {{"registrations", Value::list({registration})}});
  }
  request_progress();
}

// Room for the next progress, ahead of time: a run that takes long waits for no answer.
void Server::request_progress() {
  if (!shows_progress_ || asked_progress_) return;
  progress_token_ = Value();
  asked_progress_ = rpc_.ask("window/workDoneProgress/create",
                             {{"token", Value::string("evalground/" + std::to_string(next_token_))}});
}

Value Server::shutdown(const Map&) {
  is_shut_down_ = true;
  return Value::null();
}

void Server::take_settings(const Map& settings) {
  if (settings.contains("site")) settings_.site = text_of(settings, "site");
}

void Server::change_folders(const Map& event) {
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
  reread_files();
}

// What the disk has may have changed, and with it what every open text gives.
void Server::reread_files() {
  documents_.forget_files();
  runs_.clear();
  for (const auto& [open, content] : documents_.all()) unpublished_.insert(open);
  if (pulls_ && refreshes_) rpc_.ask("workspace/diagnostic/refresh", {});
}

Value Server::diagnostic(const Map& params) {
  return Value::map({{"kind", Value::string("full")}, {"items", problems(uri_of(params))}});
}

void Server::publish_all() {
  const std::set<std::string> all = std::exchange(unpublished_, {});
  for (const std::string& uri : all) {
    try {
      publish(uri);
    } catch (const Refusal& refusal) {
      if (refusal.code == Rpc::request_cancelled) unpublished_.insert(uri);  // a change came in between
    } catch (const std::exception&) {
    }
  }
}

void Server::publish(const std::string& uri) {
  const OpenDocument* document = documents_.find(uri);
  if (pulls_ || document == nullptr || !documents_.workspace_of(uri)) return;
  rpc_.notify(
      "textDocument/publishDiagnostics",
      {{"uri", Value::string(uri)}, {"version", Value::integer(document->version)}, {"diagnostics", problems(uri)}});
}

// Those of a run, which finds more than a check, and the hints.
Value Server::problems(const std::string& uri) {
  List list;
  const std::string name = documents_.name_of(uri);
  const auto add = [&](const Value& all) {
    if (!all.is_list()) return;
    for (const Value& one : all.as_list()) {
      const Map& span = map_of(one.as_map(), "span");
      if (text_of(span, "file") != name) continue;
      list.push_back(lsp_diagnostic(one.as_map(), documents_.find(uri)->text, settings_.site));
    }
  };
  if (documents_.find(uri) == nullptr) return Value::list();
  if (const Value* outcome = last_outcome(uri)) {
    if (const Value* all = outcome->as_map().find("diagnostics")) add(*all);
  }
  add(ask("hints", uri, {}));
  return Value::list(std::move(list));
}

const Value* Server::last_outcome(const std::string& uri) {
  const auto found = runs_.find(uri);
  if (found != runs_.end()) return &found->second;
  const std::optional<Map> workspace = documents_.workspace_of(uri);
  if (!workspace) return nullptr;
  Budget budget = wide_budget();
  std::string outcome;
  bool was_cancelled = false;
  bool has_told = false;
  {
    RunWatch watch(rpc_, request_, client_token_.is_undefined() ? progress_token_ : client_token_, settings_.quiet);
    outcome = evaluate(write_json(Value::map(*workspace), budget), run_options, watch);
    was_cancelled = watch.was_cancelled();
    has_told = watch.has_told();
  }
  if (has_told && client_token_.is_undefined()) request_progress();
  if (was_cancelled) throw Refusal{Rpc::request_cancelled, "The request was taken back."};
  return &(runs_[uri] = parse_json(outcome, budget));
}

Value Server::execute_command(const Map& params) {
  const Value* arguments = params.find("arguments");
  const std::string command = text_of(params, "command");
  const bool is_known = command == evaluate_name || command == share_name;
  if (!is_known || arguments == nullptr || !arguments->is_list() || arguments->as_list().empty() ||
      !arguments->as_list()[0].is_string()) {
    throw Refusal{Rpc::invalid_params,
                  "There are the commands evalground.evaluate and evalground.share, which take the URI of a text."};
  }
  const std::string uri(arguments->as_list()[0].as_string());
  return command == share_name ? share_command(uri) : evaluate_command(uri);
}

// The outcome, and a message with the result for editors that show nothing of a command's answer.
Value Server::evaluate_command(const std::string& uri) {
  runs_.erase(uri);
  workspace(uri);
  const Value* outcome = last_outcome(uri);
  Map shown;
  for (const std::string_view key : {"ok", "value", "text", "outputs", "reports", "diagnostics"}) {
    if (const Value* part = outcome->as_map().find(key)) shown.set(key, *part);
  }
  std::string message = text_of(shown, "text");
  for (const std::string_view key : {"value", "outputs", "reports"}) {
    Budget budget = wide_budget();
    if (message.empty() && shown.contains(key)) message = write_json(*shown.find(key), budget);
  }
  const Value* diagnostics = shown.find("diagnostics");
  if (!flag_of(shown, "ok") && diagnostics != nullptr && !diagnostics->as_list().empty()) {
    message = text_of(diagnostics->as_list()[0].as_map(), "message");
  }
  if (message.size() > most_shown) {
    std::size_t cut = most_shown;
    while (cut > 0 && (static_cast<unsigned char>(message[cut]) & 0xC0) == 0x80) --cut;
    message = message.substr(0, cut) + "…";
  }
  rpc_.notify("window/showMessage", {{"type", Value::integer(flag_of(shown, "ok") ? 3 : 1)},
                                     {"message", Value::string(message.empty() ? "No result." : message)}});
  return Value::map(std::move(shown));
}

// {url}: the text, what its run has read of the folder, and no secrets.
Value Server::share_command(const std::string& uri) {
  if (settings_.site.empty()) {
    throw Refusal{Rpc::request_failed, "Links need the address of the page: the setting evalground.site, or --site."};
  }
  const Map whole = workspace(uri);
  std::vector<std::string> files;
  if (const Value* outcome = last_outcome(uri)) {
    for (const auto& [name, lines] : map_of(outcome->as_map(), "coverage")) files.emplace_back(name.as_string());
  }
  std::string link = settings_.site;
  while (link.ends_with('/')) link.pop_back();
  link += "/#" + write_link(shared_workspace(whole, files));
  if (shows_documents_) {
    rpc_.ask("window/showDocument", {{"uri", Value::string(link)}, {"external", Value::boolean(true)}});
  }
  return Value::map({{"url", Value::string(link)}});
}

}  // namespace evalground::cli
