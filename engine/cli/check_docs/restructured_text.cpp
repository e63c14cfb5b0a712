// reStructuredText: `code-block` and its synonyms, and the directives of the Sphinx extension.
//
//   .. code-block:: yaql         The content begins after the options and a blank line, and ends at a line that is
//      :class: evalground        indented no more than the directive.
//
//      $.sum()
//
// MyST's `:::{code-block}` and ```{code-block} are fences. Their options also have the form `:name: value`.
//
// Source: the reStructuredText specification, directives.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/lines.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view directives[] = {"code-block", "sourcecode", "code", "highlight-block"};

// ".. name:: argument"
bool read_directive(const Line& line, std::string& name, std::string_view& argument) {
  const std::string_view text = trim_start(line.text, " \t");
  if (!text.starts_with(".. ")) return false;
  const std::size_t colons = text.find("::");
  if (colons == std::string_view::npos) return false;
  name = lower_case(trim(text.substr(3, colons - 3)));
  argument = trim(text.substr(colons + 2));
  return true;
}

// ":name: value", continued by lines that are indented further
bool read_option(const Line& line, std::string_view& name, std::string_view& value) {
  const std::string_view text = trim_start(line.text, " \t");
  if (!text.starts_with(':')) return false;
  const std::size_t colon = text.find(':', 1);
  if (colon == std::string_view::npos || text.substr(1, colon - 1).find(' ') != std::string_view::npos) return false;
  name = text.substr(1, colon - 1);
  value = trim(text.substr(colon + 1));
  return true;
}

}  // namespace

std::vector<Block> read_restructured_text(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string directive;
    std::string_view argument;
    if (!read_directive(lines[i], directive, argument)) continue;
    Block block;
    block.at = lines[i].begin;
    block.language = lower_case(argument);
    if (directive == "evalground") {
      add_attribute(block, "evalground", "");
    } else if (directive == "evalground-output") {
      add_attribute(block, "evalground-output", "");
    } else if (std::find(std::begin(directives), std::end(directives), directive) == std::end(directives)) {
      continue;
    }
    const std::size_t indentation = lines[i].indentation();
    std::size_t next = i + 1;
    for (std::string_view name, value; next < lines.size() && lines[next].indentation() > indentation; ++next) {
      if (!read_option(lines[next], name, value)) break;
      std::string whole(value);
      const std::size_t own = lines[next].indentation();
      while (next + 1 < lines.size() && !lines[next + 1].is_blank() && lines[next + 1].indentation() > own)
        whole.append("\n").append(trim(lines[++next].text));
      add_attribute(block, name, whole);
    }
    while (next < lines.size() && lines[next].is_blank()) ++next;
    std::size_t last = next;
    std::size_t inner = std::string_view::npos;
    for (std::size_t at = next; at < lines.size(); ++at) {
      if (lines[at].is_blank()) continue;
      if (lines[at].indentation() <= indentation) break;
      inner = std::min(inner, lines[at].indentation());
      last = at + 1;
    }
    if (last == next) continue;  // without content
    block.content = {lines[next].begin, lines[last - 1].end, std::string(lines[next].text.substr(0, inner))};
    block.text = read_place(text, block.content);
    blocks.push_back(std::move(block));
    i = last - 1;
  }
  return blocks;
}

}  // namespace evalground::cli
