// A cursor over text for hand-written lexers. Offsets are bytes. At the end it yields NUL, which the text may also
// contain, so test at_end(). No function fails or moves past the end.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return offset_ == text_.size(); }
  std::size_t offset() const { return offset_; }
  // The remaining text.
  std::string_view rest() const { return text_.substr(offset_); }
  // The text between two offsets, such as a token just taken.
  std::string_view between(std::size_t begin, std::size_t end) const { return text_.substr(begin, end - begin); }

  // The byte `ahead` bytes after the cursor, NUL past the end.
  char peek(std::size_t ahead = 0) const { return ahead < text_.size() - offset_ ? text_[offset_ + ahead] : '\0'; }
  // The code point at the cursor; NUL with size 0 at the end.
  CodePoint peek_code_point() const { return at_end() ? CodePoint{0, 0} : decode_code_point(text_, offset_); }
  // True when the remaining text begins with `expected`.
  bool sees(std::string_view expected) const { return rest().starts_with(expected); }

  // Advances by `count` bytes, at most to the end.
  void skip(std::size_t count = 1) { offset_ = count < text_.size() - offset_ ? offset_ + count : text_.size(); }
  // Returns to an offset from offset().
  void rewind(std::size_t offset) { offset_ = offset; }
  void skip_whitespace(std::string_view whitespace = ascii_whitespace) {
    while (!at_end() && is_any_of(text_[offset_], whitespace)) ++offset_;
  }

  // Takes `expected` if the remaining text begins with it. Returns whether it did.
  bool take(char expected) {
    if (at_end() || text_[offset_] != expected) return false;
    ++offset_;
    return true;
  }
  bool take(std::string_view expected) {
    if (!sees(expected)) return false;
    offset_ += expected.size();
    return true;
  }

  // Takes the longest run of bytes for which `belongs(char)` holds, possibly empty.
  template <class Predicate>
  std::string_view take_while(Predicate belongs) {
    const std::size_t begin = offset_;
    while (!at_end() && belongs(text_[offset_])) ++offset_;
    return between(begin, offset_);
  }

  // Takes the longest run of code points for which `belongs(char32_t)` holds, possibly empty.
  template <class Predicate>
  std::string_view take_code_points_while(Predicate belongs) {
    const std::size_t begin = offset_;
    while (!at_end()) {
      const CodePoint next = peek_code_point();
      if (!belongs(next.value)) break;
      offset_ += next.size;
    }
    return between(begin, offset_);
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
};

}  // namespace evalground
