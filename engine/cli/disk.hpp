// Access to files on disk. No other part of the engine's tree has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::cli {

// A file that cannot be read or written. The message names it.
class DiskError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool is_file(const std::string& path);

// "-" is standard input. Throws DiskError above 64 MiB.
std::string read_file(const std::string& path);

// All files below a folder by their relative path, in order: text as strings, others as bytes. Unless `follow`,
// symbolic links, which may lead outside, and names that begin with a dot are skipped. Throws DiskError above 64 MiB or
// 10,000 files.
Map read_folder(const std::string& folder, bool follow);

// The path of a folder below another. Throws DiskError for names that lead outside, and unless `follow` for symbolic
// links that do.
std::string folder_below(const std::string& folder, const std::string& name, bool follow);

// A file by its name below a folder, up to 64 MiB. Throws DiskError for names that lead outside, unless `follow` for
// symbolic links that do, and for pipes and devices.
std::string read_below(const std::string& folder, const std::string& name, bool follow);

// Writes a file below a folder like write_named(), and creates folders as needed. Refuses names that lead outside, and
// unless `follow` symbolic links that do.
void write_below(const std::string& folder, const std::string& name, std::string_view content, bool follow);

// Like write_below(), for a file that contained `before` when it was read, or did not exist then. Returns false, and
// writes nothing, if it has changed since.
bool replace_below(const std::string& folder, const std::string& name, const std::optional<std::string>& before,
                   std::string_view content, bool follow);

// The result of reading one file.
enum class Reading : std::uint8_t { done, missing, link, not_regular, large, unreadable };

// Reads a regular file of at most `most` bytes. Does not follow a link at the end of the path, and does not wait for a
// pipe or device there.
Reading read_regular(const std::string& path, std::size_t most, std::string& content);

// Throws DiskError "cannot VERB PATH: …" unless it is a regular file that the user may write.
void require_replaceable(const std::string& path, std::string_view verb);

// A file that is replaced completely or not at all. Its new content is written (and flushed, if there is an old file)
// to a hidden file beside it, and commit() renames that. It keeps the mode of the replaced file, and its owner if the
// system allows. A link at the path is replaced, not followed. All functions throw DiskError, also for a read-only file
// and for one that is not regular.
class WholeFile {
 public:
  // `mode` is the mode of a new file, subject to the process's umask.
  WholeFile(std::string path, std::string_view content, unsigned mode = 0666);
  ~WholeFile();  // without commit(), nothing has changed
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;

  void commit();
  bool replaces() const { return replaces_; }

 private:
  int create_temporary(unsigned mode);
  [[noreturn]] void fail() const;

  std::string path_;
  bool replaces_ = false;
  std::string temporary_;  // empty after commit()
};

// Writes everything to an open file or pipe, even if signals interrupt. Returns false on failure.
bool write_all(int file, std::string_view content);

// Makes renames and removals in a folder survive a power cut, if the disk can. Does not fail.
void sync_folder(const std::string& folder);

// One WholeFile, committed.
void write_whole(const std::string& path, std::string_view content, unsigned mode = 0666);

// Like write_whole(), for a path that the user gave: links are followed, and pipes and devices are written to.
void write_named(const std::string& path, std::string_view content, unsigned mode = 0666);

}  // namespace evalground::cli
