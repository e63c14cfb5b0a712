#include "cli/lsp/open_documents.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "cli/disk.hpp"
#include "cli/recognise.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_text = 1UL << 20;  // of a file that is not open

// Documents, what they read, and inventories, which often have no ending: `hosts`, `group_vars/all`.
bool is_text_of_interest(std::string_view name) {
  if (base_name(name).find('.') == std::string_view::npos) return true;
  for (const std::string_view extension :
       {".yaml", ".yml", ".json", ".j2",  ".jinja", ".jinja2", ".cf",   ".yaql", ".txt", ".html",
        ".conf", ".cfg", ".sh",   ".tpl", ".tmpl",  ".ini",    ".toml", ".csv",  ".xml", ".py"}) {
    if (name.ends_with(extension)) return true;
  }
  return false;
}

std::int64_t number(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == Kind::integer ? std::max<std::int64_t>(value->as_integer(), 0) : 0;
}

}  // namespace

std::string path_of_uri(std::string_view uri) {
  if (!uri.starts_with("file://")) return std::string(uri);
  uri.remove_prefix(7);
  std::string path;
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  for (std::size_t at = 0; at < uri.size(); ++at) {
    if (uri[at] == '%' && at + 2 < uri.size() && digit(uri[at + 1]) >= 0 && digit(uri[at + 2]) >= 0) {
      path += static_cast<char>(digit(uri[at + 1]) * 16 + digit(uri[at + 2]));
      at += 2;
    } else {
      path += uri[at];
    }
  }
  return path;
}

std::string uri_of_path(std::string_view path) {
  if (!path.starts_with('/')) return std::string(path);
  std::string uri = "file://";
  constexpr std::string_view plain = "/-_.~";
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          plain.find(c) != std::string_view::npos;
    if (is_plain) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += digits[byte >> 4];
    uri += digits[byte & 15];
  }
  return uri;
}

std::size_t byte_at(std::string_view text, std::int64_t line, std::int64_t character) {
  std::size_t at = 0;
  for (std::int64_t passed = 0; passed < line; ++passed) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  std::int64_t units = 0;
  while (at < text.size() && text[at] != '\n' && units < character) {
    units += static_cast<unsigned char>(text[at]) >= 0xF0 ? 2 : 1;
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  }
  return at;
}

void OpenDocuments::add_folder(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (!path.empty()) roots_.push_back(std::move(path));
}

void OpenDocuments::remove_folder(const std::string& path) {
  roots_.erase(std::remove(roots_.begin(), roots_.end(), path), roots_.end());
  folders_.erase(path);
}

void OpenDocuments::open(const std::string& uri, OpenDocument document) {
  documents_[uri] = std::move(document);
}

void OpenDocuments::close(const std::string& uri) {
  documents_.erase(uri);
}

void OpenDocuments::change(const std::string& uri, const Map& change, std::int64_t version) {
  const auto found = documents_.find(uri);
  const Value* text = change.find("text");
  if (found == documents_.end() || text == nullptr || !text->is_string()) return;
  found->second.version = version;
  const Value* range = change.find("range");
  std::string& content = found->second.text;
  if (range == nullptr || !range->is_map()) {
    content = text->as_string();
    return;
  }
  const Value* start = range->as_map().find("start");
  const Value* end = range->as_map().find("end");
  if (start == nullptr || end == nullptr || !start->is_map() || !end->is_map()) return;
  const std::size_t from = byte_at(content, number(start->as_map(), "line"), number(start->as_map(), "character"));
  const std::size_t to = byte_at(content, number(end->as_map(), "line"), number(end->as_map(), "character"));
  content.replace(from, std::max(to, from) - from, text->as_string());
}

const OpenDocument* OpenDocuments::find(const std::string& uri) const {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}

// The folder that holds the path, the innermost; the path's own where there is none.
std::string OpenDocuments::root_of(const std::string& path) const {
  std::string best;
  for (const std::string& root : roots_) {
    if (path.starts_with(root + "/") && root.size() > best.size()) best = root;
  }
  return best.empty() ? std::string(directory_name(path)) : best;
}

std::string OpenDocuments::name_of(const std::string& uri) const {
  const std::string path = path_of_uri(uri);
  const std::string root = root_of(path);
  return path.starts_with(root + "/") ? path.substr(root.size() + 1) : std::string(base_name(path));
}

std::string OpenDocuments::uri_of(const std::string& uri, std::string_view name) const {
  if (name == name_of(uri)) return uri;
  return uri_of_path(root_of(path_of_uri(uri)) + "/" + std::string(name));
}

const Map& OpenDocuments::files_of(const std::string& root) {
  const auto [at, is_new] = folders_.try_emplace(root);
  if (!is_new) return at->second;
  // Only of folders that the editor has opened: a single file brings nothing with it.
  if (std::find(roots_.begin(), roots_.end(), root) == roots_.end()) return at->second;
  try {
    for (const auto& [name, content] : read_folder(root, false)) {
      const bool is_wanted =
          content.is_string() && content.as_string().size() <= most_text && is_text_of_interest(name.as_string());
      if (is_wanted) at->second.set(name, content);
    }
    const std::string settings = root + "/" + std::string(settings_name);
    if (is_file(settings)) at->second.set(settings_name, Value::string(read_file(settings)));
  } catch (const DiskError&) {
    // A folder that is too large, or cannot be read: what is open is served by itself.
  }
  return at->second;
}

std::string OpenDocuments::settings_of(const std::string& uri) {
  const std::string settings = uri_of(uri, settings_name);
  for (const auto& [other, open] : documents_) {
    if (path_of_uri(other) == path_of_uri(settings)) return open.text;
  }
  const Value* text = files_of(root_of(path_of_uri(uri))).find(settings_name);
  return text != nullptr && text->is_string() ? std::string(text->as_string()) : std::string();
}

std::optional<Map> OpenDocuments::workspace_of(const std::string& uri) {
  const OpenDocument* document = find(uri);
  if (document == nullptr) return std::nullopt;
  const std::string path = path_of_uri(uri);
  const std::string root = root_of(path);
  Map files = files_of(root);
  for (const auto& [other, open] : documents_) {
    const std::string other_path = path_of_uri(other);
    if (root_of(other_path) == root) files.set(name_of(other), Value::string(open.text));
  }
  Map workspace;
  if (const Value* settings = files.find(settings_name)) {
    Budget budget;
    const Value answer = parse_json(
        assist(write_json(
            Value::map({{"ask", Value::string("parse")}, {"key", Value::string("workspace")}, {"text", *settings}}),
            budget)),
        budget);
    const Value* value = answer.as_map().find("value");
    if (value != nullptr && value->is_map()) workspace = value->as_map();
    files.erase(settings_name);
  }
  if (!workspace.contains("dialect")) {
    const std::optional<std::string> dialect = recognised_dialect(path, document->language, document->text);
    if (!dialect) return std::nullopt;
    workspace.set("dialect", Value::string(*dialect));
  }
  workspace.set("files", Value::map(std::move(files)));
  const Value* main = workspace.find("main");
  const bool has_main =
      main != nullptr && main->is_string() && workspace.find("files")->as_map().contains(main->as_string());
  if (!has_main) workspace.set("main", Value::string(name_of(uri)));
  return workspace;
}

}  // namespace evalground::cli
