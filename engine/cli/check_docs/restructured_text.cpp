// reStructuredText: `code-block` and its synonyms, and the directives of the Sphinx extension.
//
//   .. code-block:: yaql         The content begins after the options and a blank line, and ends at a line that is
//      :class: evalground        indented no more than the directive.
//
//      $.sum()
// `.. literalinclude:: file` has options, and a file instead of a content.
//
// MyST's `:::{code-block}` and ```{code-block} are fences. Their options also have the form `:name: value`.
//
// Source: the reStructuredText specification, directives.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/check_docs/near_misses.hpp"

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

constexpr std::string_view playbook_directives[] = {"ansible-output-data", "ansible-output-meta"};

// Sets what the name of a directive says about its block. Returns false for directives without code.
bool read_name(Block& block, const std::string& directive, std::string_view argument) {
  const bool is_code = std::find(std::begin(directives), std::end(directives), directive) != std::end(directives);
  if (directive == "literalinclude") {
    add_attribute(block, directive, argument);
    return true;
  }
  if (std::find(std::begin(playbook_directives), std::end(playbook_directives), directive) !=
      std::end(playbook_directives)) {
    block.language = directive;
    return true;
  }
  block.language = lower_case(argument);
  if (is_code) return true;
  // near_misses() reports a misspelt mark.
  if (directive != "evalground" && directive != "evalground-output" && !resembles_mark(directive)) return false;
  add_attribute(block, directive, "");
  return true;
}

// Reads the options of a directive. Returns the first line after them.
std::size_t read_block_options(Block& block, const std::vector<Line>& lines, std::size_t at) {
  const std::size_t indentation = lines[at].indentation();
  std::size_t next = at + 1;
  for (std::string_view name, value; next < lines.size() && lines[next].indentation() > indentation; ++next) {
    if (!read_option(lines[next], name, value)) break;
    std::string whole(value);
    const std::size_t own = lines[next].indentation();
    while (next + 1 < lines.size() && !lines[next + 1].is_blank() && lines[next + 1].indentation() > own)
      whole.append("\n").append(trim(lines[++next].text));
    add_attribute(block, name, whole);
  }
  return next;
}

// Reads the content of a directive, up to a line that is indented no more. Returns the line after it; 0: no content.
std::size_t read_content(Block& block, std::string_view text, const std::vector<Line>& lines, std::size_t next,
                         std::size_t indentation) {
  while (next < lines.size() && lines[next].is_blank()) ++next;
  std::size_t last = next;
  std::size_t inner = std::string_view::npos;
  for (std::size_t at = next; at < lines.size(); ++at) {
    if (lines[at].is_blank()) continue;
    if (lines[at].indentation() <= indentation) break;
    inner = std::min(inner, lines[at].indentation());
    last = at + 1;
  }
  if (last == next) return 0;
  block.content = {lines[next].begin, lines[last - 1].end, std::string(lines[next].text.substr(0, inner))};
  block.text = read_place(text, block.content);
  block.end = block.content.end;
  block.markup = Markup::restructured_text;
  return last;
}

}  // namespace

std::vector<Block> read_restructured_text(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string directive;
    std::string_view argument;
    Block block;
    if (!read_directive(lines[i], directive, argument) || !read_name(block, directive, argument)) continue;
    block.at = lines[i].begin;
    const std::size_t next = read_block_options(block, lines, i);
    if (directive == "literalinclude") {
      if (const std::string* language = block.attribute("language")) block.language = lower_case(*language);
      block.content = {lines[i].end, lines[i].end, ""};
      blocks.push_back(std::move(block));
      continue;
    }
    const std::size_t last = read_content(block, text, lines, next, lines[i].indentation());
    if (last == 0) continue;
    blocks.push_back(std::move(block));
    i = last - 1;
  }
  return blocks;
}

}  // namespace evalground::cli
