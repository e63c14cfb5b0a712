// Finds and parses the files that a document includes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// A parsed file, before its merge directives are expanded.
struct SourceDocument {
  Value value;         // null for a file without content
  std::uint32_t file;  // its number in the sources
  Map anchors;         // name -> value
};

// Reads the files of one expansion. Each file is parsed once.
class SourceDocuments {
 public:
  explicit SourceDocuments(Context& context) : context_(context) {}

  // The file of that name; null when absent. A URL that is not among the files is requested from the host. Throws
  // Pending, and Error for a binary or unparsable file.
  const SourceDocument* find(const std::string& name, OriginId where);
  // Uses a file of the context's sources as the file of that name from now on.
  const SourceDocument& read(const std::string& name, std::uint32_t file);

 private:
  std::optional<std::uint32_t> file_of(const std::string& name, OriginId where);

  Context& context_;
  std::unordered_map<std::string, SourceDocument> documents_;  // pointers to its members stay valid
};

bool is_url(std::string_view path);

// The workspace file for a path written in the file `from` (a path or a URL). `file:x` is `x`. Nothing for a path
// outside the workspace.
std::optional<std::string> file_beside(std::string_view path, std::string_view from);

// A path split at its `#`: "f.yaml#/a/b" names a part of the file.
struct FileReference {
  std::string_view file;
  std::string_view part;  // "a/b"; empty: all of it
};
FileReference split_reference(std::string_view path);

// Where `repository: name` reads files from.
struct Repository {
  std::string name;
  std::string url;          // as declared; empty for `self` and `spec`, which are the main document's folder
  std::string declared_in;  // the file
};

// The repository of that name: `self`, `spec`, or one under `repositories` of the document in the file `declared_in`.
// Throws Error "unknown-repository".
Repository find_repository(Context& context, const Value& document, std::string_view declared_in, std::string_view name,
                           OriginId where);

// The workspace's name of a file in a repository: a file below a relative or `file:` URL, or "<url>/<file>". Nothing
// for an absolute path, or a path that leaves the repository.
std::optional<std::string> file_in_repository(const Repository& repository, std::string_view path);

}  // namespace evalground::unfurl
