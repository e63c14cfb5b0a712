// Markdown and MDX: fenced blocks, including those in lists and quotations, and elements between them.
//
//   > ```json {.evalground-output}     the fence's indentation and ">" precede each line of its content
//
// MyST's fences are directives: ```{evalground} yaql, with options `:data: '[1, 2]'` as their first lines. Other
// directives, such as ````{tab-set}, contain Markdown.
//
// Attributes have the forms of Pandoc, MkDocs (attr_list, superfences), Hugo, Docusaurus and Astro.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/fences.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/check_docs/near_misses.hpp"

namespace evalground::cli {
namespace {

// "{evalground} yaql", "{code-block} yaql"; false for an info string that is not a directive's
bool read_directive(Block& block, std::string_view info) {
  const std::size_t end = info.find('}');
  if (!info.starts_with('{') || end == std::string_view::npos) return false;
  const std::string_view name = info.substr(1, end - 1);
  if (name != "evalground" && name != "evalground-output" && name != "code-block" && name != "code" &&
      name != "literalinclude")
    return false;
  if (name.starts_with("evalground")) add_attribute(block, name, "");
  const std::string_view argument = trim(info.substr(end + 1));
  if (name == "literalinclude") {
    add_attribute(block, name, argument);
  } else {
    block.language = lower_case(argument);
  }
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

// The name in "{tab-set} Title", if it is a directive with Markdown in it.
bool is_container(std::string_view info) {
  constexpr std::string_view with_code[] = {
      "evalground", "evalground-output", "code-block",     "code",           "code-cell", "sourcecode", "raw",
      "math",       "mermaid",           "literalinclude", "parsed-literal", "eval-rst"};
  const std::size_t end = info.find('}');
  if (!info.starts_with('{') || end == std::string_view::npos) return false;
  const std::string_view name = info.substr(1, end - 1);
  if (resembles_mark(name)) return false;
  if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_:") != std::string_view::npos)
    return false;
  return std::find(std::begin(with_code), std::end(with_code), name) == std::end(with_code);
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  std::replace_if(
      text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end),
      [](char character) { return character != '\n' && character != '\r'; }, ' ');
}

// Blanks the fences of MyST's containers, so that the Markdown in them is read like the rest.
// ````{tab-set} has ```{tab-item} in it, and that has an example. A copy with other lengths would lose the places.
bool open_containers(std::string& text, const std::vector<FencedCode>& fences) {
  std::vector<Place> containers;
  for (const FencedCode& code : fences) {
    if (is_container(code.info)) containers.push_back(code.content);
  }
  for (const Place& content : containers) {
    blank(text, content.fence.opening, std::min(text.find_first_of("\r\n", content.fence.opening), text.size()));
    const std::size_t closing = content.fence.closing;
    if (closing > 0) blank(text, closing, std::min(text.find_first_of("\r\n", closing), text.size()));
  }
  return !containers.empty();
}

// Where the line with this number begins, from 0.
std::size_t begin_of_line(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; number > 0 && at < text.size(); --number) at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return at;
}

// A fence of MyST: its options are the first lines.
void read_options(Block& block, std::string_view text) {
  const std::string_view content = text.substr(block.content.begin, block.content.end - block.content.begin);
  std::size_t options = 0;
  for (const Line& line : lines_of(content)) {
    const bool ends_options = options > 0 && line.is_blank();
    if (!ends_options && !read_option(block, trim_start(line.text, " \t>"))) break;
    ++options;
    if (ends_options) break;
  }
  block.content.begin += begin_of_line(content, options);
  block.text.erase(0, begin_of_line(block.text, options));
}

std::size_t after_fence(std::string_view text, const Place& content) {
  return content.fence.closing == 0 ? content.end : std::min(text.find('\n', content.end), text.size());
}

std::vector<Block> markdown_blocks(std::string_view original, Tags tags) {
  constexpr int most_containers = 8;  // within each other; the document is read again for each
  std::string text(original);
  MarkdownCode code = code_of(text, tags);
  for (int i = 0; i < most_containers && open_containers(text, code.fences); ++i) code = code_of(text, tags);
  std::vector<std::pair<std::size_t, std::size_t>> fences;
  for (const FencedCode& fenced : code.fences) fences.emplace_back(fenced.at, after_fence(text, fenced.content));
  std::vector<Block> blocks = take_shortcodes(text, fences);
  if (!blocks.empty()) code = code_of(text, tags);
  for (FencedCode& fenced : code.fences) {
    Block block;
    block.at = fenced.at;
    block.content = std::move(fenced.content);
    block.text = std::move(fenced.text);
    block.markup = Markup::markdown;
    const std::size_t after = after_fence(original, block.content);
    if (block.content.fence.closing > 0) block.end = std::min(after + 1, original.size());
    if (read_directive(block, fenced.info)) {
      read_options(block, text);
      if (const std::string* language = block.attribute("language")) block.language = lower_case(*language);
    } else {
      read_info(block, fenced.info);
    }
    blocks.push_back(std::move(block));
  }
  // Text outside of code may contain elements.
  std::string rest = std::move(text);
  for (const Block& block : blocks) {
    if (block.markup == Markup::markdown) blank(rest, block.at, after_fence(original, block.content));
  }
  for (const auto& [begin, end] : code.spans) blank(rest, begin, end);
  for (Block& block : read_html(rest)) blocks.push_back(std::move(block));
  std::stable_sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.at < b.at; });
  return blocks;
}

}  // namespace

std::vector<Block> read_markdown(std::string_view text) {
  return markdown_blocks(text, Tags::are_html);
}

std::vector<Block> read_mdx(std::string_view text) {
  return markdown_blocks(text, Tags::are_jsx);
}

}  // namespace evalground::cli
