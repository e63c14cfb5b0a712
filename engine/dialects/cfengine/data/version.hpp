// Versions of the language as policies ask for them.
#pragma once

#include <string_view>

namespace evalground::cfengine {

inline constexpr std::string_view emulated_version = "3.28.0";

// The order of two dotted versions (negative, 0, positive), part by part; what one of them leaves out counts as
// `missing` says: as 0, or as equal.
enum class MissingPart { zero, equal };
int compare_versions(std::string_view a, std::string_view b, MissingPart missing);

}  // namespace evalground::cfengine
