// The machine's files: the only part of the engine's tree that touches them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::cli {

// A file that cannot be read or written; the message names it.
class DiskError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool is_file(const std::string& path);

// "-" is standard input. Throws DiskError above 64 MiB.
std::string read_file(const std::string& path);

// All files below a folder, by their path within it, in order: text as strings, the rest as bytes. Symbolic links,
// which may lead out of it, and names that begin with a dot are left out unless `follow`. Throws DiskError above
// 64 MiB or 10,000 files.
Map read_folder(const std::string& folder, bool follow);

// The path of a folder below another. Throws DiskError for names that lead out of it, by a symbolic link unless
// `follow`.
std::string folder_below(const std::string& folder, const std::string& name, bool follow);

// A file by its name below a folder, up to 64 MiB. Throws DiskError for names that lead out of the folder, by a
// symbolic link unless `follow`, and for pipes and devices.
std::string read_below(const std::string& folder, const std::string& name, bool follow);

// Writes a file below a folder as write_named() does, and makes folders as needed. Names and symbolic links that lead
// out of it are refused, links unless `follow`.
void write_below(const std::string& folder, const std::string& name, std::string_view content, bool follow);

// The same for a file that held `before` when it was read, or was not there then. Writes nothing and gives false if it
// has changed since.
bool replace_below(const std::string& folder, const std::string& name, const std::optional<std::string>& before,
                   std::string_view content, bool follow);

// How reading one file went.
enum class Reading : std::uint8_t { done, missing, link, not_regular, large, unreadable };

// Reads a regular file of at most `most` bytes. Does not follow a link at the path's end, and does not wait for a pipe
// or a device that lies there.
Reading read_regular(const std::string& path, std::size_t most, std::string& content);

// A file that is replaced whole or not at all: its new content is on the disk (flushed, where there is an old one), in
// a hidden file beside it, and commit() renames that over it. It keeps the mode of the file that it replaces, and its
// owner as far as the system allows. A link at the path is replaced, not followed. All throw DiskError, also for a file
// that may not be written and for what is no regular file.
class WholeFile {
 public:
  // `mode` is that of a new file, less what the process masks.
  WholeFile(std::string path, std::string_view content, unsigned mode = 0666);
  ~WholeFile();  // without commit() nothing has changed
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;

  void commit();
  bool replaces() const { return replaces_; }

 private:
  int create_temporary(unsigned mode);
  [[noreturn]] void fail() const;

  std::string path_;
  bool replaces_ = false;
  std::string temporary_;  // empty once it is committed
};

// Writes all of it to an open file or pipe, however often a signal interrupts that; false where it fails.
bool write_all(int file, std::string_view content);

// Makes what was renamed or removed in a folder last through a power cut, where the disk can. Does not fail.
void sync_folder(const std::string& folder);

// One WholeFile, committed.
void write_whole(const std::string& path, std::string_view content, unsigned mode = 0666);

// The same for a path that the user gave: links are followed, and pipes and devices are written to.
void write_named(const std::string& path, std::string_view content, unsigned mode = 0666);

}  // namespace evalground::cli
