// Versions of the language, as policies test them.
#pragma once

#include <string_view>

namespace evalground::cfengine {

inline constexpr std::string_view emulated_version = "3.28.0";

// Compares two dotted versions part by part (negative, 0, positive). `missing` says whether a part that only one
// version has compares with 0, or counts as equal.
enum class MissingPart { zero, equal };
int compare_versions(std::string_view a, std::string_view b, MissingPart missing);

}  // namespace evalground::cfengine
