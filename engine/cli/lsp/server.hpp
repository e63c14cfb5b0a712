// The language server: what it keeps, and a method for each request.
//
// server.cpp has its life, runs, diagnostics and commands; requests.cpp what is asked about documents. Each request is
// answered by the engine's language services in the shapes of the protocol.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "cli/lsp/editor_settings.hpp"
#include "cli/lsp/open_documents.hpp"
#include "cli/lsp/run_watch.hpp"
#include "cli/lsp/token_store.hpp"

namespace evalground::cli {

// A request that cannot be met, for the one who asked.
struct Refusal {
  std::int64_t code;
  std::string message;
};

class Server {
 public:
  Server(Rpc& rpc, EditorSettings settings) : rpc_(rpc), settings_(std::move(settings)) {}

  bool serve();

 private:
  using Handler = Value (Server::*)(const Map&);
  struct Method {
    std::string_view name;
    Handler handler;
  };
  static const std::vector<Method>& methods();

  void request(const Value& id, std::string_view method, const Map& params);
  void notice(std::string_view method, const Map& params);
  void hear(const Value& id, const Map& answer);

  // ---- life
  Value initialize(const Map& params);
  void start();
  Value shutdown(const Map& params);
  void take_settings(const Map& settings);
  void change_folders(const Map& event);
  void reread_files();
  void request_progress();

  // ---- about documents (requests.cpp)
  Value completion(const Map& params);
  Value resolve(const Map& item);
  Value hover(const Map& params);
  Value signature_help(const Map& params);
  Value definition(const Map& params);
  Value references(const Map& params);
  Value prepare_rename(const Map& params);
  Value rename(const Map& params);
  Value document_symbol(const Map& params);
  Value workspace_symbol(const Map& params);
  Value semantic_tokens(const Map& params);
  Value semantic_tokens_delta(const Map& params);
  Value inlay_hint(const Map& params);
  Value inline_value(const Map& params);
  Value code_action(const Map& params);
  Value code_lens(const Map& params);
  Value formatting(const Map& params);

  Map workspace(const std::string& uri);
  // The answer's value to a request about a document; `more` are further keys.
  Value ask(std::string_view what, const std::string& uri, Map more);
  Map at(const Map& params);
  Map file(const Map& params);
  Value location(const std::string& uri, const Map& range);
  Value locations(const std::string& uri, const Value& ranges);
  Value workspace_edit(const std::string& uri, const Value& edits);
  std::optional<Value> settings_edit(const std::string& uri, const Value& changes);
  // {position, label} of lines whose value the last run knows.
  Value shown_values(const Map& params);

  // ---- runs, diagnostics and commands
  Value diagnostic(const Map& params);
  void publish_all();
  void publish(const std::string& uri);
  Value problems(const std::string& uri);
  // The outcome of the document's workspace as it is now; null where it has none.
  const Value* last_outcome(const std::string& uri);
  Value execute_command(const Map& params);
  Value evaluate_command(const std::string& uri);
  Value share_command(const std::string& uri);

  Rpc& rpc_;
  EditorSettings settings_;
  OpenDocuments documents_;
  TokenStore tokens_;
  std::map<std::string, Value> runs_;           // outcomes, until a text changes
  std::set<std::string> unpublished_;           // texts whose problems the editor has not been told
  Value request_;                               // the id of the one that is being answered; undefined: none
  Value client_token_;                          // for its progress
  std::optional<std::int64_t> asked_progress_;  // the request for a token that is not answered yet
  Value progress_token_;                        // one that the editor has made room for
  std::uint64_t next_token_ = 1;
  bool pulls_ = false;
  bool has_snippets_ = false;
  bool watches_files_ = false;  // when it is asked to
  bool shows_progress_ = false;
  bool shows_documents_ = false;
  bool refreshes_ = false;  // diagnostics that it has pulled
  bool is_shut_down_ = false;
};

Budget wide_budget();
std::string text_of(const Map& map, std::string_view key);
// The map under a key; an empty one where there is none.
const Map& map_of(const Map& map, std::string_view key);
bool flag_of(const Map& map, std::string_view key);
std::string uri_of(const Map& params);

}  // namespace evalground::cli
