// The state of a prompt: its session, and what `:time` and `:all` change and show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/repl/session.hpp"

namespace evalground::cli {

struct Prompt {
  Session& session;
  std::size_t most_lines = 0;  // a longer text is cut; 0: none is
  bool is_printable = false;   // texts go to a terminal, which they must not control
  bool shows_time = false;
  bool is_over = false;
  std::string whole = {};  // the last text that was cut

  // Ends a text with a line break for display, and cuts it where it is long.
  std::string shown(std::string text);
};

}  // namespace evalground::cli
