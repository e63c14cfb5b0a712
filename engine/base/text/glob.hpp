// Shell wildcards as in Python's fnmatch.fnmatchcase(): `*` any text, `?` one character, `[a-z]` one of a set, `[!a-z]`
// one outside of it. A slash or a leading dot is not special. A `[` that is never closed is literal.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/budget.hpp"
#include "base/text/scanner.hpp"

namespace evalground {

// Takes a set after its "[", and returns whether it contains the character. Returns nothing, and takes nothing, when
// the set is never closed. A range with reversed ends is empty.
inline std::optional<bool> take_glob_set(Scanner& pattern, char32_t character, Budget& budget) {
  const std::size_t start = pattern.offset();
  const bool is_negated = pattern.take('!');
  bool is_inside = false;
  // A "]" at the first position is a member.
  for (bool is_first = true; is_first || !pattern.sees("]"); is_first = false) {
    if (pattern.at_end()) {
      pattern.rewind(start);
      return std::nullopt;
    }
    budget.step();
    const CodePoint low = pattern.peek_code_point();
    pattern.skip(low.size);
    char32_t high = low.value;
    if (pattern.peek() == '-' && pattern.peek(1) != ']' && pattern.rest().size() > 1) {
      pattern.skip();
      high = pattern.peek_code_point().value;
      pattern.skip(pattern.peek_code_point().size);
    }
    is_inside = is_inside || (low.value <= character && character <= high);
  }
  pattern.skip();
  return is_inside != is_negated;
}

// True when the whole text matches the pattern, by code point, case-sensitively. Allocates nothing. The time is at
// worst the product of both lengths, and each step is charged to the budget. Throws only LimitError.
inline bool glob_matches(std::string_view whole_pattern, std::string_view whole_text, Budget& budget) {
  Scanner pattern(whole_pattern);
  Scanner text(whole_text);
  // Where to continue after a mismatch: after the last "*", which then takes one more character. Earlier stars need no
  // second try, because the last one can take anything that they would take.
  std::optional<std::size_t> after_star;
  std::size_t star_end = 0;
  while (true) {
    budget.step();
    if (pattern.take('*')) {
      after_star = pattern.offset();
      star_end = text.offset();
      continue;
    }
    if (pattern.at_end() && text.at_end()) return true;
    if (!pattern.at_end() && !text.at_end()) {
      const CodePoint character = text.peek_code_point();
      const CodePoint wanted = pattern.peek_code_point();
      pattern.skip(wanted.size);
      std::optional<bool> fits;
      if (wanted.value == '[') fits = take_glob_set(pattern, character.value, budget);
      if (!fits) fits = wanted.value == '?' || wanted.value == character.value;
      if (*fits) {
        text.skip(character.size);
        continue;
      }
    }
    if (!after_star || star_end == whole_text.size()) return false;
    star_end += decode_code_point(whole_text, star_end).size;
    text.rewind(star_end);
    pattern.rewind(*after_star);
  }
}

}  // namespace evalground
