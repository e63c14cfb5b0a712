// Lines typed at a terminal: an editor with history, completion and colors.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/repl/completion.hpp"

namespace evalground::cli {

// One per process, like the terminal.
class LineEditor {
 public:
  struct Callbacks {
    std::function<std::vector<Candidate>(std::string_view input, std::size_t caret)> complete;
    std::function<std::vector<ColoredPart>(std::string_view input)> color;
  };

  // False when standard input or output is not a terminal that can edit a line.
  static bool is_possible();

  LineEditor(Callbacks callbacks, const std::vector<std::string>& history, bool has_colors);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  enum class End { entered, cleared, interrupted, left };
  // Enter returns the line. Ctrl-C clears it, or interrupts if it is empty. Ctrl-D on an empty line leaves.
  End read(const std::string& prompt, std::string& line);
  void add_history(const std::string& line);

 private:
  Callbacks callbacks_;
};

}  // namespace evalground::cli
