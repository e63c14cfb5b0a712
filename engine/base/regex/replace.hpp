// Iterating over matches, replacing and splitting with a compiled pattern, like Python's re.
//
// All follow Python 3.7 and later: an empty match may be adjacent to the match before it, but matches never overlap,
// and there is at most one empty match at a place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/regex/regex.hpp"

namespace evalground {

// All matches from left to right (finditer). Each match is found on demand.
class RegexMatches {
 public:
  // The subject must outlive it. `start` is the byte where the search begins.
  RegexMatches(const Regex& regex, const RegexSubject& subject, Budget& budget, std::size_t start = 0)
      : regex_(regex), subject_(subject), budget_(budget), at_(start) {}

  // Finds the next match. Returns false at the end. Throws LimitError.
  bool next(RegexMatch& match);

 private:
  const Regex& regex_;
  const RegexSubject& subject_;
  Budget& budget_;
  std::size_t at_;
  bool was_empty_ = false;  // the last match
  bool is_over_ = false;
};

// A replacement text with references to groups: `\1`, `\g<1>`, `\g<name>`, `\0`-octal and the escapes `\n \t \\ …`.
class ReplacementTemplate {
 public:
  struct Error {
    std::string message;  // in Python's words: "invalid group reference 3 at position 1", "unknown group name 'x'"
  };
  // Parses the template for that pattern.
  static std::variant<ReplacementTemplate, Error> parse(std::string_view text, const Regex& regex);

  // Appends the replacement for the match. Groups that did not participate are empty.
  void append(std::string& text, const RegexMatch& match) const;
  // The number of bytes that append() would add.
  std::uint64_t size_for(const RegexMatch& match) const;

 private:
  friend class TemplateReader;
  struct Part {
    std::string literal;
    std::optional<std::size_t> group;  // after the literal
  };
  std::vector<Part> parts_;
};

struct RegexReplaced {
  std::string text;
  std::size_t count = 0;  // of replacements
};

// Python's re.subn: the subject with the first `most` matches (0: all) replaced. Growth is checked against the
// remaining memory. Throws LimitError.
RegexReplaced regex_replace(const Regex& regex, const RegexSubject& subject, const ReplacementTemplate& replacement,
                            std::size_t most, Budget& budget);

// Python's re.split: the pieces between the first `most` matches (0: all), each followed by the groups of the match
// after it. A group that did not participate is nothing. The pieces view the subject's text. Throws LimitError.
std::vector<std::optional<std::string_view>> regex_split(const Regex& regex, const RegexSubject& subject,
                                                         std::size_t most, Budget& budget);

}  // namespace evalground
