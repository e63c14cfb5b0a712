// Python's re.sub and re.split, and the iteration over matches that they share.
//
//   re.sub("(a)(b)?", "[\1\2]", "ab a")     "[ab] [a]"      a group that did not take part is empty
#include "base/regex/replace.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground {
namespace {

// The character of an escaped letter; 0 for other letters.
char escaped_letter(char letter) {
  switch (letter) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case '\\': return '\\';
    default: return '\0';
  }
}

}  // namespace

// After an empty match, the next one must not be empty at the same place, or the search would not move on: "a*" in
// "baac" gives "", "aa", "", "".
bool RegexMatches::next(RegexMatch& match) {
  if (is_over_) return false;
  const bool found = was_empty_ ? regex_.find_not_empty_at(subject_, at_, match, budget_)
                                : regex_.find(subject_, at_, RegexAnchor::none, match, budget_);
  is_over_ = !found;
  if (!found) return false;
  at_ = match.end();
  was_empty_ = match.begin() == match.end();
  return true;
}

// Reads a template piece by piece.
// Follows Python's parse_template: only letters and digits have a meaning after a backslash. Before any other sign, the
// backslash stays in the result.
class TemplateReader {
 public:
  TemplateReader(std::string_view text, const Regex& regex) : scanner_(text), text_(text), regex_(regex) {}

  std::variant<ReplacementTemplate, ReplacementTemplate::Error> read() {
    while (!scanner_.at_end()) {
      literal_ += scanner_.take_while([](char c) { return c != '\\'; });
      if (scanner_.at_end()) break;
      if (!read_escape()) return ReplacementTemplate::Error{std::move(error_)};
    }
    if (!literal_.empty()) result_.parts_.push_back({std::move(literal_), std::nullopt});
    return std::move(result_);
  }

 private:
  bool fail(std::string message, std::size_t offset) {
    error_ = std::move(message) + " at position " + std::to_string(code_points_before(text_, offset));
    return false;
  }

  bool add_group(std::uint64_t number, std::size_t offset) {
    if (number > regex_.group_count()) return fail("invalid group reference " + std::to_string(number), offset);
    result_.parts_.push_back({std::exchange(literal_, {}), static_cast<std::size_t>(number)});
    return true;
  }

  // \g<1>, \g<name>: the cursor is after the g.
  // `\g<1>0` is group 1 followed by 0, where `\10` would be group 10.
  bool read_named_group() {
    if (!scanner_.take('<')) return fail("missing <", scanner_.offset());
    const std::size_t begin = scanner_.offset();
    const std::string_view name = scanner_.take_while([](char c) { return c != '>'; });
    if (name.empty()) return fail("missing group name", begin);
    if (!scanner_.take('>')) return fail("missing >, unterminated name", begin);
    if (std::all_of(name.begin(), name.end(), is_ascii_digit)) {
      std::uint64_t number = 0;
      for (const char digit : name)
        number = std::min<std::uint64_t>(number * 10 + static_cast<std::uint64_t>(digit - '0'), 1'000'000'000);
      return add_group(number, begin);
    }
    if (const auto number = regex_.group_number(name)) return add_group(*number, begin);
    bool is_name = !is_ascii_digit(name[0]);
    for (std::size_t at = 0; at < name.size();) {
      const CodePoint next = decode_code_point(name, at);
      is_name = is_name && is_word_character(next.value);
      at += next.size;
    }
    if (!is_name) return fail("bad character in group name '" + std::string(name) + "'", begin);
    error_ = "unknown group name '" + std::string(name) + "'";
    return false;
  }

  void add_octal(std::string_view digits) {
    char32_t character = 0;
    for (const char digit : digits) character = character * 8 + static_cast<char32_t>(digit - '0');
    append_code_point(literal_, character);
  }

  bool read_escape() {
    const std::size_t begin = scanner_.offset();
    scanner_.skip();
    if (scanner_.at_end()) return fail("bad escape (end of pattern)", begin);
    const char letter = scanner_.peek();
    if (letter == 'g') {
      scanner_.skip();
      return read_named_group();
    }
    if (letter == '0') {
      scanner_.skip();
      std::size_t size = 0;
      while (size < 2 && is_octal_digit(scanner_.peek(size))) ++size;
      add_octal(scanner_.rest().substr(0, size));
      scanner_.skip(size);
      return true;
    }
    if (is_ascii_digit(letter)) return read_numbered_group(begin);
    if (const char character = escaped_letter(letter); character != '\0') {
      literal_ += character;
      scanner_.skip();
      return true;
    }
    if (is_ascii_letter(letter)) return fail(std::string("bad escape \\") + letter, begin);
    literal_ += '\\';
    return true;
  }

  // \1, \12. Three octal digits are a character.
  bool read_numbered_group(std::size_t begin) {
    const char first = scanner_.peek();
    if (is_octal_digit(first) && is_octal_digit(scanner_.peek(1)) && is_octal_digit(scanner_.peek(2))) {
      const std::string_view digits = scanner_.rest().substr(0, 3);
      if (first > '3') {
        return fail("octal escape value \\" + std::string(digits) + " outside of range 0-0o377", begin);
      }
      add_octal(digits);
      scanner_.skip(3);
      return true;
    }
    std::uint64_t number = static_cast<std::uint64_t>(first - '0');
    scanner_.skip();
    if (is_ascii_digit(scanner_.peek())) {
      number = number * 10 + static_cast<std::uint64_t>(scanner_.peek() - '0');
      scanner_.skip();
    }
    return add_group(number, begin + 1);
  }

  Scanner scanner_;
  std::string_view text_;
  const Regex& regex_;
  ReplacementTemplate result_;
  std::string literal_;
  std::string error_;
};

std::variant<ReplacementTemplate, ReplacementTemplate::Error> ReplacementTemplate::parse(std::string_view text,
                                                                                         const Regex& regex) {
  return TemplateReader(text, regex).read();
}

void ReplacementTemplate::append(std::string& text, const RegexMatch& match) const {
  for (const Part& part : parts_) {
    text += part.literal;
    if (part.group) text += match.text(*part.group);
  }
}

// A short template may insert a long group many times.
std::uint64_t ReplacementTemplate::size_for(const RegexMatch& match) const {
  std::uint64_t size = 0;
  for (const Part& part : parts_) size += part.literal.size() + (part.group ? match.text(*part.group).size() : 0);
  return size;
}

// The size is computed before anything is copied, so the limit of memory is noticed before and not after.
RegexReplaced regex_replace(const Regex& regex, const RegexSubject& subject, const ReplacementTemplate& replacement,
                            std::size_t most, Budget& budget) {
  RegexReplaced result;
  const std::string_view text = subject.text();
  RegexMatches matches(regex, subject, budget);
  RegexMatch match;
  std::size_t done = 0;
  while ((most == 0 || result.count < most) && matches.next(match)) {
    const std::uint64_t added = match.begin() - done + replacement.size_for(match);
    // Grow by doubling, as strings do, but within the remaining memory.
    if (result.text.size() + added > result.text.capacity()) {
      std::string larger = text_with_room(2 * (result.text.size() + added));
      larger += result.text;
      result.text = std::move(larger);
    }
    result.text.append(text, done, match.begin() - done);
    replacement.append(result.text, match);
    done = match.end();
    ++result.count;
  }
  result.text.append(text, done);
  return result;
}

// Groups of the separator are pieces as well: splitting "a-b" by "(-)" gives "a", "-", "b".
std::vector<std::optional<std::string_view>> regex_split(const Regex& regex, const RegexSubject& subject,
                                                         std::size_t most, Budget& budget) {
  std::vector<std::optional<std::string_view>> pieces;
  const std::string_view text = subject.text();
  RegexMatches matches(regex, subject, budget);
  RegexMatch match;
  std::size_t done = 0;
  for (std::size_t count = 0; (most == 0 || count < most) && matches.next(match); ++count) {
    pieces.push_back(text.substr(done, match.begin() - done));
    for (std::size_t group = 1; group < match.size(); ++group) {
      pieces.push_back(match[group].is_set() ? std::optional(match.text(group)) : std::nullopt);
    }
    done = match.end();
  }
  pieces.push_back(text.substr(done));
  return pieces;
}

}  // namespace evalground
