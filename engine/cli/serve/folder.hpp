// A folder of the machine in the page's form: its text and binary files with a version for each, the changes since a
// revision, and saving several files completely or not at all.
//
// Never read: names that begin with a dot (except `.evalground.yaml` at the top), node_modules, __pycache__ and venv,
// and anything in them. Links are not followed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/disk.hpp"
#include "value/map.hpp"

namespace evalground::cli {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// An HTTP status and a JSON body.
struct JsonAnswer {
  int status = 200;
  std::string body;
};

class Folder {
 public:
  // Throws DiskError if it cannot be listed.
  explicit Folder(const std::string& path);

  // The real path.
  const std::string& path() const { return root_; }

  // Scans for changes. What is still being written is waited for, so a change can take two scans. Gives how long to
  // wait before the next scan.
  Milliseconds scan(Clock::time_point now);

  // Whether the folder itself could not be listed in the last scan.
  bool is_gone() const { return gone_ != 0; }
  // Increases with each change that was seen. A later run begins above all revisions of earlier runs.
  std::int64_t revision() const { return revision_; }
  bool knows(std::int64_t since) const { return since >= first_revision_ && since <= revision_; }

  // {"name", "id", "revision", "files", "settings"?, "left"}. Throws DiskError like the constructor.
  std::string files_json();
  // {"revision", "files", "removed", "left", "settings"?}: the changes after a revision. For an unknown revision,
  // everything in files_json(), and "reset". "left" says why files in "removed" that still exist are not served.
  // "settings" is null when they were removed. Throws DiskError when the folder is gone.
  std::string changes_json(std::optional<std::int64_t> since);
  // Saves and removes files by the body of POST folder/save, and returns its answer.
  JsonAnswer save(std::string_view body);

 private:
  // Detects a changed file without reading it.
  struct Stamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modified = 0, changed = 0;  // nanoseconds
    bool operator==(const Stamp&) const = default;
  };
  // A removed file stays known, for clients that ask later.
  enum class State : std::uint8_t { present, removed, unreadable };
  struct File {
    Stamp stamp;
    std::string version;
    std::int64_t changed = 0;  // the revision of its last change
    State state = State::removed;
  };
  struct Left {
    std::string path;
    std::string_view reason;
  };
  using Stamps = std::map<std::string, Stamp>;
  using Contents = std::map<std::string, std::string>;
  struct Save;
  struct Progress;

  static std::optional<Stamp> stamp_of(const std::string& path);
  std::string place_of(std::string_view path) const;
  void list(const std::string& folder, std::vector<std::string>& folders, std::uint64_t& bytes);
  bool can_be_listed();
  bool scan();
  void find_differences();
  void publish(Contents* contents);
  std::optional<std::string> content_of(const std::string& path, File& file);
  void append_entries(std::string& json, std::int64_t since, Contents& contents);
  void append_left(std::string& json, const std::string& path, const File& file) const;
  DiskError gone() const;

  std::optional<JsonAnswer> read_saves(const Map& files, std::vector<Save>& saves) const;
  std::optional<JsonAnswer> refuse_name(const std::string& path) const;
  std::string_view conflict_of(Save& save) const;
  std::string find_conflicts(std::span<Save> saves) const;
  void prepare(const std::vector<Save>& saves, Progress& progress) const;
  void undo(const std::vector<Save>& saves, Progress& progress) const;
  std::string write_saves(std::vector<Save>& saves) const;

  std::string root_;  // the real path
  std::string name_;
  std::string id_;
  std::map<std::string, File> files_;
  std::vector<Left> left_;
  int gone_ = 0;  // why the folder cannot be listed: an error number
  std::int64_t first_revision_;
  std::int64_t revision_;

  // The last scan, what differs in it from files_, and since when.
  Stamps seen_;
  std::vector<std::string> differing_;
  Clock::time_point differs_since_;
};

}  // namespace evalground::cli
