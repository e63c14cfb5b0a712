// Sessions with the program `yaql`, as in the documentation of its functions.
//
//   yaql> [1, 2].select($ * $)       The output begins below, and ends at the next prompt, at a blank line, at the
//   [1, 4]                           end of a fence or docstring, or at a line with less indentation. An
//                                    expression continues on the next line while a bracket is open.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/block.hpp"
#include "cli/check_docs/lines.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view prompt = "yaql>";

bool ends_output(const Line& line, std::string_view prefix) {
  if (line.is_blank() || !line.text.starts_with(prefix)) return true;
  const std::string_view text = line.text.substr(prefix.size());
  return text.starts_with(prompt) || text.starts_with("```") || text.starts_with("\"\"\"") || text.starts_with("'''") ||
         text.starts_with("----");
}

// True when brackets are open at the end of an expression, or after `->`. Quoted text is skipped.
bool is_open(std::string_view expression) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char character = expression[i];
    if (quote != 0) {
      if (character == '\\') ++i;
      if (character == quote) quote = 0;
    } else if (character == '"' || character == '\'' || character == '`') {
      quote = character;
    } else if (character == '(' || character == '[' || character == '{') {
      ++depth;
    } else if (character == ')' || character == ']' || character == '}') {
      --depth;
    }
  }
  return depth > 0 || trim_end(expression).ends_with("->");
}

}  // namespace

std::vector<Block> read_sessions(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t indentation = lines[i].indentation();
    const std::string_view typed = lines[i].text.substr(indentation);
    if (!typed.starts_with(prompt)) continue;
    const std::string prefix(lines[i].text.substr(0, indentation));
    Block source;
    source.at = lines[i].begin;
    source.language = "yaql";
    source.text = std::string(trim(typed.substr(prompt.size()))) + "\n";
    source.content = {lines[i].begin, lines[i].end, prefix};
    std::size_t last = i + 1;
    // "...   -> $.customers": the program's prompt for continuation lines
    for (; last < lines.size() && trim_start(lines[last].text, " \t").starts_with("... "); ++last)
      source.text += std::string(trim(trim_start(lines[last].text, " \t").substr(4))) + "\n";
    const std::size_t longest = std::min(lines.size(), i + 100);  // lines of one expression
    for (; last < longest && !ends_output(lines[last], prefix) && is_open(source.text); ++last)
      source.text += std::string(trim(lines[last].text)) + "\n";
    source.attributes.emplace_back("options", R"({"delegates": true})");  // the program needs an option for them
    const std::size_t first = last;
    while (last < lines.size() && !ends_output(lines[last], prefix)) ++last;
    blocks.push_back(std::move(source));
    // Dots alone stand for output that is not shown.
    if (last > first && !(last == first + 1 && trim(lines[first].text) == "...")) {
      Block output;
      output.at = lines[first].begin;
      output.language = "output";
      output.content = {lines[first].begin, lines[last - 1].end, prefix};
      output.text = read_place(text, output.content);
      blocks.push_back(std::move(output));
    }
    i = last - 1;
  }
  return blocks;
}

}  // namespace evalground::cli
