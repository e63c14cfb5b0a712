#include "cli/check_docs/lines.hpp"

#include <algorithm>

namespace evalground::cli {

std::size_t Line::indentation() const {
  return std::min(text.find_first_not_of(" \t"), text.size());
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t line_break = text.find('\n', begin);
    const std::size_t end = line_break == std::string_view::npos ? text.size() : line_break + 1;
    std::string_view line = text.substr(begin, end - begin);
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({begin, end, line});
    begin = end;
  }
  return lines;
}

std::size_t line_number(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace evalground::cli
