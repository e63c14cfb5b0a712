// The virtual file system of an evaluation, mounted at /workspace: the workspace's files below a layer of written
// files.
//
// A document may read and write files, but there is no disk. A name is looked up in this order:
//
//   written_     files that the evaluation wrote, returned in the outcome
//   temporary_   files that it wrote below .tmp, which end with the evaluation
//   files_       the workspace's files, never changed
//
// Names are normalised paths below the mount ("lib/a.yaml"), or URLs, whose entries are their fetched contents.
// resolve() converts any path in a document to a name, and refuses paths that lead outside.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/sources.hpp"
#include "value/map.hpp"

namespace evalground {

class Files {
 public:
  static constexpr std::string_view mount = "/workspace";
  // The folder of temporary files, which are neither listed nor returned as written.
  static constexpr std::string_view temporary = ".tmp";

  // Both must outlive the object. Content is a string or bytes.
  Files(const Map& files, Sources& sources) : files_(files), sources_(sources) {}

  // The name of an entry for a path: relative to `directory` (an absolute path below the mount; by default the mount
  // itself) or absolute below the mount. "a/../b.yaml" becomes "b.yaml", a URL is unchanged. Nothing for a path outside
  // of the mount.
  static std::optional<std::string> resolve(std::string_view path, std::string_view directory = mount);
  // "lib/base.yaml" -> "/workspace/lib/base.yaml"; a URL is unchanged.
  static std::string absolute(std::string_view name);

  // The content of an entry by name, written files first; null when absent.
  const Value* find(std::string_view name) const;
  // True for the mount ("") and for every folder that has an entry or was created.
  bool is_directory(std::string_view name) const;
  // The names of all entries below a folder, in order; "" lists everything.
  std::vector<std::string> list(std::string_view directory = "") const;

  // The file's number in the sources. Its text is added on first use. Nothing when the file is missing or binary.
  std::optional<std::uint32_t> source(std::string_view name);

  void write(std::string_view name, Value content, bool has_secret_name = false);
  // Writes a temporary file with a new name and that suffix. Returns the name.
  std::string write_temporary(std::string_view suffix, Value content);
  void make_directory(std::string_view name);
  const Map& written() const noexcept { return written_; }

 private:
  const Map& files_;
  Sources& sources_;
  Map written_;
  Map temporary_;
  Map directories_;
  Map numbers_;
};

}  // namespace evalground
