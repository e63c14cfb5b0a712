// StackStorm's functions for version numbers, by Semantic Versioning 2.0.

#include <algorithm>
#include <array>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace versions_family {
namespace {

struct SemanticVersion {
  std::array<std::int64_t, 3> numbers{};  // major, minor, patch
  std::string_view pre_release;           // "rc.1"; empty for a release
};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

SemanticVersion read(std::string_view text) {
  SemanticVersion version;
  const std::string_view core = text.substr(0, text.find_first_of("-+"));
  std::string_view rest = text.substr(core.size());
  const auto fail = [&] { throw Error("value-error", quote(text) + " is no version such as 1.2.3."); };
  std::size_t count = 0;
  for (const std::string_view part : Split(core, ".")) {
    const ParsedNumber<std::int64_t> number = parse_digits(part, 10, false);
    if (count == version.numbers.size() || !is_number(part) || !number || (part.size() > 1 && part[0] == '0')) fail();
    version.numbers[count++] = number.value;
  }
  if (count != version.numbers.size()) fail();
  if (rest.starts_with('-')) {
    version.pre_release = rest.substr(1, rest.find('+') - 1);
    if (version.pre_release.empty()) fail();
  }
  return version;
}

int order_of(std::int64_t a, std::int64_t b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Numbers by value and before words, words by their letters, and the shorter of two that begin alike first.
int compare_pre_releases(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return order_of(a.empty() ? 1 : 0, b.empty() ? 1 : 0);
  while (!a.empty() && !b.empty()) {
    const std::string_view left = a.substr(0, a.find('.'));
    const std::string_view right = b.substr(0, b.find('.'));
    const ParsedNumber<std::int64_t> left_number = parse_digits(left, 10, false);
    const ParsedNumber<std::int64_t> right_number = parse_digits(right, 10, false);
    const bool are_numbers = is_number(left) && is_number(right) && left_number && right_number;
    const int order = are_numbers                           ? order_of(left_number.value, right_number.value)
                      : is_number(left) != is_number(right) ? (is_number(left) ? -1 : 1)
                                                            : order_of(left.compare(right), 0);
    if (order != 0) return order;
    a.remove_prefix(std::min(a.size(), left.size() + 1));
    b.remove_prefix(std::min(b.size(), right.size() + 1));
  }
  return order_of(a.empty() ? 0 : 1, b.empty() ? 0 : 1);
}

int compare(std::string_view a, std::string_view b) {
  const SemanticVersion left = read(a);
  const SemanticVersion right = read(b);
  for (std::size_t at = 0; at < left.numbers.size(); ++at) {
    const int order = order_of(left.numbers[at], right.numbers[at]);
    if (order != 0) return order;
  }
  return compare_pre_releases(left.pre_release, right.pre_release);
}

int compared(const Arguments& arguments) {
  return compare(arguments.string(0), arguments.string(1));
}

Value version_compare(Call& call) {
  return Value::integer(compared(arguments_of(call)));
}

template <int order>
Value has_order(Call& call) {
  return Value::boolean(compared(arguments_of(call)) == order);
}

Value version_match(Call& call) {
  Arguments& arguments = arguments_of(call);
  const std::string_view pattern = arguments.string(1);
  const std::string_view sign = pattern.substr(0, pattern.find_first_not_of("<>=!"));
  const int order = compare(arguments.string(0), trim(pattern.substr(sign.size())));
  if (sign == "==" || sign.empty()) return Value::boolean(order == 0);
  if (sign == "!=") return Value::boolean(order != 0);
  if (sign == "<") return Value::boolean(order < 0);
  if (sign == "<=") return Value::boolean(order <= 0);
  if (sign == ">") return Value::boolean(order > 0);
  if (sign == ">=") return Value::boolean(order >= 0);
  throw Error("value-error", quote(pattern) + " begins with no comparison such as `>=`.");
}

// The version with one number raised, and zeros behind it.
template <std::size_t raised>
Value version_bump(Call& call) {
  SemanticVersion version = read(arguments_of(call).string(0));
  if (version.numbers[raised] == INT64_MAX) throw Error("value-error", "The version cannot be raised.");
  ++version.numbers[raised];
  std::string text;
  for (std::size_t at = 0; at < version.numbers.size(); ++at) {
    text += (at == 0 ? "" : ".") + std::to_string(at > raised ? 0 : version.numbers[at]);
  }
  return Value::string(text);
}

Value version_strip_patch(Call& call) {
  const SemanticVersion version = read(arguments_of(call).string(0));
  return Value::string(std::to_string(version.numbers[0]) + "." + std::to_string(version.numbers[1]));
}

constexpr Example compare_examples[] = {{"<% version_compare('1.2.3', '1.10.0') %>", "", "-1"}};
constexpr Example more_examples[] = {{"<% version_more_than('1.10.0', '1.2.3') %>", "", "true"}};
constexpr Example less_examples[] = {{"<% version_less_than('1.0.0-rc.1', '1.0.0') %>", "", "true"}};
constexpr Example equal_examples[] = {{"<% version_equal('1.0.0', '1.0.0+build') %>", "", "true"}};
constexpr Example match_examples[] = {{"<% version_match('1.2.3', '>=1.0.0') %>", "", "true"}};
constexpr Example major_examples[] = {{"<% version_bump_major('1.2.3') %>", "", R"("2.0.0")"}};
constexpr Example minor_examples[] = {{"<% version_bump_minor('1.2.3') %>", "", R"("1.3.0")"}};
constexpr Example patch_examples[] = {{"<% version_bump_patch('1.2.3') %>", "", R"("1.2.4")"}};
constexpr Example strip_examples[] = {{"<% version_strip_patch('1.2.3') %>", "", R"("1.2")"}};

}  // namespace
}  // namespace versions_family

std::span<const Function> version_functions() {
  using namespace versions_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "version_compare(value: string, pattern: string) -> integer",
       .summary = "-1, 0 or 1 for a version that is older than, the same as or newer than the other.",
       .details = "Of StackStorm, as all functions of versions. They are semantic versions: `1.2.3-rc.1+build`.",
       .examples = compare_examples,
       .call = version_compare},
      {.kind = "function",
       .signature = "version_more_than(value: string, pattern: string) -> boolean",
       .summary = "Whether the first version is the newer.",
       .examples = more_examples,
       .call = has_order<1>},
      {.kind = "function",
       .signature = "version_less_than(value: string, pattern: string) -> boolean",
       .summary = "Whether the first version is the older.",
       .examples = less_examples,
       .call = has_order<-1>},
      {.kind = "function",
       .signature = "version_equal(value: string, pattern: string) -> boolean",
       .summary = "Whether both are the same, whatever their builds.",
       .examples = equal_examples,
       .call = has_order<0>},
      {.kind = "function",
       .signature = "version_match(value: string, pattern: string) -> boolean",
       .summary = "Whether a version passes a comparison such as `>=1.0.0`.",
       .examples = match_examples,
       .call = version_match},
      {.kind = "function",
       .signature = "version_bump_major(value: string) -> string",
       .summary = "The next major version.",
       .examples = major_examples,
       .call = version_bump<0>},
      {.kind = "function",
       .signature = "version_bump_minor(value: string) -> string",
       .summary = "The next minor version.",
       .examples = minor_examples,
       .call = version_bump<1>},
      {.kind = "function",
       .signature = "version_bump_patch(value: string) -> string",
       .summary = "The next patch version.",
       .examples = patch_examples,
       .call = version_bump<2>},
      {.kind = "function",
       .signature = "version_strip_patch(value: string) -> string",
       .summary = "The version's first two numbers.",
       .examples = strip_examples,
       .call = version_strip_patch},
  };
  return all;
}

}  // namespace evalground::yaql
