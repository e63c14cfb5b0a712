// The lines of earlier prompts, in a file that only its owner can read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

inline constexpr std::size_t most_history = 1000;

// $XDG_STATE_HOME/evalground/history, or ~/.local/state/evalground/history. Empty when neither folder is known, or
// EVALGROUND_HISTORY is "off".
std::string history_path();

class History {
 public:
  // An empty `path` keeps lines in memory only. An unreadable file counts as an empty history.
  explicit History(std::string path);

  const std::vector<std::string>& lines() const { return lines_; }
  // Adds a line as the newest, removes an equal earlier one, and writes the file.
  void add(const std::string& line);

 private:
  void read();
  void write() const;

  std::string path_;
  std::vector<std::string> lines_;
};

// Lines that history must not keep.
class SecretLines {
 public:
  // True when a line contains a secret of the workspace, sets a variable with a name that suggests a secret, or
  // contains the value that an earlier line gave to such a variable.
  bool hold(const Map& workspace, std::string_view line);

 private:
  std::vector<std::string> set_;  // values of variables with such names
};

}  // namespace evalground::cli
