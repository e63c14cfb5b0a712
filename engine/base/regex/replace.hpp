// Iterating over matches, replacing and splitting, as Python's re does them with a compiled pattern.
//
// All follow Python 3.7 and later: an empty match may touch the end of the match before it, but matches never overlap,
// and no place is matched empty twice.
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

// All matches from left to right (finditer); a match is found when it is asked for.
class RegexMatches {
 public:
  // The subject must outlive it. `start` is the byte at which the search begins.
  RegexMatches(const Regex& regex, const RegexSubject& subject, Budget& budget, std::size_t start = 0)
      : regex_(regex), subject_(subject), budget_(budget), at_(start) {}

  // Gives the next match, or false at the end. Throws LimitError.
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
    std::string message;  // as Python's: "invalid group reference 3 at position 1", "unknown group name 'x'"
  };
  // Reads the template for that pattern.
  static std::variant<ReplacementTemplate, Error> parse(std::string_view text, const Regex& regex);

  // Appends what stands for the match; groups that took no part are empty.
  void append(std::string& text, const RegexMatch& match) const;
  // The bytes that append() would add.
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

// Python's re.subn: the subject with the first `most` matches (0: all) replaced. Growth is checked against the memory
// left. Throws LimitError.
RegexReplaced regex_replace(const Regex& regex, const RegexSubject& subject, const ReplacementTemplate& replacement,
                            std::size_t most, Budget& budget);

// Python's re.split: the pieces between the first `most` matches (0: all), each followed by the groups of the match
// behind it; a group that took no part is nothing. The pieces view the subject's text. Throws LimitError.
std::vector<std::optional<std::string_view>> regex_split(const Regex& regex, const RegexSubject& subject,
                                                         std::size_t most, Budget& budget);

}  // namespace evalground
