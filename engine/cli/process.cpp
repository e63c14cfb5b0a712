// The part that is common to all platforms: finding programs, splitting lines, and limiting output.
#include "cli/process.hpp"

#include <cstdlib>
#include <unistd.h>
#include <utility>

#include "base/text/path.hpp"
#include "base/text/text.hpp"

namespace evalground::cli {

std::optional<std::string> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return std::nullopt;
  for (const std::string_view folder : Split(path, ":")) {
    std::string file = join_path(folder, name);
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

bool Process::read_more() {
  const std::string text = read_some();
  unread_ += text;
  if (unread_.size() > limits_.output)
    throw ProcessError("the program gave more than " + std::to_string(limits_.output) + " bytes");
  return !text.empty();
}

std::optional<std::string> Process::read_line() {
  while (true) {
    const std::size_t end = unread_.find('\n', scanned_);
    if (end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      scanned_ = 0;
      return line;
    }
    scanned_ = unread_.size();
    if (!read_more()) return std::nullopt;
  }
}

std::string Process::read_all() {
  while (read_more()) {
  }
  return std::exchange(unread_, {});
}

}  // namespace evalground::cli
