// Versions of the language, as policies test them.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/option.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

inline constexpr std::string_view emulated_version = "3.28.0";

// The releases of the agent whose rules can be chosen where they differ.
enum class Release : std::uint8_t { r3_21, r3_28, r3_29 };

inline constexpr std::string_view releases[] = {"3.21", "3.28", "3.29"};
inline constexpr Option reference_option{
    .name = "reference",
    .type = OptionType::choice,
    .usual = "3.28",
    .choices = releases,
    .summary = "The release of the agent whose rules apply where releases differ.",
};
Release release_of(const Map& options);

// Compares two dotted versions part by part (negative, 0, positive). `missing` says whether a part that only one
// version has compares with 0, or counts as equal.
enum class MissingPart { zero, equal };
int compare_versions(std::string_view a, std::string_view b, MissingPart missing);

}  // namespace evalground::cfengine
