// Shell wildcards as Python's fnmatch.fnmatchcase() reads them: `*` any text, `?` one character, `[a-z]` one
// of a set,
// `[!a-z]` one outside it. Nothing is special about a slash or a leading dot; a `[` that is never closed is
// literal.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/budget.hpp"
#include "base/text/scanner.hpp"

namespace evalground {

// Takes the set after its "[" and tells whether it holds the character; nothing, and nothing taken, when the
// set is never closed. A range whose ends are in the wrong order is empty.
inline std::optional<bool> take_glob_set(Scanner& pattern, char32_t character, Budget& budget) {
  const std::size_t start = pattern.offset();
  const bool is_negated = pattern.take('!');
  bool is_inside = false;
  // A "]" that comes first is a member.
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

// Whether the whole text fits the pattern, case-sensitively and by code point. Allocates nothing; the time is
// at worst the product of both lengths, each step of it charged to the budget. Throws LimitError only.
inline bool glob_matches(std::string_view whole_pattern, std::string_view whole_text, Budget& budget) {
  Scanner pattern(whole_pattern);
  Scanner text(whole_text);
  // Where to go on when the text does not fit: behind the last "*", which then takes one character more.
  // Earlier ones need no second try, as the last can take whatever they would have.
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
