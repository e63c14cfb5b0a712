#include "cli/check_docs/attributes.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

// One word, or one value in quotes, from `at` on.
std::string read_value(std::string_view text, std::size_t& at, std::string_view ends) {
  const char quote = at < text.size() ? text[at] : ' ';
  if (quote == '"' || quote == '\'' || quote == '`') {  // Hugo's raw texts

    const std::size_t end = text.find(quote, at + 1);
    if (end != std::string_view::npos) {
      const std::string value(text.substr(at + 1, end - at - 1));
      at = end + 1;
      return value;
    }
  }
  const std::size_t end = std::min(text.find_first_of(ends, at), text.size());
  const std::string value(text.substr(at, end - at));
  at = end;
  return value;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

void add_classes(Block& block, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    at = std::min(text.find_first_not_of(ascii_whitespace, at), text.size());
    const std::size_t end = std::min(text.find_first_of(ascii_whitespace, at), text.size());
    if (end > at) block.classes.emplace_back(text.substr(at, end - at));
    at = end;
  }
}

void add_attribute(Block& block, std::string_view name, std::string_view value) {
  if (name == "class" || name == "className") return add_classes(block, value);
  if (name == "role") return add_classes(block, value);
  if (name == "data-lang") name = "language";  // Hugo's attribute; "lang" alone is the natural language
  if (name.starts_with("data-")) name.remove_prefix(5);
  block.attributes.emplace_back(lower_case(name), value);
}

void add_attributes(Block& block, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    at = text.find_first_not_of(" \t\r\n{},", at);
    if (at == std::string_view::npos) return;
    if (text[at] == '.' || text[at] == '#') {
      const char mark = text[at++];
      const std::string word = read_value(text, at, " \t\r\n{},.#");
      if (mark == '.') {
        block.classes.push_back(word);
      } else {
        block.attributes.emplace_back("id", word);
      }
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n{},=", at), text.size());
    const std::string_view name = text.substr(at, end - at);
    at = end;
    std::string value;
    if (at < text.size() && text[at] == '=') {
      ++at;
      value = read_value(text, at, " \t\r\n}");
    }
    if (!name.empty()) add_attribute(block, name, value);
  }
}

void add_asciidoc_attributes(Block& block, std::string_view text) {
  std::size_t position = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    at = text.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) return;
    const std::size_t end = std::min(text.find_first_of(",=", at), text.size());
    const std::string_view name = trim(text.substr(at, end - at));
    if (end < text.size() && text[end] == '=' && text[at] != '"') {
      at = end + 1;
      add_attribute(block, name, read_value(text, at, ","));
      at = std::min(text.find(',', at), text.size());
      continue;
    }
    // "source.evalground#id%linenums": a word followed by roles, an id and options
    const std::size_t word = std::min(name.find_first_of(".#%"), name.size());
    if (position == 1 && word > 0) block.language = lower_case(name.substr(0, word));
    for (std::size_t mark = word; mark < name.size();) {
      const std::size_t next = std::min(name.find_first_of(".#%", mark + 1), name.size());
      const std::string value(name.substr(mark + 1, next - mark - 1));
      if (name[mark] == '.') block.classes.push_back(value);
      if (name[mark] == '#') block.attributes.emplace_back("id", value);
      mark = next;
    }
    ++position;
    at = end;
  }
}

}  // namespace evalground::cli
