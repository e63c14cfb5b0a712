// A text as lines with their places.
#pragma once

#include <string_view>
#include <vector>

namespace evalground::cli {

struct Line {
  std::size_t begin;      // in the file
  std::size_t end;        // after the line break
  std::string_view text;  // without the line break

  std::size_t indentation() const;  // leading spaces and tabs
  bool is_blank() const { return indentation() == text.size(); }
};

std::vector<Line> lines_of(std::string_view text);

// Numbers of lines, for many places of one text.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text);

  // From 1.
  std::size_t of(std::size_t at) const;

 private:
  std::vector<std::size_t> breaks_;  // where lines end
};

}  // namespace evalground::cli
