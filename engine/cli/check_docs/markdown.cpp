// Markdown and MDX: fenced blocks, including those in lists and quotations, and elements between them.
//
//   > ```json {.evalground-output}     the fence's indentation and ">" precede each line of its content
//
// MyST's fences are directives: ```{evalground} yaql, with options `:data: '[1, 2]'` as their first lines.
//
// Sources: CommonMark 0.31, fenced code blocks; attributes in the forms of Pandoc, MkDocs (attr_list, superfences),
// Hugo, Docusaurus and Astro. Indented code has no attributes and counts as prose.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/lines.hpp"

namespace evalground::cli {
namespace {

struct Opening {
  Fence fence;
  std::string prefix;  // the text before the fence
  std::string_view info;
};

// ``` or ~~~ after spaces, ">" and list markers. Returns false for a line that opens no fence.
bool read_opening(const Line& line, Opening& opening) {
  std::size_t at = 0;
  std::string prefix;
  while (at < line.text.size()) {
    const char character = line.text[at];
    const bool is_item = (character == '-' || character == '*' || character == '+') && at + 1 < line.text.size() &&
                         line.text[at + 1] == ' ';
    if (character != ' ' && character != '\t' && character != '>' && !is_item) break;
    prefix += is_item ? ' ' : character;  // further lines of an item are indented
    ++at;
  }
  if (at >= line.text.size() || (line.text[at] != '`' && line.text[at] != '~')) return false;
  const char character = line.text[at];
  const std::size_t end = std::min(line.text.find_first_not_of(character, at), line.text.size());
  const std::string_view info = trim(line.text.substr(end));
  if (end - at < 3 || (character == '`' && info.find('`') != std::string_view::npos)) return false;
  opening = {{line.begin + at, 0, end - at, character}, std::move(prefix), info};
  return true;
}

bool closes(const Line& line, const Fence& fence) {
  const std::string_view rest = trim(trim_start(line.text, " \t>"), " \t");
  return rest.size() >= fence.length && rest.find_first_not_of(fence.character) == std::string_view::npos;
}

// "{evalground} yaql", "{code-block} yaql"; false for an info string that is not a directive's
bool read_directive(Block& block, std::string_view info) {
  const std::size_t end = info.find('}');
  if (!info.starts_with('{') || end == std::string_view::npos) return false;
  const std::string_view name = info.substr(1, end - 1);
  if (name != "evalground" && name != "evalground-output" && name != "code-block" && name != "code") return false;
  if (name.starts_with("evalground")) add_attribute(block, name, "");
  block.language = lower_case(trim(info.substr(end + 1)));
  return true;
}

// ":class: evalground"
bool read_option(Block& block, std::string_view line) {
  line = trim(line);
  const std::size_t colon = line.find(':', 1);
  if (!line.starts_with(':') || colon == std::string_view::npos) return false;
  std::string_view value = trim(line.substr(colon + 1));
  if (value.size() > 1 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0])  // the options are YAML
    value = value.substr(1, value.size() - 2);
  add_attribute(block, line.substr(1, colon - 1), value);
  return true;
}

// "yaql {.evalground}", "{.yaql .evalground}", "yaql evalground"
void read_info(Block& block, std::string_view info) {
  const std::size_t end = std::min(info.find_first_of(" \t{"), info.size());
  block.language = lower_case(info.substr(0, end));
  add_attributes(block, info.substr(end));
  if (block.language.empty() && !block.classes.empty()) {  // the first class is the language
    block.language = lower_case(block.classes.front());
    block.classes.erase(block.classes.begin());
  }
  if (const std::string* language = block.attribute("language")) block.language = lower_case(*language);
}

// Blanks the code spans in a line with "<", because `<pre>` in code is not a tag.
void blank_code_spans(std::string& text) {
  for (const Line& line : lines_of(text)) {
    for (std::size_t at = line.text.find('`'); at < line.text.size(); at = line.text.find('`', at)) {
      const std::size_t end = std::min(line.text.find_first_not_of('`', at), line.text.size());
      const std::string_view mark = line.text.substr(at, end - at);
      const std::size_t close = line.text.find(mark, end);
      if (close == std::string_view::npos) {
        at = end;
        continue;
      }
      const auto begin = text.begin() + static_cast<std::ptrdiff_t>(line.begin);
      if (line.text.substr(at, close - at).find('<') != std::string_view::npos)
        std::fill(begin + static_cast<std::ptrdiff_t>(at), begin + static_cast<std::ptrdiff_t>(close), ' ');
      at = close + mark.size();
    }
  }
}

}  // namespace

std::vector<Block> read_markdown(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<Block> blocks;
  std::string rest(text);  // blank the fences, and look for elements in the rest
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Opening opening;
    if (!read_opening(lines[i], opening)) continue;
    Fence& fence = opening.fence;
    std::size_t last = i + 1;
    while (last < lines.size() && !closes(lines[last], fence)) ++last;
    if (last < lines.size()) fence.closing = lines[last].begin + lines[last].text.find(fence.character);
    Block block;
    block.at = lines[i].begin;
    block.content = {lines[i].end, last < lines.size() ? lines[last].begin : text.size(), opening.prefix};
    block.content.fence = fence;
    if (read_directive(block, opening.info)) {
      std::size_t first = i + 1;
      while (first < last && read_option(block, lines[first].text)) ++first;
      if (first > i + 1 && first < last && lines[first].is_blank()) ++first;
      block.content.begin = first < lines.size() ? lines[first].begin : text.size();
    } else {
      read_info(block, opening.info);
    }
    block.text = read_place(text, block.content);
    blocks.push_back(std::move(block));
    const std::size_t end = last < lines.size() ? lines[last].end : text.size();
    std::replace_if(
        rest.begin() + static_cast<std::ptrdiff_t>(lines[i].begin), rest.begin() + static_cast<std::ptrdiff_t>(end),
        [](char character) { return character != '\n'; }, ' ');
    i = last;
  }
  blank_code_spans(rest);
  for (Block& block : read_html(rest)) blocks.push_back(std::move(block));
  std::stable_sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.at < b.at; });
  return blocks;
}

}  // namespace evalground::cli
