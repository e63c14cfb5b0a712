// AsciiDoc: listing and literal blocks with the attribute lines above them.
//
//   [source,yaql,role=evalground]      One line or several, a title among them; then the content between two lines of
//   ----                               the same dashes, dots or backquotes.
//   $.sum()
//   ----
//
// Source: the AsciiDoc language documentation, block attributes and delimited blocks.

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/lines.hpp"

namespace evalground::cli {
namespace {

bool is_delimiter(std::string_view text) {
  if (text.starts_with("```")) return true;
  return text.size() >= 4 && (text[0] == '-' || text[0] == '.') &&
         text.find_first_not_of(text[0]) == std::string_view::npos;
}

}  // namespace

std::vector<Block> read_asciidoc(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<Block> blocks;
  Block next;
  bool has_attributes = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim_end(lines[i].text, " \t");
    if (line.starts_with('[') && line.ends_with(']') && !line.starts_with("[[")) {
      if (!has_attributes) next.at = lines[i].begin;
      has_attributes = true;
      add_asciidoc_attributes(next, line.substr(1, line.size() - 2));
    } else if (is_delimiter(line)) {
      const bool is_fence = line.starts_with('`');
      if (is_fence) next.language = lower_case(trim(line.substr(3)));
      if (!has_attributes) next.at = lines[i].begin;
      const std::string_view closing = is_fence ? line.substr(0, 3) : line;
      std::size_t last = i + 1;
      while (last < lines.size() && trim_end(lines[last].text, " \t") != closing) ++last;
      next.content = {lines[i].end, last < lines.size() ? lines[last].begin : text.size(), ""};
      // A fence of backquotes always has three.
      if (!is_fence) {
        const std::size_t end = last < lines.size() ? lines[last].begin : 0;
        next.content.fence = {lines[i].begin, end, line.size(), line[0]};
      }
      next.text = read_place(text, next.content);
      next.markup = Markup::asciidoc;
      if (!is_fence && last < lines.size()) next.end = lines[last].end;
      blocks.push_back(std::move(next));
      next = {};
      has_attributes = false;
      i = last;
    } else if (!(has_attributes && line.starts_with('.') && line.size() > 1)) {  // a title line may come between
      next = {};
      has_attributes = false;
    }
  }
  return blocks;
}

}  // namespace evalground::cli
