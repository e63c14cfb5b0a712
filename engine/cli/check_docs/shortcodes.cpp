// Hugo's shortcode for an example. Its parameters are the attributes, and `output` is what the page shows:
//
//   {{< evalground dialect="yaql" data="[1, 2]" output="3" >}}
//   $.sum()
//   {{< /evalground >}}
//
// {{</* evalground */>}} shows a shortcode instead of running it.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"

namespace evalground::cli {
namespace {

struct Shortcode {
  std::size_t begin = 0, end = 0;              // with its tags
  std::size_t inner_begin = 0, inner_end = 0;  // between them
};

// The shortcode at this place. Returns false if it has no end.
bool read_shortcode(std::string_view text, std::size_t at, Shortcode& code) {
  const std::string closing = text[at + 2] == '<' ? ">}}" : "%}}";
  const std::size_t tag_end = text.find(closing, at);
  if (tag_end == std::string_view::npos) return false;
  code.begin = at;
  code.inner_begin = std::min(tag_end + 3, text.size());
  if (text.substr(code.inner_begin).starts_with("\r\n")) ++code.inner_begin;
  if (text.substr(code.inner_begin).starts_with('\n')) ++code.inner_begin;
  code.inner_end = text.find(text[at + 2] == '<' ? "{{< /evalground" : "{{% /evalground", tag_end);
  if (code.inner_end == std::string_view::npos) return false;
  const std::size_t end = text.find(closing, code.inner_end);
  code.end = end == std::string_view::npos ? text.size() : end + 3;
  code.inner_begin = std::min(code.inner_begin, code.inner_end);
  return true;
}

void add_shortcode(std::string_view text, const Shortcode& code, std::vector<Block>& blocks) {
  constexpr std::string_view name = "evalground";
  Block block;
  block.at = code.begin;
  block.container = "{" + std::to_string(code.begin) + "}";
  block.content = {code.inner_begin, code.inner_end, ""};
  block.text = read_place(text, block.content);
  const std::string_view tag = text.substr(code.begin, text.find("}}", code.begin) - code.begin);
  const std::size_t attributes = tag.find(name) + name.size();
  add_attributes(block, trim_end(tag.substr(attributes), "<>% \t"));
  add_attribute(block, name, "");
  std::erase_if(block.attributes, [](const auto& attribute) { return attribute.first == "file"; });  // its own name
  Block shown;
  const std::size_t output = tag.find("output=\"");
  if (const std::string* text_of_output = block.attribute("output"); text_of_output != nullptr && output < tag.size()) {
    shown.at = block.at;
    shown.container = block.container;
    shown.attributes.emplace_back("evalground-output", "");
    shown.text = *text_of_output + "\n";
    const std::size_t begin = code.begin + output + 8;
    shown.content = {begin, begin + text_of_output->size(), ""};
  }
  blocks.push_back(std::move(block));
  if (!shown.container.empty()) blocks.push_back(std::move(shown));
}

}  // namespace

std::vector<Block> take_shortcodes(std::string& text, const std::vector<std::pair<std::size_t, std::size_t>>& fences) {
  std::vector<Block> blocks;
  const std::string original = text;
  for (const std::string_view opening : {"{{< evalground ", "{{% evalground "}) {
    std::size_t fence = 0;
    for (std::size_t at = original.find(opening); at != std::string::npos; at = original.find(opening, at)) {
      while (fence < fences.size() && fences[fence].second <= at) ++fence;
      Shortcode code;
      if (fence < fences.size() && fences[fence].first <= at) {
        at = fences[fence].second;
        continue;
      }
      if (!read_shortcode(original, at, code)) break;
      add_shortcode(original, code, blocks);
      std::replace_if(
          text.begin() + static_cast<std::ptrdiff_t>(code.begin), text.begin() + static_cast<std::ptrdiff_t>(code.end),
          [](char character) { return character != '\n' && character != '\r'; }, ' ');
      at = code.end;
    }
  }
  return blocks;
}

}  // namespace evalground::cli
