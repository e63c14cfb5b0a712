#include "cli/check_docs/includes.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/options.hpp"

namespace evalground::cli {
namespace {

std::size_t line_number(std::string_view text, std::size_t otherwise) {
  text = trim(text);
  if (text.empty()) return otherwise;
  const auto number = parse_integer(text);
  if (!number || number.value < 1) throw UsageError(quote(text) + " in :lines: is no number of a line");
  return static_cast<std::size_t>(number.value);
}

// "1,3,5-10,20-": marks the lines.
std::vector<bool> chosen_lines(std::string_view parts, std::size_t count) {
  std::vector<bool> chosen(count, false);
  std::size_t left = 1000;  // parts
  for (const std::string_view part : Split(parts, ",")) {
    if (left-- == 0) throw UsageError(":lines: has too many parts");
    const std::size_t dash = std::min(part.find('-'), part.size());
    const std::size_t first = line_number(part.substr(0, dash), 1);
    const std::size_t last = dash < part.size() ? line_number(part.substr(dash + 1), count) : first;
    for (std::size_t number = first; number <= std::min(last, count); ++number) chosen[number - 1] = true;
  }
  return chosen;
}

// The first line from `from` on that contains the option's text. Throws UsageError.
std::size_t line_with(const std::vector<Line>& lines, std::size_t from, std::string_view name,
                      const std::string& text) {
  for (std::size_t i = from; i < lines.size(); ++i) {
    if (lines[i].text.find(text) != std::string_view::npos) return i;
  }
  throw UsageError("no line of the file has the text of :" + std::string(name) + ": " + quote(text));
}

// Like Sphinx: first the lines by number, then those between the texts.
std::string selection(std::string_view text, const Block& block) {
  std::vector<Line> lines = lines_of(text);
  if (const std::string* parts = block.attribute("lines")) {
    const std::vector<bool> chosen = chosen_lines(*parts, lines.size());
    std::size_t number = 0;
    std::erase_if(lines, [&](const Line&) { return !chosen[number++]; });
  }
  std::size_t begin = 0;
  if (const std::string* start = block.attribute("start-after")) begin = line_with(lines, 0, "start-after", *start) + 1;
  if (const std::string* start = block.attribute("start-at")) begin = line_with(lines, 0, "start-at", *start);
  std::size_t end = lines.size();
  if (const std::string* stop = block.attribute("end-before")) end = line_with(lines, begin, "end-before", *stop);
  if (const std::string* stop = block.attribute("end-at")) end = line_with(lines, begin, "end-at", *stop) + 1;
  std::string result;
  for (std::size_t i = begin; i < end; ++i) result.append(lines[i].text).append("\n");
  return result;
}

}  // namespace

void read_includes(std::vector<Block>& blocks, const ReadNamed& read_named, const Every& every) {
  for (Block& block : blocks) {
    const std::string* path = block.attribute("literalinclude");
    if (path == nullptr || block.is_output()) continue;
    const auto is_language = [&](const auto& entry) { return entry.first == block.language; };
    const bool is_wanted =
        block.is_marked() || is_dialect(block.language) || std::any_of(every.begin(), every.end(), is_language);
    if (!is_wanted) continue;
    try {
      block.text = selection(read_named(*path), block);
    } catch (const std::exception& error) {  // UsageError, DiskError
      block.problem = error.what();
    }
  }
}

}  // namespace evalground::cli
