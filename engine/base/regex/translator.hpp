// Translates regular expressions of other languages to patterns of PCRE2, the only library that matches.
//
// The same characters mean different things in each syntax. `\d` is any Unicode digit in Python and 0-9 in RE2. `\Z` is
// the very end in Python, but may precede a final line break in PCRE2. `.` does not match U+2028 in ECMAScript. A
// translator walks the pattern once, item by item, and writes each item in the form that has the same meaning in PCRE2.
// Group names are removed and stored separately, because the rules for them also differ. For example
//
//   python      (?P<year>\d{4})\Z   ->   (\d{4})\z                        with year = 1
//   ecmascript  a.b                 ->   a[^\n\r\x{2028}\x{2029}]b
//
// An item that the syntax lacks is an error in the words of that language's own library, with its place. For errors
// that PCRE2 finds later, `places` maps offsets back to the original pattern.
//
// translator.cpp reads items, groups, classes and repetition. escapes.cpp reads escapes after a backslash.
//
// Sources: Python 3.11's re, the syntax page of RE2, ECMA-262 with the flag u, RFC 9485, pcre2pattern(3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/regex/pattern.hpp"
#include "base/text/scanner.hpp"

namespace evalground {

struct RegexTranslation {
  // For PCRE2 with UTF, DOLLAR_ENDONLY for all syntaxes except python, and the flags below. Contains no group names.
  std::string pattern;
  RegexFlags flags;  // the given flags and those at the beginning of the pattern: (?i)
  std::size_t group_count = 0;
  std::vector<std::pair<std::string, std::size_t>> names;
  // The offset of each item in `pattern` and in the original text; ascending.
  std::vector<std::pair<std::size_t, std::size_t>> places;
  std::optional<RegexError> error;
};

// Invariant: the syntax is not `pcre`, which needs no translation.
RegexTranslation translate_regex(RegexSyntax syntax, std::string_view pattern, RegexFlags flags);

// The errors of a pattern. Each syntax has its own wording.
enum class RegexFault : std::uint8_t {
  nothing_to_repeat,
  multiple_repeat,
  reversed_repeat,
  repeat_too_large,
  bad_repeat,
  unterminated_group,
  unmatched_parenthesis,
  unknown_group,
  bad_group_name,
  duplicate_group_name,
  unterminated_class,
  reversed_range,
  bad_range,
  bad_escape,
  trailing_backslash,
  bad_property,
  bad_reference,
  stray_bracket
};

// Inclusive ranges of code points, ascending.
struct CodePointRange {
  char32_t first;
  char32_t last;
};
using CodePointRanges = std::span<const CodePointRange>;

// Walks a pattern once, item by item, and writes it for PCRE2. Functions that return false have set the error.
class RegexTranslator {
 public:
  RegexTranslator(RegexSyntax syntax, std::string_view pattern, RegexFlags flags);
  RegexTranslation translate();

 private:
  // The previous item, to which a repetition would apply.
  enum class Last : std::uint8_t { nothing, item, assertion, repetition };
  struct Group {
    std::size_t offset;  // of its parenthesis
    std::size_t number;  // 0 for a group that does not capture
    bool was_verbose;    // outside of the group
    bool is_conditional;
    bool is_look_around;
    int branches;
  };
  // One member of a class: a character, or a set in the notation of a class.
  struct Member {
    bool is_set = false;
    char32_t character = 0;
    std::string set;
  };

  // translator.cpp
  bool add_item();
  bool add_literal();
  bool add_anchor(std::string_view text);
  bool add_group();
  bool add_python_group(std::size_t begin);
  // The flags read so far; those after a hyphen are turned off.
  struct PythonFlags {
    RegexFlags flags;
    bool is_verbose;
    bool is_negated = false;
    std::string on = {};  // the letters that are handed on
    std::string off = {};

    void set(char letter);
  };
  bool add_python_flags(std::size_t begin);
  bool take_python_flags(std::size_t begin, PythonFlags& read);
  bool add_re2_group(std::size_t begin);
  bool add_ecmascript_group(std::size_t begin);
  bool add_conditional(std::size_t begin);
  bool take_group_name(char closing, std::string& name);
  bool add_capture(std::size_t begin, const std::string& name);
  void add_opening(std::size_t begin, std::string_view text);
  bool close_group();
  bool add_repetition();
  bool take_braces(std::string& text, bool& is_repetition);
  bool add_class();
  bool add_class_part(bool is_first);
  bool take_member(Member& member);
  bool take_posix_class(Member& member, bool& is_taken);
  void count_ecmascript_groups();
  void skip_verbose_space();
  bool is_open(std::size_t number) const;
  std::optional<std::size_t> group_named(std::string_view name) const;
  bool fail(std::size_t offset, std::string message);
  bool fail(std::size_t offset, RegexFault fault, std::string_view found);

  // escapes.cpp
  bool add_escape();
  bool add_python_escape(std::size_t begin, char letter);
  void add_re2_escape(char letter);
  bool add_ecmascript_escape(std::size_t begin, char letter);
  bool take_escaped_member(Member& member);
  bool take_escaped_character(std::size_t begin, bool is_in_class, char32_t& character);
  bool take_python_character(std::size_t begin, bool is_in_class, char32_t& character);
  bool take_re2_character(std::size_t begin, char32_t& character);
  bool take_re2_hex(std::size_t begin, char32_t& character);
  bool take_control_letter(std::size_t begin, char32_t& character);
  bool take_ecmascript_character(std::size_t begin, bool is_in_class, char32_t& character);
  bool take_unicode_escape(std::size_t begin, char32_t& character);
  bool take_hex(std::size_t digits, char32_t& number);
  bool take_property(std::size_t begin, std::string& text);
  bool take_one_letter_property(std::size_t begin, std::string& text);
  void take_class_letter(char letter, bool is_in_class, std::string& text);
  bool add_reference(std::size_t begin, std::size_t number);
  bool fail_escape(std::size_t begin);

  bool is(RegexSyntax syntax) const { return syntax_ == syntax; }

  RegexSyntax syntax_;
  Scanner scanner_;
  std::string_view text_;
  RegexTranslation result_;
  std::string& out_;  // result_.pattern
  bool is_verbose_;
  Last last_ = Last::nothing;
  std::size_t last_begin_ = 0;  // of out_
  std::vector<Group> open_;
  std::optional<std::pair<std::size_t, std::size_t>> condition_;  // the highest group in any (?(1)…), and its place
  std::size_t all_groups_ = 0;                                    // ecmascript: including later ones
};

// Appends a character so that PCRE2 reads it literally, inside and outside of brackets.
void append_regex_character(std::string& text, char32_t character);

}  // namespace evalground
