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

LineNumbers::LineNumbers(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    breaks_.push_back(at);
}

std::size_t LineNumbers::of(std::size_t at) const {
  return 1 + static_cast<std::size_t>(std::lower_bound(breaks_.begin(), breaks_.end(), at) - breaks_.begin());
}

}  // namespace evalground::cli
