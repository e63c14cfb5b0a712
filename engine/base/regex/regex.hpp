// The only interface to regular expressions: patterns of five syntaxes, translated to PCRE2 and matched within the
// budget.
//
//   const CompiledRegex compiled = context.regexes.compile(RegexSyntax::python, pattern, {.ignore_case = true});
//   if (!compiled) …compiled.error.message…
//   RegexMatch match;
//   if (compiled.regex->find(subject, 0, RegexAnchor::none, match, budget)) …match.text(1)…
//
// All offsets are bytes. Text is UTF-8 and matched by code point. A byte of a subject that is not valid UTF-8 counts as
// one character. For replacing, splitting and iterating see replace.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/memory.hpp"
#include "base/refcount.hpp"
#include "base/regex/pattern.hpp"

namespace evalground {

// Where a match must begin and end.
enum class RegexAnchor : std::uint8_t {
  none,   // anywhere at or after the start offset (Python's search)
  start,  // beginning at the start offset (Python's match)
  both    // from the start offset to the end of the subject (Python's fullmatch)
};

// A text to search, validated once. Create one for several searches of the same text, otherwise every search validates
// all of it. The text must outlive it.
class RegexSubject {
 public:
  RegexSubject(std::string_view text);  // implicit, because a text is a subject
  RegexSubject(const std::string& text) : RegexSubject(std::string_view(text)) {}
  RegexSubject(const char* text) : RegexSubject(std::string_view(text)) {}

  // The original text.
  std::string_view text() const { return text_; }
  // The text that is matched: the same size, but valid UTF-8.
  std::string_view valid_text() const { return repaired_.empty() ? text_ : std::string_view(repaired_); }

 private:
  std::string_view text_;
  std::string repaired_;  // empty: text_ is valid
};

// A range of the subject, half open; empty for a group that did not participate.
struct RegexRange {
  static constexpr std::size_t unset = std::numeric_limits<std::size_t>::max();
  std::size_t begin = unset;
  std::size_t end = unset;

  bool is_set() const { return begin != unset; }
};

// The groups of a successful find. Group 0 is the whole match. Views the subject's text.
class RegexMatch {
 public:
  // The number of groups, including the whole match.
  std::size_t size() const { return groups_.size(); }
  const RegexRange& operator[](std::size_t group) const { return groups_[group]; }
  std::size_t begin() const { return groups_[0].begin; }
  std::size_t end() const { return groups_[0].end; }
  // The text of a group; empty when it did not participate.
  std::string_view text(std::size_t group = 0) const {
    const RegexRange& range = groups_[group];
    return range.is_set() ? subject_.substr(range.begin, range.end - range.begin) : std::string_view();
  }
  std::string_view subject() const { return subject_; }

 private:
  friend class Regex;
  std::string_view subject_;
  std::vector<RegexRange> groups_;
};

class Regex;

struct CompiledRegex {
  Ref<const Regex> regex;  // null for an invalid pattern
  RegexError error;        // set when `regex` is null

  explicit operator bool() const { return static_cast<bool>(regex); }
};

// A compiled pattern.
class Regex final : public Counted<Regex> {
 public:
  // Prefer RegexCache::compile. Its memory is counted. Throws LimitError (memory).
  static CompiledRegex compile(RegexSyntax syntax, std::string_view pattern, RegexFlags flags = {});
  ~Regex();

  // Finds the first match at or after the byte `start`, which must not be past the end or within a character. `match`
  // is only written on success. Backtracking spends steps. Throws LimitError (steps, time, memory) when a hostile
  // pattern takes too many.
  bool find(const RegexSubject& subject, std::size_t start, RegexAnchor anchor, RegexMatch& match,
            Budget& budget) const;
  // Like find(), but ignores an empty match at `start`. Used to continue a search after an empty match.
  bool find_not_empty_at(const RegexSubject& subject, std::size_t start, RegexMatch& match, Budget& budget) const;
  // True when there is a match.
  bool matches(const RegexSubject& subject, RegexAnchor anchor, Budget& budget) const;

  const std::string& pattern() const { return pattern_; }
  RegexFlags flags() const { return flags_; }  // including those that the pattern sets with a leading (?i)
  // Without the whole match.
  std::size_t group_count() const { return group_count_; }
  // Named groups with their numbers, in order of the numbers.
  const std::vector<std::pair<std::string, std::size_t>>& group_names() const { return names_; }
  std::optional<std::size_t> group_number(std::string_view name) const;

 private:
  struct Code;
  Regex();
  bool run(const RegexSubject& subject, std::size_t start, std::uint32_t options, RegexMatch* match,
           Budget& budget) const;

  std::string pattern_;
  RegexFlags flags_;
  std::unique_ptr<Code> code_;
  std::size_t group_count_ = 0;
  std::vector<std::pair<std::string, std::size_t>> names_;
};

// The patterns of one evaluation, compiled once. Its Context owns one.
class RegexCache {
 public:
  // Equal arguments give the same Regex. Invalid patterns are also cached.
  CompiledRegex compile(RegexSyntax syntax, std::string_view pattern, RegexFlags flags = {});

 private:
  using Key = std::tuple<RegexSyntax, unsigned, std::string>;
  std::map<Key, CompiledRegex> compiled_;
};

// The pattern that matches exactly this text: Python's re.escape.
std::string escape_regex(std::string_view text);

// The text of Python's re.error: "missing ), unterminated subpattern at position 0".
std::string python_error_text(const RegexError& error, std::string_view pattern);

}  // namespace evalground
