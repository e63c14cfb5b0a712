// Splits template text into tokens (see lexer.hpp). jinja2.lexer does this with regular expressions. This is the same
// automaton by hand, which also goes on after a mistake and so reports several.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/lexer.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/ascii.hpp"
#include "base/text/utf8.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {
namespace {

// The tokens that an ASCII character may belong to, as a bit set. Whitespace is defined by Python's str.isspace().
enum : std::uint8_t { in_space = 1, in_name = 2, in_number = 4, in_bracket = 8 };
constexpr std::array<std::uint8_t, 256> character_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  for (char c = 'a'; c <= 'z'; ++c) classes[c] = in_name;
  for (char c = 'A'; c <= 'Z'; ++c) classes[c] = in_name;
  for (char c = '0'; c <= '9'; ++c) classes[c] = in_name | in_number;
  for (const char c : std::string_view("\t\n\v\f\r\x1c\x1d\x1e\x1f ")) classes[c] = in_space;
  for (const char c : std::string_view("()[]{}")) classes[c] = in_bracket;
  classes['_'] = in_name;
  return classes;
}();

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
// False for characters beyond ASCII.
bool is_in(char c, std::uint8_t classes) {
  return (character_classes[static_cast<unsigned char>(c)] & classes) != 0;
}
bool is_digit(char c) {
  return is_in(c, in_number);
}

constexpr auto decimal = [](char c) { return is_digit(c); };

bool is_blank(char c) {  // a space within a line, of line statements
  return c == ' ' || c == '\t' || c == '\v';
}

// The length of the whitespace at `at`: every character that Python's str.isspace() accepts.
std::size_t space_length(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    if (is_in(text[end], in_space)) {
      ++end;
      continue;
    }
    if (is_ascii(text[end])) break;
    const CodePoint point = decode_code_point(text, end);
    if (!is_space(point.value)) break;
    end += point.size;
  }
  return end - at;
}

std::string_view without_trailing_space(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0) {
    std::size_t start = end - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    if (!is_space(decode_code_point(text, start).value)) break;
    end = start;
  }
  return text.substr(0, end);
}

// The end of a run of digits with single underscores between them; `at` itself if there is no digit.
template <class IsDigit>
std::size_t digits_end(std::string_view text, std::size_t at, IsDigit is_one) {
  std::size_t end = at;
  while (end < text.size()) {
    if (is_one(text[end])) {
      ++end;
    } else if (text[end] == '_' && end + 1 < text.size() && is_one(text[end + 1]) && end > at) {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

// The length of the operator or bracket at the start; 0 for anything else.
std::size_t symbol_length(char first, char second) {
  switch (first) {
    case '/':
    case '*': return second == first ? 2 : 1;
    case '=':
    case '<':
    case '>': return second == '=' ? 2 : 1;
    case '!': return second == '=' ? 2 : 0;
    case '+':
    case '-':
    case '%':
    case '~':
    case '[':
    case ']':
    case '(':
    case ')':
    case '{':
    case '}':
    case '.':
    case ':':
    case '|':
    case ',':
    case ';': return 1;
    default: return 0;
  }
}

// Works on two levels. read_data() copies nothing: it finds the next tag and makes a data token of the template before
// it. read_tag() then splits the inside of the tag. Both levels may remove whitespace around a tag, which `-`, `+`,
// trim_blocks and lstrip_blocks control:
//
//   "a  {%- if x %}\n b"  ->  data "a", block_begin, name if, name x, block_end, data "\n b"
//                             (with trim_blocks the last one is " b")
//
// Token texts are views of the template, and their offsets are bytes in it, so later stages can point at every token. A
// mistake is recorded in lexed_.problems, and the lexer goes on behind it.
class Lexer {
 public:
  Lexer(std::string_view text, const Syntax& syntax, Budget& budget, bool with_comments)
      : text_(text), syntax_(syntax), budget_(budget), with_comments_(with_comments) {
    // If several delimiters match, the longest wins. Of equally long ones the last in Jinja's table wins.
    openings_ = {{{syntax.variable_start, Opening::variable},
                  {syntax.comment_start, Opening::comment},
                  {syntax.block_start, Opening::block}}};
    std::stable_sort(openings_.begin(), openings_.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    for (const auto& [delimiter, opening] : openings_) {
      if (first_characters_.find(delimiter[0]) == std::string::npos) first_characters_ += delimiter[0];
    }
    has_lines_ = !syntax.line_statement_prefix.empty() || !syntax.line_comment_prefix.empty();
  }

  Lexed read() {
    constexpr std::size_t most_reserved = 256;
    lexed_.tokens.reserve(std::min(text_.size() / 4 + 2, most_reserved));
    while (at_ < text_.size()) {
      budget_.step();
      if (!read_data()) break;
    }
    add(TokenKind::end, text_.size(), text_.size(), {});
    return std::move(lexed_);
  }

 private:
  enum class Opening : std::uint8_t { variable, comment, block, raw, line_statement, line_comment };
  struct Found {
    Opening opening;
    std::size_t begin;  // start of the tag
    std::size_t end;    // end of the delimiter and its sign
    char sign;
  };

  // Callers pass no empty delimiter, so its first character may be read.
  bool sees(std::string_view expected, std::size_t at) const {
    if (at >= text_.size() || text_[at] != expected[0]) return false;
    // Fast path for delimiters of two characters, which most are.
    if (expected.size() == 2) return at + 1 < text_.size() && text_[at + 1] == expected[1];
    return text_.substr(at).starts_with(expected);
  }

  void add(TokenKind kind, std::size_t begin, std::size_t end, std::string_view text, Symbol symbol = {}) {
    lexed_.tokens.push_back({kind, symbol, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), text});
  }

  void problem(std::string message, std::size_t begin, std::size_t end) {
    lexed_.problems.push_back({std::move(message), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  char sign_at(std::size_t at) const {
    return at < text_.size() && (text_[at] == '-' || text_[at] == '+') ? text_[at] : '\0';
  }

  // The end of `raw` and its closing delimiter, if they follow; otherwise 0.
  // `raw` belongs to the lexer, not to the parser, because its body must not become tokens.
  std::size_t raw_end(std::size_t at) const {
    at += space_length(text_, at);
    if (!sees("raw", at)) return 0;
    at += 3;
    at += space_length(text_, at);
    if (sees("-", at) && sees(syntax_.block_end, at + 1)) {
      at += 1 + syntax_.block_end.size();
      return at + space_length(text_, at);
    }
    return sees(syntax_.block_end, at) ? at + syntax_.block_end.size() : 0;
  }

  // Finds a line statement or line comment at `at`. A statement must be the first thing in its line: `# for item in
  // seq`. A comment may also follow other content: `text ## comment`. Both include the blanks before their prefix, so
  // the tag begins at `at` and no blanks remain as data.
  std::optional<Found> line_opening(std::size_t at) const {
    const bool starts_line = at == 0 || text_[at - 1] == '\n';
    std::optional<Found> best;
    std::size_t best_size = 0;
    if (!syntax_.line_statement_prefix.empty() && starts_line) {
      std::size_t prefix = at;
      while (prefix < text_.size() && is_blank(text_[prefix])) ++prefix;
      if (sees(syntax_.line_statement_prefix, prefix)) {
        const std::size_t end = prefix + syntax_.line_statement_prefix.size();
        const char sign = sign_at(end);
        best = Found{Opening::line_statement, at, end + (sign != 0 ? 1 : 0), sign};
        best_size = syntax_.line_statement_prefix.size();
      }
    }
    if (!syntax_.line_comment_prefix.empty() && syntax_.line_comment_prefix.size() > best_size &&
        (starts_line || !is_space(static_cast<unsigned char>(text_[at - 1])))) {
      std::size_t prefix = at;
      while (prefix < text_.size() && text_[prefix] != '\n' && space_length(text_.substr(0, prefix + 1), prefix) == 1) {
        ++prefix;
      }
      if (sees(syntax_.line_comment_prefix, prefix)) {
        const std::size_t end = prefix + syntax_.line_comment_prefix.size();
        const char sign = sign_at(end);
        return Found{Opening::line_comment, at, end + (sign != 0 ? 1 : 0), sign};
      }
    }
    return best;
  }

  // A raw block begins like any other block, so it is tested first.
  std::optional<Found> delimiter_at(std::size_t at) const {
    if (sees(syntax_.block_start, at)) {
      const std::size_t after = at + syntax_.block_start.size();
      const char sign = sign_at(after);
      const std::size_t end = raw_end(after + (sign != 0 ? 1 : 0));
      if (end != 0) return Found{Opening::raw, at, end, sign};
    }
    for (const auto& [delimiter, opening] : openings_) {
      if (!sees(delimiter, at)) continue;
      const std::size_t after = at + delimiter.size();
      const char sign = sign_at(after);
      return Found{opening, at, after + (sign != 0 ? 1 : 0), sign};
    }
    return std::nullopt;
  }

  // Without line prefixes it jumps from one possible first character to the next. With them every position must be
  // tested, because a line statement may begin with any blank.
  std::optional<Found> next_opening() const {
    for (std::size_t at = at_; at < text_.size(); ++at) {
      if (!has_lines_) {
        at = next_of(first_characters_, at);
        if (at == std::string_view::npos) break;
        if (const auto found = delimiter_at(at)) return found;
        continue;
      }
      const auto found = delimiter_at(at);
      const auto line = line_opening(at);  // wins over a delimiter if it is longer
      if (line && (!found || line->end - line->begin > found->end - found->begin)) return line;
      if (found) return found;
    }
    return std::nullopt;
  }

  // The first of these characters. All default delimiters begin with `{`, and memchr searches for one character
  // quickly.
  std::size_t next_of(std::string_view characters, std::size_t at) const {
    return characters.size() == 1 ? text_.find(characters[0], at) : text_.find_first_of(characters, at);
  }

  // Reads the data up to the next tag, and that tag. False at the end of the template.
  bool read_data() {
    const std::optional<Found> found = next_opening();
    const std::size_t data_begin = at_;
    if (!found) {
      add_data(data_begin, text_.size(), text_.substr(data_begin));
      at_ = text_.size();
      return false;
    }
    std::string_view data = text_.substr(data_begin, found->begin - data_begin);
    if (found->sign == '-') {
      data = without_trailing_space(data);
    } else if (found->sign != '+' && syntax_.lstrip_blocks && found->opening != Opening::variable) {
      data = without_indent(data);
    }
    add_data(data_begin, data_begin + data.size(), data);
    at_ = found->end;
    switch (found->opening) {
      case Opening::variable:
        add(TokenKind::variable_begin, found->begin, found->end, text_.substr(found->begin, found->end - found->begin));
        read_tag(TokenKind::variable_end);
        break;
      case Opening::block:
        add(TokenKind::block_begin, found->begin, found->end, text_.substr(found->begin, found->end - found->begin));
        read_tag(TokenKind::block_end);
        break;
      case Opening::line_statement:
        add(TokenKind::block_begin, found->begin, found->end, text_.substr(found->begin, found->end - found->begin));
        in_line_ = true;
        read_tag(TokenKind::block_end);
        in_line_ = false;
        break;
      case Opening::comment: read_comment(found->begin); break;
      case Opening::raw: read_raw(found->begin); break;
      case Opening::line_comment: {
        const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
        if (with_comments_) add(TokenKind::comment, found->begin, line_end, {});
        at_ = line_end;
        break;
      }
    }
    starts_line_ = at_ > 0 && text_[at_ - 1] == '\n';
    return true;
  }

  // lstrip_blocks: removes blanks between the start of a line and a tag, but only if nothing else precedes the tag in
  // that line. starts_line_ says whether the data itself begins at the start of a line.
  std::string_view without_indent(std::string_view data) const {
    const std::size_t newline = data.rfind('\n');
    const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    if (line == 0 && !starts_line_) return data;
    return line < data.size() && space_length(data, line) == data.size() - line ? data.substr(0, line) : data;
  }

  void add_data(std::size_t begin, std::size_t end, std::string_view data) {
    if (!data.empty()) add(TokenKind::data, begin, end, data);
  }

  // The length of the closing delimiter at `at`, including its sign and the whitespace that it removes; 0 if there is
  // none.
  std::size_t closing(std::string_view delimiter, std::size_t at, bool is_block) const {
    if (text_[at] == '-' && sees(delimiter, at + 1)) {
      const std::size_t end = at + 1 + delimiter.size();
      return end + space_length(text_, end) - at;
    }
    if (is_block && text_[at] == '+' && sees(delimiter, at + 1)) return 1 + delimiter.size();
    if (!sees(delimiter, at)) return 0;
    const std::size_t end = at + delimiter.size();
    const bool trims = is_block && syntax_.trim_blocks && end < text_.size() && text_[end] == '\n';
    return delimiter.size() + (trims ? 1 : 0);
  }

  // Comments do not nest: the first closing delimiter ends them. The parser needs no token of it.
  void read_comment(std::size_t begin) {
    const std::size_t content = at_;
    for (; at_ < text_.size(); ++at_) {
      const std::size_t length = closing(syntax_.comment_end, at_, true);
      if (length == 0) continue;
      if (with_comments_) {
        add(TokenKind::comment, begin, text_.find(syntax_.comment_end, at_) + syntax_.comment_end.size(), {});
      }
      at_ += length;
      return;
    }
    // A comment that opens at the very end of the template is dropped without an error.
    if (content < text_.size()) problem("Missing end of comment tag", begin, begin + syntax_.comment_start.size());
  }

  // `{% raw %}{{ x }}{% endraw %}` becomes one data token "{{ x }}". The signs of both tags control whitespace as
  // usual.
  void read_raw(std::size_t begin) {
    if (with_comments_) add(TokenKind::raw, begin, at_, text_.substr(begin, at_ - begin));
    const std::size_t data_begin = at_;
    for (; at_ < text_.size(); ++at_) {
      if (!sees(syntax_.block_start, at_)) continue;
      std::size_t at = at_ + syntax_.block_start.size();
      const char sign = sign_at(at);
      if (sign != 0) ++at;
      at += space_length(text_, at);
      if (!sees("endraw", at)) continue;
      at += 6;
      at += space_length(text_, at);
      const std::size_t length = at < text_.size() ? closing(syntax_.block_end, at, true) : 0;
      if (length == 0) continue;
      std::string_view data = text_.substr(data_begin, at_ - data_begin);
      if (sign == '-') {
        data = without_trailing_space(data);
      } else if (sign != '+' && syntax_.lstrip_blocks) {
        data = without_indent(data);
      }
      add_data(data_begin, data_begin + data.size(), data);
      if (with_comments_) add(TokenKind::raw, at_, at + syntax_.block_end.size(), text_.substr(at_, at - at_));
      at_ = at + length;
      return;
    }
    if (data_begin < text_.size()) problem("Missing end of raw directive", begin, data_begin);
  }

  // Reads the tokens of a tag up to its closing delimiter. Within brackets `}}` does not close it: `{{ {'a': {}} }}`.
  void read_tag(TokenKind ending) {
    const std::string_view delimiter = ending == TokenKind::variable_end ? syntax_.variable_end : syntax_.block_end;
    brackets_.clear();
    while (at_ < text_.size()) {
      budget_.step();
      const char c = text_[at_];
      if (brackets_.empty()) {
        if (in_line_) {
          const std::size_t space = line_space(at_);
          const std::size_t end = at_ + space;
          if (end == text_.size() || text_[end] == '\n') {
            at_ = std::min(end + 1, text_.size());
            add(TokenKind::block_end, end, at_, {});
            return;
          }
        } else if (c == delimiter[0] || c == '-' || c == '+') {
          if (const std::size_t length = closing(delimiter, at_, ending == TokenKind::block_end); length != 0) {
            const std::size_t shown = (c == '-' || c == '+' ? 1 : 0) + delimiter.size();
            add(ending, at_, at_ + shown, {});
            at_ += length;
            return;
          }
        }
      }
      const std::size_t space = is_in(c, in_space) || !is_ascii(c) ? space_length(text_, at_) : 0;
      at_ += space;
      if (space == 0) read_token();
    }
    if (in_line_) add(TokenKind::block_end, at_, at_, {});
  }

  // The whitespace at `at` up to the last newline in it, which ends a line statement. Empty lines behind the statement
  // therefore belong to it, as in Jinja.
  std::size_t line_space(std::size_t at) const {
    const std::size_t all = space_length(text_, at);
    const std::size_t newline = text_.substr(at, all).rfind('\n');
    if (at + all == text_.size()) return all;
    return newline == std::string_view::npos ? all : newline;
  }

  // An unknown character is reported with Jinja's message, which counts characters, not bytes. It is then skipped.
  void read_token() {
    const char c = text_[at_];
    if (is_digit(c)) return read_number();
    if (c == '\'' || c == '"') return read_string(c);
    if ((is_in(c, in_name) || !is_ascii(c)) && read_name()) return;
    const char second = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (const std::size_t length = symbol_length(c, second); length != 0) {
      if (!is_in(c, in_bracket) || balance(c)) {
        const Symbol symbol(c, length == 2 ? second : '\0');
        add(TokenKind::symbol, at_, at_ + length, text_.substr(at_, length), symbol);
      }
      at_ += length;
      return;
    }
    const CodePoint point = decode_code_point(text_, at_);
    const std::string shown = python_repr(Value::string(text_.substr(at_, point.size)), budget_);
    problem("unexpected char " + shown + " at " + std::to_string(code_points_before(text_, at_)), at_,
            at_ + point.size);
    at_ += point.size;
  }

  // Keeps a stack of open brackets. False for a closing bracket that does not match.
  bool balance(char c) {
    if (c == '(') brackets_ += ')';
    if (c == '[') brackets_ += ']';
    if (c == '{') brackets_ += '}';
    if (c == '(' || c == '[' || c == '{') return true;
    if (!brackets_.empty() && brackets_.back() == c) {
      brackets_.pop_back();
      return true;
    }
    std::string message = std::string("unexpected '") + c + "'";
    if (!brackets_.empty()) message += std::string(", expected '") + brackets_.back() + "'";
    problem(std::move(message), at_, at_ + 1);
    return false;
  }

  // False where no name begins, so that an unknown character is reported by the caller.
  bool read_name() {
    std::size_t end = at_;
    bool is_identifier = true;
    while (end < text_.size()) {
      if (is_in(text_[end], in_name)) {
        ++end;
        continue;
      }
      if (is_ascii(text_[end])) break;
      const CodePoint point = decode_code_point(text_, end);
      if (!is_word_character(point.value)) break;
      end += point.size;
    }
    if (end == at_) return false;
    if (!is_ascii(text_[at_])) {
      // Approximates Python's identifiers: superscripts and fractions (U+00B2 to U+00BE) cannot begin a name.
      const CodePoint point = decode_code_point(text_, at_);
      is_identifier = !(point.value >= 0xB2 && point.value <= 0xBE && point.value != 0xB5 && point.value != 0xBA);
    }
    if (!is_identifier) problem("Invalid character in identifier", at_, end);
    add(TokenKind::name, at_, end, text_.substr(at_, end - at_));
    at_ = end;
    return true;
  }

  void read_number() {
    const std::size_t whole = digits_end(text_, at_, decimal);
    // A float may not follow a point: "a.1.2" is two subscripts.
    const bool is_subscript = at_ > 0 && text_[at_ - 1] == '.';
    const std::size_t real = is_subscript ? whole : real_end(whole);
    if (real != whole) return take(TokenKind::real, real);
    take(TokenKind::integer, text_[at_] == '0' ? prefixed_end() : whole);
  }

  // Where a number ends whose digits before the point end there: it needs digits on both sides of the point.
  std::size_t real_end(std::size_t whole) const {
    std::size_t end = whole;
    const auto has_digit = [&](std::size_t at) { return at < text_.size() && is_digit(text_[at]); };
    if (has_digit(end + 1) && text_[end] == '.') end = digits_end(text_, end + 1, decimal);
    if (end + 1 < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (text_[exponent] == '+' || text_[exponent] == '-') ++exponent;
      if (has_digit(exponent)) end = digits_end(text_, exponent, decimal);
    }
    return end;
  }

  // Where an integer ends that begins with 0: `0b1010`, `0o17`, `0xff`, or only zeros.
  // Python allows no leading zeros: `012` is the two integers 0 and 12, which the parser then refuses.
  std::size_t prefixed_end() const {
    const char prefix = at_ + 1 < text_.size() ? static_cast<char>(text_[at_ + 1] | 0x20) : '\0';
    const auto based_end = [&](auto is_one) {
      std::size_t from = at_ + 2;
      if (from < text_.size() && text_[from] == '_') ++from;
      return from < text_.size() && is_one(text_[from]) ? digits_end(text_, from, is_one) : at_;
    };
    std::size_t end = at_;
    if (prefix == 'b') end = based_end([](char c) { return c == '0' || c == '1'; });
    if (prefix == 'o') end = based_end([](char c) { return is_octal_digit(c); });
    if (prefix == 'x') end = based_end([](char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); });
    return end == at_ ? digits_end(text_, at_, [](char c) { return c == '0'; }) : end;
  }

  // Escape sequences are skipped, not decoded: the token includes its quotes and backslashes. For an unterminated
  // string only the quote is skipped, so the rest of the tag is still read.
  void read_string(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) {
      problem(std::string("unexpected char ") + (quote == '"' ? "'\"'" : "\"'\"") + " at " +
                  std::to_string(code_points_before(text_, at_)),
              at_, at_ + 1);
      ++at_;
      return;
    }
    take(TokenKind::string, end + 1);
  }

  void take(TokenKind kind, std::size_t end) {
    add(kind, at_, end, text_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view text_;
  const Syntax& syntax_;
  Budget& budget_;
  const bool with_comments_;
  std::array<std::pair<std::string_view, Opening>, 3> openings_;
  std::string first_characters_;  // first characters of the delimiters
  bool has_lines_ = false;
  bool in_line_ = false;
  bool starts_line_ = true;
  std::string brackets_;  // the expected closing brackets
  std::size_t at_ = 0;
  Lexed lexed_;
};

}  // namespace

Lexed read_tokens(std::string_view text, const Syntax& syntax, Budget& budget, bool with_comments) {
  return Lexer(text, syntax, budget, with_comments).read();
}

std::string Symbol::text() const {
  std::string text(1, static_cast<char>(code_));
  if (code_ > 0xFF) text += static_cast<char>(code_ >> 8);
  return text;
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::data: return "template data / text";
    case TokenKind::comment: return "comment";
    case TokenKind::raw: return "raw";
    case TokenKind::variable_begin: return "begin of print statement";
    case TokenKind::variable_end: return "end of print statement";
    case TokenKind::block_begin: return "begin of statement block";
    case TokenKind::block_end: return "end of statement block";
    case TokenKind::name: return std::string(token.text);
    case TokenKind::integer: return "integer";
    case TokenKind::real: return "float";
    case TokenKind::string: return "string";
    case TokenKind::symbol: return std::string(token.text);
    case TokenKind::end: return "end of template";
  }
  return {};
}

}  // namespace evalground::jinja2
