#include "dialects/cfengine/policy/lexer.hpp"

#include "base/text/text.hpp"
#include "dialects/cfengine/data/characters.hpp"
#include "dialects/cfengine/data/version.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::size_t longest_context = 1024;  // bytes; what is longer is quoted

bool is_context_byte(char c) {
  switch (c) {
    case '.':
    case '|':
    case '&':
    case '!':
    case '(':
    case ')':
    case '$':
    case '@':
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ' ':
    case '\t': return true;
    default: return is_word_byte(c);
  }
}

constexpr std::string_view features[] = {"yaml",
                                         "xml",
                                         "curl",
                                         "tls_1_0",
                                         "tls_1_1",
                                         "tls_1_2",
                                         "tls_1_3",
                                         "def_json_preparse",
                                         "copyfrom_restrict_keys",
                                         "control_agent"};

}  // namespace

bool macro_holds(std::string_view condition) {
  condition = trim(condition);
  const std::size_t open = condition.find('(');
  if (open == std::string_view::npos || !condition.ends_with(')')) return false;
  const std::string_view name = trim(condition.substr(0, open));
  const std::string_view argument = trim(condition.substr(open + 1, condition.size() - open - 2));
  const auto order = [](std::string_view version) {
    return compare_versions(emulated_version, trim(version), MissingPart::equal);
  };
  if (name == "minimum_version") return order(argument) >= 0;
  if (name == "maximum_version") return order(argument) <= 0;
  if (name == "after_version") return order(argument) > 0;
  if (name == "before_version") return order(argument) < 0;
  if (name == "at_version") return order(argument) == 0;
  if (name == "between_versions") {
    const std::size_t comma = argument.find(',');
    if (comma == std::string_view::npos) return false;
    return order(argument.substr(0, comma)) >= 0 && order(argument.substr(comma + 1)) <= 0;
  }
  if (name != "feature") return false;
  for (const std::string_view feature : features) {
    if (feature == argument) return true;
  }
  return false;
}

LexicalToken Lexer::next(bool at_promise) {
  scanner_.skip_whitespace();
  const auto begin = static_cast<std::uint32_t>(scanner_.offset());
  const TokenKind kind = take(at_promise);
  return {kind, begin, static_cast<std::uint32_t>(scanner_.offset())};
}

void Lexer::skip_line() {
  scanner_.take_while([](char c) { return c != '\n'; });
}

TokenKind Lexer::take(bool at_promise) {
  if (scanner_.at_end()) return TokenKind::end;
  const char c = scanner_.peek();
  if (c == '#') {
    skip_line();
    return TokenKind::comment;
  }
  const bool is_line_start = scanner_.offset() == 0 || text_[scanner_.offset() - 1] == '\n';
  if (c == '@' && is_line_start && (scanner_.sees("@if") || scanner_.sees("@else") || scanner_.sees("@endif"))) {
    take_macro();
    return TokenKind::macro;
  }
  if (c == '"' || c == '\'' || c == '`') {
    scanner_.skip();
    while (!scanner_.at_end()) {
      const char inner = scanner_.peek();
      scanner_.skip(inner == '\\' && c != '`' ? 2 : 1);
      if (inner == c) return TokenKind::string;
    }
    return TokenKind::wrong;
  }
  // Only where a promise may begin: "vars:" and "linux::" would be words elsewhere.
  if (at_promise && take_section()) return TokenKind::section;
  if (at_promise && take_context()) return TokenKind::context;
  if (scanner_.take("=>")) return TokenKind::arrow;
  if (scanner_.take("->")) return TokenKind::promisee;
  if (scanner_.take("::")) return TokenKind::mark;
  if (std::string_view("{}(),;").find(c) != std::string_view::npos) {
    scanner_.skip();
    return TokenKind::mark;
  }
  if (take_naked()) return TokenKind::naked;
  // A word, with what is joined to it: "ns:bundle.variable".
  if (is_word_byte(c)) {
    while (true) {
      scanner_.take_while(is_word_byte);
      const bool joins = (scanner_.peek() == '.' || scanner_.peek() == ':') && is_word_byte(scanner_.peek(1));
      if (!joins) return TokenKind::word;
      scanner_.skip();
    }
  }
  scanner_.skip(scanner_.peek_code_point().size);
  return TokenKind::wrong;
}

// "vars:", unless it goes on as a qualified name or a context: "ns:name", "any::".
bool Lexer::take_section() {
  const std::size_t begin = scanner_.offset();
  if (!scanner_.take_while(is_word_byte).empty()) {
    scanner_.skip_whitespace(" \t");
    if (scanner_.take(':') && scanner_.peek() != ':' && !is_word_byte(scanner_.peek())) return true;
  }
  scanner_.rewind(begin);
  return false;
}

// An expression on one line that ends with "::".
bool Lexer::take_context() {
  const std::size_t begin = scanner_.offset();
  while (is_context_byte(scanner_.peek()) && scanner_.offset() - begin < longest_context) {
    if (scanner_.take("::")) return true;
    scanner_.skip();
  }
  scanner_.rewind(begin);
  return false;
}

bool Lexer::take_naked() {
  const std::size_t begin = scanner_.offset();
  if (!scanner_.take('$') && !scanner_.take('@')) return false;
  const char open = scanner_.peek();
  if (open == '(' || open == '{') {
    const char close = open == '(' ? ')' : '}';
    std::size_t nested = 0;
    while (!scanner_.at_end() && scanner_.peek() != '\n') {
      const char c = scanner_.peek();
      scanner_.skip();
      if (c == open) ++nested;
      if (c == close && --nested == 0) return true;
    }
  }
  scanner_.rewind(begin);
  return false;
}

// An `@if` that does not hold takes everything up to its `@else` or `@endif`, an `@else` up to its `@endif`: an `@else`
// is only met after a part that was read.
void Lexer::take_macro() {
  const bool is_if = scanner_.take("@if");
  const bool is_else = !is_if && scanner_.take("@else");
  const std::size_t begin = scanner_.offset();
  skip_line();
  if (!is_else && (!is_if || macro_holds(scanner_.between(begin, scanner_.offset())))) return;
  std::size_t nested = 1;
  while (!scanner_.at_end()) {
    scanner_.skip();  // the line's end
    if (scanner_.sees("@if")) ++nested;
    const bool is_end = scanner_.sees("@endif");
    const bool goes_on = scanner_.sees("@else") && is_if;
    skip_line();
    if (is_end && --nested == 0) return;
    if (goes_on && nested == 1) return;
  }
}

}  // namespace evalground::cfengine
