// Each scheme turns a version into a list of parts that compare from left to right (Version in version.hpp). A part has
// a rank, and only parts of equal rank are compared by their text or number. Ranks express what is absent: a semantic
// version without a prerelease ends with a part of the highest rank, so 1.0.0 comes after 1.0.0-rc.1.

#include "dialects/ansible/data/version.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/digits.hpp"

namespace evalground::ansible {
namespace {

constexpr int lowest = -9;
constexpr int highest = 9;

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_letter(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z');
}

// Collects the parts while it scans. Parts are views of the input. Converted digits are kept beside them.
class VersionReader {
 public:
  explicit VersionReader(std::string_view text) : scanner(text) {}

  void add(int rank) { version.parts.push_back({rank, false, {}}); }
  void add_text(std::string_view text, int rank = 0) { version.parts.push_back({rank, false, text}); }
  void add_number(std::string_view digits, int rank = 0) { version.parts.push_back({rank, true, digits}); }
  // Takes at least one digit.
  bool take_number(int rank = 0) {
    const std::string_view digits = scanner.take_while(is_ascii_digit);
    if (!digits.empty()) add_number(digits, rank);
    return !digits.empty();
  }

  Scanner scanner;
  Version version;
};

// distutils' LooseVersion: runs of digits and runs of letters, "1.5rc1" -> [1, 5, "rc", 1].
// Anything is a loose version, so it cannot fail. But two of them may be incomparable: 1.5 and 1.rc have a number and a
// word at the same place.
std::optional<Version> read_loose(std::string_view text) {
  VersionReader reader(text);
  Scanner& scanner = reader.scanner;
  while (!scanner.at_end()) {
    if (reader.take_number()) continue;
    if (scanner.take('.')) continue;
    std::string_view run = scanner.take_while(is_lower);
    if (run.empty()) run = scanner.take_while([](char c) { return !is_ascii_digit(c) && !is_lower(c) && c != '.'; });
    // Digits of other scripts are taken as text, which int() converts.
    if (const auto digits = ascii_digits(run)) {
      reader.version.kept.push_back(std::make_shared<const std::string>(*digits));
      reader.add_number(*reader.version.kept.back());
    } else {
      reader.add_text(run);
    }
  }
  return reader.version;
}

// distutils' StrictVersion: N.N[.N][aN|bN]. A release has a part of the highest rank in place of the prerelease.
std::optional<Version> read_strict(std::string_view text) {
  VersionReader reader(text);
  Scanner& scanner = reader.scanner;
  if (!reader.take_number() || !scanner.take('.') || !reader.take_number()) return std::nullopt;
  if (!scanner.take('.')) {
    reader.add_number("0");
  } else if (!reader.take_number()) {
    return std::nullopt;
  }
  const std::size_t letter = scanner.offset();
  if (scanner.take('a') || scanner.take('b')) {
    reader.add_text(scanner.between(letter, letter + 1));
    if (!reader.take_number()) return std::nullopt;
  } else {
    reader.add(highest);
  }
  return scanner.at_end() ? std::optional(reader.version) : std::nullopt;
}

// Takes identifiers of letters, digits and hyphens between dots. In a prerelease a number must not have leading zeros.
bool take_identifiers(VersionReader& reader, bool are_compared) {
  do {
    const std::string_view word =
        reader.scanner.take_while([](char c) { return is_letter(c) || is_ascii_digit(c) || c == '-'; });
    const bool is_number = std::all_of(word.begin(), word.end(), is_ascii_digit);
    if (word.empty()) return false;
    if (!are_compared) continue;
    if (is_number && word.size() > 1 && word[0] == '0') return false;
    if (is_number) {
      reader.add_number(word, -1);
    } else {
      reader.add_text(word);
    }
  } while (reader.scanner.take('.'));
  return true;
}

// Semantic Versioning 2.0. In a prerelease numbers precede words, so they get a lower rank. Build metadata after "+" is
// read but not compared.
std::optional<Version> read_semver(std::string_view text) {
  VersionReader reader(text);
  Scanner& scanner = reader.scanner;
  for (int field = 0; field < 3; ++field) {
    if (field != 0 && !scanner.take('.')) return std::nullopt;
    const bool has_leading_zero = scanner.peek() == '0' && is_ascii_digit(scanner.peek(1));
    if (has_leading_zero || !reader.take_number()) return std::nullopt;
  }
  if (!scanner.take('-')) {
    reader.add(highest);
  } else if (!take_identifiers(reader, true)) {
    return std::nullopt;
  }
  if (scanner.take('+') && !take_identifiers(reader, false)) return std::nullopt;
  return scanner.at_end() ? std::optional(reader.version) : std::nullopt;
}

bool is_separator(char c) {
  return c == '.' || c == '-' || c == '_';
}

// Takes an optional separator and one of the words, in any case. Returns the index of the word.
std::optional<std::size_t> take_word(Scanner& scanner, std::span<const std::string_view> words) {
  const std::size_t start = scanner.offset();
  if (is_separator(scanner.peek())) scanner.skip();
  for (std::size_t word = 0; word < words.size(); ++word) {
    const std::string_view next = scanner.rest().substr(0, words[word].size());
    const bool fits = std::equal(next.begin(), next.end(), words[word].begin(), words[word].end(),
                                 [](char a, char b) { return (is_letter(a) ? a | 0x20 : a) == b; });
    if (fits) {
      scanner.skip(next.size());
      return word;
    }
  }
  scanner.rewind(start);
  return std::nullopt;
}

// The number after a word: "1", ".1", "-1"; 0 when absent.
void take_word_number(VersionReader& reader) {
  const std::size_t start = reader.scanner.offset();
  if (is_separator(reader.scanner.peek())) reader.scanner.skip();
  if (reader.take_number()) return;
  reader.scanner.rewind(start);
  reader.add_number("0");
}

// The local part "+ubuntu-1.2": the identifiers after the "+".
// Numbers rank above words in the local part: 1.0+1 comes after 1.0+ubuntu.
bool take_local(VersionReader& reader) {
  do {
    const std::string_view word = reader.scanner.take_while([](char c) { return is_letter(c) || is_ascii_digit(c); });
    if (word.empty()) return false;
    if (std::all_of(word.begin(), word.end(), is_ascii_digit)) {
      reader.add_number(word, 1);
    } else {
      reader.add_text(word);
    }
    if (!is_separator(reader.scanner.peek())) return true;
    reader.scanner.skip();
  } while (true);
}

// Longer spellings precede their prefixes.
constexpr std::array<std::string_view, 8> pre_words = {"alpha", "a", "beta", "b", "preview", "pre", "rc", "c"};
constexpr std::array<std::string_view, 8> pre_letters = {"a", "a", "b", "b", "rc", "rc", "rc", "rc"};
constexpr std::array<std::string_view, 3> post_words = {"post", "rev", "r"};
constexpr std::array<std::string_view, 1> dev_words = {"dev"};

// PEP 440, with the sort key of packaging.version: epoch, release without trailing zeros, prerelease, post, dev, local.
// An absent prerelease or dev part counts as the highest, an absent post or local part as the lowest.
// In order: 1.0.dev1 < 1.0a1 < 1.0rc1 < 1.0 < 1.0.post1. 1.0 and 1.0.0 are equal.
std::optional<Version> read_pep440(std::string_view text) {
  VersionReader reader(trim(text));
  Scanner& scanner = reader.scanner;
  if (scanner.peek() == 'v' || scanner.peek() == 'V') scanner.skip();
  const std::size_t start = scanner.offset();
  if (!reader.take_number() || !scanner.take('!')) {  // there is no epoch
    scanner.rewind(start);
    reader.version.parts.clear();
    reader.add_number("0");
  }
  std::size_t significant = reader.version.parts.size();  // parts of the release without trailing zeros
  do {
    if (!reader.take_number()) return std::nullopt;
    const std::string_view digits = reader.version.parts.back().text;
    if (digits.find_first_not_of('0') != std::string_view::npos) significant = reader.version.parts.size();
  } while (scanner.peek() == '.' && is_ascii_digit(scanner.peek(1)) && scanner.take('.'));
  reader.version.parts.resize(significant);
  reader.add(lowest);  // the end of the release

  const std::size_t before_pre = reader.version.parts.size();
  const auto pre = take_word(scanner, pre_words);
  if (pre) {
    reader.add_text(pre_letters[*pre]);
    take_word_number(reader);
  } else {
    reader.add(highest);
  }
  bool has_post = true;
  if (scanner.peek() == '-' && is_ascii_digit(scanner.peek(1))) {
    scanner.skip();
    reader.take_number();
  } else if (take_word(scanner, post_words)) {
    take_word_number(reader);
  } else {
    reader.add(lowest);
    has_post = false;
  }
  if (take_word(scanner, dev_words)) {
    // A development release without a prerelease or post part precedes all other versions of its release.
    if (!pre && !has_post) reader.version.parts[before_pre].rank = lowest;
    take_word_number(reader);
  } else {
    reader.add(highest);
  }
  if (!scanner.take('+')) {
    reader.add(lowest);
  } else if (!take_local(reader)) {
    return std::nullopt;
  }
  return scanner.at_end() ? std::optional(reader.version) : std::nullopt;
}

int sign(int order) {
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// Compares numbers of any length without converting them: leading zeros are dropped, and the longer one is greater.
int compare_numbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return sign(a.compare(b));
}

}  // namespace

std::optional<VersionScheme> version_scheme(std::string_view name) {
  if (name == "loose") return VersionScheme::loose;
  if (name == "strict") return VersionScheme::strict;
  if (name == "semver" || name == "semantic") return VersionScheme::semver;
  if (name == "pep440") return VersionScheme::pep440;
  return std::nullopt;
}

std::optional<Version> read_version(VersionScheme scheme, std::string_view text) {
  switch (scheme) {
    case VersionScheme::loose: return read_loose(text);
    case VersionScheme::strict: return read_strict(text);
    case VersionScheme::semver: return read_semver(text);
    case VersionScheme::pep440: return read_pep440(text);
  }
  return std::nullopt;
}

// Of two versions with equal parts the longer one is greater, as for Python's lists.
std::optional<int> compare_versions(const Version& a, const Version& b) {
  const std::size_t shared = std::min(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < shared; ++i) {
    const Version::Part& left = a.parts[i];
    const Version::Part& right = b.parts[i];
    if (left.rank != right.rank) return left.rank < right.rank ? -1 : 1;
    if (left.is_number != right.is_number) return std::nullopt;
    const int order = left.is_number ? compare_numbers(left.text, right.text) : sign(left.text.compare(right.text));
    if (order != 0) return order;
  }
  return a.parts.size() == b.parts.size() ? 0 : a.parts.size() < b.parts.size() ? -1 : 1;
}

}  // namespace evalground::ansible
