#include "cli/repl/history.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "secrets/suspicion.hpp"

namespace evalground::cli {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// One line of the file per input. A line break becomes a backslash and an "n".
std::string escaped(std::string_view line) {
  return replace_all(replace_all(line, "\\", "\\\\"), "\n", "\\n");
}

std::string unescaped(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      line += text[at] == 'n' ? '\n' : text[at];
    } else {
      line += text[at];
    }
  }
  return line;
}

// Shorter texts occur in too many lines to identify a secret.
constexpr std::size_t least_secret = 4;

bool holds_text_of(const Value& secrets, std::string_view line) {
  std::vector<const Value*> left{&secrets};
  while (!left.empty()) {
    const Value& one = *left.back();
    left.pop_back();
    if (one.is_map()) {
      for (const auto& entry : one.as_map()) left.push_back(&entry.value);
    } else if (one.is_list()) {
      for (const Value& item : one.as_list()) left.push_back(&item);
    } else if (one.is_string() && one.as_string().size() >= least_secret &&
               line.find(one.as_string()) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string history_path() {
  if (variable("EVALGROUND_HISTORY") == "off") return {};
  std::string state = variable("XDG_STATE_HOME");
  if (!is_absolute_path(state)) {
    const std::string home = variable("HOME");
    if (!is_absolute_path(home)) return {};
    state = join_path(home, ".local/state");
  }
  return join_path(state, "evalground/history");
}

History::History(std::string path) : path_(std::move(path)) {
  read();
}

// A missing file is not an error: the prompt works without earlier lines.
void History::read() {
  if (path_.empty() || !is_file(path_)) return;
  try {
    const std::string text = read_file(path_);
    lines_.clear();
    for (const std::string_view line : Split(text, "\n")) {
      if (!line.empty()) lines_.push_back(unescaped(line));
    }
  } catch (const DiskError&) {
    return;
  }
}

// Read again first, because another prompt may have added lines.
void History::add(const std::string& line) {
  read();
  lines_.erase(std::remove(lines_.begin(), lines_.end(), line), lines_.end());
  lines_.push_back(line);
  if (lines_.size() > most_history)
    lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(most_history));
  if (!path_.empty()) write();
}

// A write error only loses the history: the prompt continues.
void History::write() const {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  std::filesystem::create_directories(folder, error);
  std::string text;
  for (const std::string& line : lines_) text += escaped(line) + "\n";
  try {
    write_named(path_, text, 0600);
  } catch (const DiskError&) {
    return;
  }
}

bool SecretLines::hold(const Map& workspace, std::string_view line) {
  const std::string_view command = trim(line);
  const std::size_t equals = command.find('=');
  if (command.starts_with(":set") && equals != std::string_view::npos) {
    const std::string_view name = trim(command.substr(4, equals - 4));
    if (names_secret(name)) {
      std::string_view value = trim(command.substr(equals + 1));
      if (value.size() > 1 && value.starts_with('"') && value.ends_with('"')) value = value.substr(1, value.size() - 2);
      if (value.size() >= least_secret) set_.emplace_back(value);
      return true;
    }
  }
  const Value* secrets = workspace.find("secrets");
  return (secrets != nullptr && holds_text_of(*secrets, line)) ||
         std::any_of(set_.begin(), set_.end(),
                     [&](const std::string& value) { return line.find(value) != std::string_view::npos; });
}

}  // namespace evalground::cli
