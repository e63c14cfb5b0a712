// Translates regular expressions of Python, RE2, ECMAScript and RFC 9485 (I-Regexp) into the notation of PCRE2, the
// only library that matches here (docs/decisions/005-regex.md).
//
//   (?P<year>[0-9]+)(?i:A)\Z     of Python becomes     ([0-9]+)(?i:A)\z
//
// One pass reads an item, checks it by the rules of its syntax, and appends what PCRE2 needs for the same meaning. A
// construct that the original refuses is refused here with the original's words, even where PCRE2 would accept it.
// PCRE2 therefore never sees text that was not understood: characters are always written so that they mean themselves.
//
// Two facts of the last item are kept for what follows: where it begins in the output (`last_begin_`, to wrap it), and
// whether it can be repeated (`last_`). Escapes are in escapes.cpp.
#include "base/regex/translator.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

// PCRE2's maximum count.
constexpr std::size_t most_repetitions = 65'535;
constexpr std::size_t most_repetitions_of_re2 = 1000;

// Names may have letters of any script, as in Python: (?P<größe>…). PCRE2 never sees them: groups are numbered in the
// output, and the names are kept beside it.
bool is_name_start(char32_t character) {
  return (is_word_character(character) && (character < '0' || character > '9')) || character == '_';
}

bool is_name(std::string_view name, bool allows_dollar) {
  for (std::size_t at = 0; at < name.size();) {
    const CodePoint next = decode_code_point(name, at);
    const bool fits = at == 0 ? is_name_start(next.value) : is_word_character(next.value);
    if (!fits && !(allows_dollar && next.value == '$')) return false;
    at += next.size;
  }
  return !name.empty();
}

// Saturates far above every limit, so `{99999999999999999999}` is too large instead of wrapping around to a small
// number.
std::size_t number_of(std::string_view digits) {
  std::size_t number = 0;
  for (const char digit : digits)
    number = std::min<std::size_t>(number * 10 + static_cast<std::size_t>(digit - '0'), 100'000'000);
  return number;
}

struct Wording {
  std::string_view python, re2, ecmascript;
};

// By RegexFault. `@` stands for the text that was found.
constexpr Wording wordings[] = {
    {"nothing to repeat", "missing argument to repetition operator: `@`", "Nothing to repeat"},
    {"multiple repeat", "invalid nested repetition operator: `@`", "Nothing to repeat"},
    {"min repeat greater than max repeat", "invalid repeat count: `@`", "numbers out of order in {} quantifier"},
    {"the repetition number is too large", "invalid repeat count: `@`", "the repetition number is too large"},
    {"nothing to repeat", "missing argument to repetition operator: `@`", "Incomplete quantifier"},
    {"missing ), unterminated subpattern", "missing closing )", "Unterminated group"},
    {"unbalanced parenthesis", "unexpected )", "Unmatched ')'"},
    {"unknown extension @", "invalid or unsupported Perl syntax: `(@`", "Invalid group"},
    {"bad character in group name '@'", "invalid named capture: `(?P<@>`", "Invalid capture group name"},
    {"redefinition of group name '@'", "duplicate capture group name: `@`", "Duplicate capture group name"},
    {"unterminated character set", "missing closing ]", "Unterminated character class"},
    {"bad character range @", "invalid character class range: `@`", "Range out of order in character class"},
    {"bad character range @", "invalid character class range: `@`", "Invalid character class"},
    {"bad escape @", "invalid escape sequence: `@`", "Invalid escape"},
    {"bad escape (end of pattern)", "trailing backslash at end of expression", "\\ at end of pattern"},
    {"bad escape @", "invalid character class range: `@`", "Invalid property name"},
    {"invalid group reference @", "invalid escape sequence: `@`", "Invalid named reference"},
    {"unbalanced bracket", "unexpected bracket", "Lone quantifier brackets"},
};

}  // namespace

// Every sign is escaped, special or not. It is then a literal inside and outside of classes, and a later version of
// PCRE2 cannot give it a meaning.
void append_regex_character(std::string& text, char32_t character) {
  const bool is_ascii_word = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                             (character >= 'A' && character <= 'Z') || character == '_';
  if (character < 0x20 || character == 0x7F) {
    text += "\\x{";
    text += "0123456789abcdef"[character >> 4];
    text += "0123456789abcdef"[character & 0xF];
    text += '}';
  } else if (is_ascii_word || character > 0x7F) {
    append_code_point(text, character);
  } else {
    text += '\\';
    text += static_cast<char>(character);
  }
}

RegexTranslator::RegexTranslator(RegexSyntax syntax, std::string_view pattern, RegexFlags flags)
    : syntax_(syntax), scanner_(pattern), text_(pattern), out_(result_.pattern), is_verbose_(flags.verbose) {
  result_.flags = flags;
}

// `places` maps the output back to the pattern, so that an error that only PCRE2 finds still has a place in what the
// user wrote.
RegexTranslation RegexTranslator::translate() {
  if (is(RegexSyntax::ecmascript)) count_ecmascript_groups();
  while (!scanner_.at_end()) {
    if (is_verbose_) {
      skip_verbose_space();
      if (scanner_.at_end()) break;
    }
    result_.places.emplace_back(out_.size(), scanner_.offset());
    if (!add_item()) return std::move(result_);
  }
  if (!open_.empty()) {
    fail(open_.back().offset, RegexFault::unterminated_group, {});
  } else if (condition_ && condition_->first > result_.group_count) {
    fail(condition_->second, RegexFault::bad_reference, std::to_string(condition_->first));
  }
  return std::move(result_);
}

bool RegexTranslator::fail(std::size_t offset, std::string message) {
  result_.error = RegexError{std::move(message), offset};
  return false;
}

bool RegexTranslator::fail(std::size_t offset, RegexFault fault, std::string_view found) {
  const Wording& wording = wordings[static_cast<std::size_t>(fault)];
  const std::string_view words = is(RegexSyntax::python) ? wording.python
                                 : is(RegexSyntax::re2)  ? wording.re2
                                                         : wording.ecmascript;
  return fail(offset, replace_all(words, "@", found));
}

// Named groups must be known before a reference to them: /\k<a>(?<a>x)/u.
void RegexTranslator::count_ecmascript_groups() {
  bool is_in_class = false;
  for (std::size_t at = 0; at < text_.size(); ++at) {
    const char c = text_[at];
    if (c == '\\') {
      ++at;
    } else if (c == '[') {
      is_in_class = true;
    } else if (c == ']') {
      is_in_class = false;
    } else if (c == '(' && !is_in_class) {
      const std::string_view rest = text_.substr(at + 1);
      if (!rest.starts_with('?')) {
        ++all_groups_;
      } else if (rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!")) {
        ++all_groups_;
        const std::size_t end = rest.find('>');
        if (end == std::string_view::npos) continue;
        const std::string name(rest.substr(2, end - 2));
        if (!group_named(name)) result_.names.emplace_back(name, all_groups_);
      }
    }
  }
}

void RegexTranslator::skip_verbose_space() {
  for (;;) {
    scanner_.skip_whitespace();
    if (!scanner_.take('#')) return;
    scanner_.take_while([](char c) { return c != '\n'; });
  }
}

bool RegexTranslator::is_open(std::size_t number) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Group& group) { return group.number == number; });
}

std::optional<std::size_t> RegexTranslator::group_named(std::string_view name) const {
  for (const auto& [known, number] : result_.names) {
    if (known == name) return number;
  }
  return std::nullopt;
}

// The dot is the one item whose meaning differs everywhere: what counts as the end of a line is up to the language, not
// to the options with which PCRE2 was built.
bool RegexTranslator::add_item() {
  switch (scanner_.peek()) {
    case '|':
      scanner_.skip();
      if (!open_.empty() && open_.back().is_conditional && ++open_.back().branches > 2) {
        return fail(scanner_.offset() - 1, "conditional backref with more than two branches");
      }
      out_ += '|';
      last_ = Last::nothing;
      return true;
    case '(': return add_group();
    case ')': return close_group();
    case '[': return add_class();
    case '\\': return add_escape();
    case '*':
    case '+':
    case '?': return add_repetition();
    case '{': return add_repetition();
    case '^': scanner_.skip(); return add_anchor("^");
    case '$': scanner_.skip(); return add_anchor("$");
    case '.':
      scanner_.skip();
      last_begin_ = out_.size();
      last_ = Last::item;
      if (is(RegexSyntax::ecmascript) && !result_.flags.dot_all) {
        out_ += "[^\\n\\r\\x{2028}\\x{2029}]";
      } else if (is(RegexSyntax::i_regexp)) {
        out_ += "[^\\n\\r]";
      } else {
        out_ += '.';
      }
      return true;
    case ']':
    case '}':
      if (is(RegexSyntax::ecmascript) || is(RegexSyntax::i_regexp)) {
        return fail(scanner_.offset(), RegexFault::stray_bracket, {});
      }
      return add_literal();
    default: return add_literal();
  }
}

bool RegexTranslator::add_literal() {
  const CodePoint next = scanner_.peek_code_point();
  scanner_.skip(next.size);
  last_begin_ = out_.size();
  last_ = Last::item;
  append_regex_character(out_, next.value);
  return true;
}

bool RegexTranslator::add_anchor(std::string_view text) {
  last_begin_ = out_.size();
  last_ = Last::assertion;
  out_ += text;
  return true;
}

void RegexTranslator::add_opening(std::size_t begin, std::string_view text) {
  last_begin_ = out_.size();
  open_.push_back({begin, 0, is_verbose_, false, false, 1});
  out_ += text;
  last_ = Last::nothing;
}

// In ECMAScript count_ecmascript_groups() has already registered the name with this number, so a known name is a
// duplicate only if its number is a different one.
bool RegexTranslator::add_capture(std::size_t begin, const std::string& name) {
  const std::size_t number = ++result_.group_count;
  if (!name.empty()) {
    const auto known = group_named(name);
    if (is(RegexSyntax::python) && known) {
      return fail(begin + 4, "redefinition of group name '" + name + "' as group " + std::to_string(number) +
                                 "; was group " + std::to_string(*known));
    }
    if (known && *known != number) return fail(begin, RegexFault::duplicate_group_name, name);
    if (!known) result_.names.emplace_back(name, number);
  }
  add_opening(begin, "(");
  open_.back().number = number;
  return true;
}

// Takes the name up to `closing`, including `closing`.
bool RegexTranslator::take_group_name(char closing, std::string& name) {
  const std::size_t begin = scanner_.offset();
  name = scanner_.take_while([&](char c) { return c != closing; });
  if (!scanner_.take(closing)) {
    if (!is(RegexSyntax::python)) return fail(begin, RegexFault::bad_group_name, name);
    return fail(begin, name.empty() ? "missing group name" : std::string("missing ") + closing + ", unterminated name");
  }
  if (name.empty() && is(RegexSyntax::python)) return fail(begin, "missing group name");
  if (!is_name(name, is(RegexSyntax::ecmascript))) return fail(begin, RegexFault::bad_group_name, name);
  return true;
}

bool RegexTranslator::add_group() {
  const std::size_t begin = scanner_.offset();
  scanner_.skip();
  if (is(RegexSyntax::i_regexp) || !scanner_.sees("?")) return add_capture(begin, {});
  scanner_.skip();
  switch (syntax_) {
    case RegexSyntax::python: return add_python_group(begin);
    case RegexSyntax::re2: return add_re2_group(begin);
    default: return add_ecmascript_group(begin);
  }
}

// `begin` is the offset of the parenthesis. The order of the attempts matters: `?<=` must be tried before `?<` counts
// as an unknown extension.
bool RegexTranslator::add_python_group(std::size_t begin) {
  // Groups with the same notation in PCRE2, comments and conditions.
  if (scanner_.at_end()) return fail(scanner_.offset(), "unexpected end of pattern");
  for (const std::string_view opening : {":", ">", "=", "!", "<=", "<!"}) {
    if (!scanner_.take(opening)) continue;
    add_opening(begin, "(?" + std::string(opening));
    open_.back().is_look_around = opening != ":" && opening != ">";
    return true;
  }
  if (scanner_.take('#')) {
    scanner_.take_while([](char c) { return c != ')'; });
    return scanner_.take(')') || fail(begin, "missing ), unterminated comment");
  }
  if (scanner_.take('(')) return add_conditional(begin);
  // Names: (?P<year>…) and the reference (?P=year). Other words after ?P or ?< are errors. Everything else is flags.
  if (scanner_.take("P<")) {
    std::string name;
    return take_group_name('>', name) && add_capture(begin, name);
  }
  if (scanner_.take("P=")) {
    const std::size_t place = scanner_.offset();
    std::string name;
    if (!take_group_name(')', name)) return false;
    const auto number = group_named(name);
    if (!number) return fail(place, "unknown group name '" + name + "'");
    return add_reference(place, *number);
  }
  if (const char next = scanner_.peek(); next == 'P' || next == '<') {
    const std::size_t shown =
        std::min(decode_code_point(text_, scanner_.offset()).size + 1, text_.size() - scanner_.offset());
    if (shown < 2) return fail(text_.size(), "unexpected end of pattern");
    return fail(scanner_.offset() - 1, RegexFault::unknown_group, "?" + std::string(scanner_.rest().substr(0, shown)));
  }
  return add_python_flags(begin);
}

// (?i) at the start of the pattern, or (?i-s:…)
bool RegexTranslator::add_python_flags(std::size_t begin) {
  PythonFlags read{result_.flags, is_verbose_};
  if (!take_python_flags(begin, read)) return false;
  // (?i) is for the whole pattern, and so only allowed in front; (?i:…) is a group.
  if (scanner_.take(')')) {
    if (read.is_negated) return fail(scanner_.offset() - 1, "missing :");
    if (!out_.empty() || !open_.empty()) return fail(begin, "global flags not at the start of the expression");
    result_.flags = read.flags;
    is_verbose_ = read.is_verbose;
    return true;
  }
  scanner_.skip();
  if (read.flags.ascii != result_.flags.ascii) {
    return fail(begin, "the flag 'a' is supported for the whole pattern only");
  }
  const std::string off = read.off.empty() ? "" : "-" + read.off;
  add_opening(begin, read.on.empty() && off.empty() ? "(?:" : "(?" + read.on + off + ":");
  is_verbose_ = read.is_verbose;
  return true;
}

// The letters up to the bracket or colon.
bool RegexTranslator::take_python_flags(std::size_t begin, PythonFlags& read) {
  for (;; scanner_.skip()) {
    const char letter = scanner_.peek();
    if (letter == ')' || letter == ':') return true;
    if (scanner_.at_end()) return fail(scanner_.offset(), "missing -, : or )");
    if (letter == '-' && !read.is_negated) {
      read.is_negated = true;
    } else if (is_any_of(letter, "imsx")) {
      read.set(letter);
    } else if (letter == 'a' && !read.is_negated) {
      read.flags.ascii = true;
    } else if (letter == 'L') {
      return fail(scanner_.offset() + 1, "bad inline flags: cannot use 'L' flag with a str pattern");
    } else if (letter != 'u' || read.is_negated) {
      const bool is_first = scanner_.offset() == begin + 2;
      std::string name;
      append_code_point(name, scanner_.peek_code_point().value);
      if (is_first) return fail(begin + 1, RegexFault::unknown_group, "?" + name);
      return fail(scanner_.offset(), "unknown flag");
    }
  }
}

// x is not handed on: verbose text is skipped here.
void RegexTranslator::PythonFlags::set(char letter) {
  switch (letter) {
    case 'i': flags.ignore_case = !is_negated; break;
    case 'm': flags.multi_line = !is_negated; break;
    case 's': flags.dot_all = !is_negated; break;
    default:
      flags.verbose = !is_negated;
      is_verbose = !is_negated;
      return;
  }
  (is_negated ? off : on) += letter;
}

// (?(1)yes|no), (?(name)yes|no)
bool RegexTranslator::add_conditional(std::size_t begin) {
  const std::size_t place = scanner_.offset();
  std::size_t number = 0;
  if (is_ascii_digit(scanner_.peek())) {
    number = number_of(scanner_.take_while(is_ascii_digit));
    if (!scanner_.take(')')) return fail(place, RegexFault::bad_group_name, scanner_.rest().substr(0, 1));
    if (number == 0) return fail(place, "bad group number");
    if (!condition_ || number > condition_->first) condition_ = {number, place};  // may refer to a later group
  } else {
    std::string name;
    if (!take_group_name(')', name)) return false;
    const auto known = group_named(name);
    if (!known) return fail(place, "unknown group name '" + name + "'");
    number = *known;
  }
  add_opening(begin, "(?(" + std::to_string(number) + ")");
  open_.back().is_conditional = true;
  return true;
}

// RE2 has no look-around and no atomic groups, so that it can match in linear time. PCRE2 has them, and they must be
// refused.
bool RegexTranslator::add_re2_group(std::size_t begin) {
  if (scanner_.take("P<") ||
      (scanner_.sees("<") && !scanner_.sees("<=") && !scanner_.sees("<!") && scanner_.take('<'))) {
    std::string name;
    return take_group_name('>', name) && add_capture(begin, name);
  }
  // (?i), (?i-s:…): PCRE2's flags have the same letters and meanings.
  const std::string_view flags =
      scanner_.take_while([](char c) { return std::string_view("imsU-").find(c) != std::string_view::npos; });
  const std::size_t minus = flags.find('-');
  const bool is_well_formed = minus == std::string_view::npos ||
                              (flags.find('-', minus + 1) == std::string_view::npos && minus + 1 < flags.size());
  if (is_well_formed && scanner_.take(':')) {
    add_opening(begin, "(?" + std::string(flags) + ":");
    return true;
  }
  if (is_well_formed && !flags.empty() && scanner_.take(')')) {
    out_ += "(?" + std::string(flags) + ")";
    last_ = Last::nothing;
    return true;
  }
  scanner_.skip(scanner_.peek_code_point().size);
  return fail(begin, RegexFault::unknown_group, scanner_.between(begin + 1, scanner_.offset()));
}

bool RegexTranslator::add_ecmascript_group(std::size_t begin) {
  for (const std::string_view opening : {":", "=", "!", "<=", "<!"}) {
    if (!scanner_.take(opening)) continue;
    add_opening(begin, "(?" + std::string(opening));
    open_.back().is_look_around = opening != ":";
    return true;
  }
  if (!scanner_.take('<')) return fail(begin, RegexFault::unknown_group, {});
  std::string name;
  return take_group_name('>', name) && add_capture(begin, name);
}

// In ECMAScript a look-around cannot be repeated. Everywhere else it is an item like every group.
bool RegexTranslator::close_group() {
  const std::size_t offset = scanner_.offset();
  scanner_.skip();
  if (open_.empty()) return fail(offset, RegexFault::unmatched_parenthesis, {});
  is_verbose_ = open_.back().was_verbose;
  const bool is_look_around = open_.back().is_look_around;
  open_.pop_back();
  out_ += ')';
  last_ = is_look_around && is(RegexSyntax::ecmascript) ? Last::assertion : Last::item;
  return true;
}

// `{2}`, `{2,}`, `{2,5}`, in Python also `{,5}`. Gives the repetition in full, `{2,5}`, because PCRE2 reads `{,5}`
// differently in its versions.
//
// In some languages, a "{" that begins no repetition is a literal character: Python's `a{x}` matches "a{x}".
//
// A maximum beyond PCRE2's limit becomes unbounded, which no text within the limits can tell apart. A minimum beyond it
// is an error. RE2 refuses everything above 1000.
bool RegexTranslator::take_braces(std::string& text, bool& is_repetition) {
  const std::size_t begin = scanner_.offset();
  scanner_.skip();
  const std::string_view least = scanner_.take_while(is_ascii_digit);
  const bool has_comma = scanner_.take(',');
  const std::string_view most = has_comma ? scanner_.take_while(is_ascii_digit) : least;
  const bool may_lack_least = is(RegexSyntax::python) && has_comma;
  is_repetition = scanner_.take('}') && (!least.empty() || may_lack_least);
  if (!is_repetition) {
    if (is(RegexSyntax::ecmascript) || is(RegexSyntax::i_regexp)) return fail(begin, RegexFault::bad_repeat, "{");
    scanner_.rewind(begin);
    return true;
  }
  const std::string_view written = scanner_.between(begin, scanner_.offset());
  const std::size_t from = number_of(least);
  const std::size_t to = number_of(most);
  if (!most.empty() && to < from)
    return fail(begin + (is(RegexSyntax::python) ? 1 : 0), RegexFault::reversed_repeat, written);
  const std::size_t limit = is(RegexSyntax::re2) ? most_repetitions_of_re2 : most_repetitions;
  const bool is_unbounded = most.empty() || (to > limit && !is(RegexSyntax::re2));
  if (from > limit || (!is_unbounded && to > limit)) return fail(begin, RegexFault::repeat_too_large, written);
  text = "{" + std::to_string(from) + "," + (is_unbounded ? std::string() : std::to_string(to)) + "}";
  return true;
}

// Python and ECMAScript refuse to repeat an assertion, `^*`. RE2 accepts it, but PCRE2 does not: it is wrapped in a
// group, which is the reason why `last_begin_` is kept.
bool RegexTranslator::add_repetition() {
  const std::size_t begin = scanner_.offset();
  std::string text(1, scanner_.peek());
  bool is_repetition = true;
  if (text == "{") {
    if (!take_braces(text, is_repetition)) return false;
  } else {
    scanner_.skip();
  }
  if (!is_repetition) return add_literal();
  if (is(RegexSyntax::i_regexp)) {
    // no suffixes
  } else if (scanner_.take('?')) {
    text += '?';
  } else if (is(RegexSyntax::python) && scanner_.take('+')) {
    text += '+';
  }
  const std::string_view written = scanner_.between(begin, scanner_.offset());
  if (last_ == Last::nothing) return fail(begin, RegexFault::nothing_to_repeat, written);
  if (last_ == Last::repetition) return fail(begin, RegexFault::multiple_repeat, written);
  if (last_ == Last::assertion) {
    if (is(RegexSyntax::python) || is(RegexSyntax::ecmascript)) {
      return fail(begin, RegexFault::nothing_to_repeat, written);
    }
    out_.insert(last_begin_, "(?:");
    out_ += ')';
  }
  out_ += text;
  last_ = Last::repetition;
  return true;
}

// [:alpha:] and [:^alpha:] of RE2.
bool RegexTranslator::take_posix_class(Member& member, bool& is_taken) {
  is_taken = is(RegexSyntax::re2) && scanner_.sees("[:");
  if (!is_taken) return true;
  const std::size_t begin = scanner_.offset();
  const std::size_t end = text_.find(":]", begin + 2);
  is_taken = end != std::string_view::npos;
  if (!is_taken) return true;
  member.set = text_.substr(begin, end + 2 - begin);
  scanner_.skip(member.set.size());
  std::string_view name(member.set);
  name = name.substr(2, name.size() - 4);
  if (name.starts_with('^')) name.remove_prefix(1);
  constexpr std::string_view names[] = {"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "word",  "xdigit"};
  if (std::find(std::begin(names), std::end(names), name) == std::end(names)) {
    return fail(begin, RegexFault::bad_range, member.set);
  }
  member.is_set = true;
  return true;
}

bool RegexTranslator::take_member(Member& member) {
  bool is_posix_class = false;
  if (!take_posix_class(member, is_posix_class)) return false;
  if (is_posix_class) return true;
  if (scanner_.peek() == '\\') return take_escaped_member(member);
  if (is(RegexSyntax::i_regexp) && scanner_.peek() == '[') {
    return fail(scanner_.offset(), RegexFault::bad_range, "[");
  }
  const CodePoint next = scanner_.peek_code_point();
  scanner_.skip(next.size);
  member.character = next.value;
  return true;
}

// `[]a]` is a class of two characters in Python and RE2. In ECMAScript `[]` is the empty class, which matches nothing.
bool RegexTranslator::add_class() {
  const std::size_t begin = scanner_.offset();
  scanner_.skip();
  last_begin_ = out_.size();
  last_ = Last::item;
  out_ += '[';
  if (scanner_.take('^')) out_ += '^';
  const std::size_t first = scanner_.offset();
  const bool may_start_with_bracket = is(RegexSyntax::python) || is(RegexSyntax::re2);
  for (;;) {
    if (scanner_.at_end()) return fail(begin, RegexFault::unterminated_class, {});
    // The end, unless the bracket is the first member: []a].
    const bool is_first = scanner_.offset() == first;
    if (scanner_.peek() == ']' && !(may_start_with_bracket && is_first)) break;
    if (!add_class_part(is_first)) return false;
  }
  if (is(RegexSyntax::i_regexp) && scanner_.offset() == first) return fail(begin, RegexFault::bad_range, "[]");
  scanner_.skip();
  out_ += ']';
  return true;
}

// One member, or a range: a hyphen behind a member begins it, except before the end and where the member is a set.
bool RegexTranslator::add_class_part(bool is_first) {
  const std::size_t place = scanner_.offset();
  if (is(RegexSyntax::i_regexp) && scanner_.peek() == '-' && !is_first && scanner_.peek(1) != ']') {
    return fail(place, RegexFault::bad_range, "-");
  }
  Member low;
  if (!take_member(low)) return false;
  const bool is_range = scanner_.peek() == '-' && scanner_.peek(1) != ']' && scanner_.offset() + 1 < text_.size() &&
                        !(is(RegexSyntax::re2) && low.is_set) &&
                        !(is(RegexSyntax::i_regexp) && is_first && low.character == '-');
  if (!is_range) {
    if (low.is_set) {
      out_ += low.set;
    } else {
      append_regex_character(out_, low.character);
    }
    return true;
  }
  scanner_.skip();
  Member high;
  if (!take_member(high)) return false;
  const std::string_view written = scanner_.between(place, scanner_.offset());
  if (low.is_set || high.is_set) return fail(place, RegexFault::bad_range, written);
  if (low.character > high.character) return fail(place, RegexFault::reversed_range, written);
  append_regex_character(out_, low.character);
  out_ += '-';
  append_regex_character(out_, high.character);
  return true;
}

RegexTranslation translate_regex(RegexSyntax syntax, std::string_view pattern, RegexFlags flags) {
  return RegexTranslator(syntax, pattern, flags).translate();
}

}  // namespace evalground
