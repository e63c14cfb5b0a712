#include "cli/repl/unfinished.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view blocks[] = {"autoescape", "block", "call", "filter", "for", "if", "macro", "trans", "with"};

// How a tag changes the number of open blocks: `for x in y` by 1, `endfor` by -1. A `set` without a value is a block.
int depth_of_tag(std::string_view tag) {
  if (tag.starts_with('-') || tag.starts_with('+')) tag.remove_prefix(1);
  tag = trim(tag);
  const std::string_view word = tag.substr(0, tag.find_first_of(" \t\n-+("));
  if (word.starts_with("end")) return -1;
  if (word == "set") return tag.find('=') == std::string_view::npos ? 1 : 0;
  return std::find(std::begin(blocks), std::end(blocks), word) != std::end(blocks) ? 1 : 0;
}

bool is_raw(std::string_view tag) {
  return trim(replace_all(tag, "-", " ")) == "raw";
}

// Where the mark `end` closes the `{{`, `{%` or `{#` at `at`; the text's size if it is never closed.
std::size_t end_of_mark(std::string_view text, std::size_t at, std::string_view end) {
  char quote = '\0';
  const bool has_quotes = end != "#}";
  for (at += 2; at < text.size(); ++at) {
    if (quote != '\0') {
      if (text[at] == '\\')
        ++at;
      else if (text[at] == quote)
        quote = '\0';
    } else if (has_quotes && (text[at] == '"' || text[at] == '\'')) {
      quote = text[at];
    } else if (text.substr(at).starts_with(end)) {
      return at;
    }
  }
  return text.size();
}

bool is_open_template(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0;;) {
    at = text.find('{', at);
    if (at == std::string_view::npos || at + 1 >= text.size()) return depth > 0;
    const char kind = text[at + 1];
    if (kind != '{' && kind != '%' && kind != '#') {
      ++at;
      continue;
    }
    const std::size_t end = end_of_mark(text, at, kind == '{' ? "}}" : kind == '%' ? "%}" : "#}");
    if (end == text.size()) return true;
    const std::string_view tag = kind == '%' ? text.substr(at + 2, end - at - 2) : std::string_view();
    at = end + 2;
    depth += depth_of_tag(tag);
    if (!is_raw(tag)) continue;
    at = text.find("endraw", at);
    if (at == std::string_view::npos) return true;
  }
}

bool is_open_expression(std::string_view text) {
  int depth = 0;
  char quote = '\0';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == '\\')
        ++at;
      else if (c == quote)
        quote = '\0';
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    }
  }
  return quote != '\0' || depth > 0;
}

}  // namespace

bool is_unfinished(std::string_view text, bool is_template) {
  if (text.ends_with('\\')) return true;
  return is_template ? is_open_template(text) : is_open_expression(text);
}

bool is_unfinished_command(std::string_view line) {
  const std::size_t space = line.find_first_of(" \t\n");
  if (space == std::string_view::npos) return false;
  std::string_view argument = trim_start(line.substr(space));
  if (line.substr(0, space) == ":set")
    argument = trim_start(argument.substr(std::min(argument.find('='), argument.size())));
  if (argument.starts_with('=')) argument = trim_start(argument.substr(1));
  const bool is_json = argument.starts_with('{') || argument.starts_with('[') || argument.starts_with('"');
  return is_json && is_open_expression(argument);
}

}  // namespace evalground::cli
