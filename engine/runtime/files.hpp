// The virtual file system of an evaluation, mounted at /workspace: the workspace's files under a layer of what was
// written.
//
// A document may read and write files, and nothing here has a disk. A name is looked up from the top:
//
//   written_     what the evaluation wrote, and the outcome gives back
//   temporary_   what it wrote below .tmp, gone with the evaluation
//   files_       the workspace's, never changed
//
// Names are paths below the mount, normalised ("lib/a.yaml"), or URLs, whose entries are what fetching them gave.
// resolve() makes a name of any path of a document, and refuses those that lead outside.
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
  // The folder of temporary files, which are in no list and not among what was written.
  static constexpr std::string_view temporary = ".tmp";

  // Both must outlive the object. Content is a string or bytes.
  Files(const Map& files, Sources& sources) : files_(files), sources_(sources) {}

  // The name of an entry for a path: relative to `directory` (an absolute path below the mount, default the mount
  // itself) or absolute below the mount; "a/../b.yaml" becomes "b.yaml", a URL stays. Nothing for a path outside of the
  // mount.
  static std::optional<std::string> resolve(std::string_view path, std::string_view directory = mount);
  // "lib/base.yaml" -> "/workspace/lib/base.yaml"; a URL stays.
  static std::string absolute(std::string_view name);

  // The content of an entry by its name, preferring what the run wrote; null when absent.
  const Value* find(std::string_view name) const;
  // True for the mount ("") and for every folder that holds an entry or was made.
  bool is_directory(std::string_view name) const;
  // Names of all entries below a folder, in order; "" is all of them.
  std::vector<std::string> list(std::string_view directory = "") const;

  // The file's number in the sources; its text is added there when first asked for. Nothing when there is no such entry
  // or it is binary.
  std::optional<std::uint32_t> source(std::string_view name);

  void write(std::string_view name, Value content, bool has_secret_name = false);
  // Writes a temporary file of a new name with that ending; gives the name.
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
