// A language server without input and output: it reads an editor's messages, and sends its own to a host.
//
//   message ──► server.cpp ── a request? ──► methods.cpp: method → question → shape ──► assist() of the engine
//                          ── a notice? ───► updates its state; runs.cpp publishes the problems of a run later
//
// The state between two messages is the session, a JSON value. A caller that cannot keep the server keeps the session
// (step.hpp).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "language_server/editor_host.hpp"
#include "language_server/open_documents.hpp"
#include "language_server/token_store.hpp"

namespace evalground::language_server {

class LanguageServer {
 public:
  // `session` is the state of an earlier server; empty for a new one. `site` is the address of the page that links open
  // in, until the editor's settings name one; empty: offer no links.
  LanguageServer(EditorHost& host, const Map& session, std::string_view site);

  // Reads a message, and sends its answer.
  void read(const Map& message);
  // True when the problems of some documents have not been published, or values beside their lines may have changed.
  // That needs a run, which is postponed while more messages are waiting.
  bool has_unpublished() const { return !unpublished_.empty() || !outdated_hints_.empty(); }
  void publish();

  // The editor has sent `shutdown`.
  bool is_shut_down() const { return is_shut_down_; }
  Map session() const;
  // True when cached outcomes, or files of folders, are no longer valid.
  bool has_forgotten_runs() const { return has_forgotten_runs_; }
  bool has_forgotten_files() const { return has_forgotten_files_; }

 private:
  // A question about a document: what is asked of the engine's language services, with which additional keys, and the
  // shape of the answer in the protocol.
  struct Method {
    std::string_view name;
    std::string_view ask;
    // Nothing: there is nothing to ask, and the answer is an empty list.
    std::optional<Map> (LanguageServer::*keys)(const Map& params);
    Value (LanguageServer::*shape)(const Map& params, const Value& answer);
  };
  static const std::vector<Method>& methods();
  // Any other request.
  struct Handled {
    std::string_view name;
    Value (LanguageServer::*handle)(const Map& params);
  };
  static const std::vector<Handled>& handled();

  void request(const Value& id, std::string_view method, const Map& params);
  void check_state(std::string_view method) const;
  Value answer(std::string_view method, const Map& params);
  Value answer_known(std::string_view method, const Map& params);
  void notice(std::string_view method, const Map& params);
  void hear(const Value& id, const Map& answer);
  void notify(std::string_view method, Map params);
  // Sends a request to the editor. Returns the id of its answer.
  std::int64_t ask_editor(std::string_view method, Map params);

  // ---- life cycle
  Value initialize(const Map& params);
  void start();
  Value shutdown(const Map& params);
  void take_settings(const Map& settings);
  void change_folders(const Map& event);
  void reread_files();
  void publish_all_again();
  void forget_runs();
  void request_progress();

  // ---- keys of questions (methods.cpp)
  std::optional<Map> at(const Map& params);
  std::optional<Map> at_with_value(const Map& params);
  std::optional<Map> at_label(const Map& item);
  std::optional<Map> at_reference(const Map& params);
  std::optional<Map> at_new_name(const Map& params);
  std::optional<Map> in_range(const Map& params);
  std::optional<Map> file(const Map& params);
  std::optional<Map> file_with_values(const Map& params);

  // ---- shapes of answers (methods.cpp)
  Value as_it_is(const Map& params, const Value& answer);
  Value completion_list(const Map& params, const Value& answer);
  Value resolved_item(const Map& item, const Value& answer);
  Value hover(const Map& params, const Value& answer);
  List joined(const std::string& uri, const Value& places);
  Value locations(const Map& params, const Value& ranges);
  Value definitions(const Map& params, const Value& ranges);
  Value highlights(const Map& params, const Value& ranges);
  Value renamed_range(const Map& params, const Value& answer);
  Value renaming(const Map& params, const Value& answer);
  Value symbol_tree(const Map& params, const Value& symbols);
  Value all_tokens(const Map& params, const Value& answer);
  Value changed_tokens(const Map& params, const Value& answer);
  Value with_host_values(const Map& params, const Value& hints);
  // Remembers what is shown beside the lines of a document.
  void remember_hints(const std::string& uri, const Value& hints);
  Value inlay_hints(const Map& params, const Value& hints);
  Value inline_values(const Map& params, const Value& hints);
  Value actions(const Map& params, const Value& answer);
  Value formatting(const Map& params, const Value& answer);

  // ---- other requests about documents (methods.cpp)
  Value workspace_symbols(const Map& params);
  Value code_lenses(const Map& params);
  // ---- requests about a text's layout (layout.cpp)
  Value folding_ranges(const Map& params);
  Value selection_ranges(const Map& params);
  Value document_links(const Map& params);

  Map workspace_at(const std::string& uri, std::int64_t line);
  Map workspace(const std::string& uri, OpenDocuments::Extent extent = OpenDocuments::Extent::near);
  // The value of the answer to a question about a document. `more` are additional keys.
  Value ask(std::string_view what, const std::string& uri, Map more);
  Value location(const std::string& uri, const Map& range);
  Value workspace_edit(const std::string& uri, const Value& edits);
  Value edit_of(const Map& edits) const;
  static Value creation(const std::string& uri, std::string_view text);
  std::optional<Value> data_file_action(const std::string& uri);
  std::optional<Value> settings_edit(const std::string& uri, const Value& changes);

  // ---- runs, diagnostics and commands (runs.cpp)
  Value diagnostic(const Map& params);
  void publish(const std::string& uri);
  void outdate_hints(const std::string& changed);
  void refresh_hints();
  Value problems(const std::string& uri);
  // The outcome of the document's current workspace; null before the first run.
  const Value* last_outcome(const std::string& uri, bool is_fresh = false);
  Value execute_command(const Map& params);
  // {dialect, title, reasons, hosts, host} of a document, or null for one that is left alone.
  Value claim(const Map& params);
  Value why_command(const std::string& uri);
  Value choose_host_command(const std::string& uri, const Value* host);
  void choose_host(const std::string& uri, const std::string& host);
  void choose_next_host(const std::string& uri);
  Value evaluate_command(const std::string& uri);
  Value share_command(const std::string& uri);
  // ---- the expression at a position (explanations.cpp)
  // As parameters of a request: the place that the arguments of a command name, [uri, position].
  static Map place_of_command(const List& arguments);
  // Whether the user has asked for actions of that kind. An empty kind is only asked for together with all others.
  static bool are_actions_asked(const Map& params, std::string_view kind);
  // The rows of `explain` for it.
  List explained(const List& arguments);
  Value explain_command(const List& arguments);
  Value trace_command(const List& arguments);
  // The two commands as actions; empty where there is no expression.
  List explaining_actions(const Map& params);
  // ---- changes of a value from its result (changes.cpp)
  // {path, now, text} of the value at a place.
  Map shown_value(const Map& params);
  std::optional<Map> host_variable_at(const Map& params);
  // The value of a host's variable with the path ["hosts", host, name, …].
  static std::optional<Map> host_variable(const Map& own, List path);
  Value value_command(const List& arguments);
  Value change_command(const List& arguments);
  Map host_workspace(const std::string& uri, const List& path);
  Map searched(Map wish);
  Value candidate(const std::string& uri, const Map& own, const Map& found, List& left_out);
  std::optional<Value> edit_in_file(const std::string& uri, const Map& own, const Map& edit);
  std::string file_of_value(const std::string& uri, std::string_view path);
  std::optional<Value> edit_of_workspace(const std::string& uri, std::string_view path, const Value& value);
  List changing_actions(const Map& params);

  EditorHost& host_;
  OpenDocuments documents_;
  TokenStore tokens_;
  std::map<std::string, Value> runs_;           // outcomes, until a document changes
  std::set<std::string> unpublished_;           // documents whose problems have not been published
  std::map<std::string, std::string> hints_;    // checksums of the values that the editor shows, by URI
  std::set<std::string> outdated_hints_;        // of those, documents whose values may have changed
  Value request_;                               // the id of the current request; undefined for a notification
  Value client_token_;                          // for its progress
  std::optional<std::int64_t> asked_progress_;  // an unanswered request for a token
  std::optional<std::int64_t> asked_host_;      // an unanswered question for a host
  std::string asked_uri_;                       // its document
  std::string named_uri_;                       // the document that the editor named last
  Value progress_token_;                        // created by the editor, ready for use
  std::int64_t next_token_;
  std::int64_t next_id_;
  std::string site_;
  Map editor_;  // what the editor supports, as flags
  bool is_initialized_;
  bool is_shut_down_;
  bool has_forgotten_runs_ = false;
  bool has_forgotten_files_ = false;
};

}  // namespace evalground::language_server
