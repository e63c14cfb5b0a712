#include "cli/repl/unfinished.hpp"

#include <cstddef>

namespace evalground::cli {
namespace {

bool is_open_template(std::string_view text) {
  for (std::size_t at = 0;;) {
    at = text.find('{', at);
    if (at == std::string_view::npos || at + 1 >= text.size()) return false;
    const char kind = text[at + 1];
    if (kind != '{' && kind != '%' && kind != '#') {
      ++at;
      continue;
    }
    const std::string_view end = kind == '{' ? "}}" : kind == '%' ? "%}" : "#}";
    char quote = '\0';
    for (at += 2; at < text.size(); ++at) {
      if (kind != '#' && quote != '\0') {
        if (text[at] == '\\')
          ++at;
        else if (text[at] == quote)
          quote = '\0';
      } else if (kind != '#' && (text[at] == '"' || text[at] == '\'')) {
        quote = text[at];
      } else if (text.substr(at).starts_with(end)) {
        break;
      }
    }
    if (at >= text.size()) return true;
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

}  // namespace evalground::cli
