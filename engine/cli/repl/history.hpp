// The lines of earlier prompts, in a file that only its owner reads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

inline constexpr std::size_t most_history = 1000;

// $XDG_STATE_HOME/evalground/history, or ~/.local/state/evalground/history; empty where neither folder is known, or
// EVALGROUND_HISTORY is "off".
std::string history_path();

class History {
 public:
  // `path`: empty keeps the lines in memory only. A file that cannot be read is an empty history.
  explicit History(std::string path);

  const std::vector<std::string>& lines() const { return lines_; }
  // Adds a line as the newest, without an earlier one that is the same, and writes the file.
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
  // Whether a line holds a secret of the workspace, sets a variable whose name says that it is one, or holds the value
  // that an earlier line gave to such a variable.
  bool hold(const Map& workspace, std::string_view line);

 private:
  std::vector<std::string> set_;  // values of such variables
};

}  // namespace evalground::cli
