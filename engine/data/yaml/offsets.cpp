// Finds the place of each byte of a scalar's text, by walking its source and its text in parallel.
//
// The text of a scalar differs from its source: "caf\u00e9" has four characters but nine in its source, a folded line
// break is one blank, a block is indented. libyaml only gives the beginning and the end, but an error within an
// expression in such a scalar must be shown at its own character. The walk knows the few ways in which text and source
// may differ (opening quotes, indentation, folding, doubled quotes, escapes). If they differ in another way, it looks
// for the next equal character.
//
// Invariant: offsets never decrease, and are within the source, for any text.
#include "data/yaml/offsets.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Walks the source and the text in parallel.
class Alignment {
 public:
  Alignment(std::string_view source, std::string_view text) : source_(source), text_(text) { skip_opening(); }

  std::vector<std::uint32_t> run(std::uint32_t begin) {
    std::vector<std::uint32_t> offsets;
    offsets.reserve(text_.size() + 1);
    for (std::size_t at = 0; at < text_.size();) {
      if (quote_ == '"' && peek() == '\\' && skip_continuation()) continue;
      const std::size_t here = std::min(at_, source_.size());
      const std::size_t size = is_blank(text_[at]) && peek() != '\\' ? take_blank(at) : take_character(at);
      for (std::size_t byte = 0; byte < size; ++byte) {
        offsets.push_back(begin + static_cast<std::uint32_t>(size > 1 && starts_escape_ ? here : found_ + byte));
      }
      at += size;
    }
    offsets.push_back(begin + static_cast<std::uint32_t>(std::min(at_, source_.size())));
    return offsets;
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

  void skip_opening() {
    while (peek() == '&' || peek() == '!') {
      while (at_ < source_.size() && !is_blank(peek())) ++at_;
      while (is_blank(peek())) ++at_;
    }
    if (peek() == '"' || peek() == '\'') {
      quote_ = peek();
      ++at_;
    } else if (peek() == '|' || peek() == '>') {
      at_ = std::min(source_.find('\n', at_), source_.size() - 1) + 1;
      std::size_t line = at_;
      // The first line with content sets the indentation.
      while (line < source_.size()) {
        const std::size_t content = std::min(source_.find_first_not_of(' ', line), source_.size());
        if (content < source_.size() && source_[content] != '\n' && source_[content] != '\r') {
          indentation_ = content - line;
          break;
        }
        line = content + 1;
      }
      skip_indentation();
    }
  }

  void skip_indentation() {
    for (std::size_t column = 0; column < indentation_ && peek() == ' '; ++column) ++at_;
  }

  // A backslash at the end of a line joins it with the next.
  bool skip_continuation() {
    if (peek(1) != '\n' && peek(1) != '\r') return false;
    ++at_;
    while (is_blank(peek())) ++at_;
    return true;
  }

  // Takes whitespace in the source. In folded lines it stands for a line break and indentation.
  std::size_t take_blank(std::size_t at) {
    starts_escape_ = false;
    found_ = std::min(at_, source_.size());
    const std::size_t run_end = std::min(source_.find_first_not_of(" \t\r\n", at_), source_.size());
    const std::size_t line_end = source_.substr(0, run_end).find('\n', at_);
    if (line_end == std::string_view::npos || (text_[at] == peek() && peek() != '\n' && peek() != '\r')) {
      if (is_blank(peek())) ++at_;
      return 1;
    }
    const bool is_last_blank = at + 1 == text_.size() || !is_blank(text_[at + 1]);
    at_ = is_last_blank && indentation_ == 0 ? run_end : line_end + 1;
    if (indentation_ > 0) {
      skip_indentation();
      if (is_last_blank) at_ = run_end;
    }
    return 1;
  }

  std::size_t take_character(std::size_t at) {
    starts_escape_ = false;
    const std::size_t size = decode_code_point(text_, at).size;
    if (quote_ == '"' && peek() == '\\') {
      const char kind = peek(1);
      found_ = at_;
      starts_escape_ = true;
      at_ += kind == 'x' ? 4 : kind == 'u' ? 6 : kind == 'U' ? 10 : 2;
      return size;
    }
    if (quote_ == '\'' && peek() == '\'' && peek(1) == '\'') {
      found_ = at_;
      at_ += 2;
      return size;
    }
    const std::size_t next = source_.find(text_[at], at_);
    found_ = next == std::string_view::npos ? std::min(at_, source_.size()) : next;
    if (next != std::string_view::npos) at_ = next + size;
    return size;
  }

  std::string_view source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t found_ = 0;
  std::size_t indentation_ = 0;
  char quote_ = '\0';
  bool starts_escape_ = false;
};

}  // namespace

std::vector<std::uint32_t> scalar_offsets(std::string_view source, std::uint32_t begin, std::string_view text) {
  return Alignment(source, text).run(begin);
}

}  // namespace evalground
