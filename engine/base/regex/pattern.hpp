// A pattern with its syntax and flags, and the errors that it can have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace evalground {

enum class RegexSyntax : std::uint8_t {
  python,      // Python 3.11's re, for text
  re2,         // RE2 as Go's regexp has it: no look-around, no back-references, ASCII classes
  ecmascript,  // ECMA-262 with the flag u, as JSON Schema asks for
  i_regexp,    // RFC 9485, as JSONPath's match() and search() ask for
  pcre         // PCRE's own, unchanged; classes are ASCII
};

struct RegexFlags {
  bool ignore_case = false;
  bool multi_line = false;  // ^ and $ at every line
  bool dot_all = false;     // . matches a newline too
  bool verbose = false;     // white space and comments in the pattern do not count
  bool ascii = false;       // python: \w, \d, \s and \b know ASCII only

  friend bool operator==(const RegexFlags&, const RegexFlags&) = default;
};

// A fault of a pattern: a sentence without a full stop ("missing )"), and the byte in the pattern.
struct RegexError {
  std::string message;
  std::size_t offset = 0;
};

}  // namespace evalground
