// A pattern with its syntax and flags, and its possible errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace evalground {

enum class RegexSyntax : std::uint8_t {
  python,      // Python 3.11's re, for text
  re2,         // RE2 as in Go's regexp: no look-around, no back-references, ASCII classes
  ecmascript,  // ECMA-262 with the flag u, as JSON Schema requires
  i_regexp,    // RFC 9485, as JSONPath's match() and search() require
  pcre         // PCRE's own, unchanged; classes are ASCII
};

struct RegexFlags {
  bool ignore_case = false;
  bool multi_line = false;  // ^ and $ at every line
  bool dot_all = false;     // . also matches a newline
  bool verbose = false;     // whitespace and comments in the pattern are ignored
  bool ascii = false;       // python: \w, \d, \s and \b are ASCII only

  friend bool operator==(const RegexFlags&, const RegexFlags&) = default;
};

// An error in a pattern: a sentence without a full stop ("missing )"), and the byte offset in the pattern.
struct RegexError {
  std::string message;
  std::size_t offset = 0;
};

}  // namespace evalground
