// The state of a prompt: its session, and the settings and output of `:time` and `:all`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/repl/session.hpp"

namespace evalground::cli {

struct Prompt {
  Session& session;
  std::size_t most_lines = 0;  // longer texts are cut; 0: never
  bool is_printable = false;   // texts go to a terminal, so control characters are escaped
  bool shows_time = false;
  bool is_over = false;
  std::string whole = {};  // the last text that was cut, in full

  // Prepares a text for display: adds a line break at the end, and cuts it if it is long.
  std::string shown(std::string text);
};

}  // namespace evalground::cli
