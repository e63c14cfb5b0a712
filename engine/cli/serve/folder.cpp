// The folder behind `evalground serve`: finding changes by polling, handing them to the page, and saving from the page
// (docs/decisions/016-serving-a-folder.md).
//
// Three states meet here. `seen_` is what the last scan found, stamps only. `files_` is what the page may know: for
// each path a version (a digest of its content) and the revision that changed it. The disk may differ from both at any
// time, because an editor or git writes to the same folder. So nothing is assumed: contents are read when they are
// handed out, and a save compares the version on the disk with the one that the page's edit began with.
//
// Bounds protect against serving a home folder by mistake: files beyond them are left out, and the page says so.
#include "cli/serve/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <filesystem>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "base/budget.hpp"
#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/disk.hpp"
#include "cli/serve/names.hpp"
#include "source/diagnostic.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_size = 1U << 20;      // bytes of a file
constexpr std::uint64_t most_bytes = 64U << 20;  // of all files
constexpr std::size_t most_files = 5'000;
constexpr std::size_t most_left = 1'000;       // listed as left out; more are not listed
constexpr std::size_t most_entries = 100'000;  // of one folder

constexpr Milliseconds shortest_pause{50};
constexpr int pause_factor = 10;  // a pause is so many times as long as the scan before it
// A change that was just found may be half-written. It is looked at again after `settling`, until it stays the same,
// but not longer than `longest_settling`: a log that is written all the time must not hide all other changes.
constexpr Milliseconds settling{10};
constexpr Milliseconds longest_settling{100};

constexpr std::size_t version_bytes = 16;  // of a SHA-256 digest

std::string version_of(std::string_view content) {
  return encode_hex(digest(DigestAlgorithm::sha256, content).substr(0, version_bytes));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

std::string below(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : folder + "/" + std::string(name);
}

std::int64_t nanoseconds_of(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void append_key(std::string& json, std::string_view key) {
  append_json_string(json, key);
  json += ':';
}

void append_content(std::string& json, std::string_view content) {
  const bool is_text = !find_invalid_utf8(content) && content.find('\0') == std::string_view::npos;
  if (is_text) {
    json += "\"text\":";
    append_json_string(json, content);
  } else {
    json += "\"base64\":\"" + encode_base64(content, Base64Alphabet::standard, Padding::present) + '"';
  }
}

// Separates members of an object or a list with commas.
void append_comma(std::string& json) {
  if (json.back() != '{' && json.back() != '[') json += ',';
}

void append_entry(std::string& json, std::string_view path, std::string_view reason) {
  append_comma(json);
  json += "{\"path\":";
  append_json_string(json, path);
  json += ",\"reason\":\"" + std::string(reason) + "\"}";
}

}  // namespace

Folder::Folder(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  if (error) throw DiskError("cannot serve " + path + ": " + error.message());
  if (!std::filesystem::is_directory(real, error)) throw DiskError("cannot serve " + path + ": it is a file");
  root_ = real.string();
  name_ = real.filename().empty() ? root_ : real.filename().string();
  id_ = version_of(root_);
  // Milliseconds since 1970, because no run sees that many changes.
  first_revision_ =
      std::chrono::duration_cast<Milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  revision_ = first_revision_;
  if (!can_be_listed()) throw DiskError("cannot serve " + path + ": " + std::strerror(gone_));
}

bool Folder::can_be_listed() {
  const std::unique_ptr<DIR, CloseFolder> opened(::opendir(root_.c_str()));
  gone_ = opened ? 0 : errno;
  return opened != nullptr;
}

std::string Folder::place_of(std::string_view path) const {
  return join_path(root_, path);
}

// lstat, not stat: a link has no stamp, so a file that was replaced by a link counts as removed. The inode is part of
// the stamp because editors replace files by renaming, which can keep size and time.
std::optional<Folder::Stamp> Folder::stamp_of(const std::string& path) {
  struct stat state;
  if (::lstat(path.c_str(), &state) != 0 || !S_ISREG(state.st_mode)) return std::nullopt;
  return Stamp{static_cast<std::uint64_t>(state.st_dev), static_cast<std::uint64_t>(state.st_ino),
               static_cast<std::uint64_t>(state.st_size), nanoseconds_of(state.st_mtim), nanoseconds_of(state.st_ctim)};
}

// --- Looking

// Adds the files of one folder to seen_, and its subfolders to the list of folders.
// Names are sorted, so that the same files are left out every time when there are too many. Subfolders are pushed in
// reverse, because scan() takes them from the end.
void Folder::list(const std::string& folder, std::vector<std::string>& folders, std::uint64_t& bytes) {
  const std::unique_ptr<DIR, CloseFolder> opened(::opendir(folder.empty() ? root_.c_str() : place_of(folder).c_str()));
  if (!opened) {
    left_.push_back({folder, "unreadable"});
    return;
  }
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(opened.get())) {
    const std::string_view name = entry->d_name;
    if (is_served(name) || (folder.empty() && name == settings_name)) names.emplace_back(name);
    if (names.size() == most_entries) break;
  }
  std::sort(names.begin(), names.end());
  std::vector<std::string> inner;
  for (const std::string& name : names) {
    std::string path = below(folder, name);
    const auto leave = [&](std::string_view reason) {
      if (left_.size() < most_left && path != settings_name) left_.push_back({path, reason});
    };
    struct stat state;
    if (::lstat(place_of(path).c_str(), &state) != 0) continue;  // removed after it was listed
    if (S_ISLNK(state.st_mode)) {
      leave("link");
    } else if (find_invalid_utf8(name)) {
      leave("unreadable");
    } else if (S_ISDIR(state.st_mode)) {
      if (path != settings_name) inner.push_back(std::move(path));
    } else if (S_ISREG(state.st_mode)) {
      const auto size = static_cast<std::uint64_t>(state.st_size);
      if (size > most_size) {
        leave("large");
      } else if (seen_.size() == most_files || bytes + size > most_bytes) {
        leave("tooMany");
      } else {
        bytes += size;
        seen_[path] = {static_cast<std::uint64_t>(state.st_dev), static_cast<std::uint64_t>(state.st_ino), size,
                       nanoseconds_of(state.st_mtim), nanoseconds_of(state.st_ctim)};
      }
    }
  }
  folders.insert(folders.end(), inner.rbegin(), inner.rend());
}

// Returns false when the served folder itself cannot be listed. It may come back, so its files do not count as removed.
bool Folder::scan() {
  if (!can_be_listed()) return false;
  seen_.clear();
  left_.clear();
  std::uint64_t bytes = 0;
  std::vector<std::string> folders{""};
  while (!folders.empty() && left_.size() < most_left) {
    const std::string folder = std::move(folders.back());
    folders.pop_back();
    list(folder, folders, bytes);
  }
  return true;
}

// Stamps only, no contents: a scan of 5,000 unchanged files must stay cheap, as it repeats for hours.
void Folder::find_differences() {
  differing_.clear();
  for (const auto& [path, stamp] : seen_) {
    const auto known = files_.find(path);
    if (known == files_.end() || known->second.stamp != stamp) differing_.push_back(path);
  }
  for (const auto& [path, file] : files_) {
    if (file.state != State::removed && !seen_.contains(path)) differing_.push_back(path);
  }
}

// Gives the pause until the next call. Two modes: without a pending difference, the whole folder is listed. With one,
// only the differing files are looked at, every `settling`, until none of them moves. Then they are published together,
// so a quick `git checkout` arrives as one revision.
Milliseconds Folder::scan(Clock::time_point now) {
  bool moves = differing_.empty();  // a difference that is found now has to be confirmed
  if (differing_.empty()) {
    if (!scan()) return shortest_pause;
    find_differences();
    differs_since_ = now;
    if (differing_.empty()) {
      const auto took = std::chrono::duration_cast<Milliseconds>(Clock::now() - now);
      return std::max(shortest_pause, pause_factor * took);
    }
  } else {
    for (const std::string& path : differing_) {
      const std::optional<Stamp> stamp = stamp_of(place_of(path));
      const auto seen = seen_.find(path);
      const bool stays = stamp ? seen != seen_.end() && seen->second == *stamp : seen == seen_.end();
      const bool is_empty = stamp && stamp->size == 0;  // most programs empty a file before they write it
      moves = moves || !stays || is_empty;
      if (stays) continue;
      if (stamp && stamp->size <= most_size) {
        seen_[path] = *stamp;
      } else {
        if (stamp) left_.push_back({path, "large"});
        seen_.erase(path);
      }
    }
  }
  if (!can_be_listed()) {
    differing_.clear();
    return shortest_pause;
  }
  if (moves && now - differs_since_ < longest_settling) return settling;
  publish(nullptr);
  return shortest_pause;
}

// Makes the last scan the known state, with a new revision where a content differs. `contents` gets what was read.
// A new stamp with the same content, after `touch`, gives no new revision. What was read is kept for the answer only if
// the caller wants all files anyway.
void Folder::publish(Contents* contents) {
  const std::int64_t next = revision_ + 1;
  for (const std::string& path : differing_) {
    const auto seen = seen_.find(path);
    File& file = files_[path];  // a new file starts as removed
    const File before = file;
    file.stamp = seen != seen_.end() ? seen->second : Stamp();
    std::string content;
    if (seen == seen_.end()) {
      file.state = State::removed;
    } else if (read_regular(place_of(path), most_size, content) != Reading::done) {
      file.state = State::unreadable;
    } else {
      file.state = State::present;
      file.version = version_of(content);
      if (contents != nullptr) (*contents)[path] = std::move(content);
    }
    const bool was_present = before.state == State::present;
    const bool is_present = file.state == State::present;
    if (was_present == is_present && (!is_present || before.version == file.version)) continue;
    file.changed = next;
    revision_ = next;
  }
  differing_.clear();
}

// --- Answering

DiskError Folder::gone() const {
  return DiskError("The folder " + root_ + " cannot be read: " + std::strerror(gone_));
}

// What a file holds now, which may be newer than what was seen. Nothing when it cannot be read: the next scan finds
// out.
std::optional<std::string> Folder::content_of(const std::string& path, File& file) {
  std::string content;
  if (read_regular(place_of(path), most_size, content) != Reading::done) return std::nullopt;
  std::string version = version_of(content);
  if (version != file.version) {
    file.version = std::move(version);
    file.changed = ++revision_;
  }
  return content;
}

// The settings of the folder are not a file of the workspace, and have a key of their own.
void Folder::append_entries(std::string& json, std::int64_t since, Contents& contents) {
  std::string settings;
  json += "\"files\":{";
  for (auto& [path, file] : files_) {
    if (file.changed <= since || file.state != State::present) continue;
    const auto kept = contents.find(path);
    const std::optional<std::string> content =
        kept != contents.end() ? std::move(kept->second) : content_of(path, file);
    if (!content) continue;
    if (path == settings_name) {
      settings = ",\"settings\":";
      append_json_string(settings, *content);
      continue;
    }
    append_comma(json);
    append_key(json, path);
    json += '{';
    append_content(json, *content);
    json += ",\"version\":\"" + file.version + "\"}";
  }
  json += '}';
  json += settings;
}

std::string Folder::files_json() {
  if (!scan()) throw gone();
  find_differences();
  Contents contents;
  publish(&contents);
  std::string json = "{\"name\":";
  append_json_string(json, name_);
  json += ",\"id\":\"" + id_ + "\",";
  append_entries(json, 0, contents);
  for (const auto& [path, file] : files_) {
    if (file.state == State::unreadable && path != settings_name) left_.push_back({path, "unreadable"});
  }
  json += ",\"left\":[";
  for (const Left& left : left_) append_entry(json, left.path, left.reason);
  // The revision comes last, because reading newer content increases it.
  return json + "],\"revision\":" + std::to_string(revision_) + "}";
}

// Why a file is no longer served, unless it was removed.
void Folder::append_left(std::string& json, const std::string& path, const File& file) const {
  if (file.state == State::unreadable) return append_entry(json, path, "unreadable");
  const auto left = std::find_if(left_.begin(), left_.end(), [&](const Left& one) { return one.path == path; });
  if (left != left_.end()) append_entry(json, path, left->reason);
}

// A page may ask with a revision of an earlier server on the same folder. Revisions start at the time of the start, so
// it is outside of what this server knows, and the answer is everything, marked as `reset`.
std::string Folder::changes_json(std::optional<std::int64_t> since) {
  if (!since || !knows(*since)) {
    std::string json = files_json();
    json.insert(1, "\"reset\":true,");
    return json;
  }
  if (is_gone() && !can_be_listed()) throw gone();  // it may be back since the last scan
  std::string json = "{";
  Contents none;
  append_entries(json, *since, none);
  json += ",\"removed\":[";
  std::string left = "[";
  bool settings_are_gone = false;
  for (const auto& [path, file] : files_) {
    if (file.changed <= *since || file.state == State::present) continue;
    if (path == settings_name) {
      settings_are_gone = true;
      continue;
    }
    append_comma(json);
    append_json_string(json, path);
    append_left(left, path, file);
  }
  json += settings_are_gone ? "],\"settings\":null" : "]";
  json += ",\"left\":" + left + "]";
  return json + ",\"revision\":" + std::to_string(revision_) + "}";
}

// --- Saving

// One entry to save.
struct Folder::Save {
  std::string path;
  std::optional<std::string> content;  // nothing: remove the file
  std::optional<std::string> was;      // the expected version on disk; nothing: the file must not exist
  std::optional<std::string> before;   // its content, to undo the save
};

namespace {

JsonAnswer failed_save(int status, std::string_view why) {
  JsonAnswer answer{status, "{\"error\":"};
  append_json_string(answer.body, why);
  answer.body += '}';
  return answer;
}

const Value* text_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value : nullptr;
}

// The missing folders between the root and a path, outermost first.
std::vector<std::string> missing_folders(const std::string& root, std::string_view path) {
  std::vector<std::string> missing;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    std::string folder = join_path(root, path.substr(0, slash));
    struct stat state;
    if (::lstat(folder.c_str(), &state) != 0) missing.push_back(std::move(folder));
  }
  return missing;
}

}  // namespace

// Refuses a malformed or hidden name, or one that leads through a link or a file.
// Each folder on the way is checked: a link anywhere would lead out of the served folder.
std::optional<JsonAnswer> Folder::refuse_name(const std::string& path) const {
  if (const std::string_view why = why_not_a_name(path); !why.empty())
    return failed_save(400, quote(path) + " " + std::string(why) + ".");
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (!is_served(base_name(part)))
      return failed_save(403, quote(path) + " is hidden, or lies in a folder that is not served.");
    struct stat state;
    const bool is_there = ::lstat(place_of(part).c_str(), &state) == 0;
    if (!is_there && errno == ENAMETOOLONG) return failed_save(400, quote(path) + " is longer than the system allows.");
    if (is_there) {
      if (S_ISLNK(state.st_mode)) return failed_save(403, quote(path) + " leads through a symbolic link.");
      const bool fits = end == std::string::npos ? S_ISREG(state.st_mode) : S_ISDIR(state.st_mode);
      if (!fits) return failed_save(403, quote(part) + (end == std::string::npos ? " is no file." : " is no folder."));
    }
    if (end == std::string::npos) return std::nullopt;
  }
}

// `{"a.yml": {"text": …, "was": "1f…"}, "old": {"remove": true, "was": …}, "new": {"text": …, "was": null}}`. All
// entries are checked before any is written.
std::optional<JsonAnswer> Folder::read_saves(const Map& files, std::vector<Save>& saves) const {
  for (const auto& [key, value] : files) {
    Save save;
    save.path = key.as_string();
    if (std::optional<JsonAnswer> refused = refuse_name(save.path)) return refused;
    if (!value.is_map()) return failed_save(400, quote(save.path) + " must be an object.");
    const Map& entry = value.as_map();
    if (const Value* text = text_of(entry, "text")) {
      save.content = text->as_string();
    } else if (const Value* base64 = text_of(entry, "base64")) {
      Decoded decoded = decode_base64(base64->as_string(), Base64Alphabet::standard, Padding::present);
      if (decoded.error) return failed_save(400, quote(save.path) + " holds text that is not base64.");
      save.content = std::move(decoded.bytes);
    } else if (const Value* remove = entry.find("remove");
               remove == nullptr || remove->kind() != Kind::boolean || !remove->as_boolean()) {
      return failed_save(400, quote(save.path) + " needs text, base64 or remove.");
    }
    if (save.content && save.content->size() > most_size)
      return failed_save(400, quote(save.path) + " holds more than 1 MiB.");
    const Value* was = entry.find("was");
    if (was == nullptr || (!was->is_string() && !was->is_null()) || (was->is_null() && !save.content))
      return failed_save(400, quote(save.path) + " needs the version that it replaces.");
    if (was->is_string()) save.was = was->as_string();
    saves.push_back(std::move(save));
  }
  return std::nullopt;
}

// Why a file is not what the page's edit began with; empty without a conflict. Then `before` is its content.
// The first look compares digests, and keeps the content. Later looks compare with that content, which is what undo()
// would write back.
std::string_view Folder::conflict_of(Save& save) const {
  std::string content;
  const Reading reading = read_regular(place_of(save.path), most_bytes, content);
  if (reading == Reading::missing) return save.was ? "gone" : "";
  if (!save.was) return "exists";
  if (reading != Reading::done) return "changed";
  const bool is_same = save.before ? content == *save.before : version_of(content) == *save.was;
  if (!is_same) return "changed";
  save.before = std::move(content);
  return {};
}

// Conflicts as the members of a JSON list; empty without a conflict.
std::string Folder::find_conflicts(std::span<Save> saves) const {
  std::string conflicts;
  for (Save& save : saves) {
    const std::string_view reason = conflict_of(save);
    if (reason.empty()) continue;
    if (!conflicts.empty()) conflicts += ',';
    conflicts += "{\"path\":";
    append_json_string(conflicts, save.path);
    conflicts += ",\"reason\":\"" + std::string(reason) + "\"}";
  }
  return conflicts;
}

// What write_saves() has done so far.
struct Folder::Progress {
  std::vector<std::string> made;  // folders
  std::vector<WholeFile> written;
  std::size_t done = 0;  // saves
};

// Everything that can fail without a change of the user's files: the new contents are on the disk afterwards.
void Folder::prepare(const std::vector<Save>& saves, Progress& progress) const {
  for (const Save& save : saves) {
    if (!save.content) require_replaceable(place_of(save.path), "remove");
  }
  for (const Save& save : saves) {
    if (!save.content) continue;
    for (std::string& folder : missing_folders(root_, save.path)) {
      if (::mkdir(folder.c_str(), 0777) != 0) throw DiskError("cannot make " + folder + ": " + std::strerror(errno));
      progress.made.push_back(std::move(folder));
    }
    progress.written.emplace_back(place_of(save.path), *save.content);
  }
}

// As far as the disk allows. What somebody has written since then stays.
void Folder::undo(const std::vector<Save>& saves, Progress& progress) const {
  for (std::size_t at = 0; at < progress.done; ++at) {
    const Save& save = saves[at];
    const std::string place = place_of(save.path);
    std::string now;
    const Reading reading = read_regular(place, most_bytes, now);
    const bool is_ours = save.content ? reading == Reading::done && now == *save.content : reading == Reading::missing;
    if (!is_ours) continue;
    try {
      if (save.before)
        write_whole(place, *save.before);
      else
        ::unlink(place.c_str());
    } catch (const DiskError&) {
      // The first failure is the one to report.
    }
  }
  progress.written.clear();  // removes temporary files, which keep folders from being removed
  for (auto folder = progress.made.rbegin(); folder != progress.made.rend(); ++folder) ::rmdir(folder->c_str());
}

// Gives the conflicts with what others wrote meanwhile, and throws DiskError; both after undoing what it did.
// All or nothing, as far as a file system allows: prepare() does the slow and fallible part in temporary files, then
// renames put them in place one after the other. At the end the folders are flushed, so that the names survive a crash.
std::string Folder::write_saves(std::vector<Save>& saves) const {
  // Files are removed after all others are in their places.
  std::stable_partition(saves.begin(), saves.end(), [](const Save& save) { return save.content.has_value(); });
  Progress progress;
  std::string conflicts;
  try {
    prepare(saves, progress);
    // Flushing many files takes long, and somebody may have saved one of them meanwhile. A look at all of them first:
    // nothing has to be undone yet.
    conflicts = find_conflicts(saves);
    for (; conflicts.empty() && progress.done < saves.size(); ++progress.done) {
      // As late as can be: what remains between this look and the change of names is microseconds.
      conflicts = find_conflicts(std::span(saves).subspan(progress.done, 1));
      if (!conflicts.empty()) break;
      const Save& save = saves[progress.done];
      const std::string place = place_of(save.path);
      if (save.content)
        progress.written[progress.done].commit();
      else if (::unlink(place.c_str()) != 0)
        throw DiskError("cannot remove " + place + ": " + std::strerror(errno));
    }
  } catch (const DiskError&) {
    undo(saves, progress);
    throw;
  }
  if (!conflicts.empty()) {
    undo(saves, progress);
    return conflicts;
  }
  std::vector<std::string> folders;
  for (const Save& save : saves) folders.emplace_back(directory_name(place_of(save.path)));
  for (const std::string& folder : progress.made) folders.emplace_back(directory_name(folder));
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  for (const std::string& folder : folders) sync_folder(folder);
  return {};
}

// `files_` is updated at once, so the next scan finds no difference, and the page is not told of its own save.
JsonAnswer Folder::save(std::string_view body) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 10});
  std::vector<Save> saves;
  try {
    const Value request = parse_json(body, budget);
    const Value* files = request.is_map() ? request.as_map().find("files") : nullptr;
    if (files == nullptr || !files->is_map()) return failed_save(400, "The body has no object \"files\".");
    if (std::optional<JsonAnswer> refused = read_saves(files->as_map(), saves)) return *refused;
  } catch (const Error& error) {
    return failed_save(400, std::string("The body is not JSON: ") + error.what());
  } catch (const LimitError& error) {
    return failed_save(400, error.what());
  }
  std::string conflicts = find_conflicts(saves);
  try {
    if (conflicts.empty()) conflicts = write_saves(saves);
  } catch (const DiskError& error) {
    return failed_save(500, std::string(error.what()) + ".");
  }
  if (!conflicts.empty()) return {409, "{\"conflicts\":[" + conflicts + "]}"};
  ++revision_;
  std::string versions = "{";
  for (const Save& save : saves) {
    File& file = files_[save.path];
    file.changed = revision_;
    file.state = save.content ? State::present : State::removed;
    file.stamp = stamp_of(place_of(save.path)).value_or(Stamp());
    if (!save.content) continue;
    file.version = version_of(*save.content);
    append_comma(versions);
    append_key(versions, save.path);
    versions += '"' + file.version + '"';
  }
  return {200, "{\"revision\":" + std::to_string(revision_) + ",\"files\":" + versions + "}}"};
}

}  // namespace evalground::cli
