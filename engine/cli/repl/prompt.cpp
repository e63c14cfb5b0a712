#include "cli/repl/prompt.hpp"

#include <algorithm>
#include <utility>

#include "cli/report.hpp"

namespace evalground::cli {

std::string Prompt::shown(std::string text) {
  if (text.empty()) return text;
  if (is_printable) text = printable(text);
  if (!text.ends_with('\n')) text += '\n';
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (most_lines == 0 || lines <= most_lines) return text;
  std::size_t end = 0;
  for (std::size_t line = 0; line < most_lines; ++line) end = text.find('\n', end) + 1;
  std::string part = text.substr(0, end);
  whole = std::move(text);
  return part + "… " + std::to_string(lines - most_lines) + " more lines; :all shows them\n";
}

}  // namespace evalground::cli
