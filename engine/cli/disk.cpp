#include "cli/disk.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
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

}  // namespace evalground::cli
