#include "dialects/cfengine/data/version.hpp"

#include "dialects/cfengine/data/number.hpp"

namespace evalground::cfengine {
namespace {

std::string_view take_part(std::string_view& version) {
  const std::size_t dot = version.find('.');
  const std::string_view part = version.substr(0, dot);
  version = dot == std::string_view::npos ? std::string_view() : version.substr(dot + 1);
  return part;
}

}  // namespace

Release release_of(const Map& options) {
  const std::string_view name = text_option(options, reference_option);
  if (name == "3.21") return Release::r3_21;
  return name == "3.29" ? Release::r3_29 : Release::r3_28;
}

// Compares part by part, as numbers: "3.9" is less than "3.10". If one version is shorter, the missing parts are equal
// to anything, or count as 0.
int compare_versions(std::string_view a, std::string_view b, MissingPart missing) {
  while (!a.empty() || !b.empty()) {
    if (missing == MissingPart::equal && (a.empty() || b.empty())) return 0;
    const std::int64_t left = leading_int(take_part(a));
    const std::int64_t right = leading_int(take_part(b));
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

}  // namespace evalground::cfengine
