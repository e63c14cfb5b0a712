// Which file a name means, for includes, imports, templates and Python.
//
//   lib/a.yaml in conf/main.yaml              conf/lib/a.yaml
//   ../b.yaml in https://host/x/main.yaml     https://host/b.yaml
//   a.yaml#/part                              the file, and a place in it
//
// A file of the workspace and a fetched URL are the same to all callers: the URL is the file's name. Each file is
// parsed once (SourceDocuments), however many directives include it.
#include "dialects/unfurl/files/include.hpp"

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/load.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/vault.hpp"

namespace evalground::unfurl {
namespace {

// The offset of the path in a URL, after "https://host".
std::size_t path_of_url(std::string_view url) {
  const std::size_t host = url.find("://");
  const std::size_t slash = host == std::string_view::npos ? host : url.find('/', host + 3);
  return slash == std::string_view::npos ? url.size() : slash;
}

std::string_view without_scheme(std::string_view path) {
  if (path.starts_with("file:")) path.remove_prefix(5);
  if (path.starts_with("//")) path.remove_prefix(2);
  return path;
}

}  // namespace

bool is_url(std::string_view path) {
  return path.starts_with("https://") || path.starts_with("http://");
}

// A relative path in a fetched document is relative to its URL, so it stays on that host. Nothing for a path outside of
// the workspace.
std::optional<std::string> file_beside(std::string_view path, std::string_view from) {
  if (is_url(path)) return std::string(path);
  path = without_scheme(path);
  if (!is_url(from)) return Files::resolve(path, directory_name(from));
  const std::size_t start = path_of_url(from);
  return std::string(from.substr(0, start)) +
         normalise_path(join_path("/", join_path(directory_name(from.substr(start)), path)));
}

FileReference split_reference(std::string_view path) {
  const std::size_t hash = path.find('#');
  if (hash == std::string_view::npos) return {path, {}};
  std::string_view part = path.substr(hash + 1);
  if (part.starts_with('/')) part.remove_prefix(1);
  return {path.substr(0, hash), part};
}

// `self` and `spec` are the folder of the main document, without a declaration.
Repository find_repository(Context& context, const Value& document, std::string_view declared_in, std::string_view name,
                           OriginId where) {
  if (name == "self" || name == "spec") return {std::string(name), {}, context.workspace.main};
  const Value* all = document.is_map() ? document.as_map().find("repositories") : nullptr;
  const Value* one = all != nullptr && all->is_map() ? all->as_map().find(name) : nullptr;
  if (one != nullptr && one->is_map()) one = one->as_map().find("url");
  if (one == nullptr || !one->is_string()) {
    context.fail_name(where, "unknown-repository", "Unknown repository " + quote(name) + ".", name,
                      nearest_key(name, map_or_nothing(all)));
  }
  return {std::string(name), std::string(one->as_string()), std::string(declared_in)};
}

// A path must stay within its repository, although the workspace around it may contain the file.
std::optional<std::string> file_in_repository(const Repository& repository, std::string_view path) {
  if (is_absolute_path(path) || escapes_root(path)) return std::nullopt;
  if (is_url(repository.url)) {
    return std::string(trim_end(repository.url, "/")) + "/" + normalise_path(path);
  }
  const std::string_view folder = without_scheme(repository.url);
  return file_beside(join_path(folder, path), repository.declared_in);
}

// Files of the workspace come before the host, so that a provided copy of a URL is never fetched.
std::optional<std::uint32_t> SourceDocuments::file_of(const std::string& name, OriginId where) {
  if (const auto file = context_.files.source(name)) return file;
  if (const Value* binary = context_.files.find(name)) {
    const std::size_t offset = find_invalid_utf8(binary->as_bytes()).value_or(0);
    context_.fail(where, "binary-file",
                  "The file " + quote(name) + " is binary: its byte " + std::to_string(offset + 1) +
                      " is not UTF-8; it must be YAML or JSON text.");
  }
  if (!is_url(name)) return std::nullopt;
  context_.here = where;  // the place to report for a request that is still unanswered
  // A host that does not answer shows the URL, so a URL with a secret is redacted.
  std::string shown = name;
  context_.secrets.redact(shown);
  const Value answer = context_.host.call("fetch", Map{{"url", Value::string(name).with_sensitive(shown != name)}});
  if (!answer.is_string()) {
    context_.fail(where, "binary-file", "The answer for " + quote(name) + " is not text.");
  }
  return context_.sources.add_file(name, std::string(answer.as_string()));
}

const SourceDocument* SourceDocuments::find(const std::string& name, OriginId where) {
  const auto found = documents_.find(name);
  if (found != documents_.end()) return &found->second;
  const auto file = file_of(name, where);
  return file ? &read(name, *file) : nullptr;
}

const SourceDocument& SourceDocuments::read(const std::string& name, std::uint32_t file) {
  SourceDocument document{Value(), file, {}};
  YamlLoadOptions options;
  options.anchors = &document.anchors;
  options.read_tag = read_vault_tag;
  options.tabs_separate = false;
  document.value = load_yaml(context_.sources, file, context_.budget, options);
  return documents_.insert_or_assign(name, std::move(document)).first->second;
}

}  // namespace evalground::unfurl
