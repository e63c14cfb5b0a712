// Regular expressions of other languages as patterns of PCRE2: the first half of base/regex.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/regex/regex.hpp"

namespace evalground {

struct RegexTranslation {
  // For PCRE2 with UTF, DOLLAR_ENDONLY for all but python, and the flags below; group names are not in it.
  std::string pattern;
  RegexFlags flags;  // those given, and those that the pattern begins with: (?i)
  std::size_t group_count = 0;
  std::vector<std::pair<std::string, std::size_t>> names;
  // Where an item of `pattern` begins, and where it stood in the text; ascending.
  std::vector<std::pair<std::size_t, std::size_t>> places;
  std::optional<RegexError> error;
};

// Invariant: the syntax is not `pcre`, which needs no translation.
RegexTranslation translate_regex(RegexSyntax syntax, std::string_view pattern, RegexFlags flags);

}  // namespace evalground
