// Requests that need a run of a document: its problems, and the commands.
//
// A run is kept until a document changes (runs_), because problems, hovers and inlay hints all need its outcome. Its
// time limit is short: an editor asks again with the next change.
#include <algorithm>
#include <utility>

#include "base/generous_budget.hpp"
#include "base/hash.hpp"
#include "language_server/certain.hpp"
#include "language_server/message.hpp"
#include "language_server/server.hpp"
#include "language_server/settings_problems.hpp"
#include "language_server/shapes.hpp"
#include "language_server/share.hpp"
#include "value/json.hpp"
#include "workspaces/settings_name.hpp"

namespace evalground::language_server {
namespace {

// A run for an editor has a short time limit.
Map run_options() {
  return {{"trace", Value::boolean(true)},
          {"coverage", Value::boolean(true)},
          {"maskVaults", Value::boolean(true)},
          {"timeMs", Value::integer(3000)}};
}

// The same in every process: the package's server may go on in a new one.
std::string checksum(const Value& value) {
  Budget budget = generous_budget();
  const std::string all = write_json(value, budget);
  return std::to_string(crc32(all)) + "-" + std::to_string(all.size());
}

bool is_settings(std::string_view uri) {
  return uri.substr(uri.rfind('/') + 1) == settings_name;
}

constexpr std::size_t most_shown = 2'000;  // characters of a result in a message

// The text that the editor shows for an outcome's result, or the reason for having no result.
std::string shown_result(const Map& outcome) {
  const List& diagnostics = list_of(outcome, "diagnostics");
  std::string message = text_of(outcome, "text");
  for (const std::string_view key : {"value", "outputs", "reports"}) {
    Budget budget = generous_budget();
    if (message.empty() && outcome.contains(key)) message = write_json(*outcome.find(key), budget);
  }
  if (!flag_of(outcome, "ok") && !diagnostics.empty()) message = text_of(diagnostics[0].as_map(), "message");
  if (message.size() > most_shown) {
    std::size_t cut = most_shown;
    while (cut > 0 && (static_cast<unsigned char>(message[cut]) & 0xC0) == 0x80) --cut;
    message = message.substr(0, cut) + "…";
  }
  return message.empty() ? "No result." : message;
}

}  // namespace

// A report without items where other questions are answered with null: the protocol has no null here. The editor sends
// back the id of the last report. Most key presses change no problem, and then the report is not sent again.
Value LanguageServer::diagnostic(const Map& params) {
  Value items = Value::list();
  try {
    items = problems(uri_of(params));
  } catch (const NoLanguage&) {
  }
  const std::string id = checksum(items);
  if (text_of(params, "previousResultId") == id) {
    return Value::map({{"kind", Value::string("unchanged")}, {"resultId", Value::string(id)}});
  }
  return Value::map({{"kind", Value::string("full")}, {"resultId", Value::string(id)}, {"items", std::move(items)}});
}

// A document whose run was interrupted stays in the list, so its problems come with the next one.
void LanguageServer::publish() {
  const std::set<std::string> all = std::exchange(unpublished_, {});
  for (const std::string& uri : all) {
    try {
      publish(uri);
    } catch (const Refusal& refusal) {
      if (refusal.code == request_cancelled) unpublished_.insert(uri);  // a change interrupted it
    } catch (const std::exception&) {
    }
  }
  refresh_hints();
}

// An edit of one document may change values beside the lines of others in its workspace. An editor asks again for those
// of the document itself.
void LanguageServer::outdate_hints(const std::string& changed) {
  hints_.erase(changed);
  outdated_hints_.erase(changed);
  for (const auto& [uri, sum] : hints_) {
    if (documents_.are_together(uri, changed)) outdated_hints_.insert(uri);
  }
}

void LanguageServer::remember_hints(const std::string& uri, const Value& hints) {
  if (!flag_of(editor_, "refreshesHints")) return;
  hints_[uri] = checksum(hints);
  outdated_hints_.erase(uri);
}

// The editor is asked to read all values again, once, if those of any document are now different.
void LanguageServer::refresh_hints() {
  const std::set<std::string> all = std::exchange(outdated_hints_, {});
  bool have_changed = false;
  for (const std::string& uri : all) {
    const std::string before = hints_[uri];
    try {
      const Map params{{"textDocument", Value::map({{"uri", Value::string(uri)}})}};
      const std::optional<Map> keys = documents_.is_served(uri) ? file_with_values(params) : std::nullopt;
      remember_hints(uri, keys ? with_host_values(params, ask("inlay", uri, *keys)) : Value::list());
    } catch (const Refusal& refusal) {
      if (refusal.code == request_cancelled) outdated_hints_.insert(uri);  // a change interrupted it
    } catch (const std::exception&) {
    }
    have_changed = have_changed || hints_[uri] != before;
  }
  if (have_changed) ask_editor("workspace/inlayHint/refresh", {});
}

void LanguageServer::publish(const std::string& uri) {
  const OpenDocument* document = documents_.find(uri);
  const bool has_problems = documents_.is_served(uri) || is_settings(uri);
  if (flag_of(editor_, "pulls") || document == nullptr || !has_problems) return;
  notify("textDocument/publishDiagnostics",
         {{"uri", Value::string(uri)}, {"version", Value::integer(document->version)}, {"diagnostics", problems(uri)}});
}

// The problems of a run, which finds more than a check, and the hints. A problem that both find is shown once.
Value LanguageServer::problems(const std::string& uri) {
  const OpenDocument* document = documents_.find(uri);
  if (document != nullptr && is_settings(uri)) {
    List all;
    for (const Value& one : settings_problems(document->text)) {
      all.push_back(lsp_diagnostic(one.as_map(), document->text, site_));
    }
    return Value::list(std::move(all));
  }
  if (document == nullptr || !documents_.is_served(uri)) return Value::list();
  const Claim* claim = documents_.claim_of(uri);
  std::optional<Certain> certain;
  if (claim != nullptr) {
    certain.emplace(*claim, documents_.is_included(uri),
                    [&](std::string_view word) { return documents_.is_in_program(uri, word); });
  }
  List shown;
  std::set<std::pair<std::string, std::int64_t>> seen;  // code and place
  const std::string name = documents_.name_of(uri);
  const auto add = [&](const List& all) {
    for (const Value& one : all) {
      const Map& span = map_of(one.as_map(), "span");
      if (text_of(span, "file") != name) continue;
      if (!seen.emplace(text_of(one.as_map(), "code"), integer_of(span, "from")).second) continue;
      const std::optional<Map> said = certain ? certain->shown(one.as_map()) : one.as_map();
      if (said) shown.push_back(lsp_diagnostic(*said, document->text, site_));
    }
  };
  const Value hints = ask("hints", uri, {{"file", Value::string(name)}});
  if (hints.is_list()) add(hints.as_list());
  if (const Value* outcome = last_outcome(uri)) add(list_of(outcome->as_map(), "diagnostics"));
  return Value::list(std::move(shown));
}

const Value* LanguageServer::last_outcome(const std::string& uri, bool is_fresh) {
  if (const auto found = runs_.find(uri); found != runs_.end() && !is_fresh) return &found->second;
  const std::optional<Map> workspace = documents_.workspace_of(uri);
  const Claim* claim = documents_.claim_of(uri);
  if (!workspace || (claim != nullptr && claim->evaluates != Evaluates::document)) return nullptr;
  Budget budget = generous_budget();
  const Ran ran = host_.run({.uri = uri,
                             .workspace = *workspace,
                             .options = run_options(),
                             .is_fresh = is_fresh,
                             .request = request_,
                             .token = client_token_.is_undefined() ? progress_token_ : client_token_});
  if (ran.has_told && client_token_.is_undefined()) request_progress();
  if (ran.was_cancelled) throw Refusal{request_cancelled, "The request was cancelled."};
  return &(runs_[uri] = parse_json(ran.outcome, budget));
}

// Editors that list a server's commands run them without arguments. Then the command is about the document that the
// editor named last.
Value LanguageServer::execute_command(const Map& params) {
  List arguments = list_of(params, "arguments");
  if (arguments.empty() && !named_uri_.empty()) arguments.push_back(Value::string(named_uri_));
  const std::string command = text_of(params, "command");
  constexpr std::string_view known[] = {evaluate_name, share_name, why_name,   choose_host_name,
                                        explain_name,  trace_name, value_name, change_name};
  const bool is_known = std::find(std::begin(known), std::end(known), command) != std::end(known);
  if (!is_known || arguments.empty() || !arguments[0].is_string()) {
    throw Refusal{invalid_params,
                  "There are the commands evalground.evaluate, evalground.share, evalground.why, "
                  "evalground.chooseHost, evalground.explain, evalground.trace, evalground.value and "
                  "evalground.change, which take the URI of a text."};
  }
  const std::string uri(arguments[0].as_string());
  if (command == why_name) return why_command(uri);
  if (command == choose_host_name) return choose_host_command(uri, arguments.size() > 1 ? &arguments[1] : nullptr);
  if (command == explain_name) return explain_command(arguments);
  if (command == trace_name) return trace_command(arguments);
  if (command == value_name) return value_command(arguments);
  if (command == change_name) return change_command(arguments);
  return command == share_name ? share_command(uri) : evaluate_command(uri);
}

Value LanguageServer::claim(const Map& params) {
  const std::string uri = uri_of(params);
  const Claim* claim = documents_.claim_of(uri);
  const std::optional<Map> workspace = documents_.workspace_of(uri);
  if (!workspace) return Value::null();
  List reasons;
  if (claim != nullptr) {
    for (const std::string& reason : claim->reasons) reasons.push_back(Value::string(reason));
  } else {
    reasons.push_back(Value::string("`" + std::string(settings_name) + "` says so."));
  }
  List hosts;
  for (const std::string& host : documents_.hosts(uri)) hosts.push_back(Value::string(host));
  const std::string host = documents_.host_of(uri);
  return Value::map({{"dialect", *workspace->find("dialect")},
                     {"title", Value::string(title_of(*workspace))},
                     {"reasons", Value::list(std::move(reasons))},
                     {"hosts", Value::list(std::move(hosts))},
                     {"host", host.empty() ? Value::null() : Value::string(host)}});
}

// The claim, and a message for editors that do not show a command's answer.
Value LanguageServer::why_command(const std::string& uri) {
  const Value said = claim({{"textDocument", Value::map({{"uri", Value::string(uri)}})}});
  std::string message = documents_.why_not(uri);
  if (said.is_map()) {
    message = "This file is read as " + text_of(said.as_map(), "title") + ".";
    for (const Value& reason : list_of(said.as_map(), "reasons")) message += " " + std::string(reason.as_string());
  }
  notify("window/showMessage", {{"type", Value::integer(3)}, {"message", Value::string(message)}});
  return said;
}

// Without a host, the editor asks the user for one. A list of buttons has room for few.
Value LanguageServer::choose_host_command(const std::string& uri, const Value* host) {
  constexpr std::size_t most = 20;
  const std::vector<std::string> all = documents_.hosts(uri);
  if (all.empty()) {
    throw Refusal{
        request_failed,
        "There is no host to choose: no inventory of this folder can be read, or none of its hosts reads this "
        "file."};
  }
  if (host != nullptr && host->is_string()) {
    if (std::find(all.begin(), all.end(), host->as_string()) == all.end()) {
      throw Refusal{invalid_params, "There is no host \"" + std::string(host->as_string()) + "\"."};
    }
    choose_host(uri, std::string(host->as_string()));
    return Value::null();
  }
  List actions;
  for (const std::string& name : all) {
    if (actions.size() < most) actions.push_back(Value::map({{"title", Value::string(name)}}));
  }
  asked_uri_ = uri;
  asked_host_ = ask_editor("window/showMessageRequest", {{"type", Value::integer(3)},
                                                         {"message", Value::string("Evaluate for which host?")},
                                                         {"actions", Value::list(std::move(actions))}});
  return Value::null();
}

void LanguageServer::choose_host(const std::string& uri, const std::string& host) {
  documents_.choose_host(uri, host);
  forget_runs();
  publish_all_again();
}

void LanguageServer::choose_next_host(const std::string& uri) {
  const std::vector<std::string> all = documents_.hosts(uri);
  if (all.empty()) return;
  const auto current = std::find(all.begin(), all.end(), documents_.host_of(uri));
  const std::string next = current == all.end() || current + 1 == all.end() ? all.front() : *(current + 1);
  choose_host(uri, next);
  notify("window/showMessage",
         {{"type", Value::integer(3)}, {"message", Value::string("Values are now for the host " + next + ".")}});
}

// The outcome, and a message with the result for editors that do not show a command's answer.
Value LanguageServer::evaluate_command(const std::string& uri) {
  workspace(uri);
  const Value* outcome = last_outcome(uri, true);
  if (outcome == nullptr) {
    throw Refusal{request_failed, "This document is a part of others, and is not evaluated on its own."};
  }
  Map shown;
  for (const std::string_view key : {"ok", "value", "text", "outputs", "reports", "diagnostics"}) {
    if (const Value* part = outcome->as_map().find(key)) shown.set(key, *part);
  }
  notify("window/showMessage",
         {{"type", Value::integer(flag_of(shown, "ok") ? 3 : 1)}, {"message", Value::string(shown_result(shown))}});
  return Value::map(std::move(shown));
}

// {url}: a link to the document, with the files that its run has read and without secrets.
Value LanguageServer::share_command(const std::string& uri) {
  if (site_.empty()) {
    throw Refusal{request_failed, "Links need the address of the page: the setting evalground.site, or --site."};
  }
  const Map whole = workspace(uri);
  std::vector<std::string> files;
  if (const Value* outcome = last_outcome(uri)) {
    for (const auto& [name, lines] : map_of(outcome->as_map(), "coverage")) files.emplace_back(name.as_string());
  }
  const std::string link = site_ + "/#" + host_.link_to(shared_workspace(whole, files));
  if (flag_of(editor_, "shows")) {
    ask_editor("window/showDocument", {{"uri", Value::string(link)}, {"external", Value::boolean(true)}});
  }
  return Value::map({{"url", Value::string(link)}});
}

}  // namespace evalground::language_server
