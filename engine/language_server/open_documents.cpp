// The documents that the editor has open, and the workspace that each belongs to.
//
// A workspace is the folder around a document: its files from the disk, replaced by open ones with their unsaved text,
// and its settings. The innermost folder of the editor counts, or the part of it that is an Ansible repository. A
// document outside of all has only its siblings that are open.
#include "language_server/open_documents.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/path.hpp"
#include "engine.hpp"
#include "language_server/joined_files.hpp"
#include "language_server/message.hpp"
#include "language_server/places.hpp"
#include "language_server/uri.hpp"
#include "value/json.hpp"
#include "workspaces/descriptions.hpp"
#include "workspaces/host_values.hpp"
#include "workspaces/settings_name.hpp"

namespace evalground::language_server {
namespace {

constexpr std::size_t most_text = 1UL << 20;  // for a file that is not open

// The endings of documents of all languages, and of what they read.
const std::vector<std::string>& extensions() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> found{".txt", ".html", ".conf", ".cfg", ".sh", ".tpl",     ".tmpl",
                                   ".ini", ".toml", ".csv",  ".xml", ".py", ".mustache"};
    for (const Value& description : descriptions().as_list()) {
      const Value* own = description.as_map().find("extensions");
      if (own == nullptr) continue;
      for (const Value& extension : own->as_list()) found.push_back("." + std::string(extension.as_string()));
    }
    return found;
  }();
  return all;
}

// Inventories often have no ending: `hosts`, `group_vars/all`.
// A folder may hold anything. What no language reads would only make every question slower.
bool is_text_of_interest(std::string_view name) {
  if (base_name(name).find('.') == std::string_view::npos) return true;
  return std::any_of(extensions().begin(), extensions().end(),
                     [&](const std::string& extension) { return name.ends_with(extension); });
}

bool is_wanted(std::string_view name, const Value& content) {
  return content.is_string() && content.as_string().size() <= most_text &&
         (name == settings_name || is_text_of_interest(name));
}

// The file with the data of a query: the JSON file of the same name, or `context.json`; empty without these files.
std::string data_file_beside(std::string_view name, const Map& files) {
  const std::string_view folder = directory_name(name);
  const std::string own = std::string(name.substr(0, name.size() - path_extension(name).size())) + ".json";
  for (const std::string& path : {own, join_path(folder, "context.json")}) {
    const Value* text = files.find(path);
    if (text != nullptr && text->is_string()) return path;
  }
  return {};
}

std::optional<Value> data_beside(std::string_view name, const Map& files) {
  const std::string path = data_file_beside(name, files);
  if (path.empty()) return std::nullopt;
  try {
    Budget budget;
    return parse_json(files.find(path)->as_string(), budget);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// Whether each document of a dialect has a mark, such as its version, by which it is claimed.
bool are_documents_marked(const Map& dialect) {
  constexpr std::int64_t certain = 100;  // the weight of a mark that every document has
  const List& marks = list_of(dialect, "marks");
  return std::any_of(marks.begin(), marks.end(),
                     [](const Value& mark) { return integer_of(mark.as_map(), "weight") >= certain; });
}

// Whether settings with a dialect are about a document. Without a main document, a folder may also hold documents of
// other languages and of none.
bool settings_apply(const Map& settings, const Map& files, const ClaimedDocument& document, const FolderSigns& signs,
                    const std::optional<Claim>& claim) {
  if (document.path == settings_name) return false;
  const Map* dialect = described_dialect(settings).description;
  if (dialect == nullptr) return false;  // settings_problems.hpp
  const std::string main = text_of(settings, "main");
  if (!main.empty() && files.contains(main)) return true;
  if (is_foreign(document, signs)) return false;
  if (claim) return claim->dialect == text_of(*dialect, "id");
  const std::string_view ending = path_extension(document.path);
  const bool is_data = ending == ".yaml" || ending == ".yml" || ending == ".json";
  if (!is_data) return true;
  const bool has_tags =
      document.text.find("{{") != std::string_view::npos || document.text.find("{%") != std::string_view::npos;
  // Data is a template only with tags.
  if (text_of(map_of(*dialect, "file"), "language") == "template") return has_tags;
  return !are_documents_marked(*dialect);
}

// Settings that name Ansible and no main document only say the language: a document of the repository still has its
// host and its role.
bool are_about_repository(const Map& settings, const Map& files) {
  const bool has_main = files.contains(text_of(settings, "main")) || settings.contains("expression");
  return !has_main && described_dialect(settings).flavor != nullptr;
}

// The settings of a workspace win over what the claim says.
void set_claimed(const Claim& claim, Map& workspace) {
  workspace.set("dialect", Value::string(claim.dialect));
  Map options = claim.options;
  for (const auto& [name, value] : map_of(workspace, "options")) options.set(name, value);
  if (!options.empty()) workspace.set("options", Value::map(std::move(options)));
  if (claim.evaluates == Evaluates::host) workspace.set("operation", Value::string("host"));
}

// How many items of the outermost list begin up to a line, from 0.
std::size_t items_until(std::string_view text, std::int64_t line) {
  std::size_t count = 0;
  for (std::size_t at = 0; line >= 0; --line) {
    if (text.substr(at).starts_with("- ")) ++count;
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return count;
}

std::string place_of_play(const std::string& root, const Map& options) {
  return root + "#" + text_of(options, "play") + "#" + text_of(options, "role");
}

// The name of the role that a path lies in, and the folder within it; empty outside of roles.
std::pair<std::string_view, std::string_view> role_and_part(std::string_view path) {
  const std::size_t roles = path.starts_with("roles/") ? 0 : path.find("/roles/");
  if (roles == std::string_view::npos) return {};
  const std::size_t name = path.find('/', roles + 1) + 1;
  const std::size_t part = path.find('/', name);
  if (part == std::string_view::npos) return {};
  const std::size_t end = path.find('/', part + 1);
  return {path.substr(name, part - name), end == std::string_view::npos ? "" : path.substr(part + 1, end - part - 1)};
}

// A repository without what only tasks of other roles use. The main file of their tasks stays without its text, so that
// the role is known.
Map without_other_roles(const Map& files, std::string_view own) {
  constexpr std::string_view parts[] = {"tasks", "templates", "handlers", "files", "molecule", "tests", "docs"};
  const std::string_view role = role_and_part(own).first;
  Map kept;
  for (const auto& [name, content] : files) {
    const auto [other, part] = role_and_part(name.as_string());
    const bool is_part = std::find(std::begin(parts), std::end(parts), part) != std::end(parts);
    if (!is_part || other == role) {
      kept.set(name, content);
    } else if (part == "tasks" && base_name(name.as_string()).starts_with("main.")) {
      kept.set(name, Value::string(""));
    }
  }
  return kept;
}

// The place of a folder, without a trailing slash; the root of the disk keeps its slash.
std::string place_of_folder(std::string_view uri) {
  std::string place = place_of_uri(uri);
  while (place.ends_with('/') && !place.ends_with("///")) place.pop_back();
  return place;
}

}  // namespace

OpenDocuments::OpenDocuments(EditorHost& host, const Map& session) : host_(host) {
  for (const Value& root : list_of(session, "roots")) roots_.emplace_back(root.as_string());
  for (const auto& [uri, document] : map_of(session, "documents")) {
    const Map& kept = document.as_map();
    documents_[std::string(uri.as_string())] = {text_of(kept, "text"), integer_of(kept, "version"),
                                                text_of(kept, "language")};
  }
  for (const auto& [root, host] : map_of(session, "chosenHosts")) {
    chosen_hosts_[std::string(root.as_string())] = std::string(host.as_string());
  }
  for (const auto& [place, hosts] : map_of(session, "hosts")) {
    std::vector<RepositoryHost>& all = hosts_[std::string(place.as_string())];
    for (const auto& [name, groups] : hosts.as_map()) {
      RepositoryHost& host = all.emplace_back();
      host.name = name.as_string();
      for (const Value& group : groups.as_list()) host.groups.emplace_back(group.as_string());
    }
  }
}

Map OpenDocuments::session() const {
  List roots;
  for (const std::string& root : roots_) roots.push_back(Value::string(root));
  Map documents;
  for (const auto& [uri, document] : documents_) {
    documents.set(uri, Value::map({{"text", Value::string(document.text)},
                                   {"version", Value::integer(document.version)},
                                   {"language", Value::string(document.language)}}));
  }
  Map chosen;
  for (const auto& [root, host] : chosen_hosts_) chosen.set(root, Value::string(host));
  Map hosts;
  for (const auto& [place, all] : hosts_) {
    Map of_place;
    for (const RepositoryHost& host : all) {
      List groups;
      for (const std::string& group : host.groups) groups.push_back(Value::string(group));
      of_place.set(host.name, Value::list(std::move(groups)));
    }
    hosts.set(place, Value::map(std::move(of_place)));
  }
  return {{"roots", Value::list(std::move(roots))},
          {"documents", Value::map(std::move(documents))},
          {"chosenHosts", Value::map(std::move(chosen))},
          {"hosts", Value::map(std::move(hosts))}};
}

void OpenDocuments::add_folder(std::string_view uri) {
  std::string place = place_of_folder(uri);
  // "file://" names no folder.
  if (!place.empty() && !place.ends_with(':')) roots_.push_back(std::move(place));
  forget_claims();
}

void OpenDocuments::remove_folder(std::string_view uri) {
  const std::string place = place_of_folder(uri);
  roots_.erase(std::remove(roots_.begin(), roots_.end(), place), roots_.end());
  folders_.erase(place);
  forget_claims();
}

void OpenDocuments::forget_files() {
  folders_.clear();
  hosts_.clear();
  forget_claims();
}

void OpenDocuments::forget_claims() {
  signs_.clear();
  statuses_.clear();
}

void OpenDocuments::open(const std::string& uri, OpenDocument document) {
  documents_[uri] = std::move(document);
  forget_claims();
}

void OpenDocuments::close(const std::string& uri) {
  documents_.erase(uri);
  forget_claims();
}

// The protocol sends a range and its new content, or the whole document.
void OpenDocuments::change(const std::string& uri, const Map& change, std::int64_t version) {
  const auto found = documents_.find(uri);
  const Value* text = change.find("text");
  if (found == documents_.end() || text == nullptr || !text->is_string()) return;
  found->second.version = version;
  statuses_.erase(uri);
  std::string& content = found->second.text;
  const Value* range = change.find("range");
  if (range == nullptr || !range->is_map()) {
    content = text->as_string();
    return;
  }
  const Map& start = map_of(range->as_map(), "start");
  const Map& end = map_of(range->as_map(), "end");
  if (start.empty() || end.empty()) return;
  const std::size_t from = byte_at(content, start);
  const std::size_t to = byte_at(content, end);
  content.replace(from, std::max(to, from) - from, text->as_string());
}

const OpenDocument* OpenDocuments::find(const std::string& uri) const {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}

std::string OpenDocuments::editor_folder_of(const std::string& place) const {
  std::string best;
  for (const std::string& root : roots_) {
    if (place.starts_with(root + "/") && root.size() > best.size()) best = root;
  }
  return best.empty() ? std::string(directory_name(place)) : best;
}

std::string OpenDocuments::root_of(const std::string& uri) {
  const std::string folder = editor_folder_of(place_of_uri(uri));
  const Claim* claim = claim_of(uri);
  return claim == nullptr || claim->folder.empty() ? folder : folder + "/" + claim->folder;
}

std::string OpenDocuments::name_of(const std::string& uri) {
  const std::string place = place_of_uri(uri);
  const std::string root = root_of(uri);
  return place.starts_with(root + "/") ? place.substr(root.size() + 1) : std::string(base_name(place));
}

std::string OpenDocuments::uri_of(const std::string& uri, std::string_view name) {
  if (name == name_of(uri)) return uri;
  return uri_of_place(root_of(uri) + "/" + std::string(name));
}

// Read once, and kept until the editor says that files have changed.
const OpenDocuments::Folder& OpenDocuments::folder_of(const std::string& root) {
  const auto known = folders_.find(root);
  if (known != folders_.end()) return known->second;
  Folder made;
  // Only for folders that the editor has opened: a single file has no other files.
  if (std::find(roots_.begin(), roots_.end(), root) != roots_.end()) {
    made.all = host_.read_folder(uri_of_place(root));
    for (const auto& [name, content] : made.all) {
      if (!name.is_string() || !is_wanted(name.as_string(), content)) continue;
      (name.as_string().ends_with(".py") ? made.programs : made.files).set(name, content);
    }
  }
  return folders_.emplace(root, std::move(made)).first->second;
}

const FolderSigns& OpenDocuments::signs_of(const std::string& folder) {
  const auto known = signs_.find(folder);
  if (known != signs_.end()) return known->second;
  Map all = folder_of(folder).all;
  for (const auto& [uri, open] : documents_) {
    const std::string place = place_of_uri(uri);
    if (place.starts_with(folder + "/") && editor_folder_of(place) == folder) {
      all.set(place.substr(folder.size() + 1), Value::string(open.text));
    }
  }
  return signs_.emplace(folder, FolderSigns(all)).first->second;
}

Map OpenDocuments::current_files(const std::string& root) {
  const std::string folder = editor_folder_of(root + "/");
  const std::string before = root.size() > folder.size() ? root.substr(folder.size() + 1) + "/" : std::string();
  Map files;
  if (before.empty()) {
    files = folder_of(folder).files;
  } else {
    for (const auto& [name, content] : folder_of(folder).files) {
      if (name.as_string().starts_with(before)) files.set(name.as_string().substr(before.size()), content);
    }
  }
  for (const auto& [other, open] : documents_) {
    const std::string place = place_of_uri(other);
    if (place.starts_with(root + "/") && editor_folder_of(place) == folder) {
      files.set(place.substr(root.size() + 1), Value::string(open.text));
    }
  }
  return files;
}

// Programs are left out of an Ansible repository, which runs them elsewhere. They may be most of it.
void OpenDocuments::add_programs(const std::string& uri, Map& files) {
  const std::string place = place_of_uri(uri);
  const std::string folder = editor_folder_of(place);
  for (const auto& [name, content] : folder_of(folder).programs) {
    if (!files.contains(name.as_string())) files.set(name, content);
  }
}

bool OpenDocuments::is_in_program(const std::string& uri, std::string_view word) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (const auto& [name, content] : folder_of(editor_folder_of(place_of_uri(uri))).programs) {
    const std::string_view text = content.as_string();
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
    }
  }
  return false;
}

bool OpenDocuments::is_included(const std::string& uri) {
  return is_linked(name_of(uri), current_files(root_of(uri)));
}

const Map& OpenDocuments::programs(const std::string& uri) {
  return folder_of(editor_folder_of(place_of_uri(uri))).programs;
}

std::string OpenDocuments::uri_of_program(const std::string& uri, std::string_view path) {
  return uri_of_place(editor_folder_of(place_of_uri(uri)) + "/" + std::string(path));
}

Map OpenDocuments::settings_in(const Map& files) const {
  const Value* settings = files.find(settings_name);
  if (settings == nullptr) return {};
  Budget budget;
  const Value answer = parse_json(
      assist(write_json(
          Value::map({{"ask", Value::string("parse")}, {"key", Value::string("workspace")}, {"text", *settings}}),
          budget)),
      budget);
  return map_of(answer.as_map(), "value");
}

// Unsaved texts win over those on the disk.
std::string OpenDocuments::text_in_workspace(const std::string& uri, std::string_view name) {
  return text_of(current_files(root_of(uri)), name);
}

std::string OpenDocuments::data_file_of(const std::string& uri) {
  const Map files = current_files(root_of(uri));
  const Map settings = settings_in(files);
  const bool is_theirs = settings.contains("data") && (status_of(uri).is_set || !settings.contains("dialect"));
  return is_theirs ? std::string() : data_file_beside(name_of(uri), files);
}

bool OpenDocuments::is_served(const std::string& uri) {
  return find(uri) != nullptr && (claim_of(uri) != nullptr || status_of(uri).is_set);
}

const Claim* OpenDocuments::claim_of(const std::string& uri) {
  const Status& status = status_of(uri);
  return status.claim ? &*status.claim : nullptr;
}

const OpenDocuments::Status& OpenDocuments::status_of(const std::string& uri) {
  const auto known = statuses_.find(uri);
  if (known != statuses_.end()) return known->second;
  Status made;
  if (const OpenDocument* document = find(uri)) {
    const std::string place = place_of_uri(uri);
    const std::string folder = editor_folder_of(place);
    const Map files = current_files(folder);
    const std::string path = place.starts_with(folder + "/") ? place.substr(folder.size() + 1) : place;
    ClaimedDocument claimed{path, document->language, document->text};
    const FolderSigns& signs = signs_of(folder);
    made.claim = claim(claimed, signs, files);
    const Map settings = settings_in(files);
    made.is_set = settings.contains("dialect") && settings_apply(settings, files, claimed, signs, made.claim);
    if (made.is_set && are_about_repository(settings, files)) {
      claimed.language = "ansible";
      made.claim = claim(claimed, signs, files);
      made.claim->reasons.back() = "`" + std::string(settings_name) + "` names the language.";
    } else if (made.is_set) {
      made.claim.reset();
    }
  }
  return statuses_.insert_or_assign(uri, std::move(made)).first->second;
}

std::string OpenDocuments::why_not(const std::string& uri) {
  const OpenDocument* document = find(uri);
  if (document == nullptr) return "This file is not open.";
  const std::string place = place_of_uri(uri);
  const std::string folder = editor_folder_of(place);
  const std::string path = place.starts_with(folder + "/") ? place.substr(folder.size() + 1) : place;
  return evalground::why_not({path, document->language, document->text}, signs_of(folder));
}

std::vector<std::string> OpenDocuments::hosts(const std::string& uri) {
  const Claim* claim = claim_of(uri);
  if (claim == nullptr || !claim->options.contains("flavor")) return {};
  const std::optional<Map> workspace = workspace_without_host(uri, Extent::near);
  return workspace ? hosts_in(uri, *workspace) : std::vector<std::string>();
}

std::vector<std::string> OpenDocuments::hosts_in(const std::string& uri, const Map& workspace) {
  return hosts_reading(name_of(uri), hosts_of_play(uri, workspace));
}

// Cached by play and role, which may have other hosts. An inventory that is being edited counts from its next change on
// the disk.
const std::vector<RepositoryHost>& OpenDocuments::hosts_of_play(const std::string& uri, const Map& workspace) {
  const std::string place = place_of_play(root_of(uri), map_of(workspace, "options"));
  const auto known = hosts_.find(place);
  return known != hosts_.end() ? known->second : hosts_.emplace(place, evalground::hosts_of(workspace)).first->second;
}

std::string OpenDocuments::preferred_host(const std::string& uri, const std::vector<std::string>& hosts,
                                          const Map& workspace) {
  const auto is_there = [&](const std::string& host) {
    return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
  };
  const auto chosen = chosen_hosts_.find(root_of(uri));
  if (chosen != chosen_hosts_.end() && is_there(chosen->second)) return chosen->second;
  if (const std::string set = text_of(map_of(workspace, "options"), "host"); is_there(set)) return set;
  return hosts.empty() ? std::string() : hosts.front();
}

std::string OpenDocuments::host_of(const std::string& uri) {
  const Claim* claim = claim_of(uri);
  if (claim == nullptr || !claim->options.contains("flavor")) return {};
  const std::optional<Map> workspace = workspace_without_host(uri, Extent::near);
  return workspace ? preferred_host(uri, hosts_in(uri, *workspace), *workspace) : std::string();
}

void OpenDocuments::choose_host(const std::string& uri, const std::string& host) {
  chosen_hosts_[root_of(uri)] = host;
}

// A playbook that imports others has plays that are not in its text, so its plays cannot be counted.
std::string OpenDocuments::play_at(const std::string& uri, std::int64_t line) {
  const Claim* claim = claim_of(uri);
  const std::string playbook = claim == nullptr ? std::string() : text_of(claim->options, "play");
  if (playbook.empty() || playbook != name_of(uri)) return {};
  const std::string& text = find(uri)->text;
  if (text.find("import_playbook") != std::string::npos) return {};
  const std::size_t number = items_until(text, line);
  return number == 0 ? std::string() : playbook + "#" + std::to_string(number);
}

std::optional<Map> OpenDocuments::workspace_at(const std::string& uri, std::int64_t line) {
  std::optional<Map> workspace = workspace_of(uri);
  const std::string play = play_at(uri, line);
  if (!workspace || play.empty()) return workspace;
  Map options = map_of(*workspace, "options");
  options.set("play", Value::string(play));
  Map of_play = *workspace;
  of_play.set("options", Value::map(options));
  const std::vector<std::string> all = hosts_in(uri, of_play);
  if (all.empty()) return workspace;
  options.set("host", Value::string(preferred_host(uri, all, *workspace)));
  of_play.set("options", Value::map(std::move(options)));
  return of_play;
}

std::optional<Map> OpenDocuments::workspace_of(const std::string& uri, Extent extent) {
  std::optional<Map> workspace = workspace_without_host(uri, extent);
  const Claim* claim = claim_of(uri);
  if (!workspace || claim == nullptr || !claim->options.contains("flavor")) return workspace;
  const std::string host = preferred_host(uri, hosts_in(uri, *workspace), *workspace);
  if (host.empty()) return workspace;
  Map options = map_of(*workspace, "options");
  options.set("host", Value::string(host));
  workspace->set("options", Value::map(std::move(options)));
  return workspace;
}

// With a play whose hosts are not in the inventory, a role would have no host.
void OpenDocuments::drop_play_without_hosts(const std::string& uri, Map& workspace) {
  Map options = map_of(workspace, "options");
  if (!options.contains("play") || !hosts_of_play(uri, workspace).empty()) return;
  options.erase("play");
  workspace.set("options", Value::map(std::move(options)));
}

// Nothing when no dialect is recognized: the document is then none of the server's business. The main document of the
// settings wins, so a question in an included file sees the evaluation that includes it.
std::optional<Map> OpenDocuments::workspace_without_host(const std::string& uri, Extent extent) {
  const OpenDocument* document = find(uri);
  if (document == nullptr) return std::nullopt;
  const std::string root = root_of(uri);
  Map files = current_files(root);
  Map workspace = settings_in(files);
  files.erase(settings_name);
  const Status& status = status_of(uri);
  if (!status.claim && !status.is_set) return std::nullopt;
  // The settings are of another language.
  if (!status.is_set && workspace.contains("dialect")) workspace = {};
  if (status.claim) set_claimed(*status.claim, workspace);
  const std::string dialect = text_of(workspace, "dialect");
  if (dialect == "unfurl") add_programs(uri, files);
  const Claim* claimed = claim_of(uri);
  if (extent == Extent::near && claimed != nullptr && claimed->options.contains("flavor")) {
    files = without_other_roles(files, name_of(uri));
  }
  if (dialect == "yaql" && !workspace.contains("data")) {
    if (std::optional<Value> data = data_beside(name_of(uri), files)) workspace.set("data", *std::move(data));
  }
  // A document that is not saved yet lies in no folder.
  if (!files.contains(name_of(uri))) files.set(name_of(uri), Value::string(document->text));
  workspace.set("files", Value::map(std::move(files)));
  const Value* main = workspace.find("main");
  const bool has_main =
      main != nullptr && main->is_string() && workspace.find("files")->as_map().contains(main->as_string());
  if (!has_main) workspace.set("main", Value::string(name_of(uri)));
  const bool is_used = status.claim && text_of(status.claim->options, "play") != name_of(uri);
  if (is_used) drop_play_without_hosts(uri, workspace);
  return workspace;
}

}  // namespace evalground::language_server
