// Reading and writing files for the command, with three promises.
//
// A path below a folder stays below it: names that climb, `../x`, and links that lead out are refused unless --follow
// is given. A file is replaced as a whole or not at all: the new content is written beside it and renamed. And what
// somebody else has written meanwhile is not overwritten (replace_below).
//
// Bounds of 64 MiB and 10,000 files stop a run on the wrong folder before it takes all memory.
#include "cli/disk.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/text/encoding.hpp"
#include "base/text/path.hpp"
#include "base/text/utf8.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 10'000;
constexpr std::size_t most_bytes = 64U << 20;  // for one file, and for all files below a folder

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string read_all(std::FILE* file, const std::string& path) {
  std::string text;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, count);
    if (text.size() > most_bytes) throw DiskError(path + " holds more than 64 MiB");
  }
  if (std::ferror(file) != 0) throw DiskError("cannot read " + path + ": " + std::strerror(errno));
  return text;
}

// An open file, closed with it.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

std::string parent_of(const std::string& path) {
  const std::string parent(directory_name(path));
  return parent.empty() ? "." : parent;
}

// Both paths are real ones, without links, or the comparison would mean nothing.
bool leads_out(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return relative.empty() || *relative.begin() == "..";
}

std::string path_below(const std::string& folder, const std::string& name) {
  if (name.empty() || is_absolute_path(name) || escapes_root(name))
    throw DiskError("will not use " + name + " outside of " + folder);
  return join_path(folder, normalise_path(name));
}

// The path, with links resolved, of an existing entry below a folder.
std::string real_path_below(const std::string& folder, const std::string& name, bool follow) {
  const std::string path = path_below(folder, name);
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) throw DiskError("cannot read " + path + ": " + error.message());
  if (!follow && leads_out(real, fs::canonical(folder, error)))
    throw DiskError("will not read " + path + ": a symbolic link leads out of " + folder + "; --follow allows it");
  return real.string();
}

// Where a path leads through links. The last link may lead to a file that does not exist yet.
// A rename would replace the link, and leave its target as before.
std::string target_of(const std::string& path) {
  constexpr int most_links = 40;  // the limit of Linux
  fs::path at = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(fs::symlink_status(at, error)); ++links) {
    if (links == most_links) throw DiskError("cannot write " + path + ": its links lead in a circle");
    at = at.parent_path() / fs::read_symlink(at, error);  // an absolute path replaces the one before it
  }
  return at.string();
}

// The path of a file to write below a folder, whose parent folders are created.
// The folder itself may be missing: `--out new` creates it.
std::string prepare_place(const std::string& folder, const std::string& name, bool follow) {
  const std::string path = path_below(folder, name);
  std::error_code error;
  const fs::path parent = fs::path(path).parent_path();
  fs::create_directories(folder, error);
  // The deepest existing folder decides where missing folders would be created.
  const auto is_outside = [&](const fs::path& place) {
    return leads_out(fs::weakly_canonical(place, error), fs::canonical(folder, error));
  };
  if (!follow && (is_outside(parent) || is_outside(target_of(path)))) {
    throw DiskError("will not write " + path + ": a symbolic link leads out of " + folder + "; --follow allows it");
  }
  fs::create_directories(parent, error);
  return path;
}

}  // namespace

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::string read_file(const std::string& path) {
  if (path == "-") return read_all(stdin, "standard input");
  std::error_code error;
  if (fs::is_directory(path, error)) throw DiskError("cannot read " + path + ": it is a folder");
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw DiskError("cannot read " + path + ": " + std::strerror(errno));
  return read_all(file.get(), path);
}

// Sorted, because the order of a folder differs between systems, and the first file may become the document. Without
// --follow, hidden folders such as .git are not entered.
Map read_folder(const std::string& folder, bool follow) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw DiskError(error ? "cannot read " + folder + ": " + error.message() : folder + " is no folder");
  auto how = fs::directory_options::skip_permission_denied;
  if (follow) how |= fs::directory_options::follow_directory_symlink;
  std::vector<std::string> names;
  auto entry = fs::recursive_directory_iterator(folder, how, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;  // entries that cannot be queried are skipped
    if (!follow && (entry->path().filename().string().starts_with('.') || entry->is_symlink(ignored))) {
      entry.disable_recursion_pending();
      continue;
    }
    if (!entry->is_regular_file(ignored)) continue;
    names.push_back(entry->path().lexically_relative(folder).generic_string());
    if (names.size() > most_files) throw DiskError(folder + " holds more than 10,000 files");
  }
  if (error) throw DiskError("cannot read " + folder + ": " + error.message());
  std::sort(names.begin(), names.end());
  Map files;
  std::size_t bytes = 0;
  for (const std::string& name : names) {
    const std::string content = read_file(join_path(folder, name));
    bytes += content.size();
    if (bytes > most_bytes) throw DiskError(folder + " holds more than 64 MiB");
    files.set(name, find_invalid_utf8(content) ? Value::bytes(content) : Value::string(content));
  }
  return files;
}

std::string folder_below(const std::string& folder, const std::string& name, bool follow) {
  return real_path_below(folder, name, follow);
}

std::string read_below(const std::string& folder, const std::string& name, bool follow) {
  const std::string path = join_path(folder, normalise_path(name));
  std::string content;
  switch (read_regular(real_path_below(folder, name, follow), most_bytes, content)) {
    case Reading::done: return content;
    case Reading::large: throw DiskError(path + " holds more than 64 MiB");
    case Reading::not_regular: throw DiskError("cannot read " + path + ": it is not a regular file");
    default: throw DiskError("cannot read " + path + ": " + std::strerror(errno));
  }
}

void write_below(const std::string& folder, const std::string& name, std::string_view content, bool follow) {
  write_named(prepare_place(folder, name, follow), content);
}

// Nothing in `before` means that the file must not exist yet. False, without a change, when the file is not as
// expected.
bool replace_below(const std::string& folder, const std::string& name, const std::optional<std::string>& before,
                   std::string_view content, bool follow) {
  const std::string path = target_of(prepare_place(folder, name, follow));
  WholeFile file(path, content);
  // Check as late as possible: only microseconds remain between this read and the rename.
  std::string now;
  const Reading reading = read_regular(path, most_bytes, now);
  const bool is_same = before ? reading == Reading::done && now == *before : reading == Reading::missing;
  if (!is_same) return false;
  file.commit();
  sync_folder(parent_of(path));
  return true;
}

// O_NONBLOCK, because opening a pipe would wait for a writer. The kind of the file is asked of the open file, so it
// cannot be exchanged between the two calls. The size is only a hint: a file may grow while it is read.
Reading read_regular(const std::string& path, std::size_t most, std::string& content) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return Reading::missing;
    if (errno == ELOOP) return Reading::link;
    return errno == ENXIO ? Reading::not_regular : Reading::unreadable;  // a socket or a pipe
  }
  struct stat state;
  if (::fstat(file.number(), &state) != 0) return Reading::unreadable;
  if (!S_ISREG(state.st_mode)) return Reading::not_regular;
  content.clear();
  std::vector<char> buffer(std::min<std::size_t>(static_cast<std::size_t>(state.st_size), 1U << 20) + 1);
  while (content.size() <= most) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count == 0) return Reading::done;
    if (count < 0 && errno != EINTR) return Reading::unreadable;
    if (count > 0) content.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return Reading::large;
}

void require_replaceable(const std::string& path, std::string_view verb) {
  const auto fail = [&](std::string_view why) {
    throw DiskError("cannot " + std::string(verb) + " " + path + ": " + std::string(why));
  };
  struct stat state;
  if (::lstat(path.c_str(), &state) != 0) fail(std::strerror(errno));
  if (!S_ISREG(state.st_mode)) fail("it is not a regular file");
  // Another file could take its place, and it could be removed: the system, and root, would not mind.
  if ((state.st_mode & 0222) == 0) fail("it is read-only");
  if (::access(path.c_str(), W_OK) != 0) fail(std::strerror(errno));
}

// The new file gets owner and mode of the old one. Its owner may not be changed by everyone, which is no reason to
// fail.
WholeFile::WholeFile(std::string path, std::string_view content, unsigned mode) : path_(std::move(path)) {
  struct stat before;
  replaces_ = ::lstat(path_.c_str(), &before) == 0 && !S_ISLNK(before.st_mode);
  if (replaces_) require_replaceable(path_, "write");
  const int number = create_temporary(mode);
  const Descriptor file(number);
  if (replaces_) {
    struct stat now;
    if (::fstat(number, &now) != 0) fail();
    // The owner first: changing it takes special bits of the mode away.
    if (now.st_uid != before.st_uid || now.st_gid != before.st_gid) {
      if (::fchown(number, before.st_uid, before.st_gid) != 0 && errno != EPERM && errno != EINVAL) fail();
    }
    if (::fchmod(number, before.st_mode & 07777) != 0) fail();
  }
  // Where nothing is replaced a power cut loses no text of the user's, and a flush of each file would take long.
  if (!write_all(number, content) || (replaces_ && ::fsync(number) != 0)) fail();
}

void WholeFile::fail() const {
  const std::string why = std::strerror(errno);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  throw DiskError("cannot write " + path_ + ": " + why);
}

// A file beside the one that is written, which did not exist before.
int WholeFile::create_temporary(unsigned mode) {
  for (int attempt = 0;; ++attempt) {
    // Random, because the files that killed runs leave behind must not use up the names.
    char random[8];
    if (::getentropy(random, sizeof random) != 0) fail();
    const std::string unique = encode_hex(std::string_view(random, sizeof random));
    std::string name = join_path(parent_of(path_), ".evalground-" + unique + ".tmp");
    const int number = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (number >= 0) {
      temporary_ = std::move(name);
      return number;
    }
    if (errno != EEXIST || attempt == 100) fail();
  }
}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)), replaces_(other.replaces_), temporary_(std::exchange(other.temporary_, {})) {}

WholeFile::~WholeFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void WholeFile::commit() {
  if (::rename(temporary_.c_str(), path_.c_str()) != 0)
    throw DiskError("cannot write " + path_ + ": " + std::strerror(errno));
  temporary_.clear();
}

// A rename is durable once the folder is on the disk.
void sync_folder(const std::string& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) ::fsync(opened.number());  // some file systems refuse this, but the content is safe anyway
}

void write_whole(const std::string& path, std::string_view content, unsigned mode) {
  WholeFile file(path, content, mode);
  file.commit();
  if (file.replaces()) sync_folder(parent_of(path));
}

// `/dev/stdout` and pipes cannot be replaced, and are written to.
void write_named(const std::string& path, std::string_view content, unsigned mode) {
  struct stat state;
  const bool is_stream = ::stat(path.c_str(), &state) == 0 &&
                         (S_ISFIFO(state.st_mode) || S_ISCHR(state.st_mode) || S_ISSOCK(state.st_mode));
  if (!is_stream) return write_whole(target_of(path), content, mode);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  if (file.number() < 0 || !write_all(file.number(), content))
    throw DiskError("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace evalground::cli
