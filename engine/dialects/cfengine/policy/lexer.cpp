// Tokens of a policy. The syntax is not context-free at this level: `linux::` and `vars:` are tokens only where a
// promise may begin, which the parser tells by `at_promise`. Anywhere else they would be words.
//
// Macros such as `@if minimum_version(3.15)` are evaluated here, because skipped text need not be valid: it may use
// syntax of other versions.
#include "dialects/cfengine/policy/lexer.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/cfengine/data/characters.hpp"
#include "dialects/cfengine/data/version.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::size_t longest_context = 4096;  // bytes; a longer context is quoted

// Blanks belong to a context: `linux . web::`.
bool is_context_byte(char c) {
  switch (c) {
    case '.':
    case '|':
    case '&':
    case '!':
    case '(':
    case ')':
    case ':':
    case ' ':
    case '\t': return true;
    default: return is_word_byte(c);
  }
}

// The features of the emulated agent, which `@if feature(name)` asks for.
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

namespace {

// "3", "3.15", "3.15.1": up to three numbers of up to five digits.
bool is_version(std::string_view text) {
  std::size_t parts = 0;
  for (const std::string_view part : Split(text, ".")) {
    ++parts;
    const bool is_number = part.find_first_not_of("0123456789") == std::string_view::npos;
    if (part.empty() || part.size() > 5 || !is_number) return false;
  }
  return parts <= 3;
}

}  // namespace

// Nothing for a condition that cannot be read, which is a syntax error.
std::optional<bool> macro_holds(std::string_view condition) {
  const std::size_t open = condition.find('(');
  if (open == std::string_view::npos || !condition.ends_with(')')) return std::nullopt;
  const std::string_view name = condition.substr(0, open);
  const std::string_view argument = condition.substr(open + 1, condition.size() - open - 2);
  if (name == "feature") {
    const bool is_word = !argument.empty() && std::all_of(argument.begin(), argument.end(), is_word_byte);
    if (!is_word) return std::nullopt;
    return std::find(std::begin(features), std::end(features), argument) != std::end(features);
  }
  const auto order = [](std::string_view version) {
    return compare_versions(emulated_version, version, MissingPart::equal);
  };
  if (name == "between_versions") {
    const std::size_t comma = argument.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const std::string_view from = trim_end(argument.substr(0, comma));
    const std::string_view to = trim_start(argument.substr(comma + 1));
    if (!is_version(from) || !is_version(to)) return std::nullopt;
    return order(from) >= 0 && order(to) <= 0;
  }
  if (!is_version(argument)) return std::nullopt;
  if (name == "minimum_version") return order(argument) >= 0;
  if (name == "maximum_version") return order(argument) <= 0;
  if (name == "after_version") return order(argument) > 0;
  if (name == "before_version") return order(argument) < 0;
  if (name == "at_version") return order(argument) == 0;
  return std::nullopt;
}

// Tokens have offsets and no text of their own, so they are cheap to copy for look-ahead.
LexicalToken Lexer::next(bool at_promise) {
  skip_blanks();
  const auto begin = static_cast<std::uint32_t>(scanner_.offset());
  const TokenKind kind = take(at_promise);
  return {kind, begin, static_cast<std::uint32_t>(scanner_.offset())};
}

// A carriage return is a blank only before a newline.
void Lexer::skip_blanks() {
  do {
    scanner_.skip_whitespace(" \t\n");
  } while (scanner_.take("\r\n"));
}

void Lexer::skip_line() {
  scanner_.take_while([](char c) { return c != '\n'; });
}

// The order of the tests matters: "=>" before marks, and a reference before words, because `$(x)` without quotes is a
// token of its own.
TokenKind Lexer::take(bool at_promise) {
  if (scanner_.at_end()) return TokenKind::end;
  const char c = scanner_.peek();
  if (c == '#') {
    skip_line();
    return TokenKind::comment;
  }
  if (c == '@' && begins_macro()) return take_macro();
  if (c == '"' || c == '\'' || c == '`') return take_string(c);
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
  if (is_word_byte(c)) return take_word();
  scanner_.skip(scanner_.peek_code_point().size);
  return TokenKind::wrong;
}

bool Lexer::begins_macro() const {
  const bool is_line_start = scanner_.offset() == 0 || text_[scanner_.offset() - 1] == '\n';
  return is_line_start && (scanner_.sees("@if") || scanner_.sees("@else") || scanner_.sees("@endif"));
}

// A backslash keeps a quote from ending the string, but not a backtick.
TokenKind Lexer::take_string(char quote) {
  scanner_.skip();
  while (!scanner_.at_end()) {
    const char inner = scanner_.peek();
    scanner_.skip(inner == '\\' && quote != '`' ? 2 : 1);
    if (inner == quote) return TokenKind::string;
  }
  return TokenKind::wrong;
}

// A word, with the namespace and the bundle before it: "ns:bundle.variable".
TokenKind Lexer::take_word() {
  const std::size_t begin = scanner_.offset();
  scanner_.take_while(is_word_byte);
  for (const char joint : {':', '.'}) {
    if (scanner_.peek() != joint || !is_word_byte(scanner_.peek(1))) continue;
    scanner_.skip();
    scanner_.take_while(is_word_byte);
  }
  const std::string_view word = scanner_.between(begin, scanner_.offset());
  return word == "bundle" || word == "body" || word == "promise" ? TokenKind::keyword : TokenKind::word;
}

// "vars:", unless it goes on as a qualified name or a context: "ns:name", "any::". No blank may be before the colon.
bool Lexer::take_section() {
  const std::size_t begin = scanner_.offset();
  const auto is_letter = [](char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_'; };
  if (!scanner_.take_while(is_letter).empty() && scanner_.take(':') && scanner_.peek() != ':' &&
      !is_word_byte(scanner_.peek()))
    return true;
  scanner_.rewind(begin);
  return false;
}

// An expression that ends with the last "::" of its line: "a:: b::" is one context, and an invalid one.
bool Lexer::take_context() {
  const std::size_t begin = scanner_.offset();
  const auto is_near = [&](char c) { return is_context_byte(c) && scanner_.offset() - begin < longest_context; };
  const std::size_t colons = scanner_.take_while(is_near).rfind("::");
  const bool is_context = colons != std::string_view::npos && colons > 0;
  scanner_.rewind(is_context ? begin + colons + 2 : begin);
  return is_context;
}

// A reference without quotes: `$(bundle.name[key])`, or `@(name[$(key)])` with references in its only index.
bool Lexer::take_naked() {
  const std::size_t begin = scanner_.offset();
  if (!scanner_.take('$') && !scanner_.take('@')) return false;
  const char open = scanner_.peek();
  const char close = open == '(' ? ')' : '}';
  const auto is_name = [](char c) { return is_word_byte(c) || c == '.' || c == ':'; };
  if (open == '(' || open == '{') {
    scanner_.skip();
    const std::size_t name = scanner_.offset();
    const auto is_plain = [&](char c) { return is_name(c) || c == '[' || c == ']'; };
    if (!scanner_.take_while(is_plain).empty() && scanner_.take(close)) return true;
    scanner_.rewind(name);
    const auto is_index = [&](char c) {
      return is_name(c) || std::string_view("$(){}").find(c) != std::string_view::npos;
    };
    if (!scanner_.take_while(is_name).empty() && scanner_.take('[') && !scanner_.take_while(is_index).empty() &&
        !scanner_.take_while([](char c) { return c == ']'; }).empty() && scanner_.take(close))
      return true;
  }
  scanner_.rewind(begin);
  return false;
}

// An `@if` that does not hold skips everything up to its `@else` or `@endif`. An `@else` that is reached skips up to
// its `@endif` or the next `@else`. They do not nest: in skipped text, `@if` has no meaning.
TokenKind Lexer::take_macro() {
  if (scanner_.take("@endif")) {
    const bool is_closing = is_within_if_;
    is_within_if_ = false;
    return is_closing ? TokenKind::macro : TokenKind::misplaced;
  }
  if (scanner_.take("@else")) {
    if (!is_within_if_) return TokenKind::misplaced;
  } else {
    scanner_.skip(3);
    const bool has_blank = scanner_.take(' ');
    const std::size_t begin = scanner_.offset();
    scanner_.take_while([](char c) { return c != ')' && c != '\n'; });
    scanner_.take(')');
    const std::optional<bool> holds = macro_holds(scanner_.between(begin, scanner_.offset()));
    if (!has_blank || !holds) return TokenKind::wrong;
    if (is_within_if_) return TokenKind::misplaced;
    is_within_if_ = true;
    if (*holds) return TokenKind::macro;
  }
  while (!scanner_.at_end()) {
    skip_line();
    scanner_.skip();  // the line's end
    if (scanner_.take("@else")) return TokenKind::macro;
    if (scanner_.take("@endif")) {
      is_within_if_ = false;
      return TokenKind::macro;
    }
  }
  return TokenKind::macro;
}

}  // namespace evalground::cfengine
