// The meaning of a backslash in each syntax.
//
// An escape is read in three attempts, in this order, because the same letters have several meanings. First the
// syntax's own items that are not a character: anchors, references, `\Q…\E` (add_python_escape and its like). Then
// sets, `\d` and `\p{…}`. Last a single character, which is also how a member of a class is read: `\b` is an anchor
// outside of a class and a backspace in it.
//
// An escape without a meaning is an error in all four syntaxes, never the letter itself.
#include <algorithm>
#include <array>
#include <string>

#include "base/regex/translator.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

// The whitespace of Python's str.isspace(), of ECMAScript with line terminators, and of Perl's \s as in RE2. PCRE2's
// differs from all of them.
constexpr CodePointRange python_space[] = {{0x9, 0xD},       {0x1C, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},
                                           {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
                                           {0x205F, 0x205F}, {0x3000, 0x3000}};
constexpr CodePointRange ecmascript_space[] = {{0x9, 0xD},       {0x20, 0x20},     {0xA0, 0xA0},     {0x1680, 0x1680},
                                               {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
                                               {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
constexpr CodePointRange re2_space[] = {{0x9, 0xA}, {0xC, 0xD}, {0x20, 0x20}};

// The long names of general categories that ECMAScript accepts in addition to the short ones.
struct Category {
  std::string_view name, short_name;
};
constexpr Category categories[] = {{"Assigned", "^Cn"},
                                   {"Cased_Letter", "L&"},
                                   {"Close_Punctuation", "Pe"},
                                   {"Combining_Mark", "M"},
                                   {"Connector_Punctuation", "Pc"},
                                   {"Control", "Cc"},
                                   {"Currency_Symbol", "Sc"},
                                   {"Dash_Punctuation", "Pd"},
                                   {"Decimal_Number", "Nd"},
                                   {"Enclosing_Mark", "Me"},
                                   {"Final_Punctuation", "Pf"},
                                   {"Format", "Cf"},
                                   {"Initial_Punctuation", "Pi"},
                                   {"LC", "L&"},
                                   {"Letter", "L"},
                                   {"Letter_Number", "Nl"},
                                   {"Line_Separator", "Zl"},
                                   {"Lowercase_Letter", "Ll"},
                                   {"Mark", "M"},
                                   {"Math_Symbol", "Sm"},
                                   {"Modifier_Letter", "Lm"},
                                   {"Modifier_Symbol", "Sk"},
                                   {"Nonspacing_Mark", "Mn"},
                                   {"Number", "N"},
                                   {"Open_Punctuation", "Ps"},
                                   {"Other", "C"},
                                   {"Other_Letter", "Lo"},
                                   {"Other_Number", "No"},
                                   {"Other_Punctuation", "Po"},
                                   {"Other_Symbol", "So"},
                                   {"Paragraph_Separator", "Zp"},
                                   {"Private_Use", "Co"},
                                   {"Punctuation", "P"},
                                   {"Separator", "Z"},
                                   {"Space_Separator", "Zs"},
                                   {"Spacing_Mark", "Mc"},
                                   {"Surrogate", "Cs"},
                                   {"Symbol", "S"},
                                   {"Titlecase_Letter", "Lt"},
                                   {"Unassigned", "Cn"},
                                   {"Uppercase_Letter", "Lu"},
                                   {"cntrl", "Cc"},
                                   {"digit", "Nd"},
                                   {"punct", "P"}};

// The categories of RFC 9485: a letter, followed by the letters that may come after it.
constexpr std::string_view i_regexp_categories[] = {"Llmotu", "Mcen", "Ndlo", "Pcdefios", "Zlps", "Sckmo", "Ccfno"};

bool is_surrogate(char32_t character) {
  return character >= 0xD800 && character <= 0xDFFF;
}

// The ranges in the notation of a class; their complement when negated.
// Invariant: the ranges are sorted. `\S` inside a class cannot be written as a nested negation, so its complement is
// written out: [\S_] needs the ranges themselves.
std::string class_text(CodePointRanges ranges, bool is_negated) {
  std::string text;
  const auto append = [&](char32_t first, char32_t last) {
    if (first > last) return;
    append_regex_character(text, first);
    if (first == last) return;
    text += '-';
    append_regex_character(text, last);
  };
  char32_t next = 0;
  for (const CodePointRange& range : ranges) {
    if (is_negated) {
      append(next, range.first - 1);
    } else {
      append(range.first, range.last);
    }
    next = range.last + 1;
  }
  if (is_negated) append(next, 0x10FFFF);
  return text;
}

// The control character for \n, \t and similar escapes that all languages share; 0 for other letters.
char32_t control_of(char letter) {
  switch (letter) {
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return 0;
  }
}

}  // namespace

bool RegexTranslator::fail_escape(std::size_t begin) {
  const std::size_t end = std::min(text_.size(), begin + 1);
  const std::size_t shown = end == text_.size() ? 1 : 1 + decode_code_point(text_, end).size;
  return fail(begin, RegexFault::bad_escape, text_.substr(begin, shown));
}

bool RegexTranslator::take_hex(std::size_t digits, char32_t& number) {
  number = 0;
  for (std::size_t count = 0; count < digits; ++count) {
    const char c = scanner_.peek();
    const char lower = static_cast<char>(c | 0x20);
    unsigned digit = 0;
    if (is_ascii_digit(c)) {
      digit = static_cast<unsigned>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      digit = static_cast<unsigned>(lower - 'a' + 10);
    } else {
      return false;
    }
    number = number * 16 + digit;
    scanner_.skip();
  }
  return true;
}

// The class that an escape letter (d, w, s, …) names; empty for any other letter.
// `\d` and `\w` mean the same in PCRE2, by its flags. Only the whitespace differs, and is replaced by its characters.
void RegexTranslator::take_class_letter(char letter, bool is_in_class, std::string& text) {
  if (std::string_view("dDwWsS").find(letter) == std::string_view::npos || is(RegexSyntax::i_regexp)) return;
  scanner_.skip();
  CodePointRanges space;
  if (is(RegexSyntax::python) && !result_.flags.ascii) space = python_space;
  if (is(RegexSyntax::re2)) space = re2_space;
  if (is(RegexSyntax::ecmascript)) space = ecmascript_space;
  if ((letter != 's' && letter != 'S') || space.empty()) {
    text = std::string("\\") + letter;
    return;
  }
  const std::string set = class_text(space, is_in_class && letter == 'S');
  text = is_in_class ? set : (letter == 'S' ? "[^" : "[") + set + "]";
}

namespace {

// RFC 9485 has general categories only.
bool is_i_regexp_category(std::string_view name) {
  return std::any_of(std::begin(i_regexp_categories), std::end(i_regexp_categories), [&](auto known) {
    return name[0] == known[0] && (name.size() == 1 || (name.size() == 2 && known.find(name[1], 1) != known.npos));
  });
}

// ECMAScript names the property before "=", or means a general category. False for a property that it does not have.
bool append_ecmascript_property(std::string& text, std::string_view name) {
  const std::size_t equals = name.find('=');
  const std::string_view key = name.substr(0, equals == std::string_view::npos ? 0 : equals);
  if (equals != std::string_view::npos) name.remove_prefix(equals + 1);
  if (key == "Script" || key == "sc") {
    text += "sc:";
  } else if (key == "Script_Extensions" || key == "scx") {
    text += "scx:";
  } else if (key.empty() || key == "General_Category" || key == "gc") {
    const auto* known = std::find_if(std::begin(categories), std::end(categories),
                                     [&](const Category& category) { return category.name == name; });
    if (known != std::end(categories)) name = known->short_name;
  } else {
    return false;
  }
  text.append(name);
  return true;
}

}  // namespace

// \pL, \p{Greek}, \P{^Lu}, \p{Script=Greek}: the cursor stands at the p.
bool RegexTranslator::take_property(std::size_t begin, std::string& text) {
  const char letter = scanner_.peek();
  scanner_.skip();
  text = std::string("\\") + letter + "{";
  if (!scanner_.take('{')) return take_one_letter_property(begin, text);
  // The name within the braces, in the characters that all syntaxes allow; ^ negates in RE2.
  std::string_view name = scanner_.take_while([](char c) { return c != '}'; });
  const bool is_closed = scanner_.take('}');
  const std::string_view written = scanner_.between(begin, scanner_.offset());
  const auto is_name_character = [](char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '='; };
  if (is(RegexSyntax::re2) && name.starts_with('^')) {
    text += '^';
    name.remove_prefix(1);
  }
  bool is_known = is_closed && !name.empty() && std::all_of(name.begin(), name.end(), is_name_character);
  if (is_known && is(RegexSyntax::i_regexp)) is_known = is_i_regexp_category(name);
  if (is_known && is(RegexSyntax::ecmascript)) {
    is_known = append_ecmascript_property(text, name);
  } else {
    text.append(name);
  }
  text += '}';
  return is_known || fail(begin, RegexFault::bad_property, written);
}

// Without braces, which is RE2's only: \pL.
bool RegexTranslator::take_one_letter_property(std::size_t begin, std::string& text) {
  if (!is(RegexSyntax::re2) || !is_ascii_letter(scanner_.peek())) {
    return fail(begin, RegexFault::bad_property, text.substr(0, 2));
  }
  text += scanner_.peek();
  scanner_.skip();
  text += '}';
  return true;
}

// Always in the form with braces: `\1` followed by a literal 0 would be read as `\10`.
bool RegexTranslator::add_reference(std::size_t begin, std::size_t number) {
  if (is(RegexSyntax::python) && is_open(number)) return fail(begin, "cannot refer to an open group");
  last_begin_ = out_.size();
  last_ = Last::item;
  out_ += "\\g{" + std::to_string(number) + "}";
  return true;
}

// \uD83D\uDE00, \u00e9, \u{1F600}: the cursor is after the u.
bool RegexTranslator::take_unicode_escape(std::size_t begin, char32_t& character) {
  if (scanner_.take('{')) {
    const std::string_view digits = scanner_.take_while([](char c) { return c != '}'; });
    const std::size_t leading = std::min(digits.find_first_not_of('0'), digits.size());
    if (digits.empty() || digits.size() - leading > 6) return fail_escape(begin);
    scanner_.rewind(scanner_.offset() - digits.size());
    if (!take_hex(digits.size(), character) || !scanner_.take('}') || character > 0x10FFFF) return fail_escape(begin);
  } else {
    if (!take_hex(4, character)) return fail_escape(begin);
    const std::size_t after = scanner_.offset();
    char32_t low = 0;
    if (character >= 0xD800 && character < 0xDC00 && scanner_.take("\\u") && take_hex(4, low) && low >= 0xDC00 &&
        low <= 0xDFFF) {
      character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
    } else {
      scanner_.rewind(after);
    }
  }
  // UTF-8 has no lone surrogates, so a lone surrogate cannot match.
  return !is_surrogate(character) || fail_escape(begin);
}

// Three octal digits, or a leading 0, are a character: "\101" is "A". One or two digits without a 0 are a reference,
// which add_python_escape() has taken.
bool RegexTranslator::take_python_character(std::size_t begin, bool is_in_class, char32_t& character) {
  const char letter = scanner_.peek();
  if (is_octal_digit(letter)) {  // references outside of a class were taken before
    character = 0;
    for (int count = 0; count < 3 && is_octal_digit(scanner_.peek()); ++count) {
      character = character * 8 + static_cast<char32_t>(scanner_.peek() - '0');
      scanner_.skip();
    }
    if (character <= 0377) return true;
    return fail(begin, "octal escape value " + std::string(scanner_.between(begin, scanner_.offset())) +
                           " outside of range 0-0o377");
  }
  if (letter == 'x' || letter == 'u' || letter == 'U') {
    scanner_.skip();
    const bool is_complete = take_hex(letter == 'x' ? 2 : letter == 'u' ? 4 : 8, character);
    const std::string written(scanner_.between(begin, scanner_.offset()));
    if (!is_complete) return fail(begin, "incomplete escape " + written);
    return (character <= 0x10FFFF && !is_surrogate(character)) || fail(begin, RegexFault::bad_escape, written);
  }
  if (letter == 'N') return fail(begin, "character names (\\N) are not supported");
  if (letter == 'a' || (letter == 'b' && is_in_class)) {
    character = letter == 'a' ? 7 : 8;
  } else if (const char32_t control = control_of(letter); control != 0) {
    character = control;
  } else if (is_ascii_letter(letter) || is_ascii_digit(letter)) {
    return fail_escape(begin);
  } else {
    const CodePoint next = scanner_.peek_code_point();
    character = next.value;
    scanner_.skip(next.size);
    return true;
  }
  scanner_.skip();
  return true;
}

namespace {

bool is_ascii_sign(char c) {
  return static_cast<unsigned char>(c) < 0x80 && c != '_' && !is_ascii_letter(c) && !is_ascii_digit(c);
}

}  // namespace

bool RegexTranslator::take_re2_character(std::size_t begin, char32_t& character) {
  const char letter = scanner_.peek();
  if (letter == '0' || (is_octal_digit(letter) && is_octal_digit(scanner_.peek(1)))) {
    character = 0;
    for (int count = 0; count < 3 && is_octal_digit(scanner_.peek()); ++count) {
      character = character * 8 + static_cast<char32_t>(scanner_.peek() - '0');
      scanner_.skip();
    }
    return true;
  }
  if (letter == 'x') return take_re2_hex(begin, character);
  if (letter == 'a') {
    character = 7;
  } else if (const char32_t control = control_of(letter); control != 0) {
    character = control;
  } else if (is_ascii_sign(letter)) {
    character = static_cast<unsigned char>(letter);
  } else {
    return fail_escape(begin);
  }
  scanner_.skip();
  return true;
}

// \x41, \x{1F600}
bool RegexTranslator::take_re2_hex(std::size_t begin, char32_t& character) {
  scanner_.skip();
  if (!scanner_.take('{')) return take_hex(2, character) || fail_escape(begin);
  const std::size_t digits = scanner_.rest().find('}');
  const bool is_read = digits != std::string_view::npos && digits > 0 && digits <= 8 && take_hex(digits, character) &&
                       scanner_.take('}');
  return (is_read && character <= 0x10FFFF && !is_surrogate(character)) || fail_escape(begin);
}

// Also RFC 9485's, whose escapes are some of these.
bool RegexTranslator::take_ecmascript_character(std::size_t begin, bool is_in_class, char32_t& character) {
  const char letter = scanner_.peek();
  const bool is_ecmascript = is(RegexSyntax::ecmascript);
  scanner_.skip();
  if (is_ecmascript) {
    switch (letter) {
      case 'u': return take_unicode_escape(begin, character);
      case 'x': return take_hex(2, character) || fail_escape(begin);
      case 'c': return take_control_letter(begin, character);
      case '0':
        character = 0;
        if (!is_ascii_digit(scanner_.peek())) return true;
        break;
      case 'b':
        character = 8;
        if (is_in_class) return true;
        break;
      default: break;
    }
  }
  character = control_of(letter);
  if (character != 0) return is_ecmascript || (letter != 'f' && letter != 'v') || fail_escape(begin);
  const std::string_view allowed = is_ecmascript ? "^$\\.*+?()[]{}|/" : "()*+-.?[\\]^{|}$";
  const bool is_allowed = allowed.find(letter) != std::string_view::npos || (letter == '-' && is_in_class);
  character = static_cast<unsigned char>(letter);
  return (is_allowed && letter != '\0') || fail_escape(begin);
}

// \cA
bool RegexTranslator::take_control_letter(std::size_t begin, char32_t& character) {
  const char control = scanner_.peek();
  if (!is_ascii_letter(control)) return fail_escape(begin);
  scanner_.skip();
  character = static_cast<char32_t>(control % 32);
  return true;
}

bool RegexTranslator::take_escaped_character(std::size_t begin, bool is_in_class, char32_t& character) {
  switch (syntax_) {
    case RegexSyntax::python: return take_python_character(begin, is_in_class, character);
    case RegexSyntax::re2: return take_re2_character(begin, character);
    default: return take_ecmascript_character(begin, is_in_class, character);
  }
}

// One backslash at the end of a class is a different error in Python than elsewhere, where the class counts as
// unfinished.
bool RegexTranslator::take_escaped_member(Member& member) {
  const std::size_t begin = scanner_.offset();
  scanner_.skip();
  if (scanner_.at_end()) {
    return is(RegexSyntax::python) ? fail(begin, RegexFault::trailing_backslash, {})
                                   : fail(begin, RegexFault::unterminated_class, {});
  }
  const char letter = scanner_.peek();
  take_class_letter(letter, true, member.set);
  if (member.set.empty() && !is(RegexSyntax::python) && (letter == 'p' || letter == 'P') &&
      !take_property(begin, member.set)) {
    return false;
  }
  member.is_set = !member.set.empty();
  return member.is_set || take_escaped_character(begin, true, member.character);
}

// Escapes that are not a single character: anchors, sets, references. Sets last_ accordingly.
// Like sre_parse, takes at most two digits of a reference: "\123" is an octal escape, and "\129" is group 12 and a 9.
bool RegexTranslator::add_python_escape(std::size_t begin, char letter) {
  if (letter == 'A' || letter == 'b' || letter == 'B' || letter == 'Z') {
    scanner_.skip();
    if (letter == 'Z') return add_anchor("\\z");
    if (letter == 'B') return add_anchor("(?!\\A\\z)\\B");  // never matches in an empty text
    return add_anchor(std::string("\\") + letter);
  }
  if (letter < '1' || letter > '9') return true;
  const bool is_octal_escape =
      is_octal_digit(letter) && is_octal_digit(scanner_.peek(1)) && is_octal_digit(scanner_.peek(2));
  if (is_octal_escape) return true;
  std::size_t number = static_cast<std::size_t>(letter - '0');
  scanner_.skip();
  if (is_ascii_digit(scanner_.peek())) {
    number = number * 10 + static_cast<std::size_t>(scanner_.peek() - '0');
    scanner_.skip();
  }
  if (number > result_.group_count) return fail(begin + 1, RegexFault::bad_reference, std::to_string(number));
  return add_reference(begin, number);
}

// \Q…\E quotes a literal text, and may lack its end. A repetition after it applies to its last character.
void RegexTranslator::add_re2_escape(char letter) {
  if (letter == 'A' || letter == 'b' || letter == 'B' || letter == 'z') {
    scanner_.skip();
    add_anchor(std::string("\\") + letter);
  }
  if (letter != 'Q') return;
  scanner_.skip();
  const std::size_t end = std::min(scanner_.rest().find("\\E"), scanner_.rest().size());
  const std::string_view quoted = scanner_.rest().substr(0, end);
  scanner_.skip(end + 2);
  last_ = quoted.empty() ? Last::nothing : Last::item;
  last_begin_ = out_.size();
  for (std::size_t at = 0; at < quoted.size();) {
    const CodePoint next = decode_code_point(quoted, at);
    append_regex_character(out_, next.value);
    at += next.size;
  }
}

// A number may refer to a group that opens later, `\1(a)`, so it is compared with the count of all groups.
bool RegexTranslator::add_ecmascript_escape(std::size_t begin, char letter) {
  if (letter == 'b' || letter == 'B') {
    scanner_.skip();
    return add_anchor(std::string("\\") + letter);
  }
  if (letter == 'k') {
    scanner_.skip();
    std::string name;
    if (!scanner_.take('<')) return fail(begin, RegexFault::bad_reference, {});
    if (!take_group_name('>', name)) return false;
    const auto number = group_named(name);
    return number ? add_reference(begin, *number) : fail(begin, RegexFault::bad_reference, {});
  }
  if (letter < '1' || letter > '9') return true;
  const std::string_view digits = scanner_.take_while(is_ascii_digit);
  std::size_t number = 0;
  for (const char digit : digits)
    number = std::min<std::size_t>(number * 10 + static_cast<std::size_t>(digit - '0'), 100'000);
  return number <= all_groups_ ? add_reference(begin, number) : fail_escape(begin);
}

// The three attempts of the head of this file. An attempt has succeeded if it wrote output or moved the cursor: `\Q\E`
// writes nothing, and is still done.
bool RegexTranslator::add_escape() {
  const std::size_t begin = scanner_.offset();
  scanner_.skip();
  if (scanner_.at_end()) return fail(begin, RegexFault::trailing_backslash, {});
  const char letter = scanner_.peek();
  const std::size_t before = out_.size();
  const std::size_t place = scanner_.offset();
  if (is(RegexSyntax::python) && !add_python_escape(begin, letter)) return false;
  if (is(RegexSyntax::re2)) add_re2_escape(letter);
  if (is(RegexSyntax::ecmascript) && !add_ecmascript_escape(begin, letter)) return false;
  if (out_.size() != before || scanner_.offset() != place) return true;
  last_begin_ = before;
  last_ = Last::item;
  std::string set;
  take_class_letter(letter, false, set);
  if (set.empty() && !is(RegexSyntax::python) && (letter == 'p' || letter == 'P') && !take_property(begin, set)) {
    return false;
  }
  out_ += set;
  if (!set.empty()) return true;
  char32_t character = 0;
  if (!take_escaped_character(begin, false, character)) return false;
  append_regex_character(out_, character);
  return true;
}

}  // namespace evalground
