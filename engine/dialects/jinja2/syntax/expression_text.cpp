#include "dialects/jinja2/syntax/expression_text.hpp"

#include "base/text/text.hpp"

namespace evalground::jinja2 {
namespace {

// Calls f(offset) for each byte outside of quoted strings until it returns false.
template <class F>
void each_outside_strings(std::string_view text, F&& f) {
  char quote = '\0';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == '\\') {
        ++at;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (!f(at)) {
      return;
    }
  }
}

}  // namespace

bool holds_tag(std::string_view text, const Syntax& syntax) {
  bool is_found = false;
  each_outside_strings(text, [&](std::size_t at) {
    for (const std::string* start : {&syntax.variable_start, &syntax.block_start, &syntax.comment_start}) {
      is_found = is_found || text.substr(at).starts_with(*start);
    }
    return !is_found;
  });
  return is_found;
}

std::optional<std::size_t> stray_brace(std::string_view text) {
  std::optional<std::size_t> found;
  std::size_t open = 0;
  each_outside_strings(text, [&](std::size_t at) {
    if (text[at] == '{') ++open;
    if (text[at] != '}') return true;
    if (open == 0) found = at;
    if (open > 0) --open;
    return !found;
  });
  return found;
}

bool is_bare_expression(const Context& context, const Options& options) {
  const std::optional<Value>& expression = context.workspace.expression;
  if (!expression || !expression->is_string() || options.reading == ExpressionReading::text) return false;
  return !holds_tag(expression->as_string(), options.syntax);
}

std::optional<std::string> content_of_tag(std::string_view text, const Syntax& syntax) {
  const std::string_view words = trim(text);
  const std::size_t tags = syntax.variable_start.size() + syntax.variable_end.size();
  if (words.size() <= tags || !words.starts_with(syntax.variable_start) || !words.ends_with(syntax.variable_end)) {
    return std::nullopt;
  }
  const std::string_view content = trim(words.substr(syntax.variable_start.size(), words.size() - tags));
  // `{{ a }} == {{ b }}` has two tags.
  if (holds_tag(content, syntax) || content.find(syntax.variable_end) != std::string_view::npos) return std::nullopt;
  return std::string(content);
}

SourceText enclosed(const SourceText& expression, const Syntax& syntax) {
  const std::string before = syntax.variable_start + " ";
  const std::uint32_t begin = expression.place.offset(0);
  return {before + expression.text + " " + syntax.variable_end,
          expression.name,
          {expression.place.file, {{0, begin}, {static_cast<std::uint32_t>(before.size()), begin}}}};
}

}  // namespace evalground::jinja2
