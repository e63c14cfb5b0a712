// Reads versions by the grammar of the TOSCA parser:
//
//   [^~] v MAJOR .MINOR .FIX .QUALIFIER -BUILD -PRE.RELEASE +META.DATA
//
// Everything after MAJOR is optional. QUALIFIER and BUILD are TOSCA's own, PRE.RELEASE and META.DATA those of semantic
// versions.
#include "dialects/unfurl/tosca/version.hpp"

#include <array>
#include <compare>
#include <optional>

#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"

namespace evalground::unfurl {
namespace {

struct Version {
  std::array<std::string_view, 3> numbers;  // empty when absent
  std::string_view qualifier, build, pre_release, metadata;
};

bool is_alphanumeric(char c) {
  return is_ascii_digit(c) || is_ascii_letter(c);
}

bool is_identifier_byte(char c) {
  return is_alphanumeric(c) || c == '.' || c == '-';
}

// A part that begins with that sign, such as ".12". Takes nothing when the part would be empty.
template <class Predicate>
std::string_view take_part(Scanner& scanner, char sign, Predicate belongs) {
  const std::size_t begin = scanner.offset();
  if (!scanner.take(sign)) return {};
  const std::string_view part = scanner.take_while(belongs);
  if (part.empty()) scanner.rewind(begin);
  return part;
}

// What follows the numbers: ".beta-4", "-rc.1", "+build".
void take_additions(Scanner& scanner, Version& version) {
  version.qualifier = take_part(scanner, '.', is_alphanumeric);
  const std::size_t begin = scanner.offset();
  version.build = take_part(scanner, '-', is_ascii_digit);
  // "-1a" and "-1.5" are one identifier, not a build and its rest.
  if (!scanner.at_end() && scanner.peek() != '-' && scanner.peek() != '+') {
    version.build = {};
    scanner.rewind(begin);
  }
  version.pre_release = take_part(scanner, '-', is_identifier_byte);
  version.metadata = take_part(scanner, '+', is_identifier_byte);
}

// Digits without leading zeros, so that lengths compare before digits.
std::string_view significant(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view() : digits.substr(first);
}

std::strong_ordering compare_numbers(std::string_view left, std::string_view right) {
  left = significant(left);
  right = significant(right);
  if (left.size() != right.size()) return left.size() <=> right.size();
  return left.compare(right) <=> 0;
}

std::strong_ordering compare_versions(const Version& left, const Version& right) {
  for (std::size_t i = 0; i < left.numbers.size(); ++i) {
    const auto order = compare_numbers(left.numbers[i], right.numbers[i]);
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

// The parts of a text that has the form of a version, whether or not they may stand together.
std::optional<Version> parse_version(std::string_view text) {
  Scanner scanner(text);
  Version version;
  if (!scanner.take('^')) scanner.take('~');
  scanner.take('v');
  version.numbers[0] = scanner.take_while(is_ascii_digit);
  if (version.numbers[0].empty()) return std::nullopt;
  for (std::size_t i = 1; i < version.numbers.size(); ++i) {
    const std::size_t begin = scanner.offset();
    version.numbers[i] = take_part(scanner, '.', is_ascii_digit);
    // ".1a" is a qualifier.
    if (!is_alphanumeric(scanner.peek())) continue;
    version.numbers[i] = {};
    scanner.rewind(begin);
  }
  take_additions(scanner, version);
  return scanner.at_end() ? std::optional(version) : std::nullopt;
}

// The rules beyond the form.
bool is_sound(const Version& version) {
  if (!version.build.empty() && version.qualifier.empty()) return false;
  if (!version.pre_release.empty() && !version.qualifier.empty()) return false;
  if (version.qualifier.empty() && version.pre_release.empty() && version.metadata.empty()) return true;
  const auto& [major, minor, fix] = version.numbers;
  const bool is_zero = significant(major).empty() && minor == "0" && fix == "0";
  return !fix.empty() && !is_zero;
}

// "~1.2.3" allows newer fixes, "~1" also newer minor versions.
bool is_near(const Version& wanted, const Version& version) {
  if (compare_numbers(wanted.numbers[0], version.numbers[0]) != 0) return false;
  if (wanted.numbers[1].empty()) return true;
  return compare_numbers(wanted.numbers[1], version.numbers[1]) == 0 &&
         compare_numbers(wanted.numbers[2], version.numbers[2]) <= 0;
}

// "^1.2" allows newer versions with the same major number.
bool is_compatible(const Version& wanted, const Version& version) {
  return compare_numbers(wanted.numbers[0], version.numbers[0]) == 0 &&
         compare_numbers(wanted.numbers[1], version.numbers[1]) <= 0;
}

bool fulfils(std::string_view requirement, const Version& version) {
  constexpr std::string_view operators[] = {">=", "<=", ">", "<", "="};
  for (const std::string_view name : operators) {
    if (!requirement.starts_with(name)) continue;
    const auto limit = parse_version(trim(requirement.substr(name.size())));
    if (!limit || !is_sound(*limit)) return false;
    const auto order = compare_versions(version, *limit);
    if (order == 0) return name.ends_with('=');
    return name.front() == (order > 0 ? '>' : '<');
  }
  const auto wanted = parse_version(requirement);
  if (!wanted || !is_sound(*wanted)) return false;
  return requirement.starts_with('~') ? is_near(*wanted, version) : is_compatible(*wanted, version);
}

}  // namespace

bool is_version(std::string_view text) {
  const auto version = parse_version(text);
  return version && is_sound(*version);
}

bool fulfils_version(std::string_view requirements, std::string_view text) {
  requirements = trim(requirements);
  text = trim(text);
  const auto version = parse_version(text);
  if (!version) return requirements == text;
  for (const std::string_view requirement : Split(requirements, ",")) {
    if (!fulfils(trim(requirement), *version)) return false;
  }
  return true;
}

}  // namespace evalground::unfurl
