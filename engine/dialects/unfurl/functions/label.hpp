// Builds names for systems with naming rules: DNS, Kubernetes, cloud providers. Forbidden characters are removed, and
// text is cut to a length. Where characters were lost, a digest of the original keeps the name unique.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground::unfurl {

enum class LetterCase : std::uint8_t { any, lower, upper };

// The rules for a label. A set of characters is the inside of a regular expression's brackets: "a-zA-Z0-9-", "\w.-".
// Brackets around it are ignored. Lengths are in code points.
struct LabelOptions {
  std::string allowed = "\\w";
  std::string start = "a-zA-Z";
  std::string start_prepend = "x";  // prefix for text whose first character is not in `start`
  std::string replace;              // replaces each character that is not allowed
  std::optional<std::string> end;   // characters at the end that are not in this set are dropped
  std::int64_t max = 63;            // at least 1
  LetterCase letter_case = LetterCase::any;
  std::string separator;              // between the items of a list
  std::optional<std::string> digest;  // always add a digest of the original and this text
  std::int64_t digest_length = -1;    // -1: 3, or 2 for a max below 32
};

// One text as a label. Throws Error "bad-character-set" for a set that cannot be read.
std::string text_label(std::string_view text, const LabelOptions& options, Budget& budget);

// Several texts as one label. Each keeps its share of the length. Throws like text_label.
std::string list_label(std::span<const std::string> items, const LabelOptions& options, Budget& budget);

}  // namespace evalground::unfurl
