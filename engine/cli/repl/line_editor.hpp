// Lines that are typed at a terminal: an editor with history, completion and colors.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/repl/completion.hpp"

namespace evalground::cli {

// One for each process, as the terminal is.
class LineEditor {
 public:
  struct Callbacks {
    std::function<std::vector<Candidate>(std::string_view input, std::size_t caret)> complete;
    std::function<std::vector<ColoredPart>(std::string_view input)> color;
  };

  // False where standard input or output is no terminal that can edit a line.
  static bool is_possible();

  LineEditor(Callbacks callbacks, const std::vector<std::string>& history, bool has_colors);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  enum class End { entered, cleared, interrupted, left };
  // Enter gives the line. Ctrl-C clears it, or interrupts an empty one; Ctrl-D on an empty line leaves.
  End read(const std::string& prompt, std::string& line);
  void add_history(const std::string& line);

 private:
  Callbacks callbacks_;
};

}  // namespace evalground::cli
