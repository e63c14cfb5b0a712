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

#include "base/text/path.hpp"
#include "base/text/utf8.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 10'000;
constexpr std::size_t most_bytes = 64U << 20;  // of one file, and of all below a folder

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

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool leads_out(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return relative.empty() || *relative.begin() == "..";
}

}  // namespace

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

Map read_folder(const std::string& folder, bool follow) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw DiskError(error ? "cannot read " + folder + ": " + error.message() : folder + " is no folder");
  auto how = fs::directory_options::skip_permission_denied;
  if (follow) how |= fs::directory_options::follow_directory_symlink;
  std::vector<std::string> names;
  auto entry = fs::recursive_directory_iterator(folder, how, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;  // what cannot be asked for is left out
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

void write_below(const std::string& folder, const std::string& name, std::string_view content, bool follow) {
  if (name.empty() || is_absolute_path(name) || escapes_root(name))
    throw DiskError("will not write " + name + " outside of " + folder);
  const std::string path = join_path(folder, normalise_path(name));
  std::error_code error;
  const fs::path parent = fs::path(path).parent_path();
  fs::create_directories(folder, error);
  // The deepest folder that is there already decides where the missing ones would be made.
  if (!follow && (leads_out(fs::weakly_canonical(parent, error), fs::canonical(folder, error)) ||
                  fs::is_symlink(fs::symlink_status(path, error)))) {
    throw DiskError("will not write " + path + " through a symbolic link; --follow does");
  }
  fs::create_directories(parent, error);
  const File file(std::fopen(path.c_str(), "wb"));
  if (!file || std::fwrite(content.data(), 1, content.size(), file.get()) != content.size() ||
      std::fflush(file.get()) != 0) {
    throw DiskError("cannot write " + path + ": " + std::strerror(errno));
  }
}

Reading read_regular(const std::string& path, std::size_t most, std::string& content) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return Reading::missing;
    if (errno == ELOOP) return Reading::link;
    return errno == ENXIO ? Reading::not_regular : Reading::unreadable;  // a socket, or a pipe
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

WholeFile::WholeFile(std::string path, std::string_view content) : path_(std::move(path)) {
  const auto fail = [&] {
    const std::string why = std::strerror(errno);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    throw DiskError("cannot write " + path_ + ": " + why);
  };
  int number = -1;
  for (int attempt = 0; number < 0; ++attempt) {
    std::string name = join_path(parent_of(path_), ".evalground-" + std::to_string(attempt) + ".tmp");
    number = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (number >= 0)
      temporary_ = std::move(name);
    else if (errno != EEXIST || attempt == 1000)
      fail();
  }
  const Descriptor file(number);
  struct stat before;
  if (::lstat(path_.c_str(), &before) == 0 && S_ISREG(before.st_mode)) {
    struct stat now;
    if (::fstat(number, &now) != 0) fail();
    // The owner first: changing it takes special bits of the mode away.
    if (now.st_uid != before.st_uid || now.st_gid != before.st_gid) {
      if (::fchown(number, before.st_uid, before.st_gid) != 0 && errno != EPERM && errno != EINVAL) fail();
    }
    if (::fchmod(number, before.st_mode & 07777) != 0) fail();
  }
  if (!write_all(number, content) || ::fsync(number) != 0) fail();
}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}

WholeFile::~WholeFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void WholeFile::commit() {
  if (::rename(temporary_.c_str(), path_.c_str()) != 0)
    throw DiskError("cannot write " + path_ + ": " + std::strerror(errno));
  temporary_.clear();
}

void sync_folder(const std::string& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) ::fsync(opened.number());  // some file systems refuse; the content is safe anyway
}

void write_whole(const std::string& path, std::string_view content) {
  WholeFile file(path, content);
  file.commit();
  sync_folder(parent_of(path));
}

}  // namespace evalground::cli
